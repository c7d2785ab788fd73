"""Passing conflicts from below are tried again, wherever in a write they are met, and never shown."""

import pytest
from tests.table.designs_for_writes import SHIRT, Clothing, Household, Member, member, rows, shirt, wear
from tests.table.designs_for_writes import home as home
from tests.table.faults import FaultyStore

from chabudai.store import record_calls
from chabudai.table import StepFailed, Transaction, TypedStore


@pytest.mark.parametrize("fault", ["conflict", "cancelled", "throttled"])
def test_a_conflict_while_a_token_is_bound_to_its_steps_is_passed_over(home: TypedStore, fault: str) -> None:
    home.insert(shirt())
    way = FaultyStore(home.raw)
    way.fault = fault
    once = Transaction().step("shirt", wear("w", "1")).once("a token")
    TypedStore(way).transact(once)
    TypedStore(way).transact(once)
    assert home.one(Clothing.get(**SHIRT)).wear_count == 1


@pytest.mark.parametrize("fault", ["conflict", "cancelled", "throttled"])
def test_a_conflict_while_it_is_asked_whether_a_token_was_used_is_passed_over(home: TypedStore, fault: str) -> None:
    """A second try of what can't be done twice: it was done, and says so."""
    way = FaultyStore(home.raw)
    insert = Transaction().step("only", Clothing.update(**SHIRT).set(status="LENT").when(status="ACTIVE"))
    home.insert(shirt())
    TypedStore(way).transact(insert.once("a token"))
    sent = 0

    def fail_the_last() -> None:
        nonlocal sent
        sent += 1
        way.fault = fault if sent == 2 else None

    way.rivals = [fail_the_last] * 4
    TypedStore(way).transact(insert.once("a token"))
    with pytest.raises(StepFailed):
        TypedStore(way).transact(insert.once("another token"))


@pytest.mark.parametrize("fault", ["conflict", "cancelled", "throttled"])
def test_a_conflict_while_it_is_asked_whether_a_transaction_was_done_does_not_do_it_twice(
    home: TypedStore, fault: str
) -> None:
    home.insert(shirt())
    way = FaultyStore(home.raw)
    once = Transaction().step("shirt", wear("w", "1")).once("a token")

    def conflict() -> None:
        way.fault = fault

    def conflict_after_a_twin() -> None:
        home.transact(once)
        conflict()

    way.rivals = [lambda: None, conflict_after_a_twin, lambda: None, conflict]
    TypedStore(way).transact(once)
    assert home.one(Clothing.get(**SHIRT)).wear_count == 1


@pytest.mark.parametrize("fault", ["conflict", "cancelled", "throttled"])
def test_a_conflict_at_a_guard_row_is_passed_over(home: TypedStore, fault: str) -> None:
    way = FaultyStore(home.raw)
    way.fault = fault
    with record_calls() as calls:
        TypedStore(way).insert(member("1", "a"))
    assert [call.operation for call in calls] == ["TransactWriteItems"]
    way.fault = fault
    TypedStore(way).write(Member.update(house="h", member_id="1").set(name="b"))
    assert sorted(row["SK"]["S"] for row in rows(home.raw, Household)) == ["MEMBER#1", "NAME#b"]
