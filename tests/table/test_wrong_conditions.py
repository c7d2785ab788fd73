"""What is no condition is refused: dropped, it would let a write be done without it."""

from typing import Any

import pytest
from tests.table.closet import Clothing, clothes

from chabudai.table import DesignError, Put, UnknownField, all_of, any_of, each_of, gt, lt, where


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


def test_what_is_asked_of_a_field_is_not_joined_at_all() -> None:
    one: Any = gt(1)
    other: Any = lt(4)
    words = (lambda: one and other, lambda: one or other, lambda: not one)
    for join in (*words, lambda: one & other, lambda: one | other, lambda: ~one):
        with pytest.raises(DesignError, match=r"between\(low, high\) asks for both ends.* & ~where\(a=4\)"):
            join()


def test_a_text_is_not_several_values() -> None:
    with pytest.raises(DesignError, match="wants several values"):
        each_of("ENT")


def test_several_conditions_are_all_wanted() -> None:
    one, other = where(name="a"), where(wear_count=gt(3))
    shirt = Clothing.update(owner="o", clothing_id="1")
    for make in (
        clothes("o").filter,
        Clothing.scan().filter,
        Clothing.check(owner="o", clothing_id="1").when,
        Clothing.delete(owner="o", clothing_id="1").when,
        shirt.when,
        Put(Clothing(owner="o", clothing_id="1", name="a")).when,
    ):
        assert make(one, other, status="ACTIVE").condition == all_of(one, other, where(status="ACTIVE"))


@pytest.mark.parametrize("method", ["get", "batch", "update", "upsert", "delete", "check"])
def test_a_key_without_names_is_told_the_names(method: str) -> None:
    with pytest.raises(UnknownField, match=rf"Clothing\.{method}\(clothing_id=…, owner=…\)"):
        getattr(Clothing, method)("o", "1")
    with pytest.raises(UnknownField, match=rf"Clothing\.{method}\(\*\*…\) takes it apart"):
        getattr(Clothing, method)({"owner": "o", "clothing_id": "1"})
