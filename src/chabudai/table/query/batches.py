"""Batches: many items by their keys in one request, asked for again while the store leaves some unread."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from chabudai.table.attributes import Item
from chabudai.table.retries import ConflictRetryPolicy

CallStore: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""A store's `call`, perhaps with the pattern that it is made for."""

MAX_BATCH_KEYS = 100


def read_batch(
    call: CallStore, retry_policy: ConflictRetryPolicy, wanted: Mapping[str, Any]
) -> tuple[list[tuple[str, Item]], Mapping[str, Any]]:
    """The items that were found, each with its table; and what was left unread each time."""
    found: list[tuple[str, Item]] = []
    for _ in retry_policy.attempts():
        response = call("BatchGetItem", {"RequestItems": wanted})
        found += [(table, item) for table, items in response["Responses"].items() for item in items]
        wanted = response.get("UnprocessedKeys") or {}
        if not wanted:
            break
    return found, wanted
