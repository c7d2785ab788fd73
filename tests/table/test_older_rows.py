"""Filters and rows of an older schema version: they are asked of what the upgrade makes of a row."""

from collections.abc import Iterator
from datetime import date
from typing import Annotated, Any

import pytest
from pydantic import BaseModel

from chabudai import table
from chabudai.table import (
    As,
    Condition,
    DesignError,
    Entity,
    Field,
    Gsi,
    InKey,
    OrNull,
    Table,
    TypedStore,
    UnreadableItem,
    View,
    begins_with,
    between,
    contains,
    each_of,
    exists,
    field_value,
    ge,
    gt,
    key,
    le,
    lt,
    ne,
    not_exists,
    one_of,
    size,
    unique,
    where,
)


class Desk(Table, name="Desk", pk="PK", sk="SK"):
    by_group = Gsi("ByGroup", "groupPk", "SK")


def rename(item: dict[str, Any]) -> dict[str, Any]:
    """The first version had a name in capitals; the number was counted from 0."""
    item["title"] = item.pop("NAME").lower()
    item["number"] = item.get("number", 0) + 1
    return item


class Place(BaseModel):
    city: str = "Kyoto"
    floors: list[int] = []


class Note(Entity, table=Desk, upgrades=(rename,)):
    owner: InKey[str]
    note_id: InKey[str]
    title: str
    number: int = 1
    limit: int | None = None
    other: OrNull[int] = 5
    tags: frozenset[str] = frozenset()
    words: list[str] = Field(default_factory=list)
    day: Annotated[date, As("-yyyymmdd")] = date(2026, 1, 1)
    until: Annotated[date, As("-yyyymmdd")] = date(2026, 1, 1)
    place: Place | None = None
    group: InKey[str | None] = None

    PK = key("O#{owner}")
    SK = key("N#{note_id}")
    groupPk = key("G#{group}")  # noqa: N815 - as the table has it
    one = unique("U#{owner}", "{title}")


class Brief(View, of=Note):
    owner: InKey[str]
    note_id: InKey[str]
    title: str


class Mark(Entity, table=Desk):
    owner: InKey[str]
    title: str = ""
    PK = key("O#{owner}")
    SK = key("MARK")


ROWS: list[dict[str, Any]] = [
    {"title": "ab", "number": 1},
    {"title": "b", "number": 3, "limit": 3, "other": None, "tags": frozenset({"x", "y"}), "words": ["x"]},
    {"title": "c", "number": 5, "limit": 2, "other": 7, "day": date(2026, 2, 2), "group": "g"},
    {"title": "d", "number": 2, "place": Place(city="Nara", floors=[1, 2]), "until": date(2025, 1, 1)},
    {"title": "e", "number": 9, "place": Place(), "limit": 9, "words": ["y", "z"], "group": "h"},
]

CONDITIONS: list[Condition] = [
    where(title="ab"),
    where(title=ne("b")),
    where(title=begins_with("a")),
    where(title=contains("b")),
    where(title=size(gt(1))),
    where(number=ge(3)),
    where(number=between(2, 5)),
    where(number=one_of(1, 9)),
    where(number=between(9, 1)),
    where(limit=exists()),
    where(limit=not_exists()),
    where(limit=None),
    where(limit=ne(3)),
    where(limit=one_of(None, 2)),
    where(other=None),
    where(other=exists()),
    where(other=5),
    where(other=ne(5)),
    where(tags=contains("x")),
    where(tags=size(0)),
    where(tags=size(lt(2))),
    where(words=["x"]),
    where(words=size(ge(1))),
    where(day=gt(date(2026, 1, 15))),
    where(day=le(date(2026, 1, 1))),
    where(day=le(field_value("until"))),
    where(day=ne(field_value("until"))),
    where(number=le(field_value("limit"))),
    where(limit=field_value("other")),
    where(number=between(2, field_value("limit"))),
    where(**{"place.city": "Nara"}),
    where(**{"place.city": ne("Nara")}),
    where(**{"place.floors[1]": 2}),
    where(**{"place.floors[1]": not_exists()}),
    where(**{"place.city": exists()}),
    where(group="g"),
    where(group=ne("g")),
    where(group=not_exists()),
    where(group=exists()),
    ~where(title="ab"),
    where(title="ab") | where(number=9),
    where(title="e") & where(number=9),
    ~(where(title="ab") | where(limit=exists())),
]


@pytest.fixture
def store() -> Iterator[TypedStore]:
    """The same rows twice: of "new" in this version, of "old" in the first."""
    with table.open(":memory:") as store:
        store.create(Desk)
        for at, row in enumerate(ROWS):
            store.put(Note(owner="new", note_id=str(at), **row))
            item = Note.layout.to_item(Note.layout.values(Note(owner="old", note_id=str(at), **row)))
            del item["_schema_version"], item["title"]
            item |= {"NAME": {"S": row["title"].upper()}, "number": {"N": str(row["number"] - 1)}}
            store.raw.call("PutItem", {"TableName": "Desk", "Item": item})
        yield store


@pytest.mark.parametrize("condition", CONDITIONS, ids=str)
def test_old_rows_are_filtered_as_those_of_now(condition: Condition, store: TypedStore) -> None:
    new = Desk.query(Note, owner="new", note_id=begins_with("")).filter(condition)
    old = Desk.query(Note, owner="old", note_id=begins_with("")).filter(condition)
    wanted = [row.note_id for row in store.all(new)]
    assert [row.note_id for row in store.all(old)] == wanted
    assert store.count(old) == store.count(new) == len(wanted)
    assert [row.note_id for row in store.page(old, size=100).items] == wanted
    both = Desk.query(Note, owner=each_of(["old", "new"]), note_id=begins_with("")).filter(condition)
    assert store.count(both) == len(list(store.all(both))) == 2 * len(wanted)
    scanned = list(store.scan(Note.scan().filter(condition)))
    assert sorted(row.note_id for row in scanned) == sorted(wanted * 2)


def test_pages_are_full_though_old_rows_are_left_out(store: TypedStore) -> None:
    old = Desk.query(Note, owner="old", note_id=begins_with("")).filter(number=ge(2))
    first = store.page(old, size=2)
    second = store.page(old, first.cursor, size=2)
    assert [row.number for row in (*first.items, *second.items)] == [3, 5, 2, 9]
    assert second.cursor is None


def test_a_view_reads_old_rows_whole(store: TypedStore) -> None:
    """What it shows may have been stored under other names."""
    briefs = store.all(Desk.query(Brief, owner="old", note_id=begins_with("")))
    assert [row.title for row in briefs] == ["ab", "b", "c", "d", "e"]
    brief = store.get(Brief.get(owner="old", note_id="1"))
    assert brief is not None
    assert brief.title == "b"
    assert [each.title for each in store.batch(Brief.batch(owner="old", note_id=["2"])) if each] == ["c"]
    assert {each.title for each in store.scan(Brief.scan().filter(number=ge(5)))} == {"c", "e"}
    found = store.all(Desk.query(Brief, owner="old", note_id=begins_with("")).filter(number=9))
    assert [row.title for row in found] == ["e"]


def test_an_old_row_that_cannot_be_upgraded_is_told_and_not_left_out(store: TypedStore) -> None:
    row = {"PK": {"S": "O#old"}, "SK": {"S": "N#9"}}
    store.raw.call("PutItem", {"TableName": "Desk", "Item": row})
    with pytest.raises(UnreadableItem, match="of schema version 1 and can't be upgraded"):
        store.count(Desk.query(Note, owner="old", note_id=begins_with("")).filter(number=1))


def test_entities_of_different_versions_are_not_filtered_together() -> None:
    with pytest.raises(DesignError, match="Note and Mark store what the filter asks for in different ways"):
        _ = Desk.query(Note, Mark, owner="old").filter(title="x").request
