"""Older rows: a filter is asked of rows of an older schema version here, of what their upgrade makes of them.

The store can't be asked: they hold other attributes. It judges the rows of this version, and gives all the others.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.errors import UnreadableItem
from chabudai.table.query.comparisons import MIRRORED, TESTS, comparison_of, encoded_default, holds_for
from chabudai.table.query.conditions import (
    ALWAYS,
    AllOf,
    AnyOf,
    Condition,
    FieldCondition,
    FieldValue,
    Not,
    PathCondition,
    Predicate,
    compares_fields,
    names_in,
)
from chabudai.table.query.made_defaults import compared_made_defaults
from chabudai.table.query.relations import split_between
from chabudai.table.query.subjects import find_path
from chabudai.table.schema.nesting import MISSING
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.query.expressions import Placeholders
    from chabudai.table.schema.fields import StoredField
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.paths import Path


def with_other_versions(text: str, layout: "Layout", placeholders: "Placeholders") -> str:
    """The text of a filter for rows of this version; those of others come whatever they hold, newer ones to be told."""
    if not text:
        return text
    stamp = placeholders.name(VERSION_ATTRIBUTE)
    number = placeholders.value(layout.schema_version.attribute)
    if layout.schema_version.is_first:
        return f"({text}) OR (attribute_exists({stamp}) AND {stamp} <> {number})"
    return f"({text}) OR NOT {stamp} = {number}"


def is_judged_here(condition: Condition, layout: "Layout") -> bool:
    """Whether rows may come back that a filter leaves out."""
    return condition is not ALWAYS and (not layout.schema_version.is_first or bool(_made(condition, layout)))


def is_wanted(condition: Condition, layout: "Layout", item: Item) -> bool:
    """Whether a filter gives a row. One that can't be read is not left out: to read it says what is wrong with it."""
    if not is_judged_here(condition, layout):
        return True
    whole = layout.source.layout
    try:
        is_current = whole.version_of(item) == whole.schema_version.number
        if is_current and all(field.stored in item for field in _made(condition, layout)):
            return True
        return _holds(condition, _ReadRow(whole, whole.upgrade(item), _values_read(condition, layout, item)))
    except UnreadableItem:
        return True


def is_surely_wanted(condition: Condition, layout: "Layout", item: Item) -> bool:
    """The same where nothing is to be done to a row of which that is not known."""
    if not is_judged_here(condition, layout):
        return True
    try:
        layout.from_item(item)
    except UnreadableItem:
        return _holds_for_part(condition, layout, item)
    return is_wanted(condition, layout, item)


def _holds_for_part(condition: Condition, layout: "Layout", item: Item) -> bool:
    """Asked of no more than the fields that the condition names."""
    whole = layout.source.layout
    try:
        upgraded = whole.upgrade(item)
        return _holds(condition, _ReadRow(whole, upgraded, whole.read_values(upgraded, names_in(condition))))
    except UnreadableItem:
        return False


def _made(condition: Condition, layout: "Layout") -> "list[StoredField]":
    """A view may lack what such a default is made of."""
    return [] if layout.is_view else compared_made_defaults(condition, layout)


@dataclass(frozen=True, slots=True)
class _ReadRow:
    """`item` is the row as this version stores it, `values` what is read of it."""

    layout: "Layout"
    item: Item
    values: Mapping[str, Any]

    def value_at(self, path: "Path[Any, Any]") -> AttributeValue | None:
        """As it would be stored; None for None."""
        value = path.get(self.values[path.field.name])
        return None if value is MISSING else encoded_default(path.leaf, value)


def _values_read(condition: Condition, layout: "Layout", item: Item) -> Mapping[str, Any]:
    """What the entity's own constructor makes of the row: so it is read, and so it is asked."""
    whole = layout.source.layout
    try:
        return whole.values(whole.from_item(item))
    except UnreadableItem:
        if not layout.is_view:
            raise
    # An index may hold no more of a row than a view shows.
    names = names_in(condition)
    if names <= layout.fields.keys():
        return layout.values(layout.from_item(item))
    return whole.typed_values(whole.upgrade(item), names)


def _holds(condition: Condition, row: _ReadRow) -> bool:
    match condition:
        case FieldCondition(name, predicate):
            return _holds_at(find_path(row.layout, name), predicate, row)
        case PathCondition(path, predicate):
            return _holds_at(find_path(row.layout, path), predicate, row)
        case Not(inner):
            return not _holds(inner, row)
        case AllOf(parts):
            return all(_holds(part, row) for part in parts)
        case AnyOf(parts):
            return any(_holds(part, row) for part in parts)
        case _:
            return True


def _holds_at(path: "Path[Any, Any]", predicate: Predicate, row: _ReadRow) -> bool:
    if compares_fields(predicate):
        return all(_holds_beside(path, end, row) for end in split_between(predicate))
    comparison = comparison_of(path.leaf, predicate)
    if comparison.is_impossible:
        return False
    if comparison.operator in ("exists", "not_exists") and path.field.stored is not None:
        return _is_there(path, row.item) == (comparison.operator == "exists")
    value = row.value_at(path)
    if value is not None and comparison.operator in ("exists", "not_exists"):
        return comparison.operator == "exists"
    return holds_for(value, comparison)


def _holds_beside(path: "Path[Any, Any]", predicate: Predicate, row: _ReadRow) -> bool:
    """Compared with another field, or with a value where a range has one of each."""
    (operand,) = predicate.operands
    if not isinstance(operand, FieldValue):
        return _holds_at(path, predicate, row)
    one, other = (row.value_at(each) for each in (path, find_path(row.layout, operand.place)))
    if predicate.operator in ("=", "<>"):
        are_equal = one is other is None or (one is not None and other is not None and TESTS["="](one, other))
        return are_equal == (predicate.operator == "=")
    is_descending = path.leaf.codec is not None and path.leaf.codec.is_descending
    operator = MIRRORED[predicate.operator] if is_descending else predicate.operator
    return one is not None and other is not None and bool(TESTS[operator](one, other))


def _is_there(path: "Path[Any, Any]", item: Item) -> bool:
    found: Any = item.get(path.field.stored or "")
    for step in path.steps:
        if found is None:
            return False
        if isinstance(step.stored, int):
            elements = found.get("L", ())
            found = elements[step.stored] if step.stored < len(elements) else None
        else:
            found = found.get("M", {}).get(step.stored)
    return found is not None and "NULL" not in found
