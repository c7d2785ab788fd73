"""Reads merged over write shards: every row once, in the order of the sort key, from no more than a page of each."""

import asyncio
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count
from typing import Any, Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import (
    Design,
    DesignError,
    Entity,
    Gsi,
    InKey,
    Query,
    Table,
    TypedStore,
    View,
    computed,
    each_of,
    ge,
    gt,
    key,
    lt,
)
from chabudai.table.errors import InvalidCursor, InvalidKeyCondition, UnknownField

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAST, FUTURE = int(NOW.timestamp()) - 1, int(NOW.timestamp()) + 99
DAY = date(2026, 3, 1)
SHARDS = 4
days = (date.fromordinal(date(2000, 1, 1).toordinal() + number) for number in count())


def shard_of(number: int) -> int:
    return number % SHARDS


class Events(Table, name="Events", pk="PK", sk="SK", ttl="until"):
    by_kind = Gsi("ByKind", "kind_pk", "kind_sk")
    by_rank = Gsi("ByRank", ["kind", "shelf"], ["rank"])
    by_shelf = Gsi("ByShelf", "shelf")


class Event(Entity, table=Events):
    day: InKey[date]
    number: InKey[int]
    kind: str = "plain"
    rank: int = 0
    shelf: str = "a"
    until: int | None = None
    shard = computed(shard_of)
    PK = key("EVENTS#{day}#{shard:02}")
    SK = key("EVENT#{number:04}")
    kind_pk = key("KIND#{kind}#{shard:02}")
    kind_sk = key("{rank:03}")


class Remark(Entity, table=Events):
    day: InKey[date]
    number: InKey[int]
    remark: str = ""
    shard = computed(shard_of)
    PK = key("EVENTS#{day}#{shard:02}")
    SK = key("REMARK#{number:04}")


class Line(View, of=Event):
    day: date
    number: int
    kind: str


ALL = each_of(range(SHARDS))


@Events.pattern("E-1", "the events of a day", rows=5)
def events_of(day: date) -> Query[Event]:
    return Events.query(Event, day=day, shard=ALL)


@Events.pattern("E-2", "the events of a kind, highest rank first")
def events_by_rank(kind: str) -> Query[Event]:
    return Events.by_kind.query(Event, kind=kind, shard=ALL).descending()


@Events.pattern("E-3", "the events of some shelves, by rank")
def events_on(kind: str, shelves: list[Literal["a", "b"]]) -> Query[Event]:
    return Events.by_rank.query(Event, kind=kind, shelf=each_of(shelves))


@Events.pattern("E-4", "the events of two shelves")
def events_on_shelves() -> Query[Event]:
    return Events.by_shelf.query(Event, shelf=each_of(["a", "b"]))


design = Design("events", Events)


@pytest.fixture(scope="module")
def store() -> Iterator[TypedStore]:
    with table.open(":memory:", clock=lambda: NOW, secret=b"kept") as opened:
        opened.create(Events)
        yield opened


def walk(store: TypedStore, query: Query[Any], size: int) -> Iterator[list[Any]]:
    cursor = None
    while True:
        page = store.page(query, cursor, size=size)
        yield list(page)
        cursor = page.cursor
        if cursor is None:
            return
        assert len(page) == size


def fill(store: TypedStore, number: int, **more: Any) -> tuple[date, list[Event]]:
    day = next(days)
    return day, [store.put(Event(day=day, number=at, **more)) for at in range(number)]


@settings(max_examples=40, suppress_health_check=list(HealthCheck))
@given(
    rows=st.dictionaries(
        st.integers(0, 60), st.tuples(st.booleans(), st.sampled_from([None, PAST, FUTURE])), max_size=40
    ),
    size=st.integers(1, 9),
    is_descending=st.booleans(),
    bound=st.none() | st.integers(0, 60),
)
def test_the_rows_of_all_shards_come_once_and_in_order_under_filters_ranges_and_expiry(
    store: TypedStore,
    rows: dict[int, tuple[bool, int | None]],
    size: int,
    is_descending: bool,
    bound: int | None,
) -> None:
    day = next(days)
    stored = [
        store.put(Event(day=day, number=number, kind="odd" if is_odd else "plain", until=until))
        for number, (is_odd, until) in sorted(rows.items())
    ]
    live = [row for row in stored if row.until != PAST and (bound is None or row.number >= bound)]
    whole = (
        events_of(day)
        if bound is None
        else Events.query(Event, day=day, shard=each_of(range(SHARDS)), number=ge(bound))
    )
    for query, expected in (
        (whole, live),
        (whole.filter(kind="odd"), [row for row in live if row.kind == "odd"]),
    ):
        query, expected = (query.descending(), expected[::-1]) if is_descending else (query, expected)
        assert [row for page in walk(store, query, size) for row in page] == expected
        assert list(store.all(query)) == expected
        assert store.count(query) == len(expected)
        assert store.first(query) == (expected[0] if expected else None)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(
    ranks=st.lists(st.integers(0, 3), max_size=30),
    size=st.integers(1, 7),
    is_descending=st.booleans(),
)
def test_rows_of_an_index_with_one_sort_key_come_once(
    store: TypedStore, ranks: list[int], size: int, is_descending: bool
) -> None:
    kind = f"tied {next(days)}"
    for number, rank in enumerate(ranks):
        store.put(Event(day=DAY, number=number, kind=kind, rank=rank))
    query = events_by_rank(kind) if is_descending else events_by_rank(kind).ascending()
    found = [row for page in walk(store, query, size) for row in page]
    assert [row.rank for row in found] == sorted(ranks, reverse=is_descending)
    assert sorted(row.number for row in found) == list(range(len(ranks)))
    assert list(store.all(query)) == found
    for number in range(len(ranks)):
        store.write(Event.delete(day=DAY, number=number))


def test_a_page_is_one_query_for_each_shard_and_no_more_than_a_page_of_each(store: TypedStore) -> None:
    day, rows = fill(store, 80, rank=1)
    with record_calls() as calls:
        page = store.page(events_by_rank("plain").filter(), size=3)
        assert len(page) == 3
    assert len(calls) == SHARDS
    with record_calls() as calls:
        page = store.page(events_of(day))
        assert page.items == tuple(rows[:5])
    assert [(each.pattern, each.operation) for each in calls] == [("E-1", "Query")] * SHARDS
    # What may be expired is skipped, so that at least 25 are asked for; there are 20 in each.
    assert sum(each.items for each in calls) <= SHARDS * 25
    with record_calls() as calls:
        assert store.first(events_of(day)) == rows[0]
        assert store.count(events_of(day)) == 80
    assert len(calls) == 2 * SHARDS
    assert store.page(events_of(day), page.cursor).items == tuple(rows[5:10])


def test_all_rows_are_read_as_they_are_wanted(store: TypedStore) -> None:
    day, rows = fill(store, 900)
    with record_calls() as calls:
        found = store.all(events_of(day))
        assert [next(found) for _ in range(100)] == rows[:100]
    assert len(calls) == SHARDS
    assert list(store.all(events_of(day))) == rows


def test_one_shard_with_everything_is_gone_through(store: TypedStore) -> None:
    day = next(days)
    rows = [store.put(Event(day=day, number=at * SHARDS)) for at in range(70)]
    assert [row for page in walk(store, events_of(day), 30) for row in page] == rows


def test_several_entities_and_views_are_merged_too(store: TypedStore) -> None:
    day, rows = fill(store, 6)
    remarks = [store.put(Remark(day=day, number=at)) for at in range(6)]
    both = Events.query(Event, Remark, day=day, shard=ALL)
    assert [row for page in walk(store, both, 4) for row in page] == [*rows, *remarks]
    assert store.count(both) == 12
    late = Events.query(Event, Remark, day=day, shard=ALL, number=gt(3))
    assert list(store.all(late.descending())) == [*remarks[:3:-1], *rows[:3:-1]]
    lines = Events.query(Line, day=day, shard=ALL, number=lt(2))
    assert list(store.all(lines)) == [Line(day=day, number=at, kind="plain") for at in range(2)]


def test_indexes_of_several_attributes_or_without_a_sort_key_are_merged_too(store: TypedStore) -> None:
    for number, (shelf, rank) in enumerate([("x", 3), ("y", 1), ("x", 2), ("y", 4)]):
        store.put(Event(day=DAY, number=number, kind="ranked", shelf=shelf, rank=rank))
    ranked = Events.by_rank.query(Event, kind="ranked", shelf=each_of(["x", "y", "x"]))
    assert [row.rank for page in walk(store, ranked, 1) for row in page] == [1, 2, 3, 4]
    shelves = Events.by_shelf.query(Event, shelf=each_of(["x", "y"]))
    assert sorted(row.rank for page in walk(store, shelves, 3) for row in page) == [1, 2, 3, 4]


def test_a_row_that_came_before_the_end_of_a_page_does_not_come_after_it(store: TypedStore) -> None:
    day = next(days)
    for number in (1, 5, 9, 13):
        store.put(Event(day=day, number=number))
    page = store.page(events_of(day), size=2)
    store.put(Event(day=day, number=2))
    late = store.put(Event(day=day, number=6))
    assert [row.number for row in store.page(events_of(day), page.cursor)] == [6, 9, 13]
    assert late in store.page(events_of(day), page.cursor).items


def test_a_cursor_belongs_to_its_shards_and_parameters(store: TypedStore) -> None:
    day, _ = fill(store, 9)
    cursor = store.page(events_of(day), size=2).cursor
    assert cursor is not None
    for other in (
        events_of(next(days)),
        events_of(day).descending(),
        events_of(day).filter(kind="x"),
        Events.query(Event, day=day, shard=each_of(range(3))),
        Events.query(Event, day=day, shard=ALL),
        Events.query(Event, day=day, shard=0),
    ):
        with pytest.raises(InvalidCursor):
            store.page(other, cursor)
    for at in range(0, len(cursor), 7):
        altered = cursor[:at] + ("A" if cursor[at] != "A" else "B") + cursor[at + 1 :]
        with pytest.raises(InvalidCursor):
            store.page(events_of(day), altered)


def test_the_cursor_of_a_hundred_shards_is_short() -> None:
    class Wide(Table, name="Wide", pk="PK", sk="SK"): ...

    class Mark(Entity, table=Wide):
        shard: InKey[int]
        at: InKey[datetime]
        name: InKey[str]
        PK = key("WIDE#{shard:02}")
        SK = key("MARK#{at:isous}#{name}")

    with table.open(":memory:") as store:
        store.create(Wide)
        for number in range(300):
            at = datetime(2026, 1, 1, number % 24, number % 60, number % 59, number * 1000, tzinfo=UTC)
            store.put(Mark(shard=number % 100, at=at, name=f"{number * 7919 % 1000:x}"))
        query = Wide.query(Mark, shard=each_of(range(100)))
        page = store.page(query, size=150)
        assert page.cursor is not None
        assert len(page.cursor) < 4000
        rest = store.page(query, page.cursor, size=200)
        found = [*page, *rest]
        assert len(found) == 300
        assert [row.at for row in found] == sorted(row.at for row in found)


def test_what_can_not_be_merged_is_refused() -> None:
    with pytest.raises(InvalidKeyCondition, match=r"asked for 101 partitions at once.*use fewer shards"):
        Events.query(Event, day=DAY, shard=each_of(range(101)))
    with pytest.raises(InvalidKeyCondition, match="can't be asked for each of some rank: it is no part of the"):
        Events.by_kind.query(Event, kind="x", shard=0, rank=each_of([1, 2]))
    with pytest.raises(InvalidKeyCondition, match="asked for each shard of none"):
        Events.query(Event, day=DAY, shard=each_of([]))
    with pytest.raises(InvalidKeyCondition, match=r"for Event needs day, of which Event\.PK"):
        Events.query(Event, shard=ALL)
    with pytest.raises(UnknownField, match="no field 'shrd'"):
        Events.query(Event, day=DAY, shrd=ALL)


def test_several_parts_of_a_partition_key_are_merged_in_every_combination(store: TypedStore) -> None:
    one, first = fill(store, 5)
    other, second = fill(store, 5)
    query = Events.query(Event, day=each_of([one, other]), shard=ALL)
    assert sorted(row.number for row in store.all(query)) == sorted(row.number for row in (*first, *second))
    assert len(store.explain(query).operations) == 2 * SHARDS


def test_explain_says_how_many_queries(store: TypedStore) -> None:
    told = store.explain(events_by_rank("plain"))
    assert told.operations == ("Query",) * SHARDS
    assert str(told) == (
        "E-2 (the events of a kind, highest rank first)\n"
        "  4 queries, one for each of shard = 0, 1, 2, 3; their rows merged by kind_sk, PK, SK\n"
        "  the first of them:\n"
        "  Query Events/ByKind\n"
        "    KeyConditionExpression: kind_pk = 'KIND#plain#00'\n"
        "    descending"
    )


def test_a_pattern_whose_shards_can_not_be_asked_for_is_refused_when_it_is_declared() -> None:
    with pytest.raises(DesignError, match=r"E-9 \(wide\).*partitions at once"):

        @Events.pattern("E-9", "wide")
        def wide(day: date) -> Query[Event]:
            return Events.query(Event, day=day, shard=each_of(range(200)))


def test_the_asyncio_twin_asks_all_shards_at_once() -> None:
    async def ask() -> tuple[list[int], list[int], int, int]:
        async with table.open_async(":memory:") as opened:
            await opened.create(Events)
            for number in range(40):
                await opened.put(Event(day=DAY, number=number))
            inner, asked, most = opened.raw.call, [0], [0]

            async def call(operation: str, request: Any) -> dict[str, Any]:
                asked[0] += 1
                most[0] = max(most[0], asked[0])
                await asyncio.sleep(0)
                try:
                    return await inner(operation, request)
                finally:
                    asked[0] -= 1

            opened.raw.call = call  # type: ignore[method-assign]
            page = await opened.page(events_of(DAY), size=7)
            rest = await opened.page(events_of(DAY), page.cursor, size=99)
            every = [row.number async for row in opened.all(events_of(DAY))]
            return [row.number for row in (*page, *rest)], every, await opened.count(events_of(DAY)), most[0]

    assert asyncio.run(ask()) == (list(range(40)), list(range(40)), 40, SHARDS)
