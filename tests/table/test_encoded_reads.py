"""Reads of rows as the store keeps them: the same pages, cursors, records and errors as by any other store."""

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.table.closet import Closet, Clothing, Tag, clothes, clothes_by_wear

from chabudai import store as stores
from chabudai.store import RecordedCall, Store, record_calls
from chabudai.store.renaming import RenamingStore
from chabudai.table import TypedStore, UnreadableRow

SECRET = b"x" * 32


class Plain(Store):
    """Has no other call than that which every store has."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


@pytest.fixture
def raw(tmp_path: Path) -> Iterator[Store]:
    with stores.open(tmp_path / "closet.db") as opened:
        typed = TypedStore(opened)
        typed.create(Closet)
        for number in range(7):
            typed.put(Clothing(owner="h", clothing_id=f"{number:03}", name="x" * 300_000, wear_count=number % 3))
        yield opened


def walk(store: TypedStore) -> Iterator[Any]:
    """Pages of several sizes, some of more than one request, with their cursors; then all rows, and one."""
    for plan in (clothes("h"), clothes_by_wear("h"), clothes_by_wear("h").descending()):
        for size in (1, 3, 7, 100):
            cursor = None
            while True:
                page = store.page(plan, cursor, size=size)
                yield page
                if (cursor := page.cursor) is None:
                    break
        yield list(store.all(plan))
        yield store.first(plan)
    for clothing_id in ("000", "missing"):
        yield store.get(Clothing.get(owner="h", clothing_id=clothing_id))
        yield store.get(Tag.get(owner="h", clothing_id=clothing_id))
        yield store.get(Clothing.get(owner="h", clothing_id=clothing_id).consistently())


def told(calls: list[RecordedCall]) -> list[Any]:
    return [(call.pattern, call.operation, call.table, call.index, call.items, call.units) for call in calls]


def test_pages_cursors_and_records_are_those_of_a_store_that_decodes_its_rows_itself(raw: Store) -> None:
    with record_calls() as calls:
        found = list(walk(TypedStore(raw, secret=SECRET)))
    with record_calls() as plain_calls:
        assert found == list(walk(TypedStore(Plain(raw), secret=SECRET)))
    assert told(calls) == told(plain_calls)


def test_a_store_that_renames_tables_passes_rows_on(raw: Store) -> None:
    renaming = RenamingStore(raw, {"Cupboard": Closet.name})
    request = {
        "TableName": "Cupboard",
        "KeyConditionExpression": "PK = :pk",
        "ExpressionAttributeValues": {":pk": Clothing.layout.key({"owner": "h", "clothing_id": "000"})["PK"]},
        "Limit": 1,
        "ReturnConsumedCapacity": "TOTAL",
    }
    answer = renaming.call_encoded("Query", request)
    assert isinstance(answer["Items"][0], bytes)
    assert answer["ConsumedCapacity"]["TableName"] == "Cupboard"


def change(path: Path, sql: str) -> None:
    """Something that no program of ours would do to a file."""
    connection = sqlite3.connect(path)
    with connection:
        connection.execute(sql)
    connection.close()


@pytest.mark.parametrize(
    "read",
    [
        lambda store: store.page(clothes("h")),
        lambda store: list(store.all(clothes("h"))),
        lambda store: store.get(Clothing.get(owner="h", clothing_id="003")),
        lambda store: store.batch(Clothing.batch(owner="h", clothing_id=["003"])),
    ],
    ids=["page", "all", "get", "batch"],
)
@pytest.mark.parametrize(
    "item",
    [
        "x'ff'",
        "CAST('{}' AS BLOB)",
        "CAST('{\"PK\":null}' AS BLOB)",
        'CAST(replace(item, \'"name":{"S"\', \'"name":{"N"\') AS BLOB)',
    ],
)
def test_a_damaged_row_is_told_as_by_any_other_store(
    raw: Store, tmp_path: Path, read: Callable[[TypedStore], Any], item: str
) -> None:
    change(tmp_path / "closet.db", f"UPDATE t1 SET item = {item} WHERE id = 4")
    errors = []
    for store in (raw, Plain(raw)):
        with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is compared
            read(TypedStore(store))
        errors.append((type(caught.value), str(caught.value), getattr(caught.value, "__notes__", [])))
    assert errors[0] == errors[1]


def test_rows_that_can_not_be_read_are_left_out_and_reported_once(raw: Store) -> None:
    foreign = {**Clothing.layout.to_item(_values("003")), "wearCount": {"S": "many"}}
    raw.call("PutItem", {"TableName": Closet.name, "Item": foreign})
    for store in (raw, Plain(raw)):
        reported: list[UnreadableRow] = []
        typed = TypedStore(store, report_unreadable=reported.append)
        assert [row.clothing_id for row in typed.all(clothes("h"))] == ["000", "001", "002", "004", "005", "006"]
        assert len(reported) == 1
        assert len(typed.page(clothes("h"), size=5)) == 5


def _values(clothing_id: str) -> dict[str, Any]:
    return Clothing.layout.values(Clothing(owner="h", clothing_id=clothing_id, name="x"))


def test_what_decodes_is_loaded_with_the_first_read_and_not_with_the_toolkit() -> None:
    program = "import chabudai.engine, chabudai.table, sys; print('msgspec' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=True, capture_output=True).stdout == b"False\n"
