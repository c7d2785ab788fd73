"""Suggestions: what could be worn today, of what is in season and has not been worn for long."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import longest_unworn_clothes
from chabudai.apps.wardrobe.days import season_of
from chabudai.apps.wardrobe.entities import Clothing, Season, Template, epoch_ms
from chabudai.table import Page

_OTHERS_LOOKED_AT = 500
_OUTFITS_LOOKED_AT = 30
_OUTFITS_AT_ONCE = 6
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


def suggestions(closet: Closet, first: Page[Clothing] | None = None) -> tuple[Suggestion, ...]:
    """For today: at most one outfit, and one newly put together; `first` are the clothes that waited longest, if known.

    Nothing of them is in the trash, out of season, worn today, or planned.
    """
    if first is None:
        first = longest_unworn_clothes(closet)
    found = (_outfit(closet, first), _put_together(closet, first))
    return tuple(each for each in found if each is not None)


def _outfit(closet: Closet, first: Page[Clothing]) -> Suggestion | None:
    page = closet.page(design.templates(closet.wardrobe_id, "lastWorn", "asc"), None, _OUTFITS_LOOKED_AT)
    waiting = [template for template in page if template.last_worn_at < epoch_ms(closet.today())]
    known = {piece.clothing_id: piece for piece in first}
    for start in range(0, len(waiting), _OUTFITS_AT_ONCE):
        templates = waiting[start : start + _OUTFITS_AT_ONCE]
        if first.cursor is not None:
            known |= _find_others(closet, templates, known)
        found = _first_that_fits(templates, known, closet.today())
        if found is not None:
            return found
    return None


def _find_others(closet: Closet, templates: Sequence[Template], known: Mapping[str, Clothing]) -> dict[str, Clothing]:
    """The pieces of these outfits that are not known yet."""
    ids = dict.fromkeys(piece for template in templates for piece in template.clothing_ids if piece not in known)
    found = closet.store.batch(design.worn_clothes(closet.wardrobe_id, list(ids))) if ids else []
    return {piece.clothing_id: piece for piece in found if piece is not None}


def _first_that_fits(templates: Sequence[Template], known: Mapping[str, Clothing], today: date) -> Suggestion | None:
    for template in templates:
        pieces = [known.get(piece) for piece in template.clothing_ids]
        fitting = tuple(piece for piece in pieces if piece is not None and _fits(piece, today))
        if len(fitting) == len(pieces):
            return Suggestion(today, fitting, template)
    return None


def _put_together(closet: Closet, first: Page[Clothing]) -> Suggestion | None:
    """Of the clothes that waited longest; where their season keeps them waiting, of the many after them too."""
    today = closet.today()
    fitting = [piece for piece in first if _fits(piece, today)]
    pieces = _combine(fitting, season_of(today))
    if not pieces and first.cursor is not None:
        others = longest_unworn_clothes(closet, first.cursor, _OTHERS_LOOKED_AT)
        pieces = _combine([*fitting, *(piece for piece in others if _fits(piece, today))], season_of(today))
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
