"""Words in quick add: a line as it is typed, and what its words say of dates, tags, whoever does it, and priority."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Final, get_args

from chabudai.apps.tasks.entities import Priority
from chabudai.apps.tasks.quick_add_dates import PERIOD, close_date, end_after, read_dates
from chabudai.apps.tasks.quick_add_names import KnownNames
from chabudai.common.quick_add.chips import Chip, Meaning, Span, find_chips, is_left, remove_chips, to_plain
from chabudai.common.quick_add.marks import match_priority

_COMMA = re.compile(r"[、,] *")
_FILLS: Final[dict[str, frozenset[str]]] = {
    "start": frozenset({"start"}),
    "end": frozenset({"end"}),
    "period": frozenset({"start", "end"}),
    "person": frozenset({"person"}),
    "priority": frozenset({"priority"}),
    "tag": frozenset(),  # there may be several
}
"""What each kind of chip says of a task; of two that say the same the first counts, and the other stays text."""


@dataclass(frozen=True, slots=True)
class ParsedTask:
    """A title and its chips: start, end, period, person, priority, tag. Tags are names, the assignee is an id."""

    title: str
    chips: tuple[Chip, ...] = ()

    @property
    def start(self) -> date | None:
        return self._day("start", 0)

    @property
    def end(self) -> date | None:
        return self._day("end", -1)

    @property
    def assignee(self) -> str | None:
        return next(self._values("person"), None)

    @property
    def priority(self) -> Priority | None:
        said = next(self._values("priority"), None)
        return next((each for each in get_args(Priority) if each == said), None)

    @property
    def tags(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self._values("tag")))

    def _day(self, kind: str, which: int) -> date | None:
        said = next(self._values(kind, "period"), None)
        return date.fromisoformat(said.split(PERIOD)[which]) if said else None

    def _values(self, *kinds: str) -> Iterator[str]:
        return (chip.value for chip in self.chips if chip.kind in kinds)


def parse_line(text: str, today: date, known: KnownNames, left: Collection[Span] = ()) -> ParsedTask:
    """`today` is the team's. `left` are spans to be left as text. A line of nothing but words is a title."""
    chips: list[Chip] = []
    for chip in find_chips(text, partial(_read, today, known), _close):
        filled = frozenset().union(*(_FILLS[each.kind] for each in chips))
        if not is_left(chip, left) and not _FILLS[chip.kind] & filled:
            chips.append(chip)
    title = remove_chips(text, chips)
    if not title:
        return ParsedTask(" ".join(text.split()))
    return ParsedTask(title, tuple(_with_later_end(to_plain(text), chips)))


def _read(today: date, known: KnownNames, text: str, plain: str, place: int) -> Iterator[Meaning]:
    yield from read_dates(plain, place, today)
    yield from known.read_tag(text, plain, place)
    yield from known.read_person(plain, place)
    if said := match_priority(plain, place):
        yield Meaning("priority", *said)


def _close(meaning: Meaning, plain: str) -> Meaning | None:
    comma = _COMMA.match(plain, meaning.end) if meaning.kind in ("person", "tag") else None
    return replace(meaning, end=comma.end()) if comma else close_date(meaning, plain)


def _with_later_end(plain: str, chips: list[Chip]) -> Iterator[Chip]:
    """An end that would lie before the start is meant as the next one behind it."""
    start = next((date.fromisoformat(chip.value) for chip in chips if chip.kind == "start"), None)
    for chip in chips:
        if start is not None and chip.kind == "end" and date.fromisoformat(chip.value) < start:
            later = end_after(plain, chip.start, start)
            yield replace(chip, value=later.isoformat()) if later else chip
        else:
            yield chip
