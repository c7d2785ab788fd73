"""Member conditions: a model compared as a whole, said of each of its members.

A stored map may lack a member that has a default, since that was added later: it reads as the default, and so is asked.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel

from chabudai.table.errors import UnknownField
from chabudai.table.query.conditions import Condition, Not, PathCondition, Predicate, all_of, any_of, as_predicate
from chabudai.table.schema.fields import NO_DEFAULT
from chabudai.table.schema.paths import path_below

if TYPE_CHECKING:
    from chabudai.table.schema.paths import Path


def members_condition(path: "Path[Any, Any]", predicate: Predicate) -> Condition | None:
    """The same said of the members; None where it needs no more than the value as a whole."""
    if predicate.operator not in ("=", "<>", "in") or not _names(path.leaf.kind):
        return None
    values = [None if each is None else path.leaf.check(each) for each in predicate.operands]
    try:
        if not any(_has_default_member(path, value) for value in values):
            return None
        wanted = [_equal(path, value) for value in values]
    except UnknownField:  # stored as the model itself decides, so that no path leads to its members
        return None
    return Not(wanted[0]) if predicate.operator == "<>" else any_of(*wanted)


def _equal(path: "Path[Any, Any]", value: Any) -> Condition:
    if not _has_default_member(path, value):
        return PathCondition(path, as_predicate(value))
    return all_of(*(_equal(below, part) for below, part in _members(path, value)))


def _has_default_member(path: "Path[Any, Any]", value: Any) -> bool:
    """Whether a map may lack some member, and is read as this value all the same."""
    return value is not None and any(
        _is_default(below, part) or _has_default_member(below, part) for below, part in _members(path, value)
    )


def _is_default(path: "Path[Any, Any]", value: Any) -> bool:
    default = path.steps[-1].default
    return default is not NO_DEFAULT and bool(value == default) and path.encode(value) is not None


def _members(path: "Path[Any, Any]", value: Any) -> "Iterator[tuple[Path[Any, Any], Any]]":
    return ((path_below(path, name), getattr(value, name)) for name in _names(path.leaf.kind))


def _names(kind: Any) -> list[str]:
    """The members of a model; none of anything else."""
    return list(kind.model_fields) if isinstance(kind, type) and issubclass(kind, BaseModel) else []
