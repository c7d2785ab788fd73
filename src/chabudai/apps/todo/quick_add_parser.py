"""Words in quick add: a line as it is typed, and what its words say of date, time, repetition, priority, category."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import Final, Literal, TypeAlias, get_args

from chabudai.apps.todo import quick_add_repeats, repeats
from chabudai.apps.todo.design import Priority
from chabudai.common.quick_add.chips import LONGEST, Chip, Meaning, Span, find_chips, is_left, remove_chips
from chabudai.common.quick_add.days import match_day, match_time
from chabudai.common.quick_add.marks import match_name, match_priority

__all__ = ["LONGEST", "Chip", "ChipKind", "ParsedLine", "Span", "parse_line"]

ChipKind: TypeAlias = Literal["due", "time", "repeat", "priority", "category"]
"""Their values: an ISO date, HH:MM, a repetition as it is stored, a priority, a name."""

_PARTICLE = re.compile(r"(?:までに|まで|に|から)、?|[、,] *")
_WITH_PARTICLE: Final = ("due", "time", "repeat")
_CATEGORY = re.compile(r"#([^ #、。,]{1,50})")


@dataclass(frozen=True, slots=True)
class ParsedLine:
    """A title and at most one chip of each kind. `due` also follows from a time or a repetition."""

    title: str
    chips: tuple[Chip, ...]
    due: date | None

    @property
    def due_time(self) -> str | None:
        return self._value("time")

    @property
    def repeat(self) -> str | None:
        return self._value("repeat")

    @property
    def priority(self) -> Priority | None:
        return next((each for each in get_args(Priority) if each == self._value("priority")), None)

    @property
    def category(self) -> str | None:
        return self._value("category")

    def _value(self, kind: ChipKind) -> str | None:
        return next((chip.value for chip in self.chips if chip.kind == kind), None)


def parse_line(text: str, now: datetime, left: Collection[Span] = ()) -> ParsedLine:
    """`now` is in the person's zone. `left` are spans to be left as text. A line of nothing but words is a title."""
    chips: dict[str, Chip] = {}
    for chip in find_chips(text, partial(_meanings, now.date()), _take_particle):
        if not is_left(chip, left) and chip.kind not in chips:
            chips[chip.kind] = chip
    title = remove_chips(text, chips.values())
    if not title:
        return ParsedLine(" ".join(text.split()), (), None)
    return ParsedLine(title, tuple(chips.values()), _due(chips, now))


def _meanings(today: date, text: str, plain: str, place: int) -> Iterator[Meaning]:
    for kind, found in _matches(text, plain, place, today):
        if found is not None:
            yield Meaning(kind, *found)


def _matches(text: str, plain: str, place: int, today: date) -> Iterator[tuple[ChipKind, tuple[str, int] | None]]:
    """For each kind the value and where its words end."""
    yield "repeat", quick_add_repeats.match(plain, place)
    yield "due", match_day(plain, place, today)
    yield "time", match_time(plain, place)
    yield "priority", match_priority(plain, place)
    yield "category", match_name(text, plain, place, _CATEGORY)


def _take_particle(meaning: Meaning, plain: str) -> Meaning | None:
    particle = _PARTICLE.match(plain, meaning.end) if meaning.kind in _WITH_PARTICLE else None
    return replace(meaning, end=particle.end()) if particle else None


def _due(chips: dict[str, Chip], now: datetime) -> date | None:
    if "due" in chips:
        return date.fromisoformat(chips["due"].value)
    is_past = "time" in chips and chips["time"].value <= f"{now:%H:%M}"
    first = now.date() + timedelta(days=is_past)
    if "repeat" in chips:
        repeat = repeats.parse(chips["repeat"].value)
        return repeats.first_date(repeat, first) if repeat else first
    return first if "time" in chips else None
