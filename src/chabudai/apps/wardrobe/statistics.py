"""Statistics: how much was worn in a time, counted from the daily rows."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from chabudai.apps.wardrobe import days, design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import clothing
from chabudai.apps.wardrobe.days import Month
from chabudai.apps.wardrobe.design import Clothing, ClothingWearDaily, epoch_ms
from chabudai.apps.wardrobe.errors import DayUnfit

K = TypeVar("K")

_MOST_DAYS = 3660
_END = epoch_ms(days.LAST)


@dataclass(frozen=True, slots=True)
class Amount:
    """`pieces` counts each piece for each time that it was worn, `days` those with anything at all."""

    pieces: int
    days: int


@dataclass(frozen=True, slots=True)
class Times:
    """How often one piece was worn."""

    clothing: Clothing
    count: int

    @property
    def cost_per_wear(self) -> float | None:
        """In yen, over all the times that it was ever worn; None without a price or a wear."""
        return cost_per_wear(self.clothing)


@dataclass(frozen=True, slots=True)
class Statistics:
    """From `first` to `last`. `by_times` holds what is not in the trash, most worn first, the unworn at the end."""

    first: date
    last: date
    total: Amount
    weeks: Mapping[date, Amount]  # by their Mondays
    months: Mapping[Month, Amount]
    by_times: tuple[Times, ...]

    @property
    def owned(self) -> int:
        return len(self.by_times)

    @property
    def worn(self) -> int:
        """How many of those that one has were worn."""
        return sum(1 for each in self.by_times if each.count)

    @property
    def share(self) -> float:
        """The part of the wardrobe that was worn, from 0 to 1."""
        return self.worn / self.owned if self.owned else 0.0

    def most_worn(self, rows: int = 10) -> tuple[Times, ...]:
        return tuple(each for each in self.by_times[:rows] if each.count)

    def least_worn(self, rows: int = 10) -> tuple[Times, ...]:
        """Longest unworn first among those that are alike."""
        fewest = sorted(self.by_times, key=lambda each: (each.count, each.clothing.last_worn_at))
        return tuple(fewest[:rows])

    def dearest_per_wear(self, rows: int = 10) -> tuple[Times, ...]:
        priced = [each for each in self.by_times if each.cost_per_wear is not None]
        return tuple(sorted(priced, key=lambda each: each.cost_per_wear or 0, reverse=True)[:rows])


def cost_per_wear(clothing: Clothing) -> float | None:
    if clothing.price is None or not clothing.wear_count:
        return None
    return clothing.price / clothing.wear_count


def statistics(closet: Closet, first: date, last: date) -> Statistics:
    """Of a time of at most ten years. A piece whose last day is before it is not asked for its days."""
    if not days.checked(first) <= days.checked(last) or (last - first).days > _MOST_DAYS:
        raise DayUnfit
    owned = list(closet.store.all(design.clothes(closet.wardrobe_id, "lastWorn")))
    thrown = closet.store.all(design.clothes_last_worn(closet.wardrobe_id, epoch_ms(first), _END, "DELETED"))
    asked = [piece for piece in (*owned, *thrown) if piece.last_worn_at >= epoch_ms(first)]
    rows = {piece.clothing_id: list(_rows(closet, piece.clothing_id, first, last)) for piece in asked}
    times = [Times(piece, _pieces(rows.get(piece.clothing_id, ()))) for piece in owned]
    everything = [row for each in rows.values() for row in each]
    return Statistics(
        first,
        last,
        _amount(everything),
        _gathered(everything, (days.monday_of(day) for day in days.each(first, last)), days.monday_of),
        _gathered(everything, (days.month_of(day) for day in days.each(first, last)), days.month_of),
        tuple(sorted(times, key=lambda each: (-each.count, -each.clothing.last_worn_at))),
    )


def days_worn(closet: Closet, clothing_id: str, first: date, last: date) -> Mapping[date, int]:
    """How often one piece was worn on each day of a time on which it was."""
    clothing(closet, clothing_id)
    return {row.day: row.count for row in _rows(closet, clothing_id, days.checked(first), days.checked(last))}


def _rows(closet: Closet, clothing_id: str, first: date, last: date) -> Iterator[ClothingWearDaily]:
    return closet.store.all(design.clothing_days_between(closet.wardrobe_id, clothing_id, first, last))


def _gathered(rows: Iterable[ClothingWearDaily], wanted: Iterable[K], key: Callable[[date], K]) -> Mapping[K, Amount]:
    """By week or month, in order, those in which nothing was worn included."""
    found: dict[K, list[ClothingWearDaily]] = {each: [] for each in wanted}
    for row in rows:
        found[key(row.day)].append(row)
    return {each: _amount(some) for each, some in found.items()}


def _amount(rows: Iterable[ClothingWearDaily]) -> Amount:
    some = list(rows)
    return Amount(_pieces(some), len({row.day for row in some}))


def _pieces(rows: Iterable[ClothingWearDaily]) -> int:
    return sum(row.count for row in rows)
