"""Consumed capacity, by DynamoDB's own arithmetic."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from chabudai.engine.schema import Index, TableSchema
from chabudai.engine.values import Item
from chabudai.items.sizes import item_size

READ_UNIT = 4096
WRITE_UNIT = 1024


def read_units(size: int, consistent: bool) -> float:
    """One unit for every 4 KB begun; half of it when eventually consistent; at least one block."""
    blocks = max(1, -(-size // READ_UNIT))
    return float(blocks) if consistent else blocks / 2


def write_units(*sizes: int) -> float:
    """One unit for every KB begun of the larger of old and new."""
    return float(max(1, -(-max(sizes, default=0) // WRITE_UNIT)))


@dataclass(slots=True)
class ConsumedCapacity:
    """What one request consumed on one table, and on which of its indexes."""

    table: TableSchema
    units: float = 0.0
    by_index: dict[str, float] = field(default_factory=dict)

    def add(self, units: float) -> None:
        self.units += units

    def add_index(self, index: Index, units: float) -> None:
        self.by_index[index.name] = self.by_index.get(index.name, 0.0) + units

    def add_write(self, old: Item | None, old_size: int, new: Item | None, new_size: int, factor: int = 1) -> None:
        """A write of the base row and of every index row that it changes."""
        self.add(factor * write_units(old_size, new_size))
        for index in self.table.indexes:
            units = _index_write_units(index, self.table, old, new)
            if units:
                self.add_index(index, factor * units)

    def report(self, detail: str | None, direction: str | None = None) -> dict[str, Any] | None:
        """ConsumedCapacity for TOTAL or INDEXES; None otherwise. Transactions tell a direction, "Read" or "Write"."""
        if detail not in ("TOTAL", "INDEXES"):
            return None
        report: dict[str, Any] = {"TableName": self.table.name}
        report |= _figures(self.units + sum(self.by_index.values()), direction)
        if detail == "INDEXES":
            report["Table"] = _figures(self.units, direction)
            for label, indexes in (
                ("LocalSecondaryIndexes", self.table.local_indexes),
                ("GlobalSecondaryIndexes", self.table.global_indexes),
            ):
                figures = {
                    index.name: _figures(self.by_index[index.name], direction)
                    for index in indexes
                    if index.name in self.by_index
                }
                if figures:
                    report[label] = figures
        return report


def reports(
    tallies: Iterable[ConsumedCapacity], detail: str | None, direction: str | None = None
) -> list[dict[str, Any]] | None:
    made = [report for tally in tallies if (report := tally.report(detail, direction)) is not None]
    return made or None


def project_to_index(index: Index, table: TableSchema, item: Item) -> Item:
    """What the index holds of an item."""
    if index.projection == "ALL":
        return item
    held = table.projected_names(index)
    return {name: value for name, value in item.items() if name in held}


def _index_write_units(index: Index, table: TableSchema, old: Item | None, new: Item | None) -> float:
    """An index row put or removed costs one write, one whose key changes two; one that stays the same none."""
    before = _index_row(index, table, old)
    after = _index_row(index, table, new)
    if before == after:
        return 0.0
    if before is None or after is None:
        return write_units(item_size(before or after or {}))
    if any(before[name] != after[name] for name in index.keys.names):
        return write_units(item_size(before)) + write_units(item_size(after))
    return write_units(item_size(before), item_size(after))


def _index_row(index: Index, table: TableSchema, item: Item | None) -> Item | None:
    if item is None or index.keys.encode(item) is None:
        return None
    return project_to_index(index, table, item)


def _figures(units: float, direction: str | None) -> dict[str, float]:
    figures = {"CapacityUnits": units}
    return figures | {f"{direction}CapacityUnits": units} if direction else figures
