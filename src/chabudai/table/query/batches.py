"""Batches: many items by their keys in one request, asked for again while the store leaves some unread."""

from collections.abc import Mapping
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, wait
from chabudai.table.retries import ConflictRetryPolicy

MAX_BATCH_KEYS = 100


def read_batch(
    retry_policy: ConflictRetryPolicy, wanted: Mapping[str, Any]
) -> Effects[tuple[list[tuple[str, Item]], Mapping[str, Any]]]:
    """The items that were found, each with its table; and what was left unread each time."""
    found: list[tuple[str, Item]] = []
    for pause in retry_policy.pauses():
        yield from wait(pause)
        response = yield "BatchGetItem", {"RequestItems": wanted}
        found += [(table, item) for table, items in response["Responses"].items() for item in items]
        wanted = response.get("UnprocessedKeys") or {}
        if not wanted:
            break
    return found, wanted
