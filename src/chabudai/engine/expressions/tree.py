"""What an expression says, as a tree: operands, the functions and operators over them, and how conditions combine."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from chabudai.engine.expressions.tokens import Token


@dataclass(frozen=True, slots=True)
class Attribute:
    """A document path as it was written: words, #placeholders and list indices."""

    steps: tuple[Token, ...]


@dataclass(frozen=True, slots=True)
class Constant:
    """A :placeholder for a value of the request."""

    name: str


@dataclass(frozen=True, slots=True)
class Call:
    name: str
    operands: tuple["Operand", ...]


@dataclass(frozen=True, slots=True)
class Arithmetic:
    name: str
    operands: tuple["Operand", ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`name` is a comparator, BETWEEN or IN; the first operand is the one that is compared with the others."""

    name: str
    operands: tuple["Operand", ...]


@dataclass(frozen=True, slots=True)
class Negation:
    part: "Condition"


@dataclass(frozen=True, slots=True)
class Conjunction:
    parts: tuple["Condition", ...]


@dataclass(frozen=True, slots=True)
class Disjunction:
    parts: tuple["Condition", ...]


Operand: TypeAlias = Attribute | Constant | Call
Application: TypeAlias = Call | Arithmetic | Comparison
Condition: TypeAlias = Comparison | Call | Negation | Conjunction | Disjunction


def leaves(node: Operand | Application) -> Iterator[Attribute | Constant]:
    """The paths and constants below a node, in the order in which they are written."""
    if isinstance(node, Attribute | Constant):
        yield node
    else:
        for operand in node.operands:
            yield from leaves(operand)


def applications(node: Operand | Application) -> Iterator[Application]:
    """The functions and operators of a node, the inner ones before those around them."""
    if not isinstance(node, Attribute | Constant):
        for operand in node.operands:
            yield from applications(operand)
        yield node


def comparisons(condition: Condition) -> Iterator[Comparison | Call]:
    """The single comparisons and functions that a condition combines, in the order in which they are written."""
    if isinstance(condition, Negation):
        yield from comparisons(condition.part)
    elif isinstance(condition, Conjunction | Disjunction):
        for part in condition.parts:
            yield from comparisons(part)
    else:
        yield condition
