"""Erasure: a wardrobe with everything in it, until nothing is left."""

from collections.abc import Iterator
from typing import Any

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.common.sweeps import write_all
from chabudai.table import Delete, Query


def erase(closet: Closet) -> None:
    """Days before the pieces that lead to them, the wardrobe itself last: it can be asked for again at any point."""
    write_all(closet.writable_store, _days_of_all(closet))
    write_all(closet.writable_store, _rows_of_all(closet))
    _erase_unreadable(closet)
    closet.photos.remove_all()
    wardrobe = closet.store.get(design.wardrobe(closet.wardrobe_id).consistently())
    if wardrobe is not None:
        closet.writable_store.transact(design.forget_wardrobe(wardrobe))


def _days_of_all(closet: Closet) -> Iterator[Delete[Any]]:
    store, wardrobe_id = closet.store, closet.wardrobe_id
    for piece in list(store.all(design.all_clothes(wardrobe_id))):
        days = list(store.all(design.clothing_days(wardrobe_id, piece.clothing_id)))
        yield from (type(day).delete(**day.own_key) for day in days)
        closet.writable_store.delete_rows(design.clothing_days(wardrobe_id, piece.clothing_id))
    for template in list(store.all(design.all_templates(wardrobe_id))):
        rows = list(store.all(design.template_days(wardrobe_id, template.template_id)))
        yield from (type(row).delete(**row.own_key) for row in rows)
        closet.writable_store.delete_rows(design.template_days(wardrobe_id, template.template_id))


def _erase_unreadable(closet: Closet) -> None:
    """By their keys, when nothing is left that can be read."""
    for query in (design.all_histories, design.all_templates, design.all_clothes):
        rows: Query[Any] = query(closet.wardrobe_id)
        closet.writable_store.delete_rows(rows)


def _rows_of_all(closet: Closet) -> Iterator[Delete[Any]]:
    store, wardrobe_id = closet.store, closet.wardrobe_id
    histories = list(store.all(design.all_histories(wardrobe_id)))
    templates = list(store.all(design.all_templates(wardrobe_id)))
    clothes = list(store.all(design.all_clothes(wardrobe_id)))
    for row in (*histories, *templates, *clothes):
        yield type(row).delete(**row.own_key)
