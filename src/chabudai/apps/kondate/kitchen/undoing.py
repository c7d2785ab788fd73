"""Undoing: an act is taken back from the images that it left, once, and only if nothing later depends on it."""

from collections.abc import Mapping
from typing import Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import ChangedSince, NoSuchUndo
from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.cooking import take_log_back
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.draft import Draft, is_same
from chabudai.apps.kondate.kitchen.entities import (
    CookLog,
    DeletedFridgeItem,
    FridgeItem,
    Plan,
    RowImage,
    ShoppingItem,
    UndoRecord,
)
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Entity

_KINDS: Final[Mapping[str, type[Entity]]] = {
    kind.__name__: kind for kind in (Plan, ShoppingItem, FridgeItem, DeletedFridgeItem, CookLog)
}


def undo(owner: Owner, undo_id: str) -> None:
    """NoSuchUndo when it is over or was done already; ChangedSince, with nothing done, when it can't be any more."""
    drafts.change(owner, lambda: _load(owner, undo_id), _take_back, settle)


def _load(owner: Owner, undo_id: str) -> Draft:
    record = owner.store.get(design.undo_record(owner.username, undo_id).consistently()) if is_id(undo_id) else None
    if record is None or record.expires_at <= owner.clock().timestamp():
        raise NoSuchUndo
    rows = [row for image in record.images for row in _beside(owner, image)]
    return drafts.load(owner, record, *rows)


def _beside(owner: Owner, image: RowImage) -> list[Entity]:
    """Rows of the image that are no part of a kitchen as it is usually read."""
    row = _parse(image, image.after) or _parse(image, image.before)
    match row:
        case CookLog():
            found: Entity | None = owner.store.get(design.log_entry(owner.username, row.day, row.log_id).consistently())
        case DeletedFridgeItem():
            found = owner.store.get(
                design.deleted_fridge_item(owner.username, row.deleted_at, row.item_id).consistently()
            )
        case _:
            found = None
    return [] if found is None else [found]


def _take_back(draft: Draft) -> None:
    record = next(draft.all(UndoRecord))
    draft.drop(record)
    for image in record.images:
        before, after = _parse(image, image.before), _parse(image, image.after)
        _restore(draft, before, after)


def _restore(draft: Draft, before: Entity | None, after: Entity | None) -> None:
    row = after if after is not None else before
    if row is None:
        return
    current = draft.find(row)
    match row:
        case CookLog() if before is None:
            if not isinstance(current, CookLog):
                raise ChangedSince(row.title)
            take_log_back(draft, current)
            return
        case ShoppingItem() if _follows(before) and _follows(after):
            _restore_line(draft, before)
            return
        case FridgeItem() if isinstance(current, FridgeItem) and before is None:
            if (current.amount, current.unit) != (row.amount, row.unit):
                raise ChangedSince(row.name)
        case _:
            if not is_same(current, after):
                raise ChangedSince(_name(row))
    if before is not None:
        draft.put(before)
    elif current is not None:
        draft.drop(current)


def _restore_line(draft: Draft, before: Entity | None) -> None:
    """With what a person said of it; its amount is settled afterwards."""
    if not isinstance(before, ShoppingItem):
        return
    name = foods.fold(before.name)
    for line in draft.lines:
        if not line.done and not line.is_manual and foods.fold(line.name) == name:
            draft.drop(line)
    draft.put(before)


def _follows(row: Entity | None) -> bool:
    return row is None or (isinstance(row, ShoppingItem) and not row.is_manual and not row.done)


def _name(row: Entity) -> str:
    match row:
        case Plan():
            return row.set_title or next((dish.title for dish in row.items), "")
        case ShoppingItem() | FridgeItem() | DeletedFridgeItem():
            return row.name
        case CookLog():
            return row.title
        case _:
            return ""


def _parse(image: RowImage, written: str | None) -> Entity | None:
    return None if written is None else _KINDS[image.kind].model_validate_json(written)
