"""Thumbs: the small pictures on outfits and days, by sections 2.6 and 9 of the seed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeAlias, TypeVar

from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, History, Template, Thumb
from chabudai.common.photos import photo_name
from chabudai.table import BatchGet, Page

THUMB_N = 4

R = TypeVar("R", Template, History)
Plan: TypeAlias = Callable[[str, Sequence[str]], BatchGet[Thumb]]


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """One piece as a small picture: without a `photo` it says "No photo", and a deleted one lies under a veil."""

    clothing_id: str
    name: str
    photo: str | None
    tint: str | None
    is_deleted: bool


@dataclass(frozen=True, slots=True)
class Card(Generic[R]):
    """A template or a record with its first small pictures, and how many pieces more there are (`+x`)."""

    row: R
    thumbnails: tuple[Thumbnail, ...]
    more: int


@dataclass(frozen=True, slots=True)
class Cards(Generic[R]):
    """A page of cards, and where to go on."""

    cards: tuple[Card[R], ...]
    cursor: str | None


def cards_of(closet: Closet, rows: Sequence[R], plan: Plan, known: Iterable[Clothing] = ()) -> tuple[Card[R], ...]:
    """One request for each 80 different pieces that are seen, but for those that are known."""
    seen = thumbnails(closet, (piece for row in rows for piece in row.clothing_ids[:THUMB_N]), plan, known)
    return tuple(_card(row, seen) for row in rows)


def card_page(closet: Closet, page: Page[R], plan: Plan, known: Iterable[Clothing] = ()) -> Cards[R]:
    return Cards(cards_of(closet, page.items, plan, known), page.cursor)


def thumbnails(
    closet: Closet, clothing_ids: Iterable[str], plan: Plan, known: Iterable[Clothing] = ()
) -> Mapping[str, Thumbnail]:
    seen: dict[str, Thumb | Clothing | None] = dict.fromkeys(clothing_ids)
    seen |= {piece.clothing_id: piece for piece in known if piece.clothing_id in seen}
    wanted = [piece for piece, thumb in seen.items() if thumb is None]
    if wanted:
        seen |= zip(wanted, closet.store.batch(plan(closet.wardrobe_id, wanted)), strict=True)
    return {piece: _thumbnail(piece, thumb) for piece, thumb in seen.items()}


def _card(row: R, seen: Mapping[str, Thumbnail]) -> Card[R]:
    shown = tuple(seen[piece] for piece in row.clothing_ids[:THUMB_N])
    return Card(row, shown, max(len(row.clothing_ids) - THUMB_N, 0))


def _thumbnail(clothing_id: str, thumb: Thumb | Clothing | None) -> Thumbnail:
    """A piece of which nothing is left is shown like one that was deleted and had no photo."""
    if thumb is None:
        return Thumbnail(clothing_id, "", None, None, is_deleted=True)
    return Thumbnail(clothing_id, thumb.name, photo_name(thumb.image_key), thumb.image_tint, thumb.status == "DELETED")
