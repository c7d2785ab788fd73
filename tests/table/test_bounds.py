"""Bounds hold however they are spelled, and on every road by which a value can come near them."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Literal

import pytest
from annotated_types import Interval, Len
from pydantic import BaseModel, NonNegativeInt, conint, conlist
from tests.table.designs_for_writes import rows, stored

from chabudai import table
from chabudai.table import (
    ConditionNotMet,
    Entity,
    Field,
    Gsi,
    InKey,
    InvalidFieldValue,
    OmitDefault,
    OrNull,
    RuleViolated,
    Table,
    Transaction,
    TypedStore,
    UnreadableResult,
    Update,
    key,
    where,
)
from chabudai.table.errors import ImmutableField, UnknownField


class Line(BaseModel):
    quantity: int = Field(default=1, ge=1)


class Store(Table, name="Store", pk="PK", sk="SK", ttl="exp"):
    by_mark = Gsi("ByMark", "mark", "SK")


class Crate(Entity, table=Store):
    id: InKey[str]
    left: int = Field(default=3, ge=0, le=10)
    spelled: conint(ge=0, le=5) = 0  # type: ignore[valid-type]
    interval: Annotated[int, Interval(ge=0, le=5)] = 0
    few: conlist(int, max_length=2) = []  # type: ignore[valid-type]  # noqa: RUF012
    some: Annotated[list[int], Len(1, 2)] = [1]  # noqa: RUF012
    tags: list[str] = Field(default_factory=list, max_length=2)
    names: frozenset[str] = Field(min_length=1)
    lines: list[Line] = Field(default_factory=list)
    pair: tuple[int, int] = (1, 2)
    by: dict[Literal["a", "b"], int] = Field(default_factory=dict)
    height: Annotated[Decimal, Field(gt=0)] = Decimal(1)
    twofold: Annotated[NonNegativeInt, Field(gt=3, le=10, lt=7)] = 5
    exact: Annotated[Decimal, Field(gt=3, ge=0, le=10, lt=7)] = Decimal(5)
    mark: OmitDefault[str] = "none"
    exp: OmitDefault[int] = 0
    PK = key("CRATE#{id}")
    SK = key("CRATE")


CRATE = Crate.update(id="1")


class Inner(BaseModel):
    score: int | None = Field(default=None, ge=10)
    notes: list[int] | None = Field(default=None, min_length=2)


class Ballot(Entity, table=Store):
    """Bounds that a first value, made of nothing, may be beyond."""

    id: InKey[str]
    stars: int | None = Field(default=None, ge=1, le=5)
    score: int | None = Field(default=None, ge=10)
    debt: int | None = Field(default=None, le=-10)
    notes: list[int] | None = Field(default=None, min_length=2)
    null: OrNull[Annotated[int, Field(ge=10)] | None] = None
    ranked: int | None = Field(default=None, ge=10)
    inner: Inner = Inner()
    PK = key("BALLOT#{id}")
    SK = key("BALLOT")
    mark = key("RANK#{ranked:03}")


class Form(Entity, table=Store):
    id: InKey[str]
    number: int = Field(ge=10)
    notes: list[int] = Field(min_length=3)
    PK = key("FORM#{id}")
    SK = key("FORM")


class Group(Entity, table=Store):
    id: InKey[str]
    names: frozenset[str] = Field(min_length=2)
    PK = key("GROUP#{id}")
    SK = key("GROUP")


BALLOT = Ballot.update(id="1")


@pytest.fixture
def store() -> Iterator[TypedStore]:
    with table.open(":memory:") as store:
        store.create(Store)
        store.insert(Crate(id="1", names=frozenset({"a"})))
        yield store


@pytest.mark.parametrize(
    "plan",
    [
        CRATE.add(left=-5).when(left=3),
        CRATE.add(left=8).when(where(left=3)),
        CRATE.append(tags=["a", "b", "c"]).when(tags=[]),
        CRATE.remove_from_set(names={"a"}).when(names={"a"}),
        CRATE.add(height=Decimal(-1)).when(height=Decimal(1)),
    ],
    ids=str,
)
def test_a_bound_holds_where_the_condition_names_the_value(store: TypedStore, plan: Update[Crate]) -> None:
    before = stored(store, Crate, id="1")
    with pytest.raises(RuleViolated):
        store.write(plan)
    with pytest.raises(table.StepFailed):
        store.transact(Transaction().step("crate", plan))
    assert stored(store, Crate, id="1") == before


@pytest.mark.parametrize(
    "plan",
    [
        CRATE.add(spelled=-7),
        CRATE.add(spelled=6),
        CRATE.add(interval=8),
        CRATE.append(few=[1, 2, 3]),
        CRATE.append(some=[1, 2]),
        CRATE.add(twofold=-2),
        CRATE.add(twofold=2),
        CRATE.add(exact=Decimal(-2)),
        CRATE.add(exact=Decimal(2)),
    ],
    ids=str,
)
def test_a_bound_holds_however_it_is_spelled(store: TypedStore, plan: Update[Crate]) -> None:
    before = stored(store, Crate, id="1")
    with pytest.raises(ConditionNotMet):
        store.write(plan)
    assert stored(store, Crate, id="1") == before


@pytest.mark.parametrize("is_transaction", [False, True])
@pytest.mark.parametrize(
    "plan",
    [
        BALLOT.add(stars=0),
        BALLOT.add(stars=6),
        BALLOT.add(score=3),
        BALLOT.add(debt=-3),
        BALLOT.append(notes=[1]),
        BALLOT.add(null=3),
        BALLOT.add(ranked=3),
        BALLOT.if_missing(score=11).add(score=-3),
        BALLOT.add(**{"inner.score": 3}),
        BALLOT.append(**{"inner.notes": [1]}),
        Ballot.upsert(id="2").add(score=3),
        Ballot.upsert(id="2").add(ranked=3),
        Form.upsert(id="1").add(number=1).append(notes=[1, 2, 3]),
        Form.upsert(id="1").if_missing(number=10).append(notes=[1]),
        Group.update(id="1").add_to_set(names=["a"]),
    ],
)
def test_a_first_value_is_within_bounds_on_both_sides(
    store: TypedStore, plan: Update[Any], is_transaction: bool
) -> None:
    store.insert(Ballot(id="1"))
    _put_group_without_names(store)
    before = rows(store.raw, Store)
    with pytest.raises((RuleViolated, table.StepFailed, InvalidFieldValue)) as told:
        store.transact(Transaction().step("one", plan)) if is_transaction else store.write(plan)
    assert "the condition" not in str(told.value)
    assert rows(store.raw, Store) == before


def test_a_first_value_within_bounds_is_stored(store: TypedStore) -> None:
    store.insert(Ballot(id="1"))
    one = store.write(BALLOT.add(stars=1, score=10, debt=-10, null=12, ranked=11).append(notes=[1, 2]))
    assert (one.stars, one.score, one.debt, one.null, one.ranked, one.notes) == (1, 10, -10, 12, 11, [1, 2])
    form = store.write(Form.upsert(id="1").add(number=10).append(notes=[1, 2, 3]))
    assert (form.number, form.notes) == (10, [1, 2, 3])
    _put_group_without_names(store)
    assert store.write(Group.update(id="1").add_to_set(names=["a", "b"])).names == frozenset({"a", "b"})
    assert store.write(Group.update(id="1").add_to_set(names=["c"])).names == frozenset({"a", "b", "c"})


def _put_group_without_names(store: TypedStore) -> None:
    """As from before the field was there."""
    item = {"PK": {"S": "GROUP#1"}, "SK": {"S": "GROUP"}}
    store.raw.call("PutItem", {"TableName": "Store", "Item": item})


def test_what_was_stored_under_other_bounds_may_come_nearer_to_those_of_now(store: TypedStore) -> None:
    store.insert(Ballot(id="1"))
    old = {
        "UpdateExpression": "SET score = :n, notes = :l, ranked = :n",
        "ExpressionAttributeValues": {":n": {"N": "1"}, ":l": {"L": []}},
    }
    place = {"PK": {"S": "BALLOT#1"}, "SK": {"S": "BALLOT"}}
    store.raw.call("UpdateItem", {"TableName": "Store", "Key": place, **old})
    one = store.write(BALLOT.add(score=3, ranked=2).append(notes=[1]))
    assert (one.score, one.ranked, one.notes) == (4, 3, [1])
    with pytest.raises(RuleViolated, match="score would be 2, and 10 is the least"):
        store.write(BALLOT.add(score=-2))


def test_models_that_are_appended_are_checked_by_what_is_stored_of_them(store: TypedStore) -> None:
    line = Line()
    line.quantity = -5
    with pytest.raises(InvalidFieldValue, match=r"Crate\.lines"):
        CRATE.append(lines=[line])
    with pytest.raises(InvalidFieldValue):
        Crate.upsert(id="2").append(lines=[Line().model_copy(update={"quantity": 0})])
    assert store.write(CRATE.append(lines=[Line(quantity=2)])).lines == [Line(quantity=2)]


def test_what_can_not_be_empty_can_not_be_removed() -> None:
    with pytest.raises(ImmutableField, match=r"Crate\.names can't be removed"):
        CRATE.remove("names")
    with pytest.raises(ImmutableField, match="its tuple has a fixed number of elements"):
        CRATE.remove("pair[0]")


def test_a_member_that_the_dict_can_not_have_is_refused() -> None:
    with pytest.raises(UnknownField, match=r"Crate\.by can't have a member 'c'"):
        CRATE.set(**{"by.c": 1})


@pytest.mark.parametrize("given", ["abc", None, 5, {"a": 1}, b"abc"])
def test_several_elements_are_no_text_and_no_number(given: Any) -> None:
    for change in (CRATE.append, CRATE.add_to_set, CRATE.remove_from_set):
        with pytest.raises((InvalidFieldValue, table.DesignError)):
            change(tags=given)


def test_a_default_that_is_left_out_is_left_out_by_every_write(store: TypedStore) -> None:
    def attributes() -> set[str]:
        return {"mark", "exp"} & stored(store, Crate, id="1").keys()

    assert attributes() == set()
    store.write(CRATE.set(mark="red", exp=9_000_000_000))
    assert attributes() == {"mark", "exp"}
    store.write(CRATE.set(mark="none", exp=0))
    assert attributes() == set()
    store.write(CRATE.set(exp=9_000_000_000))
    store.write(CRATE.add(exp=-9_000_000_000))
    assert attributes() == set()
    store.write(Crate.upsert(id="1").set(left=4).if_missing(names={"a"}))
    assert attributes() == set()
    assert store.get(Crate.get(id="1")) is not None


class Flag(Entity, table=Store):
    id: InKey[str]
    up: OmitDefault[bool] = False
    PK = key("FLAG#{id}")
    SK = key("FLAG")


def test_an_upsert_that_sets_only_what_is_left_out_makes_the_row(store: TypedStore) -> None:
    assert store.write(Flag.upsert(id="1").set(up=False)) == Flag(id="1")
    assert store.get(Flag.get(id="1")) == Flag(id="1")
    store.write(Flag.upsert(id="1").set(up=True))
    assert store.write(Flag.upsert(id="1").set(up=False)) == Flag(id="1")
    assert store.get(Flag.get(id="1")) == Flag(id="1")


def plant(store: TypedStore, name: str, attribute: dict[str, Any]) -> None:
    item = {**stored(store, Crate, id="1"), name: attribute}
    store.raw.call("PutItem", {"TableName": "Store", "Item": item})


def test_a_row_that_can_not_be_read_can_be_deleted(store: TypedStore) -> None:
    plant(store, "pair", {"S": "odd"})
    store.write(Crate.delete(id="1"))
    assert store.get(Crate.get(id="1")) is None


def test_an_update_of_such_a_row_says_that_it_was_done(store: TypedStore) -> None:
    plant(store, "pair", {"S": "odd"})
    with pytest.raises(UnreadableResult, match=r"is no Crate: pair: .*; the update was done, so do not send it again"):
        store.write(CRATE.add(left=1))
