"""Sentences that several operations share, as patterns where what DynamoDB shows of the request differs by region."""

from __future__ import annotations

import re

from tests.conformance.faults import NULL, no_shorter, one_of

NO_SUCH_TABLE = "Requested resource not found"
KEY_MISMATCH = "The provided key element does not match the schema"
CONDITION_FAILED = "The conditional request failed"
DUPLICATE_ITEM = "Duplicate primary key exists in table"
TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
)
EMPTY_KEY = (
    "One or more parameter values are not valid. "
    "The AttributeValue for a key attribute cannot contain an empty string value. Key: "
)


def failure(path: str, constraint: str, value: str | None = None) -> str:
    """The pattern of one failed constraint; `value` is the pattern of the value shown, nothing for null.

    Regions that run the newer validation name the member (`Value at 'RequestItems'`) and show no value.
    """
    shown = "null" if value is None else f"'{value}'"
    return f"Value (?:{shown} )?at '(?i:{re.escape(path)})' failed to satisfy constraint: {re.escape(constraint)}"


def collected(*failures: str) -> re.Pattern[str]:
    """The message that collects exactly these failed constraints (patterns), in whatever order."""
    count = f"{len(failures)} validation error{'s' if len(failures) > 1 else ''} detected: "
    return re.compile(count + "".join(f"(?=.*{each}(?:; |$))" for each in failures) + ".+", re.DOTALL)


def missing(path: str) -> str:
    return failure(path, NULL)


def empty(path: str, value: str = r"\[\]") -> str:
    return failure(path, no_shorter(1), value)


BAD_CAPACITY = failure("returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE"), "hi")
BAD_METRICS = failure("returnItemCollectionMetrics", one_of("SIZE", "NONE"), "hi")
BAD_TABLE_NAMES = failure(
    "requestItems",
    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, "
    "Member must have length greater than or equal to 3, "
    "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]",
    r"\{.+\}",
)
