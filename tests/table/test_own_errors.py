"""Every refusal is the toolkit's own, with a text that can be told, however odd what was given is."""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from pydantic import BaseModel

from chabudai import table
from chabudai.store.errors import InvalidStoreAddress
from chabudai.table import (
    Condition,
    DesignError,
    Entity,
    ExpressionTooLarge,
    InKey,
    PartOutOfRange,
    Table,
    TableError,
    Transaction,
    TypedStore,
    UnknownField,
    UnsupportedValue,
    any_of,
    begins_with,
    each_of,
    field_value,
    key,
    where,
)
from chabudai.table.errors import InvalidValue

HALF = "\ud800"


class Shop(Table, name="Shop", pk="PK", sk="SK"): ...


class Node(BaseModel):
    kids: list["Node"] = []


class Row(Entity, table=Shop):
    h: InKey[str]
    k: InKey[int]
    n: int = 0
    t: str = ""
    f: float = 0.0
    anything: Any = None
    node: Node = Node()
    many: list[int] = []  # noqa: RUF012
    prices: dict[str, int] = {}  # noqa: RUF012
    at: datetime | None = None
    PK = key("H#{h}")
    SK = key("R#{k:03}")


QUERY, UPDATE = Shop.query(Row, h="1"), Row.update(h="1", k=1)
LATEST = datetime.max.replace(tzinfo=timezone(timedelta(hours=-9)))
EARLIEST = datetime.min.replace(tzinfo=timezone(timedelta(hours=9)))


def lists(depth: int) -> Any:
    made: Any = []
    for _ in range(depth):
        made = [made]
    return made


def nodes(depth: int) -> Node:
    made = Node()
    for _ in range(depth):
        made = Node(kids=[made])
    return made


def alternating(number: int) -> Condition:
    condition = where(n=0)
    for each in range(number):
        condition = (condition | where(n=each)) & where(t="")
    return condition


Asked = Callable[[TypedStore], object]
ASKED: dict[str, tuple[type[TableError], Asked]] = {
    "half a surrogate in a filter": (UnsupportedValue, lambda s: list(s.all(QUERY.filter(t=HALF)))),
    "half a surrogate to begin with": (UnsupportedValue, lambda s: list(s.all(QUERY.filter(t=begins_with(HALF))))),
    "half a surrogate in a scan": (UnsupportedValue, lambda s: list(s.scan(Row.scan().filter(t=HALF)))),
    "half a surrogate in a condition": (UnsupportedValue, lambda s: s.write(UPDATE.set(n=1).when(t=HALF))),
    "half a surrogate in a path": (UnknownField, lambda s: s.write(UPDATE.set(**{f"prices.{HALF}": 1}))),
    "half a surrogate in a filtered path": (UnknownField, lambda s: QUERY.filter(**{f"prices.{HALF}": 1}).request),
    "half a surrogate as a token": (
        UnsupportedValue,
        lambda s: s.transact(Transaction().step("a", UPDATE.set(n=1)).once(HALF)),
    ),
    "5,000 lists in a filter": (UnsupportedValue, lambda s: list(s.all(QUERY.filter(anything=lists(5_000))))),
    "40 lists in a condition": (UnsupportedValue, lambda s: s.write(UPDATE.set(n=1).when(anything=lists(40)))),
    "a put of 400 models": (UnsupportedValue, lambda s: s.put(Row(h="1", k=1, node=nodes(400)))),
    "a change to 400 models": (UnsupportedValue, lambda s: s.write(UPDATE.set(node=nodes(400)))),
    "3,000 conditions in turn": (ExpressionTooLarge, lambda s: QUERY.filter(alternating(3_000))),
    "an element of 5,000 digits": (UnknownField, lambda s: UPDATE.set(**{f"many[{'9' * 5_000}]": 1})),
    "an element behind all": (UnknownField, lambda s: UPDATE.set(**{"many[99999999999]": 1})),
    "a member of 70,000 letters": (UnknownField, lambda s: UPDATE.set(**{"prices." + "x" * 70_000: 1})),
    "a key of 5,000 digits": (PartOutOfRange, lambda s: s.get(Row.get(h="1", k=10**5_000))),
    "a sum of too many digits": (UnsupportedValue, lambda s: s.write(UPDATE.add(n=10**38 - 1))),
    "too large a sum": (UnsupportedValue, lambda s: s.write(UPDATE.add(f=9e125))),
    "too large a sum in a transaction": (
        UnsupportedValue,
        lambda s: s.transact(Transaction().step("a", UPDATE.add(f=9e125))),
    ),
    "a time after all times": (UnsupportedValue, lambda s: s.write(UPDATE.set(at=LATEST))),
    "a time before all times": (UnsupportedValue, lambda s: list(s.all(QUERY.filter(at=EARLIEST)))),
    "a field beside itself": (DesignError, lambda s: list(s.all(QUERY.filter(n=field_value("n"))))),
    "each of a number": (DesignError, lambda s: Shop.query(Row, h=each_of(5))),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("asked", ASKED)
def test_what_no_store_takes_is_refused_in_the_toolkits_own_words(asked: str) -> None:
    with table.open(":memory:") as store:
        store.create(Shop)
        store.insert(Row(h="1", k=1, n=9 * 10**37, f=9e125))
        kind, ask = ASKED[asked]
        with pytest.raises(kind) as refused:
            ask(store)
        assert str(refused.value)
        assert repr(refused.value)


def test_conditions_side_by_side_are_not_deep_however_many_they_are() -> None:
    condition = any_of(*(where(n=number) for number in range(2_000)))
    assert condition == any_of(*(where(n=number) for number in range(2_000)))
    assert alternating(49) == alternating(49) != alternating(48)


def test_a_value_that_cannot_be_written_is_told_by_its_type() -> None:
    class Odd:
        def __repr__(self) -> str:
            raise LookupError("no words")

    assert str(InvalidValue(Odd(), "is odd")) == "a value of type Odd, which can't be shown, is odd"


@pytest.mark.parametrize("address", ["a\0b", f"{HALF}.db"])
def test_an_address_that_no_file_can_have_is_refused(address: str) -> None:
    with pytest.raises(InvalidStoreAddress, match="no file has such a name"):
        table.open(address)
