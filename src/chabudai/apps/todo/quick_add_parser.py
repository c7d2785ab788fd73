"""Words in quick add: a line as it is typed, and what its words say of date, time, repetition, priority, category."""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal, TypeAlias, get_args

from chabudai.apps.todo import quick_add_days, quick_add_repeats, repeats
from chabudai.apps.todo.design import Priority

ChipKind: TypeAlias = Literal["due", "time", "repeat", "priority", "category"]
Span: TypeAlias = tuple[int, int]

LONGEST: Final = 1000  # what is longer is no line that someone typed, and is left as it is
# One character for one, so that places in the plain text are places in the text.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_PLAIN |= {ord(upper): ord(upper) + 32 for upper in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
_PLAIN |= {code: code - 0xFEE0 + 32 for code in range(0xFF21, 0xFF3B)}
_PLAIN |= dict.fromkeys(map(ord, "\u3000\u00a0\t\r\n\v\f\x1c\x1d\x1e\x1f\x85\u2028\u2029"), ord(" "))
_PLAIN |= {code: ord(" ") for code in (0x1680, 0x202F, 0x205F, *range(0x2000, 0x200B))}

_PARTICLE = re.compile(r"(?:までに|まで|に|から)、?|[、,] *")
_PRIORITY = re.compile(r"!(高|high|1|中|medium|med|2|低|low|3)|p([123])")
_CATEGORY = re.compile(r"#([^ #、。,]{1,50})")
_NEXT_WORD = re.compile(r"[^ ]* +")


@dataclass(frozen=True, slots=True)
class Chip:
    """Some words of a line and what they say: an ISO date, HH:MM, a repetition as it is stored, a priority, a name."""

    kind: ChipKind
    value: str
    text: str
    start: int
    end: int

    @property
    def span(self) -> Span:
        return self.start, self.end


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
    chips: dict[ChipKind, Chip] = {}
    for chip in _chips(text, now) if len(text) <= LONGEST else ():
        is_left = any(chip.start < end and start < chip.end for start, end in left)
        if not is_left and chip.kind not in chips:
            chips[chip.kind] = chip
    title = _remove_chips(text, chips.values())
    if not title:
        return ParsedLine(" ".join(text.split()), (), None)
    return ParsedLine(title, tuple(chips.values()), _due(chips, now))


def _chips(text: str, now: datetime) -> Iterator[Chip]:
    """Everything that could be one, in the order of the text."""
    plain = text.translate(_PLAIN)
    place = 0
    while place < len(plain):
        run = list(_run(text, plain, place, now)) if plain[place] != " " else []
        yield from run
        if run:
            place = run[-1].end
        else:
            match = _NEXT_WORD.match(plain, place)
            place = match.end() if match else len(plain)


def _run(text: str, plain: str, place: int, now: datetime) -> list[Chip]:
    """Words without a space between them; only as far as they end where a word can end."""
    found: list[Chip] = []
    complete = 0
    while (chip := _chip(text, plain, place, now)) is not None:
        particle = _PARTICLE.match(plain, chip.end) if chip.kind in ("due", "time", "repeat") else None
        place = particle.end() if particle else chip.end
        found.append(Chip(chip.kind, chip.value, text[chip.start : place], chip.start, place))
        if particle or place == len(plain) or plain[place] in " 、。,.!?":
            complete = len(found)
        if plain[place : place + 1] in ("", " "):
            break
    return found[:complete]


def _chip(text: str, plain: str, place: int, now: datetime) -> Chip | None:
    """The longest that begins here."""
    found: list[Chip] = []
    for kind, said in _matches(text, plain, place, now):
        if said is not None:
            found.append(Chip(kind, said[0], text[place : said[1]], place, said[1]))
    return max(found, key=lambda chip: chip.end, default=None)


def _matches(text: str, plain: str, place: int, now: datetime) -> Iterator[tuple[ChipKind, tuple[str, int] | None]]:
    """For each kind the value and where its words end."""
    yield "repeat", quick_add_repeats.match(plain, place)
    yield "due", quick_add_days.match_day(plain, place, now.date())
    yield "time", quick_add_days.match_time(plain, place)
    yield "priority", _match_priority(plain, place)
    yield "category", _match_category(text, plain, place)


def _match_priority(plain: str, place: int) -> tuple[str, int] | None:
    match = _PRIORITY.match(plain, place)
    return (_PRIORITIES[match[1] or match[2]], match.end()) if match else None


_PRIORITIES: Final = {
    **dict.fromkeys(("高", "high", "1"), "high"),
    **dict.fromkeys(("中", "medium", "med", "2"), "medium"),
    **dict.fromkeys(("低", "low", "3"), "low"),
}


def _match_category(text: str, plain: str, place: int) -> tuple[str, int] | None:
    """A number is none: #1 is rather a place in something."""
    match = _CATEGORY.match(plain, place)
    if match is None or match[1].isdigit():
        return None
    return text[match.start(1) : match.end()], match.end()


def _remove_chips(text: str, chips: Collection[Chip]) -> str:
    """What is left of a line, with single spaces."""
    pieces, place = [], 0
    for chip in sorted(chips, key=lambda chip: chip.start):
        pieces.append(text[place : chip.start])
        place = chip.end
    return " ".join(" ".join([*pieces, text[place:]]).split())


def _due(chips: dict[ChipKind, Chip], now: datetime) -> date | None:
    if "due" in chips:
        return date.fromisoformat(chips["due"].value)
    is_past = "time" in chips and chips["time"].value <= f"{now:%H:%M}"
    first = now.date() + timedelta(days=is_past)
    if "repeat" in chips:
        repeat = repeats.parse(chips["repeat"].value)
        return repeats.first_date(repeat, first) if repeat else first
    return first if "time" in chips else None
