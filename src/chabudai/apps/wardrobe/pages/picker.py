"""Choosing pieces for an outfit or a day: what is chosen stands in its order, the rest is searched, script or not."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.design import MAX_CLOTHES, Clothing
from chabudai.apps.wardrobe.errors import NoSuchPage
from chabudai.apps.wardrobe.rules import GENRES, is_id
from chabudai.apps.wardrobe.thumbs import Small, smalls
from chabudai.table import Page
from chabudai.web.forms import Form

_ROWS = 30  # of all that can be seen at once, chosen or not
_LEAST_ROWS = 8
_ON_THE_WAY = ("look", "cursor", "move", "use")


@dataclass(frozen=True, slots=True)
class Picker:
    """`cursor` is where more of the others are."""

    chosen: tuple[Small, ...]
    others: tuple[Clothing, ...]
    cursor: str | None
    q: str
    genre: str
    most: int = MAX_CLOTHES

    @property
    def is_over(self) -> bool:
        return len(self.chosen) > self.most


def is_on_the_way(form: Form) -> bool:
    """Sent to search, see more, move a piece or take over an outfit: nothing is to be saved yet."""
    return any(name in form for name in _ON_THE_WAY)


def picker(closet: Closet, form: Form) -> Picker:
    """One batch for what is chosen, one query for the rest."""
    chosen = _moved(_chosen(form), form["move"])
    seen = smalls(closet, chosen, design.template_thumbs)
    genre = form["genre"] if form["genre"] in GENRES else ""
    rows = max(_ROWS - len(chosen), _LEAST_ROWS)
    page = _page(closet, Filters(form["q"], genre or None), form["cursor"] or None, rows)
    others = tuple(piece for piece in page if piece.clothing_id not in seen)
    return Picker(tuple(seen[each] for each in chosen), others, page.cursor, form["q"], genre)


def choosing(form: Form, clothing_ids: Sequence[str]) -> Form:
    """The same form with other pieces chosen."""
    return replace(form, values={**form.values, "clothingIds": tuple(clothing_ids)})


def _chosen(form: Form) -> list[str]:
    """What is no id, or one too many, is not worth looking for; sending the form still says what is wrong."""
    known = dict.fromkeys(each for each in form.all("clothingIds") if is_id(each))
    return list(known)[: 2 * MAX_CLOTHES]


def _moved(chosen: Sequence[str], wish: str) -> list[str]:
    """`cl_1 left` or `cl_1 right`: by one place, and not beyond the ends."""
    piece, _, way = wish.partition(" ")
    if piece not in chosen:
        return list(chosen)
    rest = [each for each in chosen if each != piece]
    place = max(chosen.index(piece) + (-1 if way == "left" else 1), 0)
    return [*rest[:place], piece, *rest[place:]]


def _page(closet: Closet, filters: Filters, cursor: str | None, rows: int) -> Page[Clothing]:
    """The last worn first. Where the search changed since, it begins anew."""
    try:
        return service.clothes(closet, "lastWorn", "desc", filters, cursor, rows)
    except NoSuchPage:
        return service.clothes(closet, "lastWorn", "desc", filters, rows=rows)
