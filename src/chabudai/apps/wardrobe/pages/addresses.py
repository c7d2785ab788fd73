"""The lists of a wardrobe as their addresses say them. Each path is within the wardrobe."""

from dataclasses import dataclass
from typing import ClassVar, Literal, Self

from chabudai.apps.wardrobe.clothes import Filters
from chabudai.apps.wardrobe.entities import Colour, Genre, Order, Season, Sort
from chabudai.web.lists import CursorAddress

WornChoice = Literal["yes", "never"]
UnwornDays = Literal["30", "90", "180", "365"]
"""Days for which something may have waited."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OutfitsAddress(CursorAddress):
    PATH: ClassVar[str] = "/outfits"
    NARROWING: ClassVar[tuple[str, ...]] = ("q", "worn")
    OWN_ORDERS: ClassVar[tuple[str, ...]] = ()
    """Fields that put the list in an order of their own, whatever `sort` says."""

    sort: Sort = "created"
    order: Order = "desc"
    q: str = ""
    worn: WornChoice | None = None

    @property
    def is_worn(self) -> bool | None:
        return None if self.worn is None else self.worn == "yes"

    @property
    def current_sort(self) -> Sort | None:
        return None if any(getattr(self, name) for name in self.OWN_ORDERS) else self.sort

    def sorted_by(self, sort: Sort) -> Self:
        """The same list in this order; in the other direction when it is in this order already."""
        order: Order = "asc" if self.current_sort == sort and self.order == "desc" else "desc"
        return self.but(sort=sort, order=order, **dict.fromkeys(self.OWN_ORDERS))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClothesAddress(OutfitsAddress):
    """What waited for some days (`unworn`) is a list of its own, longest first."""

    PATH: ClassVar[str] = "/clothes"
    NARROWING: ClassVar[tuple[str, ...]] = ("q", "genre", "season", "colour", "worn", "unworn")
    OWN_ORDERS: ClassVar[tuple[str, ...]] = ("unworn",)

    genre: Genre | None = None
    season: Season | None = None
    colour: Colour | None = None
    unworn: UnwornDays | None = None

    @property
    def filters(self) -> Filters:
        return Filters(self.q, self.genre, self.season, self.colour, self.is_worn)


@dataclass(frozen=True, slots=True, kw_only=True)
class HistoryAddress(CursorAddress):
    """`after` is the month with which the list ended so far: what joins it in place needs its heading no more."""

    PATH: ClassVar[str] = "/history"

    after: str = ""
