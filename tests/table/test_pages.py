"""Pages: full whatever is left out, and every row once, also while others write."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.table.closet import (
    Closet,
    Clothing,
    Label,
    Note,
    Notes,
    Worn,
    clothes,
    clothes_by_wear,
    household,
    notes,
    unread,
)
from tests.table.designs import entity_named, table_named

from chabudai import table
from chabudai.store import record_calls
from chabudai.table import InKey, Page, Query, View, key
from chabudai.table.errors import InvalidCursor, InvalidValue

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
PAST = int(NOW.timestamp()) - 1
FUTURE = PAST + 100
owners = (f"owner {number}" for number in count())


@pytest.fixture(scope="module")
def store() -> Iterator[table.TypedStore]:
    with table.open(":memory:", clock=lambda: NOW) as opened:
        opened.create(Closet, Notes)
        yield opened


def walk(store: table.TypedStore, query: Query[Any], size: int) -> Iterator[Page[Any]]:
    cursor = None
    while True:
        page = store.page(query, cursor, size=size)
        yield page
        cursor = page.cursor
        if cursor is None:
            return


def fill(store: table.TypedStore, owner: str, number: int) -> list[Clothing]:
    rows = (Clothing(owner=owner, clothing_id=f"{at:03}", name="x", wear_count=at % 3) for at in range(number))
    return [store.put(row) for row in rows]


def test_a_page_has_the_size_of_its_pattern_unless_one_is_given(store: table.TypedStore) -> None:
    owner = next(owners)
    rows = fill(store, owner, 12)
    assert store.page(clothes(owner)).items == tuple(rows[:10])
    assert store.page(clothes(owner), size=3).items == tuple(rows[:3])
    assert len(store.page(Closet.query(Clothing, owner=owner))) == 12


@pytest.mark.parametrize("size", [0, -1])
def test_a_page_has_at_least_one_row(store: table.TypedStore, size: int) -> None:
    with pytest.raises(InvalidValue, match="is no number of rows"):
        store.page(clothes("nobody"), size=size)


def test_the_last_page_has_no_cursor_even_when_it_is_full(store: table.TypedStore) -> None:
    owner = next(owners)
    fill(store, owner, 6)
    assert [len(page) for page in walk(store, clothes(owner), 3)] == [3, 3]
    assert store.page(clothes("nobody")) == Page((), None)


def test_a_page_that_is_full_is_one_request(store: table.TypedStore) -> None:
    owner = next(owners)
    fill(store, owner, 8)
    with record_calls() as asked:
        store.page(clothes(owner), size=4)
    assert [(each.pattern, each.operation, each.items) for each in asked] == [("C-2", "Query", 5)]


def test_what_is_rare_is_sought_in_ever_larger_steps(store: table.TypedStore) -> None:
    owner = next(owners)
    for number in range(900):
        store.put(Clothing(owner=owner, clothing_id=f"{number:03}", name="rare" if number == 870 else "x"))
    with record_calls() as asked:
        page = store.page(clothes(owner).filter(name="rare"), size=10)
    assert [each.clothing_id for each in page] == ["870"]
    assert len(asked) == 6  # 25, 50, 100, 200, 400 and the rest


def test_a_page_is_full_when_answers_are_cut_at_a_megabyte(store: table.TypedStore) -> None:
    owner = next(owners)
    rows = [store.put(Clothing(owner=owner, clothing_id=str(at), name="x" * 300_000)) for at in range(9)]
    with record_calls() as asked:
        page = store.page(clothes(owner), size=7)
    assert page.items == tuple(rows[:7])
    assert len(asked) > 1
    assert sum(each.items for each in asked) == 8
    assert store.page(clothes(owner), page.cursor).items == tuple(rows[7:])


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    rows=st.lists(st.tuples(st.booleans(), st.sampled_from([None, PAST, FUTURE])), max_size=60),
    size=st.integers(1, 12),
    is_descending=st.booleans(),
)
def test_pages_are_full_under_filters_and_expired_rows(
    store: table.TypedStore, rows: list[tuple[bool, int | None]], size: int, is_descending: bool
) -> None:
    owner = next(owners)
    stored = [
        store.put(Note(owner=owner, number=at, is_read=is_read, expires_at=expires_at))
        for at, (is_read, expires_at) in enumerate(rows)
    ]
    alive = [note for note in stored if note.expires_at != PAST]
    for query, expected in ((notes(owner), alive), (unread(owner), [note for note in alive if not note.is_read])):
        expected = expected[::-1] if is_descending else expected
        pages = list(walk(store, query.descending() if is_descending else query, size))
        assert [note for page in pages for note in page] == expected
        assert all(len(page) == size for page in pages[:-1])
        assert len(pages) == max(1, -(-len(expected) // size))
        assert store.count(query) == len(expected)


def test_what_has_expired_is_gone_for_every_read(store: table.TypedStore) -> None:
    owner = next(owners)
    store.put(Note(owner=owner, number=1, expires_at=int(NOW.timestamp())))
    alive = store.put(Note(owner=owner, number=2, expires_at=int(NOW.timestamp()) + 1))
    gone = Note.get(owner=owner, number=1)
    assert store.get(gone) is None
    assert store.transact_get(gone, Note.get(owner=owner, number=2)) == (None, alive)
    assert store.batch(Note.batch(owner=owner, number=[1, 2])) == [None, alive]
    assert store.first(notes(owner)) == alive


class Headline(View, of=Note):
    """A note without what tells when it expires."""

    owner: InKey[str]
    number: InKey[int]
    text: str


def test_what_has_expired_is_gone_also_for_a_view_without_the_expiry(store: table.TypedStore) -> None:
    owner = next(owners)
    store.put(Note(owner=owner, number=1, expires_at=PAST))
    store.put(Note(owner=owner, number=2, expires_at=FUTURE))
    alive = Headline(owner=owner, number=2, text="")
    assert store.get(Headline.get(owner=owner, number=1)) is None
    assert store.batch(Headline.batch(owner=owner, number=[1, 2])) == [None, alive]
    assert list(store.all(Notes.query(Headline, owner=owner))) == [alive]


def test_pages_are_full_among_foreign_rows(store: table.TypedStore) -> None:
    owner = next(owners)
    rows: list[Any] = []
    for at in range(40):
        store.insert(Label(owner=owner, label_id=f"{at:02}", name=f"label {at}"))
        rows.append(store.put(Worn(owner=owner, day=date(2026, 1, 1) + timedelta(at), clothing_id="1")))
    rows = [*fill(store, owner, 3), *rows]
    pages = list(walk(store, household(owner), 4))
    assert [row for page in pages for row in page] == rows
    assert all(len(page) == 4 for page in pages[:-1])


@settings(max_examples=30, suppress_health_check=list(HealthCheck))
@given(
    numbers=st.sets(st.integers(0, 99), min_size=1, max_size=30),
    changes=st.lists(st.tuples(st.booleans(), st.integers(0, 99)), max_size=30),
    size=st.integers(1, 7),
    is_descending=st.booleans(),
)
def test_rows_that_stay_come_once_while_others_come_and_go(
    store: table.TypedStore, numbers: set[int], changes: list[tuple[bool, int]], size: int, is_descending: bool
) -> None:
    owner = next(owners)
    for number in numbers:
        store.put(Note(owner=owner, number=number))
    moving = iter(changes)
    touched = {number for _, number in changes}
    seen: list[int] = []
    query = notes(owner).descending() if is_descending else notes(owner)
    for page in walk(store, query, size):
        seen += [note.number for note in page]
        for is_new, number in [change for change, _ in zip(moving, range(3), strict=False)]:
            store.put(Note(owner=owner, number=number)) if is_new else store.write(
                Note.delete(owner=owner, number=number)
            )
    assert seen == sorted(set(seen), reverse=is_descending)
    assert set(seen) >= numbers - touched
    assert set(seen) <= numbers | touched


def test_a_page_goes_on_behind_a_row_that_was_deleted(store: table.TypedStore) -> None:
    owner = next(owners)
    rows = fill(store, owner, 5)
    page = store.page(clothes(owner), size=2)
    store.write(Clothing.delete(owner=owner, clothing_id=rows[1].clothing_id))
    assert store.page(clothes(owner), page.cursor).items == tuple(rows[2:])


def test_a_page_of_an_index_goes_on_behind_a_row_that_moved(store: table.TypedStore) -> None:
    owner = next(owners)
    fill(store, owner, 6)
    first = store.page(clothes_by_wear(owner), size=2)
    store.write(Clothing.update(owner=owner, clothing_id=first.items[1].clothing_id).set(wear_count=9))
    second = store.page(clothes_by_wear(owner), first.cursor, size=2)
    third = store.page(clothes_by_wear(owner), second.cursor, size=2)
    assert [row.wear_count for row in (*second, *third)] == [1, 1, 0, 0]


def test_rows_with_the_same_index_key_come_once(store: table.TypedStore) -> None:
    tied = table_named("Tied", by_state=table.Gsi("ByState", "gpk", "gsk"))
    fields = {"owner": InKey[str], "row": InKey[int], "state": str}
    row = entity_named(
        "Item", tied, fields, PK=key("P#{owner}"), SK=key("ROW#{row:03}"), gpk=key("G#{owner}"), gsk=key("S#{state}")
    )
    store.create(tied)
    for number in range(10):
        store.put(row(owner="ann", row=number, state="same"))
    pages = walk(store, tied.indexes[0].query(row, owner="ann"), 3)
    assert sorted(each.row for page in pages for each in page) == list(range(10))


def test_the_first_row_and_all_rows_need_no_size(store: table.TypedStore) -> None:
    owner = next(owners)
    rows = fill(store, owner, 12)
    assert store.first(clothes(owner)) == rows[0]
    assert store.first(clothes("nobody")) is None
    assert list(store.all(clothes(owner))) == rows


def test_a_cursor_of_a_page_is_refused_by_another_store(store: table.TypedStore) -> None:
    owner = next(owners)
    fill(store, owner, 3)
    cursor = store.page(clothes(owner), size=1).cursor
    with pytest.raises(InvalidCursor):
        table.TypedStore(store.raw).page(clothes(owner), cursor)
    one, other = (table.TypedStore(store.raw, secret=b"kept") for _ in range(2))
    assert len(other.page(clothes(owner), one.page(clothes(owner), size=1).cursor)) == 2


def test_an_index_may_hold_rows_that_expire_only_with_their_expiry() -> None:
    class Lapsing(table.Table, name="Lapsing", pk="PK", sk="SK", ttl="until"):
        by_state = table.Gsi("ByState", "state", projection="KEYS_ONLY")

    class Lapse(table.Entity, table=Lapsing):
        owner: InKey[str]
        state: str
        until: int | None = None
        PK = key("P#{owner}")
        SK = key("ROW")

    class Seen(table.View, of=Lapse):
        owner: InKey[str]
        state: str

    with pytest.raises(table.DesignError, match="does not hold until, which tells how to read a Seen"):
        Lapsing.by_state.query(Seen, state="x")


def test_a_page_gives_its_rows_by_their_place(store: table.TypedStore) -> None:
    rows = fill(store, owner := next(owners), 3)
    page = store.page(clothes(owner))
    assert page[0] == rows[0]
    assert page[1:] == tuple(rows[1:])


def test_a_cursor_that_no_page_gave_is_refused_by_the_name_of_the_query(store: table.TypedStore) -> None:
    with pytest.raises(InvalidCursor, match=r"^a query of Closet: invalid cursor: no page gave this text"):
        store.page(Closet.query(Clothing, owner="ann"), "made up")
