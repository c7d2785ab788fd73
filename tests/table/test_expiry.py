"""Writes over what has expired but is not yet taken away: it is as good as gone."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from tests.table.designs_for_writes import Clock, Interrupted, stored

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Entity, Gsi, Insert, Put, Table, Transaction, TypedStore, key
from chabudai.table.errors import ConditionNotMet, ItemNotFound, StepFailed, UnsupportedValue


class Doors(Table, name="Doors", pk="PK", ttl="until"):
    by_count = Gsi("ByCount", "count_pk", "count_sk")


class Knock(Entity, table=Doors):
    id: str
    count: int = 0
    name: str = ""
    until: int | None = None
    PK = key("KNOCK#{id}")
    count_pk = key("KNOCKS")
    count_sk = key("COUNT#{count:03}")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def doors(clock: Clock) -> Iterator[TypedStore]:
    """One knock that has expired, and one that has not."""
    with table.open(":memory:", clock=clock) as store:
        store.create(Doors)
        store.insert(Knock(id="old", count=5, name="x", until=_seconds(clock) + 10))
        store.insert(Knock(id="new", count=5, until=_seconds(clock) + 1000))
        clock.now += timedelta(seconds=60)
        yield store


def test_an_insert_over_what_has_expired_is_done(doors: TypedStore) -> None:
    doors.insert(Knock(id="old", count=1))
    assert doors.one(Knock.get(id="old")) == Knock(id="old", count=1)
    with pytest.raises(ConditionNotMet):
        doors.insert(Knock(id="new"))


@pytest.mark.parametrize(
    "plan",
    [
        Knock.update(id="old").add(count=1),
        Knock.update(id="old").set(name="y"),
        Knock.update(id="old").set(until=None),
        Knock.delete(id="old").existing(),
        Knock.delete(id="old").when(name="x"),
        Put(Knock(id="old")).existing(),
    ],
)
def test_what_has_expired_is_not_there_for_a_write_that_wants_it(doors: TypedStore, plan: Any) -> None:
    with pytest.raises(ItemNotFound):
        doors.write(plan)
    with pytest.raises(StepFailed, match="there is no Knock"):
        doors.transact(Transaction().step("knock", plan))
    assert doors.get(Knock.get(id="old")) is None


def test_a_condition_on_what_has_expired_does_not_hold(doors: TypedStore) -> None:
    with pytest.raises(ConditionNotMet):
        doors.write(Put(Knock(id="old")).when(name="x"))
    with pytest.raises(StepFailed):
        doors.transact(Transaction().step("look", Knock.check(id="old")))
    doors.transact(Transaction().step("look", Knock.check(id="old").absent()))


@pytest.mark.parametrize("is_transaction", [False, True])
def test_an_upsert_begins_anew(doors: TypedStore, clock: Clock, is_transaction: bool) -> None:
    plan = Knock.upsert(id="old").add(count=1).if_missing(until=_seconds(clock) + 10)
    if is_transaction:
        doors.transact(Transaction().step("knock", plan))
    else:
        doors.write(plan)
    assert doors.one(Knock.get(id="old")) == Knock(id="old", count=1, until=_seconds(clock) + 10)
    assert stored(doors, Knock, id="old")["count_sk"] == {"S": "COUNT#001"}


def test_a_deletion_of_what_has_expired_returns_nothing(doors: TypedStore) -> None:
    assert doors.write(Knock.delete(id="old")) is None
    assert stored(doors, Knock, id="old") == {}


def test_what_is_made_while_the_expired_is_taken_away_stays(doors: TypedStore, clock: Clock) -> None:
    way = Interrupted(doors.raw)
    way.rival = lambda: doors.put(Knock(id="old", count=7))
    ours = TypedStore(way, clock=clock)
    with pytest.raises(ConditionNotMet):
        ours.write(Insert(Knock(id="old")))
    assert ours.write(Knock.upsert(id="old").add(count=1)).count == 8


def test_what_has_not_expired_costs_nothing_more(doors: TypedStore) -> None:
    with record_calls() as asked:
        doors.write(Knock.update(id="new").set(name="y"))
    assert [each.operation for each in asked] == ["UpdateItem"]


@pytest.mark.parametrize("is_transaction", [False, True])
@pytest.mark.parametrize(
    "plan",
    [Knock.update(id="bare"), Knock.upsert(id="bare"), Knock.upsert(id="none")],
    ids=["update", "upsert", "make"],
)
def test_milliseconds_are_refused_also_where_they_are_added(doors: TypedStore, plan: Any, is_transaction: bool) -> None:
    doors.insert(Knock(id="bare"))
    late = plan.add(until=1_794_997_678_000)
    with pytest.raises(UnsupportedValue, match="looks like milliseconds"):
        doors.transact(Transaction().step("late", late)) if is_transaction else doors.write(late)
    assert doors.write(plan.add(until=4_000_000_000)).until == 4_000_000_000


def _seconds(clock: Clock) -> int:
    return int(clock.now.timestamp())
