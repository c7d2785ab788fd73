"""Clothes: what a person can do with single pieces."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from itertools import islice
from typing import Any, get_args

from chabudai.apps.wardrobe import design, photos, rules
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Clothing, ClothingWearDaily, Order, Sort, Status, Template, epoch_ms
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing, NoSuchOrder
from chabudai.apps.wardrobe.rules import Details
from chabudai.table import (
    ALWAYS,
    Condition,
    ConditionNotMet,
    ItemNotFound,
    Page,
    Query,
    Update,
    all_of,
    contains,
    gt,
    not_exists,
    where,
)

_ONE_DAY = timedelta(days=1)
_LONGEST_SEARCH = 80


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list leaves out. `season` also finds what is for every season; `is_worn` False what was never worn."""

    text: str = ""
    genre: str | None = None
    season: str | None = None
    colour: str | None = None
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
    return closet.page(_chosen(_ordered(closet, sort, order, "ACTIVE"), filters), cursor, rows)


def clothes_in_trash(closet: Closet, cursor: str | None = None) -> Page[Clothing]:
    """AP-04: what was thrown away, the last added first."""
    return closet.page(_ordered(closet, "created", "desc", "DELETED"), cursor)


def unworn_clothes(closet: Closet, days: int, cursor: str | None = None, rows: int | None = None) -> Page[Clothing]:
    """Worn once, but not within so many days; longest ago first."""
    until = epoch_ms(closet.today() - _ONE_DAY * max(days, 1))
    return closet.page(design.clothes_last_worn(closet.wardrobe_id, 1, max(until, 1)), cursor, rows)


def never_worn_clothes(closet: Closet, cursor: str | None = None) -> Page[Clothing]:
    return closet.page(design.clothes_last_worn(closet.wardrobe_id, 0, 0).filter(wear_count=0), cursor)


def clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-05, in the trash or not."""
    found = closet.store.get(design.clothing(closet.wardrobe_id, _known(clothing_id)))
    if found is None:
        raise NoSuchClothing
    return found


def days_of_clothing(
    closet: Closet, clothing_id: str, cursor: str | None = None, rows: int | None = None
) -> Page[ClothingWearDaily]:
    """The days on which it was worn, latest first."""
    return closet.page(design.clothing_days(closet.wardrobe_id, _known(clothing_id)), cursor, rows)


def templates_with_clothing(closet: Closet, clothing_id: str, cursor: str | None = None) -> Page[Template]:
    """The outfits that hold it, last worn first."""
    return closet.page(_holding(closet, clothing_id), cursor)


def last_templates_with_clothing(closet: Closet, clothing_id: str, rows: int) -> tuple[Template, ...]:
    """So many of them. Few outfits of all hold it, so all are gone through at once rather than page by page."""
    return tuple(islice(closet.store.all(_holding(closet, clothing_id)), rows))


def add_clothing(closet: Closet, details: Details) -> Clothing:
    """AP-06. It needs a name; the rest may be told later."""
    fields = rules.checked({"name": "", **details})
    piece = Clothing(wardrobe_id=closet.wardrobe_id, created_at=closet.now(), **fields)
    return closet.writing.write(design.add_clothing(piece))


def edit_clothing(closet: Closet, clothing_id: str, details: Details) -> Clothing:
    """AP-07: only what is given changes."""
    return _changed(closet, clothing_id, rules.checked(details))


def throw_away_clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-08: into the trash, from which it can be taken back. One that is there stays there."""
    update = design.throw_away_clothing(closet.wardrobe_id, _known(clothing_id), closet.now())
    return _turned(closet, clothing_id, update)


def restore_clothing(closet: Closet, clothing_id: str) -> Clothing:
    """AP-18."""
    return _turned(closet, clothing_id, design.restore_clothing(closet.wardrobe_id, _known(clothing_id)))


def set_photo(closet: Closet, clothing_id: str, content: bytes) -> Clothing:
    """In the place of the one before, if there was one."""
    closet.must_be_mine()
    before = clothing(closet, clothing_id)
    kept = photos.keep(closet, photos.process_photo(closet, content))
    try:
        after = _changed(closet, clothing_id, {"image_key": kept.image_key, "image_tint": kept.tint})
    except (NoSuchClothing, ClothingInTrash):
        photos.forget(closet, kept.image_key)
        raise
    photos.forget(closet, before.image_key)
    return after


def remove_photo(closet: Closet, clothing_id: str) -> Clothing:
    before = clothing(closet, clothing_id)
    after = _changed(closet, clothing_id, {"image_key": None, "image_tint": None})
    photos.forget(closet, before.image_key)
    return after


def named(text: str) -> Condition:
    """Every word of a search stands in the name. A row without `search_name` is asked for its name itself."""
    words = rules.folded(text[:_LONGEST_SEARCH]).split()
    if not words:
        return ALWAYS
    found = all_of(*(where(search_name=contains(word)) for word in words))
    return found | where(search_name="", name=contains(text[:_LONGEST_SEARCH].strip()))


def _ordered(closet: Closet, sort: Sort, order: Order, status: Status) -> Query[Clothing]:
    if sort not in get_args(Sort) or order not in get_args(Order):
        raise NoSuchOrder
    return design.clothes(closet.wardrobe_id, sort, order, status)


def _holding(closet: Closet, clothing_id: str) -> Query[Template]:
    query = design.templates(closet.wardrobe_id, "lastWorn")
    return query.filter(clothing_ids=contains(_known(clothing_id)))


def _chosen(query: Query[Clothing], filters: Filters) -> Query[Clothing]:
    condition = named(filters.text)
    if filters.season is not None:
        (season,) = rules.seasons([filters.season])
        condition &= where(seasons=contains(season)) | where(seasons=not_exists())
    if filters.is_worn is not None:
        condition &= where(wear_count=gt(0) if filters.is_worn else 0)
    chosen = {"genre": rules.genre(filters.genre), "colour": rules.colour(filters.colour)}
    return query.filter(condition, **{field: value for field, value in chosen.items() if value is not None})


def _changed(closet: Closet, clothing_id: str, fields: Mapping[str, Any]) -> Clothing:
    if not fields:
        return clothing(closet, clothing_id)
    try:
        return closet.writing.write(design.edit_clothing(closet.wardrobe_id, _known(clothing_id), fields))
    except ItemNotFound as nothing:
        raise NoSuchClothing from nothing
    except ConditionNotMet as otherwise:
        raise ClothingInTrash(clothing(closet, clothing_id).name) from otherwise


def _turned(closet: Closet, clothing_id: str, update: Update[Clothing]) -> Clothing:
    try:
        return closet.writing.write(update)
    except ItemNotFound as nothing:
        raise NoSuchClothing from nothing
    except ConditionNotMet:
        return clothing(closet, clothing_id)


def _known(clothing_id: str) -> str:
    if not rules.is_id(clothing_id):
        raise NoSuchClothing
    return clothing_id
