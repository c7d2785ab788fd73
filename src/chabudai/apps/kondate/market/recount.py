"""Counting anew: how many saved and bought each item of the catalog, from the rows of those who did.

It goes through the whole table, so nobody but a person at the command line asks for it. An item that somebody saved or
bought meanwhile is left as it is, and told: it is right by itself, or counted the next time.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from chabudai.apps.kondate import design
from chabudai.apps.kondate.market import snapshots
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.common.store_errors import write_if_met
from chabudai.table import ItemNotFound, TypedStore, Update


def recount(store: TypedStore) -> list[str]:
    """What was put right, a line for each."""
    items = list(_items(store))
    saved = Counter((row.target_type, row.target_id) for row in store.scan(design.every_saved()))
    bought = Counter((row.target_type, row.target_id) for row in store.scan(design.every_purchased()) if row.is_paid)
    told = []
    for row in items:
        place = (snapshots.kind_of(row), snapshots.id_of(row))
        right = {"saved_count": saved[place], "bought_count": bought[place]}
        seen = {"saved_count": row.saved_count, "bought_count": row.bought_count}
        if right != seen:
            told.append(f"{place[0]} {place[1]}: {_write(store, row, right, seen)}")
    return told


def _write(store: TypedStore, row: Snapshot, right: dict[str, int], seen: dict[str, int]) -> str:
    update: Update[Any] = type(row).update(**row.own_key).set(**right)
    try:
        is_written = write_if_met(store, update.when(**seen)) is not None
    except ItemNotFound:
        is_written = False
    return f"{seen} is {right} now" if is_written else "changed meanwhile, and left as it is"


def _items(store: TypedStore) -> Iterator[Snapshot]:
    yield from store.all(design.newest_recipes())
    yield from store.all(design.newest_sets())
    yield from store.all(design.ended_recipes())
    yield from store.all(design.ended_sets())
