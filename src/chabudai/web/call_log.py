"""What this page asked the table: every call that was made for it, and all of them together."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol


class StoreCall(Protocol):
    """One call of the store, as the store's own recorder describes it."""

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


RecordCalls = Callable[[], AbstractContextManager[Sequence[StoreCall]]]
"""Everything that is asked within, by this task and the threads that it starts; the sequence grows meanwhile."""


@dataclass(frozen=True, slots=True)
class CallRow:
    pattern: str | None
    operation: str
    index: str | None
    items: int
    units: float
    ms: float
    refused: str | None


@dataclass(frozen=True, slots=True)
class CallTotal:
    calls: int
    items: int
    units: float
    ms: float


@dataclass(frozen=True, slots=True)
class CallLog:
    rows: tuple[CallRow, ...]
    total: CallTotal


def build_call_log(calls: Sequence[StoreCall]) -> CallLog:
    rows = tuple(_row(each) for each in calls)
    items = sum(row.items for row in rows)
    units = round(sum(row.units for row in rows), 2)
    return CallLog(rows, CallTotal(len(rows), items, units, _milliseconds(sum(each.seconds for each in calls))))


def _row(call: StoreCall) -> CallRow:
    ms = _milliseconds(call.seconds)
    return CallRow(call.pattern, call.operation, call.index, call.items, call.units, ms, call.refused)


def _milliseconds(seconds: float) -> float:
    return round(seconds * 1000, 2)
