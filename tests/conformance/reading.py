"""Many items put in, and read back out a page at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from tests.conformance.items import Item
from tests.conformance.target import Target


def text(value: str) -> dict[str, Any]:
    return {"S": value}


def number(value: object) -> dict[str, Any]:
    return {"N": str(value)}


def put_all(db: Target, table: str, items: Iterable[Item]) -> None:
    for item in items:
        db.call("PutItem", {"TableName": table, "Item": item})


def pages(db: Target, operation: str, request: Mapping[str, Any], *, at_most: int = 100) -> Iterator[dict[str, Any]]:
    """Every page, each asked for with the last one's LastEvaluatedKey."""
    page = db.call(operation, request)
    yield page
    for _ in range(at_most):
        if "LastEvaluatedKey" not in page:
            return
        page = db.call(operation, {**request, "ExclusiveStartKey": page["LastEvaluatedKey"]})
        yield page
    raise AssertionError(f"{operation} has not come to an end after {at_most} pages")
