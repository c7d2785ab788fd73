"""Conditions: what a stored item must be like, as values that a plan carries and an expression is made of."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of one field: an operator and what it is compared with."""

    operator: str
    operands: tuple[Any, ...] = ()


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

    def __invert__(self) -> "Condition":
        return self.condition if isinstance(self, Not) else Not(self)


@dataclass(frozen=True, slots=True)
class FieldCondition(Condition):
    """One field is as a predicate says."""

    name: str
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
    """`where(status="ACTIVE", wear_count=ge(1))`: all of these; `|`, `&` and `~` join conditions."""
    return all_of(*(FieldCondition(name, as_predicate(value)) for name, value in fields.items()))


def all_of(*conditions: Condition) -> Condition:
    flat: list[Condition] = []
    for condition in conditions:
        flat += condition.conditions if isinstance(condition, AllOf) else (condition,)
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(*conditions: Condition) -> Condition:
    if ALWAYS in conditions:
        return ALWAYS
    flat: list[Condition] = []
    for condition in conditions:
        flat += condition.conditions if isinstance(condition, AnyOf) else (condition,)
    return flat[0] if len(flat) == 1 else AnyOf(tuple(flat))


def as_predicate(value: Any) -> Predicate:
    """A plain value is asked to be equal, and None not to exist."""
    if isinstance(value, Predicate):
        return value
    return not_exists() if value is None else eq(value)


def equalities(condition: Condition) -> dict[str, Any]:
    """The fields whose values a condition fixes, and so makes known."""
    parts = condition.conditions if isinstance(condition, AllOf) else (condition,)
    return {
        part.name: part.predicate.operands[0]
        for part in parts
        if isinstance(part, FieldCondition) and part.predicate.operator == "="
    }


def names_in(condition: Condition) -> set[str]:
    match condition:
        case FieldCondition(name, _):
            return {name}
        case Not(inner):
            return names_in(inner)
        case AllOf(parts) | AnyOf(parts):
            return {name for part in parts for name in names_in(part)}
        case _:
            return set()
