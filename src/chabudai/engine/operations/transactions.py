"""What transactions share: elements that fail one by one, and the reasons told for each."""

from collections.abc import Iterable, Sequence
from typing import Any

from chabudai.engine.errors import DynamoDBError, TransactionCancelled, ValidationFailed
from chabudai.engine.schema import TableSchema

MAX_ACTIONS = 100
MAX_BYTES = 4 * 1024 * 1024
PASSED: dict[str, Any] = {"Code": "None"}


def reason_of(error: DynamoDBError) -> dict[str, Any]:
    """Why one element failed, by the error that it would have been refused with alone."""
    code = "ValidationError" if isinstance(error, ValidationFailed) else error.code.removesuffix("Exception")
    return {"Code": code, "Message": error.message, **error.fields}


def check_passed(reasons: Sequence[dict[str, Any]]) -> None:
    if any(reason is not PASSED for reason in reasons):
        raise TransactionCancelled(reasons)


def cancellation_at(position: int, count: int, error: ValidationFailed) -> TransactionCancelled:
    """Only the first element that does not fit its table is told."""
    reasons = [PASSED] * count
    reasons[position] = reason_of(error)
    return TransactionCancelled(reasons)


def check_distinct(rows: Sequence[tuple[TableSchema, bytes]]) -> None:
    if len({(table.id, key) for table, key in rows}) != len(rows):
        raise ValidationFailed("Transaction request cannot include multiple operations on one item")


def check_size(sizes: Iterable[int]) -> None:
    if sum(sizes) > MAX_BYTES:
        raise ValidationFailed("Transaction size cannot exceed 4 MB")
