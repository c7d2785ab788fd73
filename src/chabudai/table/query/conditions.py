"""Conditions: what a stored item must be like, as values that a plan carries and an expression is made of."""

import re
from collections.abc import Iterator, Sized
from dataclasses import dataclass, field
from types import FunctionType
from typing import TYPE_CHECKING, Any, Generic, Never, TypeAlias, overload

from typing_extensions import TypeVar

from chabudai.table.errors import DesignError, ExpressionTooLarge

if TYPE_CHECKING:
    from chabudai.table.schema.paths import Path

T = TypeVar("T")

if TYPE_CHECKING:
    PathToElements: TypeAlias = (
        Path[Any, list[T]]
        | Path[Any, set[T]]
        | Path[Any, frozenset[T]]
        | Path[Any, tuple[T, ...]]
        | Path[Any, list[T] | None]
        | Path[Any, set[T] | None]
        | Path[Any, frozenset[T] | None]
        | Path[Any, tuple[T, ...] | None]
    )

Value = TypeVar("Value", covariant=True, default=Any)
Element = TypeVar("Element", covariant=True, default=Any)
Text = TypeVar("Text", bound="str | bytes | None")
Long = TypeVar("Long", bound="Sized | None")

_MAX_DEPTH = 100
_FIELD = re.compile(r"[^.\[]*")


@dataclass(frozen=True, slots=True)
class Predicate(Generic[Value]):
    """What is asked of one field: an operator and what it is compared with, which are values of the field's own type.

    Those that ask something else are of a kind of their own, so that a type checker knows where they fit.
    """

    operator: str
    operands: tuple[Any, ...] = ()

    # Each is a Never, so that a type checker finds it too.
    def __and__(self, other: Never) -> Never:
        raise _not_joined("&")

    def __or__(self, other: Never) -> Never:
        raise _not_joined("|")

    def __invert__(self) -> Never:
        raise _not_joined("~")

    def __bool__(self) -> bool:
        raise _not_joined("and, or, not")


def _not_joined(operator: str) -> DesignError:
    return DesignError(
        f"what is asked of a field is not joined by {operator}: between(low, high) asks for both ends, one_of(…) for "
        "one of several; conditions are joined by & and |, and negated by ~: where(a=gt(1)) & ~where(a=4)"
    )


class TextPredicate(Predicate[object]):
    """What is asked of a text."""

    __slots__ = ()


class ElementPredicate(Predicate[object], Generic[Element]):
    """What is asked of a set, a list or a text: that this is in it."""

    __slots__ = ()


class SizePredicate(Predicate[object]):
    """What is asked of the size of what has one."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class FieldValue:
    """What another field of the same item has, in the place of a value."""

    place: "str | Path[Any, Any]"


def field_value(place: "str | Path[Any, Any]") -> FieldValue:
    """`where(reserved=le(field_value("stock")))`: compared with another field, or a place within one."""
    return FieldValue(place)


def eq(value: T) -> Predicate[T]:
    return Predicate("=", (value,))


def ne(value: T) -> Predicate[T]:
    """`where(place=ne("LENT"))`: has another value, or none."""
    return Predicate("<>", (value,))


def ge(value: T) -> Predicate[T]:
    """`where(loans=ge(1))`: this or more; also in `query`, of the next part of a sort key."""
    return Predicate(">=", (value,))


def le(value: T) -> Predicate[T]:
    """`where(loans=le(9))`: this or less; also in `query`, of the next part of a sort key."""
    return Predicate("<=", (value,))


def gt(value: T) -> Predicate[T]:
    """`where(loans=gt(0))`: more than this; also in `query`, of the next part of a sort key."""
    return Predicate(">", (value,))


def lt(value: T) -> Predicate[T]:
    """`where(loans=lt(10))`: less than this; also in `query`, of the next part of a sort key."""
    return Predicate("<", (value,))


def between(low: T, high: T) -> Predicate[T]:
    """Both ends included."""
    return Predicate("between", (low, high))


def begins_with(beginning: str | bytes) -> TextPredicate:
    """`where(title=begins_with("The "))`: of a text; also in `query`, of the next part of a sort key."""
    return TextPredicate("begins_with", (beginning,))


def contains(element: T) -> ElementPredicate[T]:
    """Of a set or a list: this element; of a text: this piece."""
    return ElementPredicate("contains", (element,))


def one_of(*values: T) -> Predicate[T]:
    """`where(place=one_of("SHELF", "LENT"))`: has one of these values, given one after another."""
    return Predicate("in", values)


def size(predicate: int | Predicate[int]) -> SizePredicate:
    """`size(gt(2))` of a set, list or dict: its elements; of bytes: bytes; of a text: UTF-16 units, as DynamoDB counts.

    Those are characters, of which one beyond U+FFFF, such as an emoji, counts twice.
    """
    return SizePredicate("size", (as_predicate(predicate),))


def not_exists() -> Predicate[Never]:
    """None, or not there at all."""
    return Predicate("not_exists")


def exists() -> Predicate[Never]:
    """`where(friend=exists())`: has a value, which None is not."""
    return Predicate("exists")


class Condition:
    """Conditions are joined by `&` and `|`, and negated by `~`."""

    __slots__ = ()

    def __and__(self, other: "Condition") -> "Condition":
        return all_of(self, other)

    def __or__(self, other: "Condition") -> "Condition":
        return any_of(self, other)

    def __bool__(self) -> bool:
        raise DesignError(
            "conditions are joined by & and |, and negated by ~, not by and, or, not: where(…) & where(…)"
        )

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
    depth: int = field(init=False, default=0, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", _depth_above(*self.conditions))


@dataclass(frozen=True, slots=True)
class AnyOf(Condition):
    conditions: tuple[Condition, ...]
    depth: int = field(init=False, default=0, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", _depth_above(*self.conditions))


@dataclass(frozen=True, slots=True)
class Not(Condition):
    condition: Condition
    depth: int = field(init=False, default=0, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", _depth_above(self.condition))


def _depth_above(*conditions: Condition) -> int:
    """How many are within each other; more than these no request can hold, nor can Python go through them."""
    depth = 1 + max((getattr(each, "depth", 0) for each in conditions), default=0)
    if depth > _MAX_DEPTH:
        raise ExpressionTooLarge(
            f"conditions are joined by & and | within each other more than {_MAX_DEPTH} deep, which DynamoDB does not "
            "take in one request: ask in several, or join them flat by all_of(…) and any_of(…)"
        )
    return depth


ALWAYS = AllOf()


def where(**fields: Any) -> Condition:
    """`where(status="ACTIVE", wear_count=ge(1))`: all of these; `|`, `&` and `~` join conditions.

    A place within a field has a name too: `where(**{"address.city": "Kyoto"})`.
    """
    return all_of(*(FieldCondition(name, _asked(name, value)) for name, value in fields.items()))


@overload
def where_at(path: "Path[Any, T]", value: T | FieldValue | Predicate[T | FieldValue]) -> Condition: ...
@overload
def where_at(path: "Path[Any, Text]", value: TextPredicate | ElementPredicate[str]) -> Condition: ...
@overload
def where_at(path: "PathToElements[T]", value: ElementPredicate[T]) -> Condition: ...
@overload
def where_at(path: "Path[Any, Long]", value: SizePredicate) -> Condition: ...
def where_at(path: "Path[Any, Any]", value: Any) -> Condition:
    """The same for one place with a type: `where_at(Order.path_to(lambda order: order.address.city), "Kyoto")`."""
    if not hasattr(path, "steps"):
        raise DesignError(
            f"where_at(…) takes a path, as Order.path_to(lambda order: …) makes it, and not {path!r}: where(…) takes "
            "the text of one"
        )
    return PathCondition(path, _asked(str(path), value))


def all_of(*conditions: Condition) -> Condition:
    """`all_of(where(place="LENT"), where(loans=gt(3)))`: every one of them; of none, what always holds."""
    flat: list[Condition] = []
    for condition in map(_check_condition, conditions):
        flat += condition.conditions if isinstance(condition, AllOf) else (condition,)
    return flat[0] if len(flat) == 1 else AllOf(tuple(flat))


def any_of(*conditions: Condition) -> Condition:
    """`any_of(where(place="LENT"), where(loans=gt(3)))`: at least one of them; of none, what never holds."""
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


def _asked(name: str, value: Any) -> Predicate:
    if isinstance(value, FunctionType) and value.__module__ == __name__:
        raise DesignError(
            f"{name}={value.__name__} names a function and asks nothing: call it, {name}={value.__name__}"
            f"({'…' if value.__code__.co_argcount else ''})"
        )
    return as_predicate(value)


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
