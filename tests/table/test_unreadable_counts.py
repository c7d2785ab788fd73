"""Counts where some rows can't be read: they count, unless one has to be asked whether it does and can't be."""

from typing import Any

import pytest

from chabudai import table
from chabudai.table import Entity, InKey, Table, Trash, UnreadableItem, key


@pytest.mark.parametrize("reports", [True, False])
@pytest.mark.parametrize("has_ttl", [True, False])
@pytest.mark.parametrize("has_trash", [True, False])
def test_a_count_counts_them_unless_it_must_ask_an_older_one_and_can_not(
    reports: bool, has_ttl: bool, has_trash: bool
) -> None:
    class Shop(Table, name="Shop", pk="PK", sk="SK", ttl="until" if has_ttl else None): ...

    def same(row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "title": row["title"]}

    class Row(Entity, table=Shop, upgrades=(same,), trash=Trash("deleted_at") if has_trash else None):
        c: InKey[str]
        i: InKey[int]
        title: str
        until: int | None = None
        deleted_at: int | None = None
        PK = key("C#{c}")
        SK = key("R#{i:02}")

    store = table.open(":memory:", report_unreadable=(lambda _: None) if reports else None)
    store.create(Shop)
    store.insert(Row(c="1", i=1, title="x"))
    for number, stamp in ((2, {}), (3, {"_schema_version": {"N": "2"}})):
        item = {"PK": {"S": "C#1"}, "SK": {"S": f"R#0{number}"}, **stamp}
        store.raw.call("PutItem", {"TableName": "Shop", "Item": item})
    query = Shop.query(Row, c="1")
    if has_trash and not reports:
        with pytest.raises(UnreadableItem, match="can't be upgraded"):
            store.count(query)
    else:
        assert store.count(query) == (2 if has_trash else 3)
    if reports:
        assert [row.i for row in store.all(query)] == [row.i for row in store.page(query, size=5)] == [1]
