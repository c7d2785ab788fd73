"""Wear counts: what AP-16, AP-17 and a change of a record do to every counter.

The daily rows are the truth; `wearCount` and `lastWornAt` are kept beside them, and move in the same transaction.
"""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import ClothingChange, TemplateChange
from chabudai.apps.wardrobe.entities import Clothing, History, Piece, Template, WearDaily, epoch_ms
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing
from chabudai.apps.wardrobe.pieces import TEMPLATES, find_active
from chabudai.common.text import is_id
from chabudai.table import Query

C = TypeVar("C", ClothingChange, TemplateChange)
D = TypeVar("D", bound=WearDaily)
Figures = tuple[int, int]
"""`wear_count` and `last_worn_at`."""


def active_clothes(closet: Closet, clothing_ids: Sequence[str]) -> list[Clothing]:
    """As they are at this moment, each of this wardrobe and none in the trash."""
    return [_check_active(piece) for piece in _find_clothes(closet, clothing_ids)]


def changes_by_deletion(closet: Closet, history: History) -> tuple[list[ClothingChange], TemplateChange | None]:
    """What the end of a record changes. Pieces of which nothing is left have no counters."""
    pieces = _existing_clothes(closet, history.clothing_ids)
    return _clothes_less(closet, pieces, history.day), _template_less(closet, history)


def changes_by_restoration(closet: Closet, history: History) -> tuple[list[ClothingChange], TemplateChange | None]:
    """What a record that comes back changes. Pieces may be in the trash, and of some nothing may be left."""
    more = [
        ClothingChange(clothing=piece, **_wear_more(piece, history.day))
        for piece in _existing_clothes(closet, history.clothing_ids)
    ]
    template = _find_template(closet, history)
    return more, None if template is None else TemplateChange(template=template, **_wear_more(template, history.day))


def changes_by_replacement(
    closet: Closet, old: History, new: History
) -> tuple[list[ClothingChange], list[TemplateChange]]:
    """What one record in the place of another changes. A piece that both have on the same day is left alone."""
    is_same_day = old.day == new.day
    gone = [piece for piece in old.clothing_ids if not is_same_day or piece not in new.clothing_ids]
    less = {
        change.clothing.clothing_id: change
        for change in _clothes_less(closet, _existing_clothes(closet, gone), old.day)
    }
    added = [piece for piece in new.clothing_ids if piece not in old.clothing_ids]
    moved = [_wear_again(less[piece], new.day) if piece in new.clothing_ids else less[piece] for piece in less]
    pieces = active_clothes(closet, added) if added else []
    fresh = [ClothingChange(clothing=piece, **_wear_once_more(piece, new.day)) for piece in pieces]
    return moved + fresh, _template_changes(closet, old, new)


def figures_of(rows: Iterable[WearDaily]) -> Figures:
    """What the daily rows of a piece say."""
    worn = [row for row in rows if row.count > 0]
    return sum(row.count for row in worn), max((epoch_ms(row.day) for row in worn), default=0)


def _find_clothes(closet: Closet, clothing_ids: Sequence[str]) -> list[Clothing]:
    if not all(map(is_id, clothing_ids)):
        raise NoSuchClothing
    pieces = _existing_clothes(closet, clothing_ids)
    if len(pieces) < len(clothing_ids):
        raise NoSuchClothing
    return pieces


def _existing_clothes(closet: Closet, clothing_ids: Sequence[str]) -> list[Clothing]:
    if not clothing_ids:
        return []
    found = closet.store.batch(design.worn_clothes(closet.wardrobe_id, clothing_ids))
    return [piece for piece in found if piece is not None]


def _check_active(piece: Clothing) -> Clothing:
    if piece.status != "ACTIVE":
        raise ClothingInTrash(piece.name)
    return piece


def _clothes_less(closet: Closet, pieces: Sequence[Clothing], day: date) -> list[ClothingChange]:
    if not pieces:
        return []
    ids = [piece.clothing_id for piece in pieces]
    rows = closet.store.batch(design.clothing_rows(closet.wardrobe_id, ids, day))
    changes: list[ClothingChange] = []
    for piece, row in zip(pieces, rows, strict=True):
        days = design.clothing_days(closet.wardrobe_id, piece.clothing_id)
        wear_count, last_worn_at = _less(closet, piece, row, day, days)
        change = ClothingChange(clothing=piece, wear_count=wear_count, last_worn_at=last_worn_at, less=row)
        changes.append(change)
    return changes


def _template_less(closet: Closet, history: History) -> TemplateChange | None:
    template = _find_template(closet, history)
    if template is None:
        return None
    row = closet.store.get(design.template_row(closet.wardrobe_id, template.template_id, history.day))
    days = design.template_days(closet.wardrobe_id, template.template_id)
    wear_count, last_worn_at = _less(closet, template, row, history.day, days)
    return TemplateChange(template=template, wear_count=wear_count, last_worn_at=last_worn_at, less=row)


def _find_template(closet: Closet, history: History) -> Template | None:
    """In the trash or not."""
    if history.template_id is None:
        return None
    return closet.store.get(design.template(closet.wardrobe_id, history.template_id).consistently())


def _less(closet: Closet, piece: Piece, row: WearDaily | None, day: date, days: Query[D]) -> Figures:
    """The figures of a piece that was worn on a day once less. Where the day has no row, all the others are asked."""
    if row is None:
        rows = closet.store.all(days.consistently())
        return figures_of(rows)
    wear_count = max(piece.wear_count - 1, 0)
    if row.count > 1 or piece.last_worn_at != epoch_ms(day):
        return wear_count, piece.last_worn_at
    newest = closet.store.page(days.consistently(), size=2)
    return wear_count, figures_of(each for each in newest if each.day != day)[1]


def _wear_again(change: C, day: date) -> C:
    """Taken back from one day, and worn on another."""
    last_worn_at = max(change.last_worn_at, epoch_ms(day))
    return change.model_copy(update={"wear_count": change.wear_count + 1, "last_worn_at": last_worn_at, "more": day})


def _wear_once_more(piece: Piece, day: date) -> dict[str, Any]:
    """A piece that comes into a record."""
    return {**_wear_more(piece, day), "is_new": True}


def _wear_more(piece: Piece, day: date) -> dict[str, Any]:
    last_worn_at = max(piece.last_worn_at, epoch_ms(day))
    return {"wear_count": piece.wear_count + 1, "last_worn_at": last_worn_at, "more": day}


def _template_changes(closet: Closet, old: History, new: History) -> list[TemplateChange]:
    if old.template_id == new.template_id and old.day == new.day:
        return []
    less = _template_less(closet, old)
    if old.template_id == new.template_id:
        return [] if less is None else [_wear_again(less, new.day)]
    template = None if new.template_id is None else find_active(closet, TEMPLATES, new.template_id)
    more = None if template is None else TemplateChange(template=template, **_wear_once_more(template, new.day))
    return [change for change in (less, more) if change is not None]
