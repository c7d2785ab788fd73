"""Suggestions: what could be worn today, of what is in season and has not been worn for long."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.days import season_of
from chabudai.apps.wardrobe.design import Clothing, Season, Template, epoch_ms
from chabudai.table import contains, not_exists, where

_LOOKED_AT = 30
_OUTFITS_LOOKED_AT = (6, 24)  # one of the first few fits most often, so the others are read only if none does
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
    cursor: str | None = None
    for rows in _OUTFITS_LOOKED_AT:
        page = closet.page(design.templates(closet.wardrobe_id, "lastWorn", "asc"), cursor, rows)
        waiting = [template for template in page if template.last_worn_at < epoch_ms(today)]
        found = _first_that_fits(closet, waiting, today)
        if found is not None or page.cursor is None or len(waiting) < len(page):
            return found
        cursor = page.cursor
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
    season = season_of(today)
    query = design.clothes(closet.wardrobe_id, "lastWorn", "asc")
    in_season = query.filter(where(seasons=contains(season)) | where(seasons=not_exists()))
    page = closet.store.page(in_season, size=_LOOKED_AT)
    pieces = _combine([piece for piece in page if _fits(piece, today)], season)
    return Suggestion(today, pieces, None) if pieces else None


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
