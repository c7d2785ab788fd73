"""Row checks: one stored row beside what its own fields say that it should be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.doctor.lookups import format_key
from chabudai.table.doctor.reports import Finding
from chabudai.table.errors import TableError
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import EntityGuard, entity_of, guard_of, key_of
from chabudai.table.schema.tables import Table
from chabudai.table.write.guards import GUARD_OF

# An upgrade is anyone's code, and meets anything.
_UNREADABLE = (TableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """`expected` is the row as it should be, None when that can't be told; `values` are the entity's."""

    item: Item
    layout: Layout | None = None
    guard: EntityGuard | None = None
    values: dict[str, Any] | None = None
    expected: Item | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def is_repairable(self) -> bool:
        return any(each.kind in ("drift", "old schema") for each in self.findings)


def check_row(table: type[Table], item: Item) -> CheckedRow:
    layout = entity_of(table, item)
    if layout is not None:
        return _check_entity(layout, item)
    if _names_owner(table, item) and (guard := guard_of(table, item)) is not None:
        return CheckedRow(item, guard=guard)
    return CheckedRow(
        item, findings=(Finding("unknown", key_of(table, item), None, "no entity of the design has such a key"),)
    )


def _names_owner(table: type[Table], item: Item) -> bool:
    owner = item.get(GUARD_OF, {}).get("M", {})
    return set(owner) == set(table.primary.attributes)


def _check_entity(layout: Layout, item: Item) -> CheckedRow:
    key = layout.key_of(item)
    try:
        values = layout.values(layout.from_item(item))
        expected = _expected_item(layout, item, values)
    except _UNREADABLE as error:
        return CheckedRow(item, layout, findings=(Finding("unreadable", key, layout.name, _describe_error(error)),))
    if lost := _find_unreadable_key(layout, item):
        return CheckedRow(item, layout, findings=(Finding("unreadable", key, layout.name, lost),))
    if layout.key_of(expected) != key:
        description = f"its fields belong to {format_key(layout.key_of(expected))}"
        return CheckedRow(item, layout, values=values, findings=(Finding("misplaced", key, layout.name, description),))
    return CheckedRow(item, layout, None, values, expected, tuple(_findings(layout, item, expected)))


def _expected_item(layout: Layout, item: Item, values: dict[str, Any]) -> Item:
    """The row as its entity would be stored, with what else stands in it but keys that nothing declares any more."""
    own = {*layout.by_stored, *layout.keys, *layout.undeclared_index_attributes}
    others = {name: value for name, value in layout.schema_version.upgrade(item).items() if name not in own}
    return {**others, **layout.to_item(values)}


def _findings(layout: Layout, item: Item, expected: Item) -> Iterator[Finding]:
    key = layout.key_of(item)
    if not layout.schema_version.is_current(item):
        yield Finding("old schema", key, layout.name, f"older than the schema version {layout.schema_version.number}")
    if drifts := drifted_keys(layout, item, expected):
        description = "; ".join(
            f"{name} is {_format_value(item, name)}, {_format_value(expected, name)} would be right" for name in drifts
        )
        yield Finding("drift", key, layout.name, description)


def drifted_keys(layout: Layout, item: Item, expected: Item) -> list[str]:
    """The keys of indexes that are not as they should be."""
    names = [*(key.name for key in layout.derived), *layout.undeclared_index_attributes]
    return [name for name in names if item.get(name) != expected.get(name)]


def _find_unreadable_key(layout: Layout, item: Item) -> str | None:
    """Why a field that lives only in keys of indexes can't be read back from any of them."""
    for field in layout.fields.values():
        if field.stored is not None or field.name in layout.key_fields:
            continue
        holders = [key for key in layout.derived if key.holds(field.name) and key.name in item]
        if holders and all(key.read(item[key.name]) is None for key in holders):
            keys = " and ".join(
                f"{key.name}, which is {_format_value(item, key.name)} and no {key.template}" for key in holders
            )
            return f"{field.name} can't be read from {keys}"
    return None


def _format_value(item: Item, name: str) -> str:
    return repr(next(iter(item[name].values()))) if name in item else "none"


def _describe_error(error: Exception) -> str:
    return str(error) if isinstance(error, TableError) else f"{type(error).__name__}: {error}"
