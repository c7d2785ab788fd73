"""Races: others who write the same item at the same time, in threads, in other processes, and just in between."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.peer import ROOT
from tests.table.counting import in_threads, wear_in_a_transaction, wear_once
from tests.table.designs_for_writes import (
    SHIRT,
    Clothing,
    Interrupted,
    Member,
    Reticent,
    Wardrobe,
    keys,
    member,
    rows,
    shirt,
    stored,
    wear,
)
from tests.table.designs_for_writes import home as home

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import Put, Transaction, TypedStore
from chabudai.table.errors import ConditionNotMet, ItemNotFound, RetriesExhausted, StepFailed
from chabudai.table.retries import ConflictRetryPolicy


def recorded_operations(store: TypedStore, work: Callable[[], object]) -> list[str]:
    with record_calls() as asked:
        work()
    return [each.operation for each in asked]


@pytest.fixture
def way(home: TypedStore) -> Interrupted:
    """The way to the store, on which another can come in between."""
    home.insert(shirt())
    return Interrupted(home.raw)


@pytest.mark.parametrize("step", [wear_once, wear_in_a_transaction])
def test_sixteen_threads_end_with_the_exact_sum_and_the_right_key(
    home: TypedStore, step: Callable[[TypedStore], None]
) -> None:
    home.insert(shirt())
    failures = in_threads(16, lambda: step(home), times=12)
    assert failures == []
    assert home.one(Clothing.get(**SHIRT)).wear_count == 16 * 12
    assert keys(home) == ("W#w#CLOTH#ACTIVE", f"WEAR#{16 * 12:010}#1")


def test_sixteen_threads_that_each_change_another_part_leave_every_key_right(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    one = Member.update(house="h", member_id="1")
    plans = [one.add(points=1), one.set(room="study"), one.set(room="hall"), one.set(name="A"), one.set(badge=1)]

    def run() -> None:
        for plan in plans:
            home.write(plan)

    assert in_threads(16, run) == []
    found = home.one(Member.get(house="h", member_id="1"))
    row = stored(home, Member, house="h", member_id="1")
    assert (found.points, found.version) == (16, 16 * len(plans) + 1)
    assert row == Member.layout.to_item(Member.layout.values(found))


def test_threads_that_run_out_of_tries_say_so_and_nothing_else(home: TypedStore) -> None:
    home.insert(shirt())
    hasty = TypedStore(home.raw, retry_policy=ConflictRetryPolicy(tries=2))
    done: list[int] = []

    def run() -> None:
        for _ in range(10):
            hasty.write(wear("w", "1"))
            done.append(1)

    failures = in_threads(16, run)
    assert {type(failure) for failure in failures} <= {RetriesExhausted}
    assert home.one(Clothing.get(**SHIRT)).wear_count == len(done)
    assert keys(home)[1] == f"WEAR#{len(done):010}#1"


@pytest.mark.parametrize("how", ["by single writes", "in transactions"])
def test_two_processes_of_four_threads_end_with_the_exact_sum(tmp_path: Path, how: str) -> None:
    """Two interpreters start, and make 160 durable writes: a few seconds."""
    path = tmp_path / "household.db"
    with table.open(path) as store:
        store.create(Wardrobe)
        store.insert(shirt())
    command = [sys.executable, "-m", "tests.table.counting", str(path), how, "20"]
    others = [subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) for _ in range(2)]
    for other in others:
        _, complaints = other.communicate(timeout=120)
        assert complaints == ""
    with table.open(path) as store:
        assert store.one(Clothing.get(**SHIRT)).wear_count == 160
        assert keys(store)[1] == "WEAR#0000000160#1"


def test_a_lost_race_is_tried_again_without_a_second_read(home: TypedStore, way: Interrupted) -> None:
    ours = TypedStore(way)
    way.rival = lambda: home.raw.call("PutItem", {"TableName": "Wardrobe", "Item": _worn(30)})
    assert recorded_operations(ours, lambda: ours.write(wear("w", "1"))) == [
        "GetItem",
        "PutItem",
        "UpdateItem",
        "UpdateItem",
    ]
    assert keys(home)[1] == "WEAR#0000000031#1"


def test_a_lost_race_in_a_transaction_is_tried_again_without_a_second_read(home: TypedStore, way: Interrupted) -> None:
    ours = TypedStore(way)
    way.rival = lambda: home.raw.call("PutItem", {"TableName": "Wardrobe", "Item": _worn(30)})
    operations = recorded_operations(ours, lambda: wear_in_a_transaction(ours))
    assert operations == ["GetItem", "PutItem", "TransactWriteItems", "TransactWriteItems"]
    assert keys(home)[1] == "WEAR#0000000031#1"


@pytest.mark.parametrize("store_of", [lambda way: way, Reticent], ids=["telling", "reticent"])
@pytest.mark.parametrize("is_transaction", [False, True], ids=["single", "transaction"])
def test_a_lost_race_is_told_apart_from_the_plans_own_condition(
    home: TypedStore, way: Interrupted, store_of: Callable[[Interrupted], Interrupted], is_transaction: bool
) -> None:
    ours = TypedStore(store_of(way))

    def run(plan: table.Update[Clothing]) -> None:
        if is_transaction:
            ours.transact(Transaction().step("shirt", plan))
        else:
            ours.write(plan)

    def lend() -> None:
        home.write(Clothing.update(**SHIRT).set(status="LENT"))

    refused = StepFailed if is_transaction else ConditionNotMet
    way.rival = lambda: home.write(wear("w", "1"))
    run(wear("w", "1").when(name="shirt"))
    assert keys(home)[1] == "WEAR#0000000002#1"
    way.rival = lend
    with pytest.raises(refused, match=r"the condition on .* is not met"):
        run(wear("w", "1").when(name="shirt", status="ACTIVE"))
    with pytest.raises(refused, match=r"the condition on .* is not met"):
        run(wear("w", "1").when(name="coat"))
    way.rival = lambda: home.write(Clothing.delete(**SHIRT))
    with pytest.raises(StepFailed if is_transaction else ItemNotFound, match="there is no Clothing"):
        run(wear("w", "1"))
    assert rows(home.raw, Wardrobe) == []


def test_a_plans_own_condition_is_refused_at_once(home: TypedStore, way: Interrupted) -> None:
    def refuse() -> None:
        with pytest.raises(ConditionNotMet):
            home.write(wear("w", "1").when(status="LENT"))

    assert recorded_operations(home, refuse) == ["GetItem", "UpdateItem"]


@pytest.mark.parametrize("tries", [1, 2])
def test_when_tries_run_out_the_race_is_lost_and_nothing_is_written(
    home: TypedStore, way: Interrupted, tries: int
) -> None:
    ours = TypedStore(way, retry_policy=ConflictRetryPolicy(tries=tries, sleep=lambda _: None))

    def rival() -> None:
        home.write(wear("w", "1"))
        way.rival = rival

    way.rival = rival
    with pytest.raises(RetriesExhausted, match=rf"AP-16 .*each of {tries} tries; try again"):
        ours.write(wear("w", "1"))
    assert home.one(Clothing.get(**SHIRT)).wear_count == tries
    way.rival = rival
    with pytest.raises(
        RetriesExhausted,
        match=rf"the transaction shirt in Wardrobe conflicted with other writes at each of {tries} tries",
    ):
        wear_in_a_transaction(ours)
    way.rival = None
    assert keys(home)[1] == f"WEAR#{2 * tries:010}#1"


def test_pauses_are_drawn_below_a_limit_that_doubles() -> None:
    pauses: list[float] = []
    retry_policy = ConflictRetryPolicy(tries=12, first_pause=0.01, longest_pause=0.1, sleep=pauses.append)
    assert list(retry_policy.attempts()) == list(range(12))
    assert len(pauses) == 10
    limits = [min(0.1, 0.01 * 2**number) for number in range(10)]
    assert all(0 <= pause <= limit for pause, limit in zip(pauses, limits, strict=True))


def test_an_item_made_in_between_is_not_made_again_by_an_upsert(home: TypedStore) -> None:
    way = Interrupted(home.raw)
    ours = TypedStore(way)
    way.rival = lambda: home.insert(shirt(wear_count=5, status="LENT"))
    found = ours.write(Clothing.upsert(**SHIRT).add(wear_count=1).if_missing(name="coat"))
    assert found == shirt(wear_count=6, status="LENT")
    assert keys(home) == ("W#w#CLOTH#LENT", "WEAR#0000000006#1")


def test_a_put_of_what_was_read_before_another_wrote_keeps_guards_right(home: TypedStore) -> None:
    home.insert(member("1", "a"))
    way = Interrupted(home.raw)
    ours = TypedStore(way)
    way.rival = lambda: home.write(Member.update(house="h", member_id="1").set(name="b"))
    with pytest.raises(ConditionNotMet, match="changed since it was read"):
        ours.write(Put(member("1", "c", version=1)))
    assert home.one(Member.get(house="h", member_id="1")).name == "b"


def _worn(times: int) -> dict[str, dict[str, object]]:
    return Clothing.layout.to_item(Clothing.layout.values(shirt(wear_count=times)))
