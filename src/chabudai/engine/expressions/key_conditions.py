"""Key conditions: one comparison for each key attribute of a Query, matched with the keys of a table or index."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import tree
from chabudai.engine.expressions.conditions import compile_condition
from chabudai.engine.expressions.paths import resolve
from chabudai.engine.expressions.placeholders import Bindings, RequestPlaceholders, Values
from chabudai.engine.expressions.tree import Attribute, Call, Comparison, Conjunction, Constant, Disjunction, Negation
from chabudai.engine.values import AttributeValue, type_of

_PARAMETER = "KeyConditionExpression"
_MIRRORED = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_INDEXABLE = frozenset({*_MIRRORED, "BETWEEN", "begins_with"})
# A table or local index has two key attributes at most, a global index eight.
_MOST_TERMS = 8

# Name and type (S, N or B) of a key attribute.
KeyAttribute: TypeAlias = tuple[str, str]


@dataclass(frozen=True, slots=True)
class KeyComparison:
    """`operator` is = < <= > >= BETWEEN or begins_with; a legacy operator that no key knows keeps its name."""

    name: str
    operator: str
    operands: tuple[AttributeValue, ...]


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """`fault` is what is wrong with it as a key condition, which DynamoDB tells after all syntax."""

    written: tuple[KeyComparison, ...]
    fault: str | None = None

    @property
    def terms(self) -> tuple[KeyComparison, ...]:
        if self.fault is not None:
            raise ValidationFailed(self.fault)
        return self.written


@dataclass(frozen=True, slots=True)
class _CompiledTerm:
    name: str
    operator: str
    constants: tuple[str, ...]

    def bind(self, values: Values) -> KeyComparison:
        return KeyComparison(self.name, self.operator, tuple([values[constant] for constant in self.constants]))


def parse_key_condition(text: str, placeholders: RequestPlaceholders) -> KeyCondition:
    bindings = placeholders.bindings(_PARAMETER, text)
    placeholders.check(compile_condition(_PARAMETER, text, bindings).requirements)
    terms, fault = _compile(text, bindings)
    return KeyCondition(tuple([term.bind(placeholders.values) for term in terms]), fault)


def count_fault(terms: int) -> str | None:
    return None if 1 <= terms <= _MOST_TERMS else "Conditions can be of length 1 or 2 only"


def match_keys(
    terms: Sequence[KeyComparison], hash_keys: Sequence[KeyAttribute], range_keys: Sequence[KeyAttribute]
) -> tuple[tuple[KeyComparison, ...], tuple[KeyComparison, ...]]:
    """The terms for the partition, all by =, and those for the sort attributes, of which the last may be a range."""
    keys = (*hash_keys, *range_keys)
    if len(keys) > 2 or len(hash_keys) > 1:
        return _match_many(terms, hash_keys, range_keys)
    if len(terms) > len(keys):
        raise ValidationFailed(
            f"The number of query conditions ({len(terms)}) exceeds the number of key attributes defined in the"
            f" schema ({len(keys)})"
        )
    by_name = {term.name: term for term in terms}
    matched: list[KeyComparison] = []
    for position, (name, kind) in enumerate(keys[: max(len(terms), 1)]):
        if name not in by_name:
            raise _missing_key(name)
        _check_term(by_name[name], kind)
        if position < len(hash_keys) and by_name[name].operator != "=":
            raise _unsupported_condition()
        matched.append(by_name[name])
    return tuple(matched[: len(hash_keys)]), tuple(matched[len(hash_keys) :])


def _match_many(
    terms: Sequence[KeyComparison], hash_keys: Sequence[KeyAttribute], range_keys: Sequence[KeyAttribute]
) -> tuple[tuple[KeyComparison, ...], tuple[KeyComparison, ...]]:
    """Keys of several attributes: sort attributes from left to right, without a gap."""
    by_name = {term.name: term for term in terms}
    for name, kind in hash_keys:
        if name not in by_name and len(hash_keys) == 1:
            raise _missing_key(name)
        if name not in by_name or by_name[name].operator != "=":
            raise ValidationFailed(f"HASH key attributes {name} must have equality conditions specified in the query")
        _check_term(by_name[name], kind)
    names = [name for name, _ in range_keys]
    last = max((names.index(name) for name in by_name if name in names), default=-1)
    for position, (name, kind) in enumerate(range_keys[: last + 1]):
        if name not in by_name or (position < last and by_name[name].operator != "="):
            raise ValidationFailed(
                f"RANGE key attributes {name} must have equality conditions specified in the query "
                f"because a condition is present on key attribute {names[position + 1 : last + 1][0]}"
            )
        _check_term(by_name[name], kind)
    if len(terms) > len(hash_keys) + last + 1:
        raise _missing_key(names[last + 1]) if last + 1 < len(names) else _unsupported_condition()
    return tuple(by_name[name] for name, _ in hash_keys), tuple(by_name[name] for name in names[: last + 1])


def _check_term(term: KeyComparison, kind: str) -> None:
    if term.operator not in _INDEXABLE:
        raise ValidationFailed("Attempted conditional constraint is not an indexable operation")
    for operand in term.operands:
        if type_of(operand) != kind:
            raise ValidationFailed(
                "One or more parameter values were invalid: Condition parameter type does not match schema type"
            )
        if not operand[kind]:
            empty = "binary" if kind == "B" else "string"
            raise ValidationFailed(
                "One or more parameter values are not valid. The AttributeValue for a key attribute "
                f"cannot contain an empty {empty} value. Key: {term.name}"
            )


def _missing_key(name: str) -> ValidationFailed:
    return ValidationFailed(f"Query condition missed key schema element: {name}")


def _unsupported_condition() -> ValidationFailed:
    return ValidationFailed("Query key condition not supported")


@lru_cache(maxsize=1024)
def _compile(text: str, bindings: Bindings) -> tuple[tuple[_CompiledTerm, ...], str | None]:
    compiled = compile_condition(_PARAMETER, text, bindings)
    collector = _TermCollector(compiled.names)
    try:
        collector.enter(compiled.condition)
    except ValidationFailed as failure:
        return (), failure.message
    return tuple(collector.terms.values()), count_fault(len(collector.terms))


class _TermCollector:
    """A condition read as a conjunction of comparisons, one for each key attribute."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = names
        self.terms: dict[str, _CompiledTerm] = {}

    def enter(self, condition: tree.Condition) -> None:
        if isinstance(condition, Conjunction):
            for part in condition.parts:
                self.enter(part)
        elif isinstance(condition, Disjunction | Negation):
            raise _invalid_operator("OR" if isinstance(condition, Disjunction) else "NOT")
        elif condition.name not in _INDEXABLE:
            raise _invalid_operator(condition.name)
        else:
            self._enter_comparison(condition)

    def _enter_comparison(self, comparison: Comparison | Call) -> None:
        name, operator = comparison.name, comparison.name
        operands = comparison.operands
        if name in ("BETWEEN", "begins_with") and not isinstance(operands[0], Attribute):
            raise ValidationFailed(
                f"Invalid condition in KeyConditionExpression: {name} operator must have the key attribute "
                "as its first operand"
            )
        attribute = self._attribute(operands)
        if attribute in self.terms:
            raise ValidationFailed("KeyConditionExpressions must only contain one condition per key")
        if not isinstance(operands[0], Attribute):
            operator = _MIRRORED[name]
        constants = tuple(operand.name for operand in operands if isinstance(operand, Constant))
        self.terms[attribute] = _CompiledTerm(attribute, operator, constants)

    def _attribute(self, operands: Sequence[tree.Operand]) -> str:
        """The one attribute among the operands; all others must be constants."""
        found: str | None = None
        for operand in operands:
            if isinstance(operand, Call):
                raise ValidationFailed("KeyConditionExpressions cannot contain nested operations")
            if isinstance(operand, Attribute):
                if found is not None:
                    raise ValidationFailed(
                        "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"
                    )
                path = resolve(operand, self._names)
                if len(path) != 1:
                    raise ValidationFailed("KeyConditionExpressions cannot have conditions on nested attributes")
                found = str(path[0])
        if found is None:
            raise ValidationFailed("Invalid condition in KeyConditionExpression: No key attribute specified")
        return found


def _invalid_operator(operator: str) -> ValidationFailed:
    return ValidationFailed(f"Invalid operator used in KeyConditionExpression: {operator}")
