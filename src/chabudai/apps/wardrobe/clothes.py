"""Clothes: what a person can do with single pieces."""

from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import Any, Final

from chabudai.apps.wardrobe import design, pieces
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import (
    Clothing,
    ClothingWearDaily,
    Colour,
    Genre,
    Order,
    Season,
    Sort,
    Template,
    epoch_ms,
)
from chabudai.apps.wardrobe.pieces import CLOTHES, is_worn, name_contains
from chabudai.common import photos
from chabudai.common.fields import Fields
from chabudai.common.photos import PhotoSize
from chabudai.common.text import fold_search
from chabudai.table import Page, Query, contains, not_exists, where

FIELDS: Final = Fields(Clothing, "name", "genre", "seasons", "colour", "brand", "size", "price")
"""What is told of a piece: by forms, by programs, and in files."""

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list leaves out. `season` also finds what is for every season; `is_worn` False what was never worn."""

    text: str = ""
    genre: Genre | None = None
    season: Season | None = None
    colour: Colour | None = None
    is_worn: bool | None = None


EVERYTHING = Filters()


def clothes(
    closet: Closet,
    sort: Sort,
    order: Order,
    filters: Filters = EVERYTHING,
    cursor: str | None = None,
    rows: int | None = None,
) -> Page[Clothing]:
    """AP-04: fifty at a time, or as many as are wanted."""
    return closet.page(_filter(design.clothes(closet.wardrobe_id, sort, order), filters), cursor, rows)


def clothes_in_trash(closet: Closet, cursor: str | None = None) -> Page[Clothing]:
    """AP-04: what was thrown away, the last added first."""
    return closet.page(design.clothes(closet.wardrobe_id, "created", "desc", "DELETED"), cursor)


def longest_unworn_clothes(closet: Closet, cursor: str | None = None, rows: int = 60) -> Page[Clothing]:
    """AP-04: the never worn first. Most wardrobes are no larger than the first page."""
    return closet.page(design.clothes(closet.wardrobe_id, "lastWorn", "asc"), cursor, rows)


def unworn_clothes(closet: Closet, days: int, cursor: str | None = None, rows: int | None = None) -> Page[Clothing]:
    """Worn once, but not within so many days; longest ago first."""
    return closet.page(design.clothes_last_worn(closet.wardrobe_id, 1, _days_ago(closet, days)), cursor, rows)


def first_unworn_clothes(closet: Closet, days: int, rows: int, first: Page[Clothing]) -> tuple[Clothing, ...]:
    """The first of them: found in the page of `longest_unworn_clothes` if that holds the whole wardrobe."""
    if first.cursor is not None:
        return unworn_clothes(closet, days, rows=rows).items
    until = _days_ago(closet, days)
    return tuple(piece for piece in first if 0 < piece.last_worn_at <= until)[:rows]


def never_worn_clothes(closet: Closet, cursor: str | None = None) -> Page[Clothing]:
    return closet.page(design.clothes_last_worn(closet.wardrobe_id, 0, 0).filter(wear_count=0), cursor)


def clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-05, in the trash or not."""
    return pieces.find(closet, CLOTHES, clothing_id)


def active_clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-05, for who is about to change it: ClothingInTrash when it is there."""
    return pieces.find_active(closet, CLOTHES, clothing_id)


def days_of_clothing(
    closet: Closet, clothing_id: str, cursor: str | None = None, rows: int | None = None
) -> Page[ClothingWearDaily]:
    """The days on which it was worn, latest first."""
    return closet.page(design.clothing_days(closet.wardrobe_id, CLOTHES.check_id(clothing_id)), cursor, rows)


def templates_with_clothing(closet: Closet, clothing_id: str, cursor: str | None = None) -> Page[Template]:
    """The outfits that hold it, last worn first."""
    return closet.page(_templates_with(closet, clothing_id), cursor)


def last_templates_with_clothing(closet: Closet, clothing_id: str, rows: int) -> tuple[Template, ...]:
    """So many of them. Few outfits of all hold it, so all are gone through at once rather than page by page."""
    return tuple(islice(closet.store.all(_templates_with(closet, clothing_id)), rows))


def add_clothing(closet: Closet, given: Mapping[str, Any], photo: bytes | None = None) -> Clothing:
    """AP-06. It needs a name; the rest may be told later. With a photo that can't be kept nothing is added."""
    closet.require_edit()
    fields = _check_new(given)
    with ExitStack() as undo:
        fields |= _store_photo(closet, photo, undo)
        piece = Clothing(wardrobe_id=closet.wardrobe_id, created_at=closet.now(), **fields)
        made = closet.writable_store.write(design.add_clothing(piece))
        undo.pop_all()
    return made


def edit_clothing(closet: Closet, clothing_id: str, given: Mapping[str, Any], photo: bytes | None = None) -> Clothing:
    """AP-07: only what is given changes; a photo takes the place of the one before."""
    closet.require_edit()
    fields = _with_search_name(FIELDS.check(given))
    if photo is None:
        return pieces.change(closet, CLOTHES, clothing_id, fields)
    before = active_clothing(closet, clothing_id)
    with ExitStack() as undo:
        fields |= _store_photo(closet, photo, undo)
        after = pieces.change(closet, CLOTHES, clothing_id, fields)
        undo.pop_all()
    closet.photos.remove(before.image_key)
    return after


def set_photo(closet: Closet, clothing_id: str, content: bytes) -> Clothing:
    return edit_clothing(closet, clothing_id, {}, content)


def remove_photo(closet: Closet, clothing_id: str) -> Clothing:
    before = clothing(closet, clothing_id)
    after = pieces.change(closet, CLOTHES, clothing_id, {"image_key": None, "image_tint": None})
    closet.photos.remove(before.image_key)
    return after


def photo(closet: Closet, name: str, size: PhotoSize) -> bytes:
    """A photo of this wardrobe, in WebP."""
    return closet.photos.read(name, size)


def throw_away_clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-08."""
    return pieces.throw_away(closet, CLOTHES, clothing_id)


def restore_clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-18."""
    return pieces.restore(closet, CLOTHES, clothing_id)


def _check_new(given: Mapping[str, Any]) -> dict[str, Any]:
    return _with_search_name(FIELDS.check_new(given))


def _with_search_name(fields: dict[str, Any]) -> dict[str, Any]:
    return {**fields, "search_name": fold_search(fields["name"])} if "name" in fields else fields


def _store_photo(closet: Closet, content: bytes | None, undo: ExitStack) -> dict[str, Any]:
    """What the piece says of it; it goes again when the piece can't be written."""
    if content is None:
        return {}
    stored = closet.photos.add(photos.process(content, closet.house.process_photo))
    undo.callback(closet.photos.remove, stored.key)
    return {"image_key": stored.key, "image_tint": stored.tint}


def _templates_with(closet: Closet, clothing_id: str) -> Query[Template]:
    query = design.templates(closet.wardrobe_id, "lastWorn")
    return query.filter(clothing_ids=contains(CLOTHES.check_id(clothing_id)))


def _filter(query: Query[Clothing], filters: Filters) -> Query[Clothing]:
    condition = name_contains(filters.text) & is_worn(filters.is_worn)
    if filters.season is not None:
        condition &= where(seasons=contains(filters.season)) | where(seasons=not_exists())
    chosen = {"genre": filters.genre, "colour": filters.colour}
    return query.filter(condition, **{field: value for field, value in chosen.items() if value is not None})


def _days_ago(closet: Closet, days: int) -> int:
    return max(epoch_ms(closet.today() - _ONE_DAY * max(days, 1)), 1)
