"""Unsendable values: what no request can hold, looked for in a plan once it was refused, and named by its field."""

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from itertools import chain
from typing import Any

from pydantic import BaseModel

from chabudai.table.errors import Description, UnsupportedValue
from chabudai.table.plans import BatchWrite, Plan, Put, Query, Transaction, Update
from chabudai.table.query.conditions import AllOf, AnyOf, FieldCondition, Not, PathCondition

_MAX_DEPTH = 32
_SHOWN = 20


def find_broken_text(plan: Plan) -> UnsupportedValue | None:
    """A text with half a surrogate pair, which UTF-8 does not have."""
    return _find(plan, _broken_text)


def find_deep_value(plan: Plan) -> UnsupportedValue | None:
    """A value that is nested deeper than DynamoDB takes."""
    return _find(plan, _deep_value)


def _find(plan: Plan, fault_of: Callable[[Any], UnsupportedValue | None]) -> UnsupportedValue | None:
    for place, value in _values_in(plan):
        if (fault := fault_of(value)) is not None:
            fault.locate(place)
            return fault
    return None


def _values_in(plan: Any) -> Iterator[tuple[str, Any]]:
    """What a plan writes or asks for, by the names of the fields."""
    yield from _written(plan)
    layout = plan.layouts[0] if isinstance(plan, Query) else getattr(plan, "layout", None)
    name = "" if layout is None else layout.name
    asked = [getattr(plan, each, {}) for each in ("key", "known", "each", "ranges")]
    within = chain(chain.from_iterable(each.items() for each in asked), _operands(getattr(plan, "condition", None)))
    yield from ((f"{name}.{place}", value) for place, value in within)


def _operands(condition: Any) -> Iterator[tuple[str, Any]]:
    match condition:
        case FieldCondition(place, predicate) | PathCondition(place, predicate):
            yield from ((str(place), operand) for operand in predicate.operands)
        case Not(inner):
            yield from _operands(inner)
        case AllOf(parts) | AnyOf(parts):
            yield from chain.from_iterable(map(_operands, parts))
        case _:
            return


def _written(plan: Any) -> Iterator[tuple[str, Any]]:
    match plan:
        case Transaction():
            yield from chain.from_iterable(_values_in(step.plan) for step in plan.steps)
            yield "the token", plan.token
        case BatchWrite():
            yield from chain.from_iterable(map(_values_in, plan.writes))
        case Put():
            yield from ((f"{plan.layout.name}.{name}", each) for name, each in plan.layout.values(plan.entity).items())
        case Update():
            given = (plan.sets, plan.initial, plan.appends, plan.set_additions)
            whole = chain.from_iterable(changes.items() for changes in given)
            within = ((str(change), change.value) for change in plan.nested)
            yield from ((f"{plan.layout.name}.{name}", each) for name, each in chain(whole, within))
        case _:
            return


def _broken_text(value: Any) -> UnsupportedValue | None:
    for each in _parts(value):
        if isinstance(each, str) and not _is_whole(each):
            return UnsupportedValue(
                each[:_SHOWN], "holds half a surrogate pair, which UTF-8 does not have: give the text without it"
            )
    return None


def _deep_value(value: Any) -> UnsupportedValue | None:
    if not _is_deep(value):
        return None
    kind = Description(f"a {type(value).__name__}")
    return UnsupportedValue(
        kind, f"is nested deeper than the {_MAX_DEPTH} levels that DynamoDB takes: keep what is deep as a text, as JSON"
    )


def _is_deep(value: Any) -> bool:
    """Asked of what is deepest first, so that a value that holds itself is known by its first few turns."""
    left = [(value, 1)]
    while left:
        each, depth = left.pop()
        if depth >= _MAX_DEPTH:
            return True
        left += ((part, depth + 1) for part in _parts_of(each))
    return False


def _parts(value: Any) -> Iterator[Any]:
    """The value and all within, each once; without recursion, which may be what it fails by."""
    left, seen = [value], set[int]()
    while left:
        each = left.pop()
        if id(each) not in seen:
            seen.add(id(each))
            yield each
            left += _parts_of(each)


def _parts_of(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        yield from chain.from_iterable(value.items())
    elif isinstance(value, (list, tuple, AbstractSet)):
        yield from value
    elif isinstance(value, BaseModel):
        yield from value.__dict__.values()
    elif is_dataclass(value) and not isinstance(value, type):
        yield from (getattr(value, each.name) for each in fields(value))


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
