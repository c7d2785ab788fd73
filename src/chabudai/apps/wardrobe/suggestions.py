"""Suggestions: what could be worn today, of what is in season and has not been worn for long."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.days import season_of
from chabudai.apps.wardrobe.design import Clothing, Season, Template, epoch_ms
from chabudai.table import Query

P = TypeVar("P", Clothing, Template)

# One of the first few fits most often, so the others are read only if none does.
_OUTFITS_LOOKED_AT = (6, 24)
_CLOTHES_LOOKED_AT = (30, 90, 480)
_DRESSED = (("tops", "bottoms"), ("dress",))
_ALSO: Mapping[Season, tuple[str, ...]] = {
    "spring": ("outer", "shoes"),
    "summer": ("shoes",),
    "autumn": ("outer", "shoes"),
    "winter": ("outer", "shoes"),
}


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Clothes for a day, longest unworn first; `template` when they are an outfit that was put together before."""

    day: date
    clothes: tuple[Clothing, ...]
    template: Template | None


def suggestions(closet: Closet) -> tuple[Suggestion, ...]:
    """For today: at most one outfit, and one newly put together.

    Nothing of them is in the trash, out of season, worn today, or planned.
    """
    found = (_outfit(closet, closet.today()), _put_together(closet, closet.today()))
    return tuple(each for each in found if each is not None)


def _outfit(closet: Closet, today: date) -> Suggestion | None:
    query = design.templates(closet.wardrobe_id, "lastWorn", "asc")
    for templates in _longest_unworn(closet, query, _OUTFITS_LOOKED_AT, today):
        found = _first_that_fits(closet, templates, today)
        if found is not None:
            return found
    return None


def _first_that_fits(closet: Closet, templates: Sequence[Template], today: date) -> Suggestion | None:
    ids = list(dict.fromkeys(piece for template in templates for piece in template.clothing_ids))
    found = closet.store.batch(design.worn_clothes(closet.wardrobe_id, ids)) if ids else []
    fitting = {piece.clothing_id: piece for piece in found if piece is not None and _fits(piece, today)}
    for template in templates:
        if all(piece in fitting for piece in template.clothing_ids):
            return Suggestion(today, tuple(fitting[piece] for piece in template.clothing_ids), template)
    return None


def _put_together(closet: Closet, today: date) -> Suggestion | None:
    query = design.clothes(closet.wardrobe_id, "lastWorn", "asc")
    looked_at: list[Clothing] = []
    for pieces in _longest_unworn(closet, query, _CLOTHES_LOOKED_AT, today):
        looked_at += (piece for piece in pieces if _fits(piece, today))
        combined = _combine(looked_at, season_of(today))
        if combined:
            return Suggestion(today, combined, None)
    return None


def _longest_unworn(closet: Closet, query: Query[P], sizes: Iterable[int], today: date) -> Iterator[Sequence[P]]:
    """Pages of so many rows, as long as there are any that are not worn today or later."""
    cursor: str | None = None
    for size in sizes:
        page = closet.page(query, cursor, size)
        waiting = [row for row in page if row.last_worn_at < epoch_ms(today)]
        yield waiting
        cursor = page.cursor
        if cursor is None or len(waiting) < len(page):
            return


def _fits(piece: Clothing, today: date) -> bool:
    is_in_season = not piece.seasons or season_of(today) in piece.seasons
    return piece.status == "ACTIVE" and is_in_season and piece.last_worn_at < epoch_ms(today)


def _combine(pieces: Sequence[Clothing], season: Season) -> tuple[Clothing, ...]:
    """Tops and bottoms or a dress, whichever holds the piece that waited longest, with what goes over and under it."""
    first = _first_of_each(pieces)
    whole = [[first[genre] for genre in genres] for genres in _DRESSED if all(genre in first for genre in genres)]
    if not whole:
        return ()
    dressed = min(whole, key=lambda some: min(piece.last_worn_at for piece in some))
    return (*dressed, *(first[genre] for genre in _ALSO[season] if genre in first))


def _first_of_each(pieces: Iterable[Clothing]) -> Mapping[str, Clothing]:
    found: dict[str, Clothing] = {}
    for piece in pieces:
        if piece.genre is not None:
            found.setdefault(piece.genre, piece)
    return found
