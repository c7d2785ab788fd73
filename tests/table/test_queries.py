"""Queries: each gives what a filter over a plain list would give, in order, whatever else is in the partition."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Annotated, Any, Literal

import pytest
from hypothesis import HealthCheck, event, given, settings
from hypothesis import strategies as st
from tests.table import closet
from tests.table.closet import Closet, Clothing, Tag, Worn
from tests.table.designs import (
    OWNERS,
    Asked,
    Kind,
    entity_named,
    holds,
    indexed_kinds,
    kinds,
    questions,
    table_named,
    wanted,
)

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import As, Gsi, InKey, Lsi, begins_with, between, computed, ge, gt, key, le, lt, where
from chabudai.table.errors import DesignError, InvalidKeyCondition, MixedEntities, UnsortablePart
from chabudai.table.query.conditions import Predicate

SLOW = settings(max_examples=25, suppress_health_check=list(HealthCheck))
COMPARISONS = (gt, ge, le, lt)


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Closet)
        yield opened


@SLOW
@given(data=st.data())
def test_a_query_gives_what_a_filter_over_a_plain_list_gives(store: table.TypedStore, data: st.DataObject) -> None:
    shared = table_named("Shared")
    drawn = [data.draw(kinds(name, shared)) for name in ("First", "Second", "Third")]
    found = [kind for kind in drawn if kind is not None]
    if found:
        store.create(shared)
        ask_everything(store, shared.primary, found, data)


@SLOW
@given(data=st.data())
def test_a_query_of_an_index_gives_the_same(store: table.TypedStore, data: st.DataObject) -> None:
    shared = table_named("Indexed", by_sort=Gsi("BySort", "gpk", "gsk"))
    found = [data.draw(indexed_kinds(name, shared)) for name in ("First", "Second")]
    store.create(shared)
    ask_everything(store, shared.indexes[0], found, data)


def ask_everything(store: table.TypedStore, index: Any, found: Sequence[Kind], data: st.DataObject) -> None:
    for kind in found:
        for row in kind.rows:
            store.insert(row)
    for kind in found:
        for asked in questions(data.draw, kind):
            check(store, index, kind, asked, data.draw(st.integers(1, 4)))


def check(store: table.TypedStore, index: Any, kind: Kind, asked: Asked, size: int) -> None:
    try:
        query = index.query(kind.entity, **asked.given)
    except MixedEntities:
        event("would meet a neighbour")
        return
    except UnsortablePart:
        event("a text with something behind it has no ranges")
        return
    query = query.descending() if asked.is_descending else query
    expected = list(wanted(kind, asked))
    found = list(store.all(query))
    assert list(map(kind.sorting.order, found)) == list(map(kind.sorting.order, expected))
    assert set(found) == set(expected)
    assert store.count(query) == len(expected)
    assert [row for page in pages(store, query, size) for row in page] == found


def pages(store: table.TypedStore, query: table.Query[Any], size: int) -> Iterator[list[Any]]:
    cursor = None
    while True:
        page = store.page(query, cursor, size=size)
        yield list(page)
        cursor = page.cursor
        if cursor is None:
            return
        assert len(page) == size


RAW: dict[str, Any] = {
    "number": (int | None, st.integers(-3, 3)),
    "text": (str | None, st.text("ab#!é", min_size=1, max_size=2)),
    "day": (Annotated[date | None, As("-yyyymmdd")], st.dates(date(2026, 2, 27), date(2026, 3, 2))),
    "size": (Literal["L", "M", "S"] | None, st.sampled_from(("L", "M", "S"))),
    "blob": (bytes | None, st.binary(min_size=1, max_size=2)),
}


@pytest.mark.parametrize("field", RAW)
@settings(max_examples=8, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_a_field_that_is_a_sort_key_as_it_is_gives_the_same(
    store: table.TypedStore, field: str, data: st.DataObject
) -> None:
    kind, values = RAW[field]
    lsi = table_named("Local", by_field=Lsi("ByField", field))
    row = entity_named("Item", lsi, {"owner": InKey[str], "row": InKey[int], field: kind}, **ROW, **{field: None})
    entity_named("Other", lsi, {"owner": InKey[str]}, PK=key("P#{owner}"), SK=key("OTHER"))
    store.create(lsi)
    stored = [
        store.insert(row(row=at, owner="ann", **{field: value})) for at, value in enumerate(data.draw(some(values)))
    ]
    is_turned = field == "day"
    for predicate in each_range(data, values, field):
        query = lsi.indexes[0].query(row, owner="ann", **{field: predicate})
        expected = [r for r in stored if getattr(r, field) is not None and holds(predicate, getattr(r, field))]
        same(list(store.all(query)), expected, field, is_turned)
        same(list(store.all(query.descending())), expected, field, not is_turned)
    everything = [r for r in stored if getattr(r, field) is not None]
    same(list(store.all(lsi.indexes[0].query(row, owner="ann"))), everything, field, is_turned)


ROW = {"PK": key("P#{owner}"), "SK": key("ROW#{row:03}")}


def some(values: st.SearchStrategy[Any]) -> st.SearchStrategy[list[Any]]:
    return st.lists(values | st.none(), min_size=5, max_size=12)


def each_range(data: st.DataObject, values: st.SearchStrategy[Any], field: str) -> Iterator[Predicate]:
    yield from (make(data.draw(values)) for make in COMPARISONS)
    yield between(data.draw(values), data.draw(values))
    if field == "text":
        yield begins_with(data.draw(values | st.just("")))


def same(found: list[Any], expected: list[Any], field: str, is_descending: bool) -> None:
    order = sorted((getattr(row, field) for row in expected), reverse=is_descending)
    assert [getattr(row, field) for row in found] == order
    assert set(found) == set(expected)


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_an_index_with_several_attributes_in_each_half_gives_the_same(
    store: table.TypedStore, data: st.DataObject
) -> None:
    multi = table_named("Multi", by_all=Gsi("ByAll", ["owner", "size"], ["number", "text"]))
    fields = {name: RAW[name][0] for name in ("size", "number", "text")}
    row = entity_named("Item", multi, {"owner": str, "row": InKey[int], **fields}, **ROW, **dict.fromkeys(fields))
    store.create(multi)
    values = st.fixed_dictionaries({"owner": st.sampled_from(OWNERS), **{name: RAW[name][1] for name in fields}})
    drawn = data.draw(st.lists(values, min_size=5, max_size=12))
    stored = [store.insert(row(row=at, **each)) for at, each in enumerate(drawn)]
    known = {"owner": "ann", "size": data.draw(RAW["size"][1])}
    number = data.draw(RAW["number"][1])
    for given_ in (
        known,
        *({**known, "number": predicate} for predicate in each_range(data, RAW["number"][1], "number")),
        {**known, "number": number},
        *({**known, "number": number, "text": predicate} for predicate in each_range(data, RAW["text"][1], "text")),
    ):
        expected = [each for each in stored if all(is_so(getattr(each, name), given_[name]) for name in given_)]
        found = list(store.all(multi.indexes[0].query(row, **given_)))
        assert [(each.number, each.text) for each in found] == sorted((each.number, each.text) for each in expected)
        assert set(found) == set(expected)


def is_so(value: Any, wanted: Any) -> bool:
    return holds(wanted, value) if isinstance(wanted, Predicate) else bool(value == wanted)


@SLOW
@given(data=st.data())
def test_several_entities_at_once_come_in_the_order_of_their_keys_without_the_others(
    store: table.TypedStore, data: st.DataObject
) -> None:
    shared = table_named("Several")
    drawn = [data.draw(kinds(name, shared)) for name in ("First", "Second", "Third")]
    found = [kind for kind in drawn if kind is not None]
    if len(found) < 2:
        return
    store.create(shared)
    rows = [store.insert(row) for kind in found for row in kind.rows]
    asked = found[:2]
    query = shared.query(*(kind.entity for kind in asked), owner="ann")
    expected = [row for row in rows if row.owner == "ann" and type(row) in (kind.entity for kind in asked)]
    assert [row for page in pages(store, query, data.draw(st.integers(1, 4))) for row in page] == by_key(expected)
    assert list(store.all(query.descending())) == by_key(expected)[::-1]
    assert store.count(query) == len(expected)


def by_key(rows: list[Any]) -> list[Any]:
    return sorted(rows, key=lambda row: row.layout.key(dict(row))["SK"]["S"].encode())


Group = Literal["open", "shut"]


def group_of(status: str) -> Group:
    return "shut" if status == "done" else "open"


Counts = table_named("Counts", by_group=Gsi("ByGroup", "gpk", "gsk"))
Count = entity_named(
    "Count", Counts, {"owner": InKey[str], "number": InKey[int]}, PK=key("C#{owner}"), SK=key("COUNT#{number:03}")
)
Total = entity_named(
    "Total", Counts, {"owner": InKey[str], "sum": int}, PK=key("C#{owner}"), SK=key("COUNT#TOTAL"), sum=0
)
Task = entity_named(
    "Task",
    Counts,
    {"owner": InKey[str], "task": InKey[str], "status": str, "rank": int},
    group=computed(group_of),
    PK=key("C#{owner}"),
    SK=key("TASK#{task}"),
    gpk=key("C#{owner}#{status}"),
    gsk=key("{owner}#{group}#{rank:03}"),
)


@pytest.fixture
def counts() -> Iterator[table.TypedStore]:
    with table.open(":memory:") as opened:
        opened.create(Counts)
        for number in (0, 1, 5, 999):
            opened.insert(Count(owner="ann", number=number))
        opened.insert(Total(owner="ann", sum=1005))
        yield opened


def numbers(store: table.TypedStore, **given: Any) -> list[int]:
    return [count.number for count in store.all(Counts.query(Count, owner="ann", **given))]


def test_a_range_without_an_end_stops_before_the_next_entity(counts: table.TypedStore) -> None:
    assert numbers(counts, number=ge(5)) == [5, 999]
    assert numbers(counts) == [0, 1, 5, 999]
    assert "BETWEEN 'COUNT#000' AND 'COUNT#999'" in str(counts.explain(Counts.query(Count, owner="ann")))


def test_a_beginning_of_digits_does_not_meet_letters(counts: table.TypedStore) -> None:
    assert numbers(counts, number=begins_with("00")) == [0, 1, 5]
    assert numbers(counts, number=begins_with("")) == [0, 1, 5, 999]


def test_above_the_last_and_below_the_first_there_is_nothing(counts: table.TypedStore) -> None:
    assert numbers(counts, number=gt(999)) == []
    assert numbers(counts, number=lt(0)) == []
    assert numbers(counts, number=gt(0)) == [1, 5, 999]
    assert numbers(counts, number=lt(999)) == [0, 1, 5]


def test_between_a_later_and_an_earlier_value_there_is_nothing(counts: table.TypedStore) -> None:
    assert numbers(counts, number=between(5, 1)) == []


def test_an_end_that_the_key_can_not_write_is_refused(counts: table.TypedStore) -> None:
    with pytest.raises(table.TableError, match="does not fit 03, which holds 0 to 999"):
        numbers(counts, number=ge(1000))


def test_two_queries_of_one_shape_do_not_share_values(counts: table.TypedStore) -> None:
    for owner in ("ann", "ben"):
        for at, status in enumerate(("done", "new")):
            counts.insert(Task(owner=owner, task=f"{status}{at}", status=status, rank=at))
    for owner in ("ann", "ben"):
        for status in ("done", "new"):
            query = Counts.indexes[0].query(Task, owner=owner, status=status)
            (found,) = counts.all(query)
            assert (found.owner, found.status) == (owner, status)
            assert f"begins_with(gsk, '{owner}#{group_of(status)}#')" in str(counts.explain(query))


def test_a_computed_part_can_be_asked_for_by_its_fields_and_ranged_behind(counts: table.TypedStore) -> None:
    counts.insert(Task(owner="ann", task="a", status="done", rank=7))
    query = Counts.indexes[0].query(Task, owner="ann", status="done", rank=ge(7))
    assert [task.rank for task in counts.all(query)] == [7]


def test_none_is_no_value_to_ask_a_key_for() -> None:
    sparse = table_named("Sparse", by_shelf=Gsi("ByShelf", "gpk", "gsk"))
    fields = {"owner": InKey[str], "row": InKey[int], "shelf": str | None, "place": int | None}
    keys = {"gpk": key("S#{owner}"), "gsk": key("{shelf}#{place:03}")}
    item = entity_named("Item", sparse, fields, **ROW, **keys)
    with pytest.raises(InvalidKeyCondition, match="asked for None, and rows without a gsk are not in it"):
        sparse.indexes[0].query(item, owner="ann", shelf=None)


def test_a_text_with_something_behind_it_has_ranges_only_when_it_is_escaped(memory: table.TypedStore) -> None:
    named = table_named("Named")
    plain = entity_named(
        "Plain", named, {"owner": InKey[str], "name": InKey[str], "n": InKey[int]},
        PK=key("P#{owner}"), SK=key("PLAIN#{name}#{n:03}"),
    )  # fmt: skip
    safe = entity_named(
        "Safe", named, {"owner": InKey[str], "name": InKey[str], "n": InKey[int]},
        PK=key("P#{owner}"), SK=key("SAFE#{name:escaped}#{n:03}"),
    )  # fmt: skip
    memory.create(named)
    names = ["a", "a b", "a!", "a#", "aa", "b"]
    for name in names:
        memory.insert(safe(owner="ann", name=name, n=1))
    with pytest.raises(UnsortablePart, match=r"\{name:escaped\} does"):
        named.query(plain, owner="ann", name=le("a"))
    for name in names:
        found = memory.all(named.query(safe, owner="ann", name=le(name)))
        assert [row.name for row in found] == [each for each in names if each <= name]


def test_a_view_asks_for_its_own_attributes_only(store: table.TypedStore) -> None:
    for number, price in enumerate((300, None, 100)):
        store.put(Clothing(owner="view", clothing_id=str(number), name=f"shirt {number}", price=price))
    assert [tag.price for tag in store.all(closet.dearer("view", 99))] == [100, 300]
    assert store.first(closet.dearer("view", 250)) == Tag(owner="view", clothing_id="0", name="shirt 0", price=300)
    assert store.get(Tag.get(owner="view", clothing_id="1")) == Tag(owner="view", clothing_id="1", name="shirt 1")
    with record_calls() as asked:
        store.all(closet.dearer("view", 99))
        list(store.all(Closet.query(Tag, owner="view")))
    assert [each.items for each in asked] == [3]


def test_entities_in_different_partitions_can_not_be_asked_for_at_once() -> None:
    apart = table_named("Apart")
    one = entity_named("One", apart, {"owner": InKey[str]}, PK=key("ONE#{owner}"), SK=key("ROW"))
    two = entity_named("Two", apart, {"owner": InKey[str]}, PK=key("TWO#{owner}"), SK=key("ROW"))
    with pytest.raises(MixedEntities, match="One and Two are in different partitions of Apart"):
        apart.query(one, two, owner="ann")


def test_one_filter_for_several_entities_needs_what_they_store_alike(memory: table.TypedStore) -> None:
    alike = table_named("Alike")
    red = entity_named("Red", alike, {"owner": InKey[str], "n": int}, PK=key("P#{owner}"), SK=key("RED"))
    blue = entity_named("Blue", alike, {"owner": InKey[str], "n": int}, PK=key("P#{owner}"), SK=key("BLUE"))
    grey = entity_named("Grey", alike, {"owner": InKey[str], "n": str}, PK=key("P#{owner}"), SK=key("GREY"))
    memory.create(alike)
    for kind, n in ((red, 1), (blue, 2), (grey, "2")):
        memory.insert(kind(owner="ann", n=n))
    assert list(memory.all(alike.query(red, blue, owner="ann").filter(n=2))) == [blue(owner="ann", n=2)]
    with pytest.raises(DesignError, match="Red and Grey store what the filter asks for in different ways"):
        list(memory.all(alike.query(red, grey, owner="ann").filter(n=2)))


def test_a_filter_leaves_out_what_is_not_so(store: table.TypedStore) -> None:
    for number in range(6):
        store.put(Clothing(owner="filter", clothing_id=str(number), name="x", tags=frozenset({f"t{number % 2}"})))
    odd = closet.clothes("filter").filter(tags=table.contains("t1"))
    assert [each.clothing_id for each in store.all(odd)] == ["1", "3", "5"]
    assert store.count(odd) == 3
    assert store.count(odd.filter(where(name="x") & ~where(name="y"))) == 3


def test_a_consistent_query_says_so(store: table.TypedStore) -> None:
    assert closet.clothes("x").consistently().request["ConsistentRead"] is True
    assert "ScanIndexForward" not in closet.clothes_by_wear("x").ascending().request


def test_foreign_rows_are_skipped_when_several_entities_are_asked_for(store: table.TypedStore) -> None:
    shirt = store.put(Clothing(owner="mixed", clothing_id="1", name="shirt"))
    store.insert(closet.Label(owner="mixed", label_id="l", name="red"))
    worn = store.put(Worn(owner="mixed", day=date(2026, 1, 2), clothing_id="1"))
    assert list(store.all(closet.household("mixed"))) == [shirt, worn]
    assert store.page(closet.household("mixed"), size=1).items == (shirt,)
