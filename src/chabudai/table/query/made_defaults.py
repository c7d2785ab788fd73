"""Made defaults: conditions on fields whose default is made of other fields, which no store can make."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from chabudai.table.query.conditions import (
    ALWAYS,
    AllOf,
    AnyOf,
    Condition,
    FieldCondition,
    Not,
    PathCondition,
    Predicate,
    names_in,
)

if TYPE_CHECKING:
    from chabudai.table.query.expressions import Placeholders
    from chabudai.table.schema.fields import StoredField
    from chabudai.table.schema.layouts import Layout


def compared_made_defaults(condition: Condition, layout: "Layout") -> "list[StoredField]":
    """Such fields as a condition compares: it is enough to ask for others whether they are there."""
    if condition is ALWAYS or not layout.fields_made_of_others:
        return []
    named = {name for part in _comparisons(condition) for name in names_in(part)}
    return [field for name, field in layout.fields_made_of_others.items() if name in named]


def or_missing(text: str, fields: "list[StoredField]", placeholders: "Placeholders") -> str:
    """A filter that also gives the rows without these fields: they are judged by what is read."""
    for field in fields:
        text = f"({text}) OR attribute_not_exists({placeholders.name(field.stored or '')})"
    return text


def must_be_there(fields: "list[StoredField]", placeholders: "Placeholders") -> Iterator[str]:
    """What a condition of a write asks beside: it can be held to no more than what is stored."""
    return (f"attribute_exists({placeholders.name(field.stored or '')})" for field in fields)


def _comparisons(condition: Condition) -> Iterator[Condition]:
    match condition:
        case FieldCondition(_, predicate) | PathCondition(_, predicate):
            if _compares(predicate):
                yield condition
        case Not(inner):
            yield from _comparisons(inner)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from _comparisons(part)
        case _:
            return


def _compares(predicate: Any) -> bool:
    return isinstance(predicate, Predicate) and predicate.operator not in ("exists", "not_exists")
