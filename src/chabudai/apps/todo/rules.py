"""What a todo and a category may be like: each rule gives back the value as it is kept, or says what is wrong."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final, TypedDict, get_args

from chabudai.apps.todo import repeats
from chabudai.apps.todo.design import Colour, Priority, Step
from chabudai.apps.todo.errors import (
    InvalidColour,
    InvalidDescription,
    InvalidDue,
    InvalidName,
    InvalidPriority,
    InvalidRepeat,
    InvalidSort,
    InvalidSteps,
    InvalidTime,
    InvalidTitle,
    NoSuchCategory,
    UnknownField,
)
from chabudai.common import order

MOST_STEPS: Final = 100
FIRST_DAY, LAST_DAY = date(1970, 1, 1), date(2999, 12, 31)
_LONGEST_ID = 200
_TIME = re.compile(r"([01]\d|2[0-3]):[0-5]\d", re.ASCII)
_UNSEEN = {"Cc", "Cs"}


class Changes(TypedDict, total=False):
    """Fields of a todo to be changed: only those that are given."""

    title: str
    description: str
    priority: Priority
    category_id: str | None
    due: date | None
    due_time: str | None
    repeat: str | None
    steps: tuple[Step, ...]
    sort_order: Decimal | None


def checked(changes: Mapping[str, Any]) -> dict[str, Any]:
    """Every given field by its own rule; dates and steps may also be as JSON has them."""
    if unknown := changes.keys() - _RULES.keys():
        raise UnknownField(min(unknown))
    return {name: _RULES[name](value) for name, value in changes.items()}


def title(text: str) -> str:
    """On one line."""
    kept = _line(text)
    if not 1 <= len(kept) <= 200:
        raise InvalidTitle
    return kept


def description(text: str) -> str:
    kept = _seen(text.replace("\r\n", "\n").replace("\r", "\n"), "\n\t").strip()
    if len(kept) > 1000:
        raise InvalidDescription
    return kept


def priority(value: str) -> str:
    if value not in get_args(Priority):
        raise InvalidPriority
    return value


def due(value: date | str | None) -> date | None:
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else value
    except ValueError:
        raise InvalidDue from None
    if day is not None and not FIRST_DAY <= day <= LAST_DAY:
        raise InvalidDue
    return day


def due_time(value: str | None) -> str | None:
    if value is not None and not _TIME.fullmatch(value):
        raise InvalidTime
    return value


def repeat(value: str | None) -> str | None:
    if value is None:
        return None
    found = repeats.parsed(value)
    if found is None:
        raise InvalidRepeat
    return str(found)


def steps(values: Iterable[Step | Mapping[str, Any]]) -> tuple[Step, ...]:
    kept = tuple(map(_step, values))
    if len(kept) > MOST_STEPS or not all(1 <= len(step.text) <= 200 for step in kept):
        raise InvalidSteps
    return kept


def category_name(text: str) -> str:
    kept = _line(text)
    if not 1 <= len(kept) <= 50:
        raise InvalidName
    return kept


def colour(value: str) -> str:
    if value not in get_args(Colour):
        raise InvalidColour
    return value


def category_id(value: str | None) -> str | None:
    if not value:
        return None
    if not is_id(value):
        raise NoSuchCategory
    return value


def is_id(value: str) -> bool:
    """Whether anything can have this id; what can't is as unknown as any other."""
    return 0 < len(value) <= _LONGEST_ID and value.isprintable() and "#" not in value


def _step(value: Step | Mapping[str, Any]) -> Step:
    text, done = (value.text, value.done) if isinstance(value, Step) else (value.get("text"), value.get("done", False))
    if not isinstance(text, str) or not isinstance(done, bool):
        raise InvalidSteps
    return Step.model_construct(text=_line(text), done=done)


def _sort_order(value: Decimal | str | None) -> Decimal | None:
    kept = None if value is None else Decimal(value)
    if kept is not None and not order.is_place(kept):
        raise InvalidSort
    return kept


def _line(text: str) -> str:
    return " ".join(_seen(text, "\n\t\r").split())


def _seen(text: str, also: str) -> str:
    """Without what nobody sees and no store takes: control characters, halves of pairs."""
    if text.isprintable():
        return text
    return "".join(letter for letter in text if letter in also or unicodedata.category(letter) not in _UNSEEN)


_RULES: Mapping[str, Callable[[Any], Any]] = {
    "title": title,
    "description": description,
    "priority": priority,
    "category_id": category_id,
    "due": due,
    "due_time": due_time,
    "repeat": repeat,
    "steps": steps,
    "sort_order": _sort_order,
}
