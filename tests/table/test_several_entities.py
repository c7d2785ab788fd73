"""Several entities over a range of the sort key: each held to its own, in one order, whatever lies between."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Annotated, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import (
    As,
    Design,
    Entity,
    Gsi,
    InKey,
    Query,
    Table,
    View,
    begins_with,
    between,
    ge,
    gt,
    key,
    le,
    lt,
)
from chabudai.table.errors import InvalidCursor, InvalidKeyCondition, MixedEntities, UnknownField
from chabudai.table.query.conditions import Predicate

FIRST = date(2026, 2, 26)
DAYS = st.integers(0, 9).map(lambda number: FIRST + timedelta(number))
SLOW = settings(max_examples=40, suppress_health_check=list(HealthCheck))


class Desk(Table, name="Desk", pk="PK", sk="SK"):
    by_day = Gsi("ByDay", "day_pk", "day_sk")
    by_size = Gsi("BySize", ["home"], ["size", "label"])


class Letter(Entity, table=Desk):
    home: str
    day: InKey[date]
    number: InKey[int]
    size: int = 0
    label: str = "a"
    PK = key("HOME#{home}")
    SK = key("LETTER#{day}#{number:02}")
    day_pk = key("HOME#{home}")
    day_sk = key("{day:yyyymmdd}#LETTER#{number:02}")


class Memo(Entity, table=Desk):
    """Among the keys of letters and parcels, and asked for only by name."""

    home: str
    day: InKey[date]
    PK = key("HOME#{home}")
    SK = key("MEMO#{day}")
    day_pk = key("HOME#{home}")
    day_sk = key("{day:yyyymmdd}#MEMO")


class Parcel(Entity, table=Desk):
    home: str
    day: Annotated[date, As("yyyymmdd")]
    number: InKey[int]
    size: int = 0
    label: str = "a"
    PK = key("HOME#{home}")
    SK = key("PARCEL#{day:-yyyymmdd}#{number:02}")
    day_pk = key("HOME#{home}")
    day_sk = key("{day:yyyymmdd}#PARCEL#{number:02}")


class Stamp(View, of=Parcel):
    home: str
    day: date
    number: int


@Desk.pattern("D-1", "what came from one day to another", rows=3)
def came_between(home: str, first: date, last: date) -> Query[Letter | Parcel]:
    return Desk.by_day.query(Letter, Parcel, home=home, day=between(first, last))


@Desk.pattern("D-2", "what has a size")
def of_size(home: str, size: int) -> Query[Letter | Parcel]:
    return Desk.by_size.query(Letter, Parcel, home=home, size=size)


Design("desk", Desk)


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:", secret=b"kept") as opened:
        opened.create(Desk)
        yield opened


ranges = st.one_of(
    *(DAYS.map(make) for make in (gt, ge, lt, le)),
    st.tuples(DAYS, DAYS).map(lambda days: between(*days)),
    DAYS,
    st.just(begins_with("2026-02")),
)


def is_so(day: date, asked: Any) -> bool:
    if not isinstance(asked, Predicate):
        return bool(day == asked)
    match asked.operator, *asked.operands:
        case ">", low:
            return bool(day > low)
        case ">=", low:
            return bool(day >= low)
        case "<", high:
            return bool(day < high)
        case "<=", high:
            return bool(day <= high)
        case "between", low, high:
            return bool(low <= day <= high)
        case _:
            return day.month == 2


def pages(store: table.TypedStore, query: Query[Any], size: int) -> list[list[Any]]:
    found, cursor = [], None
    while True:
        page = store.page(query, cursor, size=size)
        found.append(list(page))
        cursor = page.cursor
        if cursor is None:
            return found


@SLOW
@given(
    rows=st.lists(
        st.tuples(st.sampled_from((Letter, Parcel, Memo)), DAYS, st.integers(0, 3)), unique=True, max_size=40
    ),
    asked=ranges,
    size=st.integers(1, 5),
    is_descending=st.booleans(),
    is_index=st.booleans(),
)
def test_each_entity_is_held_to_its_own_range_and_pages_are_full(
    rows: list[tuple[type[Any], date, int]], asked: Any, size: int, is_descending: bool, is_index: bool
) -> None:
    if is_index or asked == begins_with("2026-02"):
        # The index writes 20260226, and a descending day has no beginnings.
        asked = asked if asked != begins_with("2026-02") else between(FIRST, date(2026, 2, 28))
    with table.open(":memory:") as store:
        store.create(Desk)
        stored = [
            store.put(kind(home="h", day=day, **({} if kind is Memo else {"number": number})))
            for kind, day, number in rows
        ]
        index = Desk.by_day if is_index else Desk.primary
        query = index.query(Letter, Parcel, home="h", day=asked)
        attribute = "day_sk" if is_index else "SK"
        expected = sorted(
            {row for row in stored if not isinstance(row, Memo) and is_so(row.day, asked)},
            key=lambda row: row.layout.to_item(dict(row))[attribute]["S"],
            reverse=is_descending,
        )
        query = query.descending() if is_descending else query
        found = pages(store, query, size)
        assert [row for page in found for row in page] == expected
        assert all(len(page) == size for page in found[:-1])
        assert list(store.all(query)) == expected
        assert store.first(query) == (expected[0] if expected else None)
        assert store.count(query) == len(expected)


def fill(store: table.TypedStore, home: str) -> None:
    for at in range(10):
        day = FIRST + timedelta(at)
        store.put(Letter(home=home, day=day, number=1))
        store.put(Parcel(home=home, day=day, number=1))
        store.put(Memo(home=home, day=day))


def test_the_request_asks_for_no_more_than_lies_between(store: table.TypedStore) -> None:
    fill(store, "budget")
    asked = Desk.query(Letter, Parcel, home="budget", day=between(FIRST, FIRST + timedelta(1)))
    with record_calls() as calls:
        assert len(list(store.all(asked))) == 4
    # From the first letter asked for to the last parcel; the days of parcels run backwards, so that these are all.
    assert [(each.operation, each.items) for each in calls] == [("Query", 30)]
    with record_calls() as calls:
        assert len(store.page(came_between("budget", FIRST, FIRST + timedelta(1)))) == 3
    assert [(each.operation, each.index, each.items) for each in calls] == [("Query", "ByDay", 6)]
    assert "day_sk BETWEEN '20260226' AND '20260227#PARCEL#" in str(
        store.explain(came_between("budget", FIRST, FIRST + timedelta(1)))
    )


def test_entities_of_whose_sort_keys_nothing_is_given_are_asked_for_by_their_partition_alone() -> None:
    assert Desk.query(Letter, Memo, home="h").request["KeyConditionExpression"] == "#0 = :0"


def test_equalities_on_a_common_beginning_are_asked_for_as_they_are(store: table.TypedStore) -> None:
    fill(store, "equal")
    found = store.all(Desk.by_day.query(Letter, Memo, Parcel, home="equal", day=FIRST))
    assert [type(row) for row in found] == [Letter, Memo, Parcel]


def test_views_are_held_to_their_range_too(store: table.TypedStore) -> None:
    fill(store, "views")
    found = list(store.all(Desk.query(Stamp, Memo, home="views", day=le(FIRST))))
    assert found == [Memo(home="views", day=FIRST), Stamp(home="views", day=FIRST, number=1)]


def test_a_sort_key_of_several_attributes_is_equal_as_far_as_all_are(store: table.TypedStore) -> None:
    for number, (size, label) in enumerate([(1, "a"), (1, "b"), (2, "a"), (2, "b")]):
        store.put(Letter(home="sized", day=FIRST, number=number, size=size, label=label))
        store.put(Parcel(home="sized", day=FIRST, number=number, size=size, label=label))
    assert [row.label for row in store.all(of_size("sized", 1))] == ["a", "a", "b", "b"]
    beginning = Desk.by_size.query(Letter, Parcel, home="sized", size=2, label=begins_with("b"))
    assert [(row.size, row.label) for row in store.all(beginning)] == [(2, "b"), (2, "b")]
    assert [row.size for row in store.all(Desk.by_size.query(Letter, Parcel, home="sized", size=gt(1)))] == [2] * 4


def test_a_cursor_belongs_to_its_range(store: table.TypedStore) -> None:
    fill(store, "cursor")
    last = FIRST + timedelta(3)
    page = store.page(came_between("cursor", FIRST, last))
    assert [row.day for row in store.page(came_between("cursor", FIRST, last), page.cursor)] == [
        FIRST + timedelta(1),
        FIRST + timedelta(2),
        FIRST + timedelta(2),
    ]
    with pytest.raises(InvalidCursor):
        store.page(came_between("cursor", FIRST, last + timedelta(1)), page.cursor)


def test_what_one_of_them_lacks_or_has_elsewhere_in_its_key_is_refused_by_name() -> None:
    with pytest.raises(UnknownField, match="Memo has no field 'number'"):
        Desk.query(Letter, Memo, home="h", number=1)
    with pytest.raises(UnknownField, match="Memo has no field 'number'"):
        Desk.query(Letter, Memo, home="h", number=ge(1))
    with pytest.raises(InvalidKeyCondition, match="asked for number: it is not the next part of a key of Letter there"):
        Desk.query(Letter, Parcel, home="h", number=1)
    with pytest.raises(InvalidKeyCondition, match="asked for size: it is not the next part of a key of Parcel there"):
        Desk.query(Parcel, Letter, home="h", day=FIRST, size=ge(3))


def test_entities_whose_partitions_differ_are_refused_also_with_a_range() -> None:
    class Apart(Table, name="Apart", pk="PK", sk="SK"): ...

    class One(Entity, table=Apart):
        home: InKey[str]
        n: InKey[int]
        PK = key("ONE#{home}")
        SK = key("{n:03}")

    class Two(Entity, table=Apart):
        home: InKey[str]
        n: InKey[int]
        PK = key("TWO#{home}")
        SK = key("{n:03}")

    with pytest.raises(MixedEntities, match="One and Two are in different partitions of Apart"):
        Apart.query(One, Two, home="h", n=ge(1))
