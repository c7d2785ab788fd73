"""Codecs with the values that they take, and templates made of them, for property tests."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, Literal
from uuid import UUID

from hypothesis import strategies as st

from chabudai.table.keys.codecs import Codec
from chabudai.table.keys.formats import codec_for
from chabudai.table.keys.templates import Template


class Season(Enum):
    SPRING = "spring"
    SUMMER = "summer"
    ALL = "all"


Size = Literal[1, 2, 10]


@dataclass(frozen=True)
class Case:
    """A type with a format, and what is written with it."""

    kind: Any
    spec: str | None
    values: st.SearchStrategy[Any]

    def codec(self, delimiter: str) -> Codec:
        return codec_for(self.kind, self.spec, delimiter)

    def part(self, field: str) -> str:
        return f"{{{field}}}" if self.spec is None else f"{{{field}:{self.spec}}}"


def texts(without: str = "") -> st.SearchStrategy[str]:
    """Few different characters, so that values begin alike; those around # and % among them."""
    characters = "".join(character for character in ' !"#$%&0aé\U0001f600' if character not in without)
    wide = st.characters(codec="utf-8", exclude_characters=without + "\U0010ffff")
    return st.text(characters, min_size=1, max_size=4) | st.text(wide, min_size=1)


def amounts(whole: int, fraction: int, low: int) -> st.SearchStrategy[Decimal]:
    units = 10 ** (whole + fraction)
    return st.integers(low * units, units - 1).map(lambda number: Decimal(f"{number}E-{fraction}"))


def instants(step: timedelta) -> st.SearchStrategy[datetime]:
    start = datetime(1, 1, 1, tzinfo=UTC)
    last = (datetime(9999, 12, 31, 23, 59, 59, tzinfo=UTC) - start) // step
    return st.integers(0, last).map(lambda steps: start + steps * step)


SECONDS = instants(timedelta(seconds=1))
MILLISECONDS = instants(timedelta(milliseconds=1))
MICROSECONDS = instants(timedelta(microseconds=1))
DAYS = st.dates(date.min, date.max)

CASES = [
    Case(str, None, texts(without="#")),
    Case(str, "escaped", texts()),
    Case(int, None, st.integers()),
    Case(int, "03", st.integers(0, 999)),
    Case(int, "013", st.integers(0, 10**13 - 1)),
    Case(int, "-010", st.integers(0, 10**10 - 1)),
    Case(int, "+02", st.integers(-100, 99)),
    Case(int, "+038", st.integers(-(10**38), 10**38 - 1)),
    Case(int, "-+010", st.integers(-(10**10), 10**10 - 1)),
    Case(Decimal, "2.1", amounts(2, 1, 0)),
    Case(Decimal, "+8.2", amounts(8, 2, -1)),
    Case(Decimal, "+30.8", amounts(30, 8, -1)),
    Case(Decimal, "-+8.2", amounts(8, 2, -1)),
    Case(float, "+4.2", amounts(4, 2, -1).map(float)),
    Case(date, None, DAYS),
    Case(date, "yyyymmdd", DAYS),
    Case(date, "-yyyymmdd", DAYS),
    Case(date, "-yyyy-mm-dd", DAYS),
    Case(datetime, "iso", SECONDS),
    Case(datetime, "-iso", SECONDS),
    Case(datetime, "isoms", MILLISECONDS),
    Case(datetime, "-isoms", MILLISECONDS),
    Case(datetime, "isous", MICROSECONDS),
    Case(datetime, "-isous", MICROSECONDS),
    Case(bool, None, st.booleans()),
    Case(UUID, None, st.uuids()),
    Case(Season, None, st.sampled_from(Season)),
    Case(Size, None, st.sampled_from((1, 2, 10))),
]
TAIL = Case(str, "tail", texts())
# What these write stands for several values.
PERIODS = [
    Case(date, "yyyy-mm", DAYS),
    Case(date, "-yyyy-mm", DAYS),
    Case(date, "yyyy", DAYS),
    Case(date, "-yyyy", DAYS),
    Case(datetime, "yyyy-mm", MICROSECONDS),
    Case(datetime, "-yyyy-mm", MICROSECONDS),
    Case(datetime, "yyyy", MICROSECONDS),
]

LITERALS = ["A", "B", "AB", "#", "A#", "1", "01", "META"]


@dataclass(frozen=True)
class Drawn:
    """A template, and how to draw values for it."""

    template: Template
    values: Callable[[], st.SearchStrategy[dict[str, Any]]]


@st.composite
def templates(draw: st.DrawFn) -> Drawn:
    """Literals and up to three parts, the last of them perhaps a tail."""
    cases = draw(st.lists(st.sampled_from(CASES), max_size=3))
    if draw(st.booleans()):
        cases.append(TAIL)
    text = draw(st.sampled_from(LITERALS))
    for number, case in enumerate(cases):
        text += case.part(f"f{number}")
        is_last = number == len(cases) - 1
        fixed = case.codec("#").is_fixed_width
        if case is TAIL or (is_last and draw(st.booleans())) or (fixed and draw(st.booleans())):
            continue
        text += "#" + draw(st.sampled_from(["", *LITERALS]))
    kinds = {f"f{number}": case.kind for number, case in enumerate(cases)}
    values = {f"f{number}": case.values for number, case in enumerate(cases)}
    return Drawn(Template.parse(text, kinds), lambda: st.fixed_dictionaries(values))
