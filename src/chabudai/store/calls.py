"""Calls as they are recorded: which operation, for which access pattern, what came of it, how long it took."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.store.errors import RequestRefused, StoreError

_METERED = frozenset(
    {
        "BatchExecuteStatement",
        "BatchGetItem",
        "BatchWriteItem",
        "DeleteItem",
        "ExecuteStatement",
        "ExecuteTransaction",
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
class RecordedCall:
    """One call, answered or refused."""

    pattern: str | None  # the access pattern that it is part of, when one was named
    operation: str
    table: str  # several are separated by commas
    index: str | None
    items: int  # that came back, or were written
    units: float  # capacity units, read and write alike; a refusal does not tell them
    seconds: float
    refused: str | None  # the code or the name of the error


@dataclass(frozen=True, slots=True)
class PendingCall:
    """One call before its answer is there."""

    pattern: str | None
    operation: str
    request: Mapping[str, Any]

    @property
    def needs_metering(self) -> bool:
        """Whether the caller does not want to know the capacity, but the store can tell it."""
        return self.operation in _METERED and self.request.get("ReturnConsumedCapacity", "NONE") == "NONE"

    def with_metering(self) -> Mapping[str, Any]:
        """The request as it is sent, so that its capacity is told."""
        return {**self.request, "ReturnConsumedCapacity": "TOTAL"}

    def record_answer(self, response: Mapping[str, Any], consumed: Any, seconds: float) -> RecordedCall:
        reports = consumed if isinstance(consumed, list) else [consumed] if consumed else []
        table = _table_names(self.request) or _join_names(report.get("TableName", "") for report in reports)
        units = sum(float(report.get("CapacityUnits", 0)) for report in reports)
        return self._recorded_call(table, _count_items(self.operation, self.request, response), units, seconds, None)

    def record_error(self, error: StoreError, seconds: float) -> RecordedCall:
        code = error.code if isinstance(error, RequestRefused) else type(error).__name__
        return self._recorded_call(_table_names(self.request), 0, 0.0, seconds, code)

    def _recorded_call(self, table: str, items: int, units: float, seconds: float, refused: str | None) -> RecordedCall:
        index = self.request.get("IndexName")
        return RecordedCall(self.pattern, self.operation, table, index, items, units, seconds, refused)


def _table_names(request: Mapping[str, Any]) -> str:
    try:
        if "TableName" in request:
            return str(request["TableName"])
        if "RequestItems" in request:
            return _join_names(request["RequestItems"])
        actions = [action for element in request.get("TransactItems", ()) for action in element.values()]
        return _join_names(action["TableName"] for action in actions)
    except (AttributeError, KeyError, TypeError):
        return ""  # what was refused may have any shape


def _join_names(names: Any) -> str:
    return ", ".join(dict.fromkeys(names))


def _count_items(operation: str, request: Mapping[str, Any], response: Mapping[str, Any]) -> int:
    match operation:
        case "PutItem" | "UpdateItem" | "DeleteItem":
            return 1
        case "GetItem":
            return int("Item" in response)
        case "BatchGetItem":
            return _count_members(response["Responses"])
        case "BatchWriteItem":
            return _count_members(request["RequestItems"]) - _count_members(response.get("UnprocessedItems", {}))
        case "TransactWriteItems":
            return sum("ConditionCheck" not in element for element in request["TransactItems"])
        case "TransactGetItems" | "BatchExecuteStatement" | "ExecuteTransaction":
            return sum("Item" in each for each in response.get("Responses", ()))
        case "GetRecords":
            return len(response["Records"])
        case _:
            return int(response.get("Count", len(response.get("Items", ()))))


def _count_members(by_table: Mapping[str, Any]) -> int:
    return sum(map(len, by_table.values()))
