"""Conditions: what a stored item must be like, as values that a plan carries and an expression is made of."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from chabudai.table.errors import DesignError

if TYPE_CHECKING:
    from chabudai.table.schema.paths import Path

T = TypeVar("T")

_FIELD = re.compile(r"[^.\[]*")


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of one field: an operator and what it is compared with."""

    operator: str
    operands: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class FieldValue:
    """What another field of the same item has, in the place of a value."""

    place: "str | Path[Any, Any]"


def field_value(place: "str | Path[Any, Any]") -> FieldValue:
    """`where(reserved=le(field_value("stock")))`: compared with another field, or a place within one."""
    return FieldValue(place)


def eq(value: Any) -> Predicate:
    return Predicate("=", (value,))


def ne(value: Any) -> Predicate:
    return Predicate("<>", (value,))


def ge(value: Any) -> Predicate:
    return Predicate(">=", (value,))


def le(value: Any) -> Predicate:
    return Predicate("<=", (value,))


def gt(value: Any) -> Predicate:
    return Predicate(">", (value,))


def lt(value: Any) -> Predicate:
    return Predicate("<", (value,))


def between(low: Any, high: Any) -> Predicate:
    """Both ends included."""
    return Predicate("between", (low, high))


def begins_with(beginning: str) -> Predicate:
    return Predicate("begins_with", (beginning,))


def contains(element: Any) -> Predicate:
    """Of a set or a list: this element; of a text: this piece."""
    return Predicate("contains", (element,))


def one_of(*values: Any) -> Predicate:
    return Predicate("in", values)


def size(predicate: Any) -> Predicate:
    """`size(gt(2))` of a set, list or dict: its elements; of bytes: bytes; of a text: UTF-16 units, as DynamoDB counts.

    Those are characters, of which one beyond U+FFFF, such as an emoji, counts twice.
    """
    return Predicate("size", (as_predicate(predicate),))


def not_exists() -> Predicate:
    """None, or not there at all."""
    return Predicate("not_exists")


def exists() -> Predicate:
    return Predicate("exists")


class Condition:
    """Conditions are joined by `&` and `|`, and negated by `~`."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return all_of(self, other)

    def __or__(self, other: "Condition") -> "Condition":
        return any_of(self, other)

    def __bool__(self) -> bool:
        raise DesignError("conditions are joined by & and |, and negated by ~, not by and, or, not")

    def __invert__(self) -> "Condition":
        return self.condition if isinstance(self, Not) else Not(self)


@dataclass(frozen=True, slots=True)
class FieldCondition(Condition):
    """One field, or a place within one (`address.city`), is as a predicate says."""

    name: str
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class PathCondition(Condition):
    """A place within a field is as a predicate says."""

    path: "Path[Any, Any]"
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class AllOf(Condition):
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    condition: Condition


ALWAYS = AllOf()


def where(**fields: Any) -> Condition:
    """`where(status="ACTIVE", wear_count=ge(1))`: all of these; `|`, `&` and `~` join conditions.

    A place within a field has a name too: `where(**{"address.city": "Kyoto"})`.
    """
    return all_of(*(FieldCondition(name, as_predicate(value)) for name, value in fields.items()))


def where_at(path: "Path[Any, T]", value: T | Predicate | FieldValue) -> Condition:
    """The same for one place with a type: `where_at(Order.path_to(lambda order: order.address.city), "Kyoto")`."""
    return PathCondition(path, as_predicate(value))


def all_of(*conditions: Condition) -> Condition:
    flat: list[Condition] = []
    for condition in map(_check_condition, conditions):
        flat += condition.conditions if isinstance(condition, AllOf) else (condition,)
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(*conditions: Condition) -> Condition:
    if any(_check_condition(condition) == ALWAYS for condition in conditions):
        return ALWAYS
    flat: list[Condition] = []
    for condition in conditions:
        flat += condition.conditions if isinstance(condition, AnyOf) else (condition,)
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def _check_condition(given: Condition) -> Condition:
    """What is no condition would be dropped, and the write done without it."""
    if not isinstance(given, Condition):
        raise DesignError(
            f"a condition is wanted, and {given!r} is none: name fields, as in when(amount=gt(3)), or join where(…) "
            "by &, | and ~"
        )
    return given


def as_predicate(value: Any) -> Predicate:
    """A plain value is asked to be equal, and None not to exist."""
    if isinstance(value, Predicate):
        return value
    return not_exists() if value is None else eq(value)


def compares_fields(predicate: Predicate) -> bool:
    """Whether another field stands in the place of a value."""
    return any(isinstance(operand, FieldValue) for operand in predicate.operands)


def equalities(condition: Condition) -> dict[str, Any]:
    """The fields whose values a condition fixes, and so makes known."""
    parts = condition.conditions if isinstance(condition, AllOf) else (condition,)
    return {
        (part.name if isinstance(part, FieldCondition) else str(part.path)): part.predicate.operands[0]
        for part in parts
        if isinstance(part, (FieldCondition, PathCondition))
        and part.predicate.operator == "="
        and not compares_fields(part.predicate)
    }


def names_in(condition: Condition) -> set[str]:
    """Every field that a condition looks at, be it within."""
    match condition:
        case FieldCondition(name, predicate):
            return {_field_name(name), *_names_compared(predicate)}
        case PathCondition(path, predicate):
            return {path.field.name, *_names_compared(predicate)}
        case Not(inner):
            return names_in(inner)
        case AllOf(parts) | AnyOf(parts):
            return {name for part in parts for name in names_in(part)}
        case _:
            return set()


def _names_compared(predicate: Predicate) -> Iterator[str]:
    for operand in predicate.operands:
        if isinstance(operand, FieldValue):
            yield _field_name(operand.place) if isinstance(operand.place, str) else operand.place.field.name


def _field_name(place: str) -> str:
    """The field that `address.city` begins with."""
    found = _FIELD.match(place)
    return found[0] if found is not None else place
