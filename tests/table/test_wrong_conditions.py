"""What is no condition is refused: dropped, it would let a write be done without it."""

from typing import Any

import pytest
from tests.table.closet import Clothing, clothes

from chabudai.table import DesignError, all_of, any_of, each_of, where


@pytest.mark.parametrize("given", ["amount = 1", False, None, lambda row: False, ["a"]])
def test_what_is_no_condition_is_refused_and_never_dropped(given: Any) -> None:
    for make in (
        Clothing.delete(owner="o", clothing_id="1").when,
        Clothing.update(owner="o", clothing_id="1").set(name="x").when,
        clothes("o").filter,
        all_of,
        any_of,
    ):
        with pytest.raises(DesignError, match="a condition is wanted"):
            make(given)


def test_conditions_are_not_joined_by_python_s_own_words() -> None:
    one, other = where(name="a"), where(name="b")
    for join in (lambda: one and other, lambda: one or other, lambda: not one):
        with pytest.raises(DesignError, match=r"joined by & and \|, and negated by ~"):
            join()


def test_a_text_is_not_several_values() -> None:
    with pytest.raises(DesignError, match="wants several values"):
        each_of("ENT")
