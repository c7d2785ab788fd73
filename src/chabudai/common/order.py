"""Places in an order that is made by hand: a number between two neighbours, and room made where there is none."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Context, Decimal
from typing import Final

STEP: Final = Decimal(1000)
FINEST: Final = 12  # digits behind the point; a number that is stored has 38 in all
FARTHEST: Final = Decimal(10) ** 18
_CONTEXT = Context(prec=50)


@dataclass(frozen=True)
class Placement:
    """The place, and new ones for those who had to move up, by where they stand among the others."""

    place: Decimal
    others: dict[int, Decimal]


def is_place(number: Decimal) -> bool:
    """Whether there is room around it."""
    if not number.is_finite() or abs(number) > FARTHEST:
        return False
    return number == number.quantize(Decimal(1).scaleb(-FINEST), context=_CONTEXT)


def check_place(number: Decimal) -> Decimal:
    """For the rule of a field that holds a place: ValueError when there is no room around it."""
    if not is_place(number):
        raise ValueError(f"{number} is no place in an order")
    return number


def place_at(others: Sequence[Decimal], slot: int) -> Placement:
    """A place before the other of this number (at the end: after all); `others` are in order, and may be equal."""
    low, high = slot, slot  # others[low:high] move up, on both sides of the slot
    while (places := _spread(others, low, high)) is None:
        width = max(1, high - low)
        low, high = max(0, low - width), min(len(others), high + width)
    moved = {low + number: place for number, place in enumerate(places[: slot - low])}
    moved |= {slot + number: place for number, place in enumerate(places[slot - low + 1 :])}
    return Placement(places[slot - low], {number: place for number, place in moved.items() if others[number] != place})


def _spread(others: Sequence[Decimal], low: int, high: int) -> list[Decimal] | None:
    """Places for one more than those between; None when the numbers on both sides leave no room."""
    count = high - low + 1
    below = others[low - 1] if low > 0 else None
    above = others[high] if high < len(others) else None
    if below is None and above is None:
        return [STEP * number for number in range(count)]
    if below is None:
        assert above is not None
        return [_CONTEXT.subtract(above, STEP * number) for number in range(count, 0, -1)]
    if above is None:
        return [_CONTEXT.add(below, STEP * number) for number in range(1, count + 1)]
    return _between(below, above, count)


def _between(below: Decimal, above: Decimal, count: int) -> list[Decimal] | None:
    """With as few digits behind the point as will do."""
    gap = _CONTEXT.divide(_CONTEXT.subtract(above, below), Decimal(count + 1))
    for digits in range(-3, FINEST + 1):
        unit = Decimal(1).scaleb(-digits)
        if gap < unit:
            continue
        exact = (_CONTEXT.add(below, _CONTEXT.multiply(gap, Decimal(number))) for number in range(1, count + 1))
        return [_CONTEXT.quantize(_round_up(place, unit), Decimal(1).scaleb(-max(digits, 0))) for place in exact]
    return None


def _round_up(place: Decimal, unit: Decimal) -> Decimal:
    """To the multiple of the unit at or above, which is still below the next one: they are a unit apart, or more."""
    return _CONTEXT.multiply(_CONTEXT.divide(place, unit).to_integral_value(ROUND_CEILING, _CONTEXT), unit)
