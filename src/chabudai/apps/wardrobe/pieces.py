"""Pieces: what clothes and templates have in common when they are found, put in order, changed and thrown away."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from chabudai.apps.wardrobe import design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.design import Changes
from chabudai.apps.wardrobe.entities import (
    Clothing,
    ClothingWearDaily,
    Order,
    Piece,
    Sort,
    Status,
    Template,
    TemplateWearDaily,
    WearDaily,
)
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing, NoSuchTemplate, TemplateInTrash
from chabudai.common.store_errors import translate, write_if_met
from chabudai.common.text import fold_search, is_id
from chabudai.table import ALWAYS, Condition, Get, Query, Update, all_of, contains, gt, where
from chabudai.web.errors import Conflict, NotFound

P = TypeVar("P", bound=Piece)
D = TypeVar("D", bound=WearDaily)

_LONGEST_SEARCH = 80


class ListPieces(Protocol[P]):
    def __call__(self, wardrobe_id: str, sort: Sort, order: Order = ..., status: Status = ...) -> Query[P]: ...


@dataclass(frozen=True)
class PieceKind(Generic[P, D]):
    """The access patterns of clothes or templates, and what is said when one is not there, or in the trash."""

    find: Callable[[str, str], Get[P]]
    list: ListPieces[P]
    days: Callable[[str, str], Query[D]]
    edit: Callable[[str, str, Changes], Update[P]]
    throw_away: Callable[[str, str, int], Update[P]]
    restore: Callable[[str, str], Update[P]]
    set_figures: Callable[[P, int, int], Update[P]]
    missing: type[NotFound]
    in_trash: Callable[[str], Conflict]

    def check_id(self, piece_id: str) -> str:
        """What can be no id is as unknown as any other."""
        if not is_id(piece_id):
            raise self.missing
        return piece_id


CLOTHES: PieceKind[Clothing, ClothingWearDaily] = PieceKind(
    design.clothing,
    design.clothes,
    design.clothing_days,
    design.edit_clothing,
    design.throw_away_clothing,
    design.restore_clothing,
    design.mend_clothing,
    NoSuchClothing,
    ClothingInTrash,
)
TEMPLATES: PieceKind[Template, TemplateWearDaily] = PieceKind(
    design.template,
    design.templates,
    design.template_days,
    design.edit_template,
    design.throw_away_template,
    design.restore_template,
    design.mend_template,
    NoSuchTemplate,
    TemplateInTrash,
)


def find(closet: Closet, kind: PieceKind[P, D], piece_id: str) -> P:
    """In the trash or not."""
    found = closet.store.get(kind.find(closet.wardrobe_id, kind.check_id(piece_id)))
    if found is None:
        raise kind.missing
    return found


def find_active(closet: Closet, kind: PieceKind[P, D], piece_id: str) -> P:
    """As it is at this moment, and not in the trash."""
    found = closet.store.get(kind.find(closet.wardrobe_id, kind.check_id(piece_id)).consistently())
    if found is None:
        raise kind.missing
    if found.status != "ACTIVE":
        raise kind.in_trash(found.name)
    return found


def change(closet: Closet, kind: PieceKind[P, D], piece_id: str, fields: Changes) -> P:
    if not fields:
        return find_active(closet, kind, piece_id)
    plan = kind.edit(closet.wardrobe_id, kind.check_id(piece_id), fields)
    with translate(missing=kind.missing, unmet=lambda: kind.in_trash(find(closet, kind, piece_id).name)):
        return closet.writable_store.write(plan)


def throw_away(closet: Closet, kind: PieceKind[P, D], piece_id: str) -> P:
    """Into the trash, from which it can be restored. One that is there stays there."""
    return _move(closet, kind, piece_id, kind.throw_away(closet.wardrobe_id, kind.check_id(piece_id), closet.now()))


def restore(closet: Closet, kind: PieceKind[P, D], piece_id: str) -> P:
    return _move(closet, kind, piece_id, kind.restore(closet.wardrobe_id, kind.check_id(piece_id)))


def name_contains(text: str) -> Condition:
    """Every word of a search stands in the name. A row without `search_name` is asked for its name itself."""
    words = fold_search(text[:_LONGEST_SEARCH]).split()
    if not words:
        return ALWAYS
    found = all_of(*(where(search_name=contains(word)) for word in words))
    return found | where(search_name="", name=contains(text[:_LONGEST_SEARCH].strip()))


def is_worn(wanted: bool | None) -> Condition:
    """Worn at least once, never, or either."""
    return ALWAYS if wanted is None else where(wear_count=gt(0) if wanted else 0)


def _move(closet: Closet, kind: PieceKind[P, D], piece_id: str, plan: Update[P]) -> P:
    with translate(missing=kind.missing):
        return write_if_met(closet.writable_store, plan) or find(closet, kind, piece_id)
