"""What this page asked the table: every call that was made for it, and all of them together."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


class Asked(Protocol):
    """One call, as whoever watches the store tells it."""

    @property
    def pattern(self) -> str | None: ...
    @property
    def operation(self) -> str: ...
    @property
    def index(self) -> str | None: ...
    @property
    def items(self) -> int: ...
    @property
    def units(self) -> float: ...
    @property
    def seconds(self) -> float: ...
    @property
    def refused(self) -> str | None: ...


Listening = Callable[[], AbstractContextManager[Sequence[Asked]]]
"""Everything that is asked within, by this task and the threads that it starts; the sequence grows meanwhile."""


@dataclass(frozen=True, slots=True)
class Row:
    pattern: str | None
    operation: str
    index: str | None
    items: int
    units: float
    ms: float
    refused: str | None


@dataclass(frozen=True, slots=True)
class Total:
    calls: int
    items: int
    units: float
    ms: float


@dataclass(frozen=True, slots=True)
class Drawer:
    rows: tuple[Row, ...]
    total: Total


def filled(asked: Sequence[Asked]) -> Drawer:
    rows = tuple(_row(each) for each in asked)
    items = sum(row.items for row in rows)
    units = round(sum(row.units for row in rows), 2)
    return Drawer(rows, Total(len(rows), items, units, _milliseconds(sum(each.seconds for each in asked))))


def _row(asked: Asked) -> Row:
    ms = _milliseconds(asked.seconds)
    return Row(asked.pattern, asked.operation, asked.index, asked.items, asked.units, ms, asked.refused)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)
