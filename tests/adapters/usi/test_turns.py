"""Turns at searching: no more at once than may, of each kind."""

from contextlib import ExitStack

import pytest

from chabudai.adapters.usi import EngineTurns


def test_no_more_of_a_kind_search_at_once_than_may() -> None:
    turns = EngineTurns(1)
    with turns.take("game") as first:
        assert first
        with turns.take("game") as second, turns.take("position") as other:
            assert (second, other) == (False, True)
        with turns.take("game") as third:
            assert not third
    with turns.take("game") as again:
        assert again


def test_a_turn_is_given_back_whatever_happens() -> None:
    turns = EngineTurns(1)
    with pytest.raises(RuntimeError), turns.take("game"):
        raise RuntimeError("the engine died")
    with turns.take("game") as again:
        assert again


def test_where_nothing_is_said_all_who_ask_may() -> None:
    turns = EngineTurns()
    with ExitStack() as stack:
        assert [stack.enter_context(turns.take("game")) for _ in range(5)] == [True] * 5
