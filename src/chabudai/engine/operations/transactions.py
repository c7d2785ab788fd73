"""What transactions share: elements that fail one by one, and the reasons told for each."""

from collections.abc import Sequence
from typing import Any

from chabudai.engine.errors import ConditionFailed, TransactionCancelled, ValidationFailed
from chabudai.engine.schema import TableSchema

MAX_ACTIONS = 100
MAX_BYTES = 4 * 1024 * 1024
PASSED: dict[str, Any] = {"Code": "None"}


def reason_of(error: ConditionFailed | ValidationFailed) -> dict[str, Any]:
    if isinstance(error, ConditionFailed):
        return {"Code": "ConditionalCheckFailed", "Message": error.message, **error.fields}
    return {"Code": "ValidationError", "Message": error.message}


def cancelled_at(position: int, count: int, error: ValidationFailed) -> TransactionCancelled:
    """Only the first element that does not fit its table is told."""
    reasons = [PASSED] * count
    reasons[position] = reason_of(error)
    return TransactionCancelled(reasons)


def check_distinct(rows: Sequence[tuple[TableSchema, bytes]]) -> None:
    if len({(table.id, key) for table, key in rows}) != len(rows):
        raise ValidationFailed("Transaction request cannot include multiple operations on one item")
