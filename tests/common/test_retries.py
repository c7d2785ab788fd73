"""Trying again: as long as others were faster, and not for ever."""

import pytest

from chabudai.common.retries import retry
from chabudai.table import ConflictRetryPolicy

POLICY = ConflictRetryPolicy(tries=3, sleep=lambda _: None)


class Busy(Exception): ...


def test_what_was_lost_is_tried_again_until_it_works() -> None:
    answers = iter([KeyError, ValueError, None])

    def attempt() -> str:
        failure = next(answers)
        if failure:
            raise failure
        return "done"

    assert retry(attempt, (KeyError, ValueError), Busy, POLICY) == "done"


def test_what_is_lost_each_time_ends_in_the_apps_own_words() -> None:
    tries: list[int] = []

    def attempt() -> None:
        tries.append(1)
        raise KeyError

    with pytest.raises(Busy):
        retry(attempt, KeyError, Busy, POLICY)
    assert len(tries) == 3


def test_any_other_failure_goes_on_as_it_is() -> None:
    def attempt() -> None:
        raise TypeError

    with pytest.raises(TypeError):
        retry(attempt, KeyError, Busy, POLICY)
