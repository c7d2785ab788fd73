"""Choosing pieces for an outfit or a day: what is chosen stays in front, the rest can be searched, script or not."""

from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.design import MAX_CLOTHES, Clothing
from chabudai.apps.wardrobe.rules import GENRES, is_id
from chabudai.apps.wardrobe.thumbs import Small, smalls
from chabudai.web.forms import Form


@dataclass(frozen=True, slots=True)
class Picker:
    """`has_more` when there are pieces that only a search would show."""

    chosen: tuple[Small, ...]
    others: tuple[Clothing, ...]
    has_more: bool
    q: str
    genre: str


def picker(closet: Closet, form: Form) -> Picker:
    """One batch for what is chosen, one query for the rest."""
    chosen = _chosen(form)
    seen = smalls(closet, chosen, design.template_thumbs)
    genre = form["genre"] if form["genre"] in GENRES else ""
    page = service.clothes(closet, "lastWorn", "desc", Filters(form["q"], genre or None))
    others = tuple(piece for piece in page if piece.clothing_id not in seen)
    return Picker(tuple(seen[each] for each in chosen), others, page.cursor is not None, form["q"], genre)


def _chosen(form: Form) -> Sequence[str]:
    """What is no id, or one too many, is not worth looking for; sending the form still says what is wrong."""
    known = dict.fromkeys(each for each in form.all("clothingIds") if is_id(each))
    return list(known)[: 2 * MAX_CLOTHES]
