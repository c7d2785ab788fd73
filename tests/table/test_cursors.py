"""Cursors: opaque, signed, and of one query only."""

from collections.abc import Callable
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.closet import Closet, Clothing, clothes, clothes_by_wear, clothes_worn

from chabudai import table
from chabudai.table import Query
from chabudai.table.errors import InvalidCursor
from chabudai.table.query.cursors import Cursors

REQUEST = {"TableName": "Closet", "KeyConditionExpression": "#0 = :0"}
LAST = {"PK": {"S": "W#ann"}, "SK": {"S": "CLOTH#1"}}
CURSORS = Cursors(b"secret")
CURSOR = CURSORS.write(REQUEST, "C-2", LAST)

keys = st.dictionaries(st.text(max_size=5), st.fixed_dictionaries({"S": st.text(max_size=8)}), max_size=4)


@given(last=keys, pattern=st.text(max_size=5))
def test_what_is_written_is_read(last: dict[str, dict[str, str]], pattern: str) -> None:
    assert CURSORS.read(REQUEST, pattern, CURSORS.write(REQUEST, pattern, last)) == last


def test_one_altered_bit_is_refused_wherever_it_is() -> None:
    for at, bit in product(range(len(CURSOR)), range(8)):
        altered = CURSOR[:at] + chr(ord(CURSOR[at]) ^ 1 << bit) + CURSOR[at + 1 :]
        with pytest.raises(InvalidCursor):
            CURSORS.read(REQUEST, "C-2", altered)


@given(garbage=st.text() | st.text("AZaz09-_=\n", max_size=200))
def test_garbage_is_refused(garbage: str) -> None:
    with pytest.raises(InvalidCursor):
        CURSORS.read(REQUEST, "C-2", garbage)


SPELLINGS = ("=", "A", CURSOR + "=", CURSOR + "\n", " " + CURSOR, CURSOR[:-1], CURSOR[1:], CURSOR + "A", CURSOR * 2)


@pytest.mark.parametrize("cursor", ["", *SPELLINGS, "A" * 10**7], ids=lambda cursor: f"{len(cursor)} characters")
def test_another_spelling_is_refused(cursor: str) -> None:
    with pytest.raises(InvalidCursor):
        CURSORS.read(REQUEST, "C-2", cursor)


def test_another_secret_pattern_or_request_is_refused() -> None:
    for cursors, request, pattern in (
        (Cursors(b"other"), REQUEST, "C-2"),
        (CURSORS, REQUEST, "C-3"),
        (CURSORS, {**REQUEST, "TableName": "Other"}, "C-2"),
    ):
        with pytest.raises(InvalidCursor, match="altered, or belongs to another query"):
            cursors.read(request, pattern, CURSOR)


def test_the_longest_keys_have_a_cursor() -> None:
    last = {"PK": {"S": "\0" * 2048}, "SK": {"S": "\0" * 1024}, "gpk": {"S": "\0" * 2048}, "gsk": {"S": "\0" * 1024}}
    assert CURSORS.read(REQUEST, "C-2", CURSORS.write(REQUEST, "C-2", last)) == last


def bare(owner: str) -> Query[Clothing]:
    return Closet.query(Clothing, owner=owner)


@pytest.mark.parametrize(
    "other",
    [
        lambda: bare("ann"),
        lambda: clothes("ben"),
        lambda: clothes("ann").descending(),
        lambda: clothes("ann").filter(status="ACTIVE"),
        lambda: clothes_by_wear("ann"),
        lambda: clothes_worn("ann", 0),
    ],
    ids=["no pattern", "parameter", "direction", "filter", "index", "pattern"],
)
def test_a_page_takes_only_a_cursor_of_its_own_query(
    memory: table.TypedStore, other: Callable[[], Query[Clothing]]
) -> None:
    for at in range(3):
        memory.put(Clothing(owner="ann", clothing_id=str(at), name="x"))
    cursor = memory.page(clothes("ann"), size=1).cursor
    assert len(memory.page(clothes("ann"), cursor)) == 2
    with pytest.raises(InvalidCursor):
        memory.page(other(), cursor)


def test_a_cursor_does_not_care_how_many_rows_are_wanted(memory: table.TypedStore) -> None:
    for at in range(5):
        memory.put(Clothing(owner="ann", clothing_id=str(at), name="x"))
    page = memory.page(clothes("ann"), size=2)
    assert [row.clothing_id for row in memory.page(clothes("ann"), page.cursor, size=1)] == ["2"]
    assert [row.clothing_id for row in memory.page(clothes("ann"), page.cursor, size=9)] == ["2", "3", "4"]
