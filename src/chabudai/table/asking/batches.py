"""Batches: many items by their keys in one request, asked for again while the store leaves some unread."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from chabudai.table.attributes import Item
from chabudai.table.writing.races import Patience

Call: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""A store's `call`, perhaps with the pattern that it is made for."""

AT_ONCE = 100


def read_batch(
    call: Call, patience: Patience, wanted: Mapping[str, Any]
) -> tuple[list[tuple[str, Item]], Mapping[str, Any]]:
    """The items that were found, each with its table; and what was left unread each time."""
    found: list[tuple[str, Item]] = []
    for _ in patience.attempts():
        response = call("BatchGetItem", {"RequestItems": wanted})
        found += [(table, item) for table, items in response["Responses"].items() for item in items]
        wanted = response.get("UnprocessedKeys") or {}
        if not wanted:
            break
    return found, wanted
