"""How much a kitchen takes: every act is held to it, also one that brings something back."""

from collections.abc import Iterable
from typing import Final

from chabudai.apps.kondate.errors import FridgeFull, ListFull
from chabudai.apps.kondate.kitchen.entities import FridgeItem, ShoppingItem
from chabudai.table import Entity

MOST_LINES: Final = 300
"""That a person wrote down, also for a recipe without a plan; what follows from plans stands beside them."""
MOST_ITEMS: Final = 500
"""In the fridge."""


def check_limits(before: Iterable[Entity], after: Iterable[Entity]) -> None:
    """ListFull or FridgeFull for what makes more of it: what is over a limit already may stay, or become less."""
    lines_before, items_before = _count(before)
    lines, items = _count(after)
    if lines > max(MOST_LINES, lines_before):
        raise ListFull(MOST_LINES)
    if items > max(MOST_ITEMS, items_before):
        raise FridgeFull(MOST_ITEMS)


def _count(rows: Iterable[Entity]) -> tuple[int, int]:
    lines = items = 0
    for row in rows:
        lines += isinstance(row, ShoppingItem) and (row.is_manual or bool(row.unplanned))
        items += isinstance(row, FridgeItem)
    return lines, items
