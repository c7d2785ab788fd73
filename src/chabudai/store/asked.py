"""One call as it is told to whoever listens: what was asked, for whose sake, what came of it, how long it took."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.store.errors import Refused, StoreError

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
class Asked:
    """One call, answered or refused."""

    pattern: str | None  # for whose sake, when that was said
    operation: str
    table: str  # several are separated by commas
    index: str | None
    items: int  # that came back, or were written
    units: float  # capacity units, read and write alike; a refusal does not tell them
    seconds: float
    refused: str | None  # the code or the name of the error


@dataclass(frozen=True, slots=True)
class Asking:
    """One call before its answer is there."""

    pattern: str | None
    operation: str
    request: Mapping[str, Any]

    @property
    def is_metered_for_us(self) -> bool:
        """Whether the caller does not want to know the capacity, but the store can tell it."""
        return self.operation in _METERED and self.request.get("ReturnConsumedCapacity", "NONE") == "NONE"

    def metered(self) -> Mapping[str, Any]:
        """The request as it is sent, so that its capacity is told."""
        return {**self.request, "ReturnConsumedCapacity": "TOTAL"}

    def answered(self, response: Mapping[str, Any], consumed: Any, seconds: float) -> Asked:
        reports = consumed if isinstance(consumed, list) else [consumed] if consumed else []
        table = _tables_of(self.request) or _joined(report.get("TableName", "") for report in reports)
        units = sum(float(report.get("CapacityUnits", 0)) for report in reports)
        return self._asked(table, _items_of(self.operation, self.request, response), units, seconds, None)

    def refused(self, error: StoreError, seconds: float) -> Asked:
        code = error.code if isinstance(error, Refused) else type(error).__name__
        return self._asked(_tables_of(self.request), 0, 0.0, seconds, code)

    def _asked(self, table: str, items: int, units: float, seconds: float, refused: str | None) -> Asked:
        index = self.request.get("IndexName")
        return Asked(self.pattern, self.operation, table, index, items, units, seconds, refused)


def _tables_of(request: Mapping[str, Any]) -> str:
    try:
        if "TableName" in request:
            return str(request["TableName"])
        if "RequestItems" in request:
            return _joined(request["RequestItems"])
        actions = [action for element in request.get("TransactItems", ()) for action in element.values()]
        return _joined(action["TableName"] for action in actions)
    except (AttributeError, KeyError, TypeError):
        return ""  # what was refused may have any shape


def _joined(names: Any) -> str:
    return ", ".join(dict.fromkeys(names))


def _items_of(operation: str, request: Mapping[str, Any], response: Mapping[str, Any]) -> int:
    match operation:
        case "PutItem" | "UpdateItem" | "DeleteItem":
            return 1
        case "GetItem":
            return int("Item" in response)
        case "BatchGetItem":
            return _count(response["Responses"])
        case "BatchWriteItem":
            return _count(request["RequestItems"]) - _count(response.get("UnprocessedItems", {}))
        case "TransactWriteItems":
            return sum("ConditionCheck" not in element for element in request["TransactItems"])
        case "TransactGetItems" | "BatchExecuteStatement" | "ExecuteTransaction":
            return sum("Item" in each for each in response.get("Responses", ()))
        case "GetRecords":
            return len(response["Records"])
        case _:
            return int(response.get("Count", len(response.get("Items", ()))))


def _count(by_table: Mapping[str, Any]) -> int:
    return sum(map(len, by_table.values()))
