"""Rows that no entity can be made of: one beside each that a household has, and any of them made so where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chabudai.store import Store
from chabudai.table import Table, UnreadableItem
from chabudai.table.schema.layouts import Layout

Item = dict[str, dict[str, Any]]
_LINKS = ("mine_team", "comment_author", "invitedBy", "notice_sender", "notice_team")
"""What says to whom a row belongs: without that nobody could tell."""
_WRONG = ({"S": "?"}, {"L": [{"S": "?"}]}, {"N": "-7"})


@dataclass(frozen=True)
class BadRow:
    """`former` is what stood there, None when nothing did."""

    table: type[Table]
    entity: str
    item: Item
    former: Item | None = None

    def plant(self, store: Store) -> None:
        store.call("PutItem", {"TableName": self.table.name, "Item": self.item})

    def remove(self, store: Store) -> None:
        if self.former is not None:
            store.call("PutItem", {"TableName": self.table.name, "Item": self.former})
        else:
            key = {name: self.item[name] for name in self.table.primary.attributes}
            store.call("DeleteItem", {"TableName": self.table.name, "Key": key})


def siblings(store: Store, table: type[Table]) -> Iterator[BadRow]:
    """One in each partition for each kind of row that it has, where keys leave room for another."""
    done: set[tuple[str, str]] = set()
    for item in rows(store, table):
        layout = layout_of(table, item)
        place = (layout.name if layout else "", _partition(table, item))
        if layout is None or place in done:
            continue
        for key in _other_keys(table, layout, item):
            bad = spoil(layout, {**item, **key})
            if bad is not None:
                done.add(place)
                yield BadRow(table, layout.name, bad)
                break


def in_place(store: Store, table: type[Table], part: str) -> Iterator[BadRow]:
    """Each kind of row once, that says `part` somewhere; else anywhere."""
    found: dict[str, tuple[Layout, Item]] = {}
    for item in rows(store, table):
        layout = layout_of(table, item)
        if layout is None:
            continue
        is_theirs = part in str(item)
        if layout.name not in found or is_theirs:
            found[layout.name] = (layout, item)
    for layout, item in found.values():
        bad = spoil(layout, dict(item))
        if bad is not None:
            yield BadRow(table, layout.name, bad, item)


def rows(store: Store, table: type[Table]) -> Iterator[Item]:
    start: dict[str, Any] = {}
    while True:
        answer = store.call("Scan", {"TableName": table.name, **start})
        yield from answer["Items"]
        if "LastEvaluatedKey" not in answer:
            return
        start = {"ExclusiveStartKey": answer["LastEvaluatedKey"]}


def layout_of(table: type[Table], item: Item) -> Layout | None:
    return next((each for each in table.layouts if not each.is_view and each.owns(item)), None)


def spoil(layout: Layout, item: Item) -> Item | None:
    """With one attribute, of no key, that it can't have; None when it has none such."""
    keys = {name for index in (layout.table.primary, *layout.table.indexes) for name in index.attributes}
    for name in sorted(item.keys() - keys - {layout.table.ttl, *_LINKS}):
        for wrong in _WRONG:
            spoilt = {**item, name: wrong}
            if not _is_readable(layout, spoilt):
                return spoilt
    return None


def _is_readable(layout: Layout, item: Item) -> bool:
    try:
        layout.from_item(item)
    except UnreadableItem:
        return False
    return True


def _partition(table: type[Table], item: Item) -> str:
    return str(item[table.primary.attributes[0]])


def _other_keys(table: type[Table], layout: Layout, item: Item) -> Iterator[Item]:
    """Keys in the same partition that are of the same kind and of no row."""
    names = table.primary.attributes
    if len(names) < 2 or "S" not in item[names[1]]:
        return
    value = item[names[1]]["S"]
    for other in (f"{value}z", f"{value[:-1]}{'z' if value[-1] != 'z' else 'y'}"):
        key = {names[1]: {"S": other}}
        if layout.owns({**item, **key}):
            yield key
