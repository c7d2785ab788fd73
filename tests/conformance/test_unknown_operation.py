"""What is no operation of DynamoDB is refused as such, whatever stands in the request."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.target import Target, refused


@pytest.mark.parametrize(
    "operation", ["NoSuchOperation", "getitem", "GetItems", "GetItem ", "DynamoDB", "__init__", "call"]
)
@pytest.mark.parametrize("request_", [{}, {"TableName": "abc", "Key": {"a": {"S": "a"}}}])
def test_an_unknown_operation_is_refused(db: Target, operation: str, request_: dict[str, Any]) -> None:
    # On the wire there is no message at all.
    with refused("UnknownOperationException", re.compile(".*")):
        db.call(operation, request_)
