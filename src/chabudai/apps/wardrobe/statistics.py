"""Statistics: how much was worn in a time, counted from its records.

A daily row says how many records of its day hold its piece, so both say the same; but the records of a time are one
query, and its daily rows one read for each piece and day. The days of a single piece are read from its rows.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import TypeVar

from chabudai.apps.wardrobe import days, design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.clothes import clothing
from chabudai.apps.wardrobe.entities import FIRST_DAY, LAST_DAY, Clothing, Genre, History
from chabudai.apps.wardrobe.messages import lazy
from chabudai.common.days import Month, days_between, monday_of
from chabudai.web.errors import invalid_field

K = TypeVar("K")

_MOST_DAYS = 3660
_WRONG_PERIOD = lazy("Choose a period of up to 10 years between 1970 and 2285, starting before it ends.")


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
class Kind:
    """How often the pieces of one kind were worn, how many of them at all, and how many there are."""

    genre: Genre | None
    count: int
    worn: int
    owned: int


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

    def by_kind(self) -> tuple[Kind, ...]:
        """Most worn first; what was not put in a kind is one of its own."""
        kinds: dict[Genre | None, list[int]] = {}
        for each in self.by_times:
            kinds.setdefault(each.clothing.genre, []).append(each.count)
        found = [Kind(genre, sum(some), sum(1 for n in some if n), len(some)) for genre, some in kinds.items()]
        return tuple(sorted(found, key=lambda kind: (-kind.count, -kind.owned)))

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
    """Of a time of at most ten years."""
    if not FIRST_DAY <= first <= last <= LAST_DAY or (last - first).days > _MOST_DAYS:
        raise invalid_field("first", _WRONG_PERIOD)
    histories = _find_histories(closet, first, last)
    times = Counter(piece for history in histories for piece in history.clothing_ids)
    pieces = _count_by_day(histories)
    owned = closet.store.all(design.clothes(closet.wardrobe_id, "lastWorn"))
    by_times = [Times(piece, times[piece.clothing_id]) for piece in owned]
    return Statistics(
        first,
        last,
        _sum(pieces.values()),
        _group(pieces, days_between(first, last), monday_of),
        _group(pieces, days_between(first, last), Month.of),
        tuple(sorted(by_times, key=lambda each: (-each.count, -each.clothing.last_worn_at))),
    )


def pieces_by_day(closet: Closet, first: date, last: date) -> Mapping[date, int]:
    """How many pieces were worn, or are to be worn, on each day of a time on which any were."""
    return _count_by_day(_find_histories(closet, first, last))


def days_worn(closet: Closet, clothing_id: str, first: date, last: date) -> Mapping[date, int]:
    """How often one piece was worn on each day of a time on which it was."""
    query = design.clothing_days_between(closet.wardrobe_id, clothing_id, days.check_day(first), days.check_day(last))
    found = {row.day: row.count for row in closet.store.all(query)}
    if not found:
        clothing(closet, clothing_id)
    return found


def _find_histories(closet: Closet, first: date, last: date) -> list[History]:
    return list(closet.store.all(design.histories_between(closet.wardrobe_id, first, last)))


def _count_by_day(histories: Iterable[History]) -> Mapping[date, int]:
    """How many pieces the records of each day hold."""
    found = Counter[date]()
    for history in histories:
        found[history.day] += len(history.clothing_ids)
    return found


def _group(pieces: Mapping[date, int], wanted: Iterable[date], key: Callable[[date], K]) -> Mapping[K, Amount]:
    """By week or month, in order, those in which nothing was worn included."""
    found: dict[K, list[int]] = {}
    for day in wanted:
        some = found.setdefault(key(day), [])
        if day in pieces:
            some.append(pieces[day])
    return {each: _sum(some) for each, some in found.items()}


def _sum(pieces: Collection[int]) -> Amount:
    return Amount(sum(pieces), len(pieces))
