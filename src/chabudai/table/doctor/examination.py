"""Examination: one stored row beside what its own fields say that it should be."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.declaring.keys import KeyAttribute
from chabudai.table.declaring.layouts import Layout
from chabudai.table.declaring.rows import GuardKind, entity_of, guard_of, key_of
from chabudai.table.declaring.tables import Table
from chabudai.table.doctor.lookups import shown
from chabudai.table.doctor.reports import Finding
from chabudai.table.errors import TableError
from chabudai.table.writing.guards import GUARD_OF

# An upgrade is anyone's code, and meets anything.
_UNREADABLE = (TableError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


@dataclass(frozen=True, slots=True)
class Examined:
    """`right` is the row as it should be, None when that can't be told; `values` are the entity's."""

    item: Item
    layout: Layout | None = None
    guard: GuardKind | None = None
    values: dict[str, Any] | None = None
    right: Item | None = None
    findings: tuple[Finding, ...] = ()

    @property
    def is_repairable(self) -> bool:
        return any(each.kind in ("drift", "old shape") for each in self.findings)


def examine(table: type[Table], item: Item) -> Examined:
    layout = entity_of(table, item)
    if layout is not None:
        return _examined_entity(layout, item)
    if _names_owner(table, item) and (guard := guard_of(table, item)) is not None:
        return Examined(item, guard=guard)
    return Examined(item, findings=(Finding("unknown", key_of(table, item), None, "no entity of the design is so"),))


def _names_owner(table: type[Table], item: Item) -> bool:
    owner = item.get(GUARD_OF, {}).get("M", {})
    return set(owner) == set(table.primary.attributes)


def _examined_entity(layout: Layout, item: Item) -> Examined:
    key = layout.key_of(item)
    try:
        values = layout.values(layout.from_item(item))
        right = _right(layout, item, values)
    except _UNREADABLE as error:
        return Examined(item, layout, findings=(Finding("unreadable", key, layout.name, _told(error)),))
    if lost := _garbled(layout, item):
        return Examined(item, layout, findings=(Finding("unreadable", key, layout.name, lost),))
    if layout.key_of(right) != key:
        says = f"its fields belong to {shown(layout.key_of(right))}"
        return Examined(item, layout, values=values, findings=(Finding("misplaced", key, layout.name, says),))
    return Examined(item, layout, None, values, right, tuple(_findings(layout, item, right)))


def _right(layout: Layout, item: Item, values: dict[str, Any]) -> Item:
    """The row as its entity would be stored, with what else stands in it."""
    own = layout.by_stored.keys() | layout.keys.keys()
    others = {name: value for name, value in layout.shape.upgraded(item).items() if name not in own}
    return {**others, **layout.to_item(values)}


def _findings(layout: Layout, item: Item, right: Item) -> Iterator[Finding]:
    key = layout.key_of(item)
    if not layout.shape.is_current(item):
        yield Finding("old shape", key, layout.name, f"older than the shape {layout.shape.number}")
    drifts = [each for each in layout.derived if item.get(each.name) != right.get(each.name)]
    if drifts:
        says = "; ".join(
            f"{each.name} is {_shown(item, each)}, {_shown(right, each)} would be right" for each in drifts
        )
        yield Finding("drift", key, layout.name, says)


def _garbled(layout: Layout, item: Item) -> str | None:
    """Why a field that lives only in keys of indexes can't be read back from any of them."""
    for field in layout.fields.values():
        if field.stored is not None or field.name in layout.key_fields:
            continue
        holders = [key for key in layout.derived if key.holds(field.name) and key.name in item]
        if holders and all(key.read(item[key.name]) is None for key in holders):
            told = " and ".join(f"{key.name}, which is {_shown(item, key)} and no {key.template}" for key in holders)
            return f"{field.name} can't be read from {told}"
    return None


def _shown(item: Item, key: KeyAttribute) -> str:
    return repr(next(iter(item[key.name].values()))) if key.name in item else "none"


def _told(error: Exception) -> str:
    return str(error) if isinstance(error, TableError) else f"{type(error).__name__}: {error}"
