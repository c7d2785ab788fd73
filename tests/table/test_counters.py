"""Counters and quotas: the bounds of a field hold exactly, whoever counts, whether or not a key holds the sum."""

from decimal import Decimal

import pytest
from tests.table.counting import in_threads

from chabudai import table
from chabudai.table import Entity, Field, Gsi, Table, Transaction, TypedStore, key, lt
from chabudai.table.errors import ConditionNotMet, RuleViolated, StepFailed


class Quotas(Table, name="Quotas", pk="PK"):
    by_kept = Gsi("ByKept", "kept_pk", "kept_sk")


class Quota(Entity, table=Quotas):
    """`kept` is copied into a key, `used` is not; `left` has no default."""

    id: str
    used: int = Field(default=0, ge=0, le=10)
    kept: int = Field(default=0, ge=0, le=10)
    left: int | None = Field(default=None, gt=-1, lt=6)
    money: Decimal = Field(default=Decimal(5), ge=Decimal("0.5"))
    log: list[str] = Field(default_factory=list, max_length=3)
    PK = key("QUOTA#{id}")
    kept_pk = key("KEPT")
    kept_sk = key("KEPT#{kept:03}")


class Tally(Entity, table=Quotas):
    """What has no default begins at nothing."""

    id: str
    count: int = Field(le=3)
    PK = key("TALLY#{id}")


@pytest.fixture
def office() -> TypedStore:
    store = table.open(":memory:")
    store.create(Quotas)
    store.insert(Quota(id="1"))
    return store


ONE = Quota.update(id="1")


@pytest.mark.parametrize("name", ["used", "kept"])
def test_a_counter_reaches_its_bounds_and_not_more(office: TypedStore, name: str) -> None:
    assert getattr(office.write(ONE.add(**{name: 10})), name) == 10
    with pytest.raises(ConditionNotMet, match=rf"Quota\(id='1'\): {name} would be 11, and 10 is the most"):
        office.write(ONE.add(**{name: 1}))
    with pytest.raises(StepFailed, match=f"step 'more': .*{name} would be 11, and 10 is the most"):
        office.transact(Transaction().step("more", ONE.add(**{name: 1})))
    assert getattr(office.write(ONE.add(**{name: -10})), name) == 0
    with pytest.raises(ConditionNotMet, match=f"{name} would be -1, and 0 is the least"):
        office.write(ONE.add(**{name: -1}))
    assert getattr(office.one(Quota.get(id="1")), name) == 0


@pytest.mark.parametrize("name", ["used", "kept"])
def test_threads_share_a_quota_exactly(office: TypedStore, name: str) -> None:
    failures = in_threads(16, lambda: office.write(ONE.add(**{name: 1})))
    assert [type(failure) for failure in failures] == [RuleViolated] * 6
    assert getattr(office.one(Quota.get(id="1")), name) == 10


def test_open_bounds_and_a_counter_that_has_no_value_yet(office: TypedStore) -> None:
    with pytest.raises(ConditionNotMet, match="left would be 6, and 5 is the most"):
        office.write(ONE.add(left=6))
    with pytest.raises(ConditionNotMet, match="left would be -1, and 0 is the least"):
        office.write(ONE.add(left=-1))
    assert office.write(ONE.add(left=5)).left == 5
    assert office.write(ONE.add(left=-5)).left == 0


def test_amounts_of_money_keep_their_bounds(office: TypedStore) -> None:
    assert office.write(ONE.add(money=Decimal("-4.50"))).money == Decimal("0.5")
    with pytest.raises(ConditionNotMet, match=r"money would be 0\.49"):
        office.write(ONE.add(money=Decimal("-0.01")))


def test_a_counter_that_is_made_begins_where_it_is_told_to(office: TypedStore) -> None:
    assert office.write(Tally.upsert(id="1").add(count=1)).count == 1
    assert office.write(Tally.upsert(id="2").add(count=1).if_missing(count=2)).count == 3
    with pytest.raises(ConditionNotMet, match="count would be 4, and 3 is the most"):
        office.write(Tally.upsert(id="2").add(count=1).if_missing(count=2))
    with pytest.raises(ConditionNotMet, match="count would be 4, and 3 is the most"):
        office.write(Tally.upsert(id="3").add(count=2).if_missing(count=2))
    assert office.get(Tally.get(id="3")) is None


def test_a_quota_may_also_be_a_condition(office: TypedStore) -> None:
    plan = Quota.upsert(id="2").add(used=1).when(used=lt(2))
    assert office.write(plan).used == 1
    assert office.write(plan).used == 2
    with pytest.raises(ConditionNotMet):
        office.write(plan)


def test_a_list_grows_up_to_its_limit(office: TypedStore) -> None:
    office.write(ONE.append(log=["a", "b"]))
    with pytest.raises(ConditionNotMet, match="log would have 4, and 3 are the most"):
        office.write(ONE.append(log=["c", "d"]))
    assert office.write(ONE.append(log=["c"])).log == ["a", "b", "c"]
    with pytest.raises(ConditionNotMet, match="log would have 4, and 3 are the most"):
        office.write(ONE.append(log=["d"]))


def test_threads_fill_a_list_exactly(office: TypedStore) -> None:
    failures = in_threads(8, lambda: office.write(ONE.append(log=["x"])))
    assert [type(failure) for failure in failures] == [RuleViolated] * 5
    assert office.one(Quota.get(id="1")).log == ["x"] * 3
