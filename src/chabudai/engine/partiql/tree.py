"""What a statement says, as a tree: expressions, and the five kinds of statements that hold them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chabudai.engine.expressions.paths import Path as Steps
from chabudai.engine.partiql.tokens import SourceSpan
from chabudai.engine.values import AttributeValue


@dataclass(frozen=True, slots=True)
class Path:
    steps: Steps
    span: SourceSpan

    @property
    def head(self) -> str:
        return str(self.steps[0])


@dataclass(frozen=True, slots=True)
class Scalar:
    """A literal; a number still as it was written."""

    value: AttributeValue
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Missing:
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Parameter:
    """The question mark with this number, from 0."""

    number: int
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Sequence:
    elements: tuple["Expression", ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Bag:
    elements: tuple["Expression", ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Struct:
    members: tuple[tuple["Expression", "Expression"], ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Call:
    """The name in lower case, as DynamoDB's expressions spell it."""

    name: str
    operands: tuple["Expression", ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class Operation:
    """`name` is an operator: AND and OR have two or more operands, IN its candidate and then its choices."""

    name: str
    operands: tuple["Expression", ...]
    span: SourceSpan


@dataclass(frozen=True, slots=True)
class TypeTest:
    """operand IS type."""

    operand: "Expression"
    type: str
    span: SourceSpan


Expression: TypeAlias = Path | Scalar | Missing | Parameter | Sequence | Bag | Struct | Call | Operation | TypeTest


@dataclass(frozen=True, slots=True)
class Source:
    table: str
    index: str | None = None


@dataclass(frozen=True, slots=True)
class Ordering:
    path: Path
    ascending: bool


@dataclass(frozen=True, slots=True)
class Returning:
    which: Literal["ALL", "MODIFIED"]
    image: Literal["OLD", "NEW"]

    def __str__(self) -> str:
        return f"RETURNING {self.which} {self.image} *"


@dataclass(frozen=True, slots=True)
class Assignment:
    path: Path
    value: Expression


@dataclass(frozen=True, slots=True)
class Removal:
    path: Path


@dataclass(frozen=True, slots=True)
class Select:
    """`columns` is empty when everything is wanted."""

    columns: tuple[Path, ...]
    source: Source
    where: Expression | None
    order: tuple[Ordering, ...]


@dataclass(frozen=True, slots=True)
class Exists:
    select: Select

    @property
    def source(self) -> Source:
        return self.select.source


@dataclass(frozen=True, slots=True)
class Insert:
    source: Source
    value: Expression


@dataclass(frozen=True, slots=True)
class Update:
    source: Source
    actions: tuple[Assignment | Removal, ...]
    where: Expression | None
    returning: Returning | None


@dataclass(frozen=True, slots=True)
class Delete:
    source: Source
    where: Expression | None
    returning: Returning | None


Statement: TypeAlias = Select | Exists | Insert | Update | Delete


def conjuncts(expression: Expression | None) -> tuple[Expression, ...]:
    """What must all hold for the expression to hold."""
    if expression is None:
        return ()
    if isinstance(expression, Operation) and expression.name == "AND":
        return tuple(part for operand in expression.operands for part in conjuncts(operand))
    return (expression,)


def paths(expression: Expression) -> Iterator[Path]:
    """The document paths of an expression, in the order of writing."""
    match expression:
        case Path():
            yield expression
        case Operation() | Call():
            for operand in expression.operands:
                yield from paths(operand)
        case TypeTest():
            yield from paths(expression.operand)
        case Sequence() | Bag():
            for element in expression.elements:
                yield from paths(element)
        case _:
            return
