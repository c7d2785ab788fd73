"""What was asked of a store: every call with its pattern, index, items, capacity and time, for pages and for tests."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from chabudai.store.protocol import Closing, Store

_pattern: ContextVar[str | None] = ContextVar("pattern", default=None)
_listening: ContextVar["list[Asked] | None"] = ContextVar("listening", default=None)

_COUNTED = frozenset(
    {
        "BatchGetItem",
        "BatchWriteItem",
        "DeleteItem",
        "GetItem",
        "PutItem",
        "Query",
        "Scan",
        "TransactGetItems",
        "TransactWriteItems",
        "UpdateItem",
    }
)


@dataclass(frozen=True, slots=True)
class Asked:
    """One call. `items` are those that came back, or were written; `units` are capacity units, read and write alike."""

    operation: str
    table: str
    index: str | None
    pattern: str | None
    items: int
    units: float
    seconds: float


class RecordingStore(Closing):
    """Passes every call on, and tells whoever listens what it was."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        listening = _listening.get()
        if listening is None:
            return self._store.call(operation, request)
        asked_for_capacity = "ReturnConsumedCapacity" in request
        counted = operation in _COUNTED and not asked_for_capacity
        begun = time.perf_counter()
        response = self._store.call(operation, {**request, "ReturnConsumedCapacity": "TOTAL"} if counted else request)
        seconds = time.perf_counter() - begun
        consumed = response.pop("ConsumedCapacity", None) if counted else response.get("ConsumedCapacity")
        listening.append(
            Asked(
                operation,
                _table_of(request),
                request.get("IndexName"),
                _pattern.get(),
                _items_of(request, response),
                _units_of(consumed),
                seconds,
            )
        )
        return response

    def close(self) -> None:
        self._store.close()


@contextmanager
def listening() -> Iterator[list[Asked]]:
    """Everything that is asked within, by this thread or task, in order."""
    asked: list[Asked] = []
    token = _listening.set(asked)
    try:
        yield asked
    finally:
        _listening.reset(token)


@contextmanager
def asking(pattern: str | None) -> Iterator[None]:
    """What is asked within is asked for the sake of this pattern."""
    token = _pattern.set(pattern)
    try:
        yield
    finally:
        _pattern.reset(token)


def _table_of(request: Mapping[str, Any]) -> str:
    if "TableName" in request:
        return str(request["TableName"])
    if "RequestItems" in request:
        return ", ".join(request["RequestItems"])
    actions = [action for element in request.get("TransactItems", ()) for action in element.values()]
    return ", ".join(dict.fromkeys(action["TableName"] for action in actions))


def _items_of(request: Mapping[str, Any], response: Mapping[str, Any]) -> int:
    if "Items" in response:
        return len(response["Items"])
    if "Item" in response:
        return 1
    if "Responses" in response:
        answers = response["Responses"]
        return sum(map(len, answers.values())) if isinstance(answers, dict) else sum("Item" in each for each in answers)
    if "TransactItems" in request:
        return len(request["TransactItems"])
    if "RequestItems" in request:
        return sum(len(each) for each in request["RequestItems"].values() if isinstance(each, list))
    return 1 if "Item" in request or "UpdateExpression" in request else 0


def _units_of(consumed: Any) -> float:
    if consumed is None:
        return 0.0
    reports = consumed if isinstance(consumed, list) else [consumed]
    return sum(float(report.get("CapacityUnits", 0)) for report in reports)
