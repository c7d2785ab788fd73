"""A recipe as it is typed: ingredients as lines, steps with an empty line between them, tags with spaces; and back."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from chabudai.apps.kondate.amounts import is_japanese, read_ingredients
from chabudai.apps.kondate.book.entities import CookStep, Ingredient
from chabudai.apps.kondate.book.ingredients import store_line
from chabudai.common.text import clean_line

_MINUTES: Final = re.compile(
    r"(?P<low>\d{1,3}(?:\.\d)?)\s*(?:[〜~–-]\s*\d{1,3}\s*)?(?:(?P<minutes>分|minutes?|mins?)|(?P<hours>時間|hours?|hrs?)"
    r"|(?P<seconds>秒|seconds?|secs?))(?P<half>半)?(?![a-z前後])",
    re.IGNORECASE,
)
_NUMBERED: Final = re.compile(r"^\s*(?:\(?\d{1,2}[.)．）、:]|[①-⑳])\s*")
_BETWEEN: Final = re.compile(r"\n[ \t　]*\n+")


@dataclass(frozen=True, slots=True)
class WaitingTime:
    """How long a step says that one waits, and where in its text it does."""

    start: int
    end: int
    seconds: int


def read_lines(text: str) -> tuple[Ingredient, ...]:
    """Every line that says something. A heading above some names their group. ValueError where a line is too long."""
    return tuple(store_line(line) for line in read_ingredients(text))


def write_lines(ingredients: Sequence[Ingredient]) -> str:
    """As `read_lines` reads it: groups as headings, or as a mark before each line, (A); notes in brackets."""
    lines: list[str] = []
    heading: str | None = None
    for each in ingredients:
        is_mark = each.group is not None and len(each.group) == 1
        wanted = None if is_mark else each.group
        if wanted != heading:
            heading = wanted
            lines.append(f"【{heading}】" if heading else "---")
        lines.append(f"({each.group}) {_line(each)}" if is_mark else _line(each))
    return "\n".join(lines).strip()


def read_steps(text: str) -> tuple[CookStep, ...]:
    """Divided by empty lines, or line by line where there are none; numbers before them go. ValueError if too long."""
    stripped = text.strip()
    parts = _BETWEEN.split(stripped) if _BETWEEN.search(stripped) else stripped.splitlines()
    return tuple(_step(part) for part in parts if part.strip())


def write_steps(steps: Iterable[CookStep]) -> str:
    return "\n\n".join(step.text for step in steps)


def read_tags(text: str) -> tuple[str, ...]:
    """Divided by commas, or by spaces where there is no comma; the # before them goes, none twice."""
    parts = re.split(r"[,、，\n]+", text) if re.search(r"[,、，\n]", text) else text.split()
    cleaned = [clean_line(part).removeprefix("#").strip() for part in parts]
    return tuple(dict.fromkeys(each for each in cleaned if each))


def find_seconds(text: str) -> int | None:
    """How long a step says that one waits: the first time in it."""
    return next((time.seconds for time in find_times(text)), None)


def find_times(text: str) -> list[WaitingTime]:
    """In their order; of a range the lower end."""
    found = [WaitingTime(each.start(), each.end(), _seconds(each)) for each in _MINUTES.finditer(text)]
    return [each for each in found if 1 <= each.seconds <= 86_400]


def _line(ingredient: Ingredient) -> str:
    """In the order of its language, such that it is read as the same: 玉ねぎ(薄切り) 1個; 1 onion, sliced."""
    alone = ingredient.model_copy(update={"group": None})
    forms = list(_forms(ingredient))
    return next((form for form in forms if read_lines(form) == (alone,)), forms[0])


def _forms(ingredient: Ingredient) -> Iterator[str]:
    name, quantity, note = ingredient.name, ingredient.quantity, ingredient.note
    if is_japanese(f"{name}{quantity}"):
        yield f"{name}({note}) {quantity}".strip() if note else f"{name} {quantity}".strip()
    yield f"{quantity} {name}{f', {note}' if note else ''}".strip()
    yield f"{name}{f', {note}' if note else ''}, {quantity}"
    yield f"{name}{f', {note}' if note else ''} {quantity}"


def _step(part: str) -> CookStep:
    text = _NUMBERED.sub("", part.strip()).strip() or part.strip()
    return CookStep(text=text, seconds=find_seconds(text))


def _seconds(found: re.Match[str]) -> int:
    unit = 1 if found["seconds"] else 60 if found["minutes"] else 3600
    return int(Fraction(found["low"]) * unit + (Fraction(unit, 2) if found["half"] else 0))
