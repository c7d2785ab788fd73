"""Choosing pieces for an outfit or a day: what is chosen stands in its order, the rest is searched, script or not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import get_args

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.entities import MAX_CLOTHES, Clothing, Genre
from chabudai.apps.wardrobe.thumbs import Thumbnail, thumbnails
from chabudai.common.text import is_id
from chabudai.table import Page
from chabudai.web.errors import WrongCursor
from chabudai.web.forms import Form

_ROWS = 30  # of all that can be seen at once, chosen or not
_LEAST_ROWS = 8
_STEPS = ("look", "cursor", "move", "use")


@dataclass(frozen=True, slots=True)
class Picker:
    """`cursor` is where more of the others are."""

    chosen: tuple[Thumbnail, ...]
    others: tuple[Clothing, ...]
    cursor: str | None
    q: str
    genre: Genre | None
    most: int = MAX_CLOTHES

    @property
    def is_over(self) -> bool:
        return len(self.chosen) > self.most


def is_unfinished(form: Form) -> bool:
    """Sent to search, see more, move a piece or take over an outfit: nothing is to be saved yet."""
    return any(name in form for name in _STEPS)


def make_picker(closet: Closet, form: Form) -> Picker:
    """One batch for what is chosen, one query for the rest."""
    chosen = _move(_chosen_ids(form), form["move"])
    seen = thumbnails(closet, chosen, design.template_thumbs)
    genre = next((each for each in get_args(Genre) if each == form["genre"]), None)
    rows = max(_ROWS - len(chosen), _LEAST_ROWS)
    page = _find_others(closet, Filters(form["q"], genre), form["cursor"] or None, rows)
    others = tuple(piece for piece in page if piece.clothing_id not in seen)
    return Picker(tuple(seen[each] for each in chosen), others, page.cursor, form["q"], genre)


def choose(form: Form, clothing_ids: Sequence[str]) -> Form:
    """The same form with other pieces chosen."""
    return replace(form, values={**form.values, "clothing_ids": tuple(clothing_ids)})


def _chosen_ids(form: Form) -> list[str]:
    """What is no id, or one too many, is not worth looking for; sending the form still says what is wrong."""
    known = dict.fromkeys(each for each in form.all("clothing_ids") if is_id(each))
    return list(known)[: 2 * MAX_CLOTHES]


def _move(chosen: Sequence[str], wish: str) -> list[str]:
    """`cl_1 left` or `cl_1 right`: by one place, and not beyond the ends."""
    piece, _, way = wish.partition(" ")
    if piece not in chosen:
        return list(chosen)
    rest = [each for each in chosen if each != piece]
    place = max(chosen.index(piece) + (-1 if way == "left" else 1), 0)
    return [*rest[:place], piece, *rest[place:]]


def _find_others(closet: Closet, filters: Filters, cursor: str | None, rows: int) -> Page[Clothing]:
    """The last worn first. Where the search changed since, it begins anew."""
    try:
        return service.clothes(closet, "lastWorn", "desc", filters, cursor, rows)
    except WrongCursor:
        return service.clothes(closet, "lastWorn", "desc", filters, rows=rows)
