"""Conditions: what a stored item must be like, as values that a plan carries and an expression is made of."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Predicate:
    """What is asked of one field: an operator and what it is compared with."""

    operator: str
    operands: tuple[Any, ...] = ()


def equal_to(value: Any) -> Predicate:
    return Predicate("=", (value,))


def unlike(value: Any) -> Predicate:
    return Predicate("<>", (value,))


def at_least(value: Any) -> Predicate:
    return Predicate(">=", (value,))


def at_most(value: Any) -> Predicate:
    return Predicate("<=", (value,))


def above(value: Any) -> Predicate:
    return Predicate(">", (value,))


def below(value: Any) -> Predicate:
    return Predicate("<", (value,))


def between(low: Any, high: Any) -> Predicate:
    """Both ends included."""
    return Predicate("between", (low, high))


def begins(beginning: str) -> Predicate:
    return Predicate("begins", (beginning,))


def contains(element: Any) -> Predicate:
    """Of a set or a list: this element; of a text: this piece."""
    return Predicate("contains", (element,))


def one_of(*values: Any) -> Predicate:
    return Predicate("in", values)


def missing() -> Predicate:
    """None, or not there at all."""
    return Predicate("missing")


def present() -> Predicate:
    return Predicate("present")


class Condition:
    """Conditions are joined by `&` and `|`, and turned round by `~`."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return every(self, other)

    def __or__(self, other: "Condition") -> "Condition":
        return either(self, other)

    def __invert__(self) -> "Condition":
        return self.condition if isinstance(self, Not) else Not(self)


@dataclass(frozen=True, slots=True)
class Field(Condition):
    """One field is as a predicate says."""

    name: str
    predicate: Predicate


@dataclass(frozen=True, slots=True)
class Every(Condition):
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True)
class Either(Condition):
    conditions: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Not(Condition):
    condition: Condition


ALWAYS = Every()


def where(**fields: Any) -> Condition:
    """`where(status="ACTIVE", wear_count=at_least(1))`: all of these; `|`, `&` and `~` join conditions."""
    return every(*(Field(name, as_predicate(value)) for name, value in fields.items()))


def every(*conditions: Condition) -> Condition:
    flat: list[Condition] = []
    for condition in conditions:
        flat += condition.conditions if isinstance(condition, Every) else (condition,)
    return flat[0] if len(flat) == 1 else Every(tuple(flat))


def either(*conditions: Condition) -> Condition:
    if ALWAYS in conditions:
        return ALWAYS
    flat: list[Condition] = []
    for condition in conditions:
        flat += condition.conditions if isinstance(condition, Either) else (condition,)
    return flat[0] if len(flat) == 1 else Either(tuple(flat))


def as_predicate(value: Any) -> Predicate:
    """A plain value is asked to be equal, and None to be missing."""
    if isinstance(value, Predicate):
        return value
    return missing() if value is None else equal_to(value)


def equalities(condition: Condition) -> dict[str, Any]:
    """The fields whose values a condition fixes, and so makes known."""
    parts = condition.conditions if isinstance(condition, Every) else (condition,)
    return {
        part.name: part.predicate.operands[0]
        for part in parts
        if isinstance(part, Field) and part.predicate.operator == "="
    }


def names_in(condition: Condition) -> set[str]:
    match condition:
        case Field(name, _):
            return {name}
        case Not(inner):
            return names_in(inner)
        case Every(parts) | Either(parts):
            return {name for part in parts for name in names_in(part)}
        case _:
            return set()
