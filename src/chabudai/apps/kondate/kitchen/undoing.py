"""Undoing: an act is taken back from the images that it left, once, and only if nothing later depends on it."""

from collections.abc import Iterable, Mapping, Sequence

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import ChangedSince, NoSuchUndo
from chabudai.apps.kondate.kitchen import draft as drafts
from chabudai.apps.kondate.kitchen import foods
from chabudai.apps.kondate.kitchen.acts import PART
from chabudai.apps.kondate.kitchen.cooking import COOKING_ACTS, take_log_back
from chabudai.apps.kondate.kitchen.demand import settle
from chabudai.apps.kondate.kitchen.draft import MOST_WRITES, Draft
from chabudai.apps.kondate.kitchen.entities import (
    Cooking,
    CookLog,
    DeletedFridgeItem,
    FridgeItem,
    RowImage,
    ShoppingItem,
    UndoRecord,
    Want,
)
from chabudai.apps.kondate.kitchen.images import parse_image, seal_row
from chabudai.apps.kondate.kitchen.unplanned import lines_of, remember_recipe, set_unplanned, take_back_unplanned
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Entity


def undo(owner: Owner, undo_id: str) -> None:
    """NoSuchUndo when it is over or was done already; ChangedSince, with nothing done, when it can't be any more.

    What the act decided comes back in one moment; of lines that only followed from it, what people had said of them
    comes back behind it, in as many goes as it takes.
    """
    while drafts.change(owner, lambda: _load(owner, undo_id), _take_back, settle):
        pass


def _load(owner: Owner, undo_id: str) -> Draft:
    record = _find(owner, undo_id)
    if record is None or record.act == PART or record.expires_at <= owner.clock().timestamp():
        raise NoSuchUndo
    parts = [part for each in record.parts if (part := _find(owner, each)) is not None]
    images = [image for each in (record, *parts) for image in each.images]
    rows = [row for image in images for row in _beside(owner, image)]
    return drafts.load(owner, record, *parts, *rows)


def _find(owner: Owner, undo_id: str) -> UndoRecord | None:
    return owner.store.get(design.undo_record(owner.username, undo_id).consistently()) if is_id(undo_id) else None


def _beside(owner: Owner, image: RowImage) -> list[Entity]:
    """Rows of the image that are no part of a kitchen as it is usually read."""
    before, after = parse_image(image)
    match after if after is not None else before:
        case Cooking() as row:
            log = owner.store.get(design.log_entry(owner.username, row.day, row.log_id).consistently())
            deleted = owner.store.get(design.deleted_log_entry(owner.username, row.day, row.log_id).consistently())
            found: list[Entity | None] = [log, deleted]
        case DeletedFridgeItem() as row:
            gone = design.deleted_fridge_item(owner.username, row.deleted_at, row.item_id)
            found = [owner.store.get(gone.consistently())]
        case _:
            found = []
    return [row for row in found if row is not None]


def _take_back(draft: Draft) -> bool:
    """Whether lines are left for another go."""
    records = list(draft.all(UndoRecord))
    (head,) = [record for record in records if record.act != PART]
    images = [image for record in records for image in record.images]
    lines = [image for image in images if _can_wait(image)]
    others = [image for image in images if not _can_wait(image)]
    for record in records:
        draft.drop(record)
    wanted = _find_wanted(draft, others)
    for image in others:
        if not (head.act in COOKING_ACTS and _uncook(draft, image)):
            _restore(draft, image)
    _want_again(draft, wanted, others)
    fitting = _count_fitting(draft, lines)
    now, later = lines[:fitting], lines[fitting:]
    wanted = _find_wanted(draft, now)
    for image in now:
        _restore(draft, image)
    _want_again(draft, wanted, now)
    if later:
        draft.put(head.model_copy(update={"images": tuple(later), "parts": ()}))
    return bool(later)


def _can_wait(image: RowImage) -> bool:
    """A line that is to be bought for dishes, or of which only who wants it has changed: it is never refused."""
    before, after = parse_image(image)
    return image.kind == ShoppingItem.__name__ and ((_follows(before) and _follows(after)) or _is_only_wanted(image))


def _count_fitting(draft: Draft, images: Sequence[RowImage]) -> int:
    """How many there is room for: each may take the place of another line, and all of its food tell who wants it."""
    room = MOST_WRITES - len(draft.beside) - len(draft.changes())
    for number, image in enumerate(images):
        room -= min(1 + len(lines_of(draft, foods.fold(image.name))), MOST_WRITES // 2)
        if room < 0:
            return number
    return len(images)


def _find_wanted(draft: Draft, images: Iterable[RowImage]) -> Mapping[str, tuple[Want, ...]]:
    rows = [parse_image(image) for image in images]
    return take_back_unplanned(draft, _lines(before for before, _ in rows), _lines(after for _, after in rows))


def _want_again(draft: Draft, wanted: Mapping[str, tuple[Want, ...]], images: Iterable[RowImage]) -> None:
    """Also where nothing of the food is on the list any more, unless it was in the basket."""
    waiting = [line for line in _lines(parse_image(image)[0] for image in images) if not line.done]
    for name, wants in wanted.items():
        if wants and not lines_of(draft, name):
            for line in [line for line in waiting if foods.fold(line.name) == name][:1]:
                draft.put(line)
        for want in wants:
            remember_recipe(draft, want.dish_id)
        set_unplanned(draft, name, wants)


def _uncook(draft: Draft, image: RowImage) -> bool:
    """Of what was cooked: give back what it took, also when its entry was deleted meanwhile. Whether it was that."""
    _, after = parse_image(image)
    if not isinstance(after, CookLog):
        return False
    log = next((each for each in draft.all(Cooking) if each.log_id == after.log_id), None)
    if log is None:
        raise ChangedSince(image.name)
    take_log_back(draft, log)
    return True


def _restore(draft: Draft, image: RowImage) -> None:
    before, after = parse_image(image)
    row = after if after is not None else before
    if row is None:
        return
    current = draft.find(row)
    match row:
        case ShoppingItem() if _is_only_wanted(image):
            return
        case ShoppingItem() if _follows(before) and _follows(after):
            _restore_line(draft, before)
            return
        case FridgeItem() if isinstance(current, FridgeItem) and before is None:
            if (current.amount, current.unit) != (row.amount, row.unit):
                raise ChangedSince(image.name)
        case _:
            if seal_row(current) != image.seal:
                raise ChangedSince(image.name)
    if before is not None:
        draft.put(before)
    elif current is not None:
        draft.drop(current)


def _restore_line(draft: Draft, before: Entity | None) -> None:
    """With what a person said of it; its amount is settled afterwards."""
    if not isinstance(before, ShoppingItem):
        return
    for line in lines_of(draft, foods.fold(before.name)):
        if not line.done:
            draft.drop(line)
    draft.put(before)


def _is_only_wanted(image: RowImage) -> bool:
    """A line of which nothing but who wants it has changed: that is settled afterwards."""
    before, _ = parse_image(image)
    return isinstance(before, ShoppingItem) and not before.is_manual and seal_row(before) == image.seal


def _lines(rows: Iterable[Entity | None]) -> list[ShoppingItem]:
    return [row for row in rows if isinstance(row, ShoppingItem) and not row.is_manual]


def _follows(row: Entity | None) -> bool:
    """Whether it is still to be bought for dishes, or was not there."""
    return row is None or (isinstance(row, ShoppingItem) and not row.is_manual and not row.done)
