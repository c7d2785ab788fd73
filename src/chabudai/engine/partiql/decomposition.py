"""WHERE clauses taken apart by the key: which partitions they read, which item they name, and what is left to check."""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.key_conditions import KeyComparison
from chabudai.engine.partiql.literals import Parameters, is_value, value_of
from chabudai.engine.partiql.tree import Call, Expression, Operation, Path, conjuncts, paths
from chabudai.engine.schema import KeyPart, Keys
from chabudai.engine.values import AttributeValue, Item, equal

MAX_READS = 50
_EMPTY = (
    "One or more parameter values are not valid."
    " The AttributeValue for a key attribute cannot contain an empty {} value. Key: {}"
)
_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


class KeyTypeMismatch(ValidationFailed):
    """A key attribute is compared with a value of another type."""

    def __init__(self, name: str) -> None:
        super().__init__(f"Key attribute's data type should match its data type in table's schema: Key {name}")


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the conjunctions that a WHERE clause is the disjunction of; each term with what it was made from."""

    terms: tuple[tuple[KeyComparison, Expression], ...]
    rest: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class KeyEqualities:
    """The key attributes that a WHERE clause sets equal to a value, the first where there are several."""

    key: Item
    rest: tuple[Expression, ...]
    contradicted: str | None


def decompose(where: Expression | None, keys: Keys, parameters: Parameters) -> list[Alternative] | None:
    """The alternatives of a clause that sets the partition key in each of them; None when it does not."""
    partition = {part.name for part in keys.hash}
    if where is None or not partition <= _fixed_names(where, partition):
        return None
    parts = {part.name: part for part in keys}
    return [_alternative(each, parts, parameters) for each in _expand(where, parts.keys())]


def extract_key(where: Expression | None, names: Iterable[str], parameters: Parameters) -> KeyEqualities:
    wanted = frozenset(names)
    key: Item = {}
    rest: list[Expression] = []
    contradicted = None
    for part in conjuncts(where):
        name, value = _equality(part)
        if name not in wanted or value is None:
            rest.append(part)
            continue
        found = value_of(value, parameters)
        if name not in key:
            key[name] = found
            continue
        rest.append(part)
        if not equal(key[name], found):
            contradicted = contradicted or name
    return KeyEqualities(key, tuple(rest), contradicted)


def check_type(value: AttributeValue, part: KeyPart) -> None:
    if part.type not in value:
        raise KeyTypeMismatch(part.name)


def _equality(expression: Expression) -> tuple[str, Expression | None]:
    """The attribute that is compared with a value by =; ("", None) when the expression is something else."""
    if isinstance(expression, Operation) and expression.name == "=":
        _, left, right = _put_path_left("=", *expression.operands)
        if isinstance(left, Path) and len(left.steps) == 1 and is_value(right):
            return left.head, right
    return "", None


def _fixed_names(expression: Expression, names: AbstractSet[str]) -> AbstractSet[str]:
    """Which of the names have a value, or one of several, wherever the expression holds."""
    if isinstance(expression, Operation):
        if expression.name == "AND":
            return frozenset().union(*(_fixed_names(part, names) for part in expression.operands))
        if expression.name == "OR":
            return frozenset(names).intersection(*(_fixed_names(part, names) for part in expression.operands))
    name = _choice(expression) or _equality(expression)[0]
    return {name} & names


def _choice(expression: Expression) -> str:
    """The attribute that is one of several values by IN."""
    if not (isinstance(expression, Operation) and expression.name == "IN"):
        return ""
    candidate, *choices = expression.operands
    is_plain = isinstance(candidate, Path) and len(candidate.steps) == 1 and all(map(is_value, choices))
    return candidate.head if is_plain and isinstance(candidate, Path) else ""


def _expand(expression: Expression, names: AbstractSet[str]) -> list[tuple[Expression, ...]]:
    """The expression as alternatives of conjuncts, as far as the key attributes are concerned."""
    expanded: list[tuple[Expression, ...]] = [(expression,)]
    if isinstance(expression, Operation):
        if expression.name == "AND":
            expanded = [()]
            for part in expression.operands:
                found = _expand(part, names)
                expanded = _limit_reads([done + each for done in expanded for each in found])
        elif expression.name == "OR" and any(path.head in names for path in paths(expression)):
            expanded = [each for part in expression.operands for each in _expand(part, names)]
        elif _choice(expression) in names:
            candidate, *choices = expression.operands
            expanded = [(Operation("=", (candidate, choice), expression.span),) for choice in choices]
    return _limit_reads(expanded)


def _limit_reads(expanded: list[tuple[Expression, ...]]) -> list[tuple[Expression, ...]]:
    if len(expanded) > MAX_READS:
        raise ValidationFailed("Too many decomposed read operations for a given query.")
    return expanded


def _alternative(
    expressions: Iterable[Expression], parts: Mapping[str, KeyPart], parameters: Parameters
) -> Alternative:
    terms: list[tuple[KeyComparison, Expression]] = []
    rest: list[Expression] = []
    for expression in expressions:
        term = _term(expression, parts, parameters)
        if term is None:
            rest.append(expression)
        else:
            terms.append((term, expression))
    return Alternative(tuple(terms), tuple(rest))


def _term(expression: Expression, parts: Mapping[str, KeyPart], parameters: Parameters) -> KeyComparison | None:
    """A comparison of a key attribute that a range of keys can stand for."""
    operator, operands = _comparison_of(expression)
    candidate, *others = operands
    if not (isinstance(candidate, Path) and len(candidate.steps) == 1 and all(map(is_value, others))):
        return None
    if candidate.head not in parts:
        return None
    part = parts[candidate.head]
    values = tuple(value_of(other, parameters) for other in others)
    for value in values:
        check_type(value, part)
        if value[part.type] == "":
            raise ValidationFailed(_EMPTY.format("binary" if part.type == "B" else "string", part.name))
    return KeyComparison(part.name, operator, values)


def _comparison_of(expression: Expression) -> tuple[str, tuple[Expression, ...]]:
    match expression:
        case Operation(name=name, operands=(left, right)) if name in _MIRRORED:
            operator, *operands = _put_path_left(name, left, right)
            return operator, tuple(operands)
        case Operation(name="BETWEEN") | Call(name="begins_with", operands=(_, _)):
            return expression.name, expression.operands
        case _:
            return "", (expression, expression)


def _put_path_left(operator: str, left: Expression, right: Expression) -> tuple[str, Expression, Expression]:
    """With the path on the left."""
    if isinstance(right, Path) and is_value(left):
        return _MIRRORED[operator], right, left
    return operator, left, right
