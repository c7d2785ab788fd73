"""What came before expressions (Expected, AttributeUpdates, KeyConditions, filters …), turned into the same trees."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions import tree
from chabudai.engine.expressions.changes import Computation, addition, removal, subtraction
from chabudai.engine.expressions.comparisons import ORDERED, order
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.key_conditions import KeyComparison, KeyCondition, count_fault
from chabudai.engine.expressions.operands import attribute_getter, getter
from chabudai.engine.expressions.paths import Path
from chabudai.engine.expressions.predicates import predicate
from chabudai.engine.expressions.projections import Projection, projection_of
from chabudai.engine.expressions.tokens import Token
from chabudai.engine.expressions.tree import (
    Attribute,
    Call,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Negation,
    Operand,
)
from chabudai.engine.expressions.updates import AttributeChanges, EvidentType, Update
from chabudai.engine.values import TYPES, AttributeValue, check_name, normalize_value, type_of

_INVALID = "One or more parameter values were invalid: "
_MISMATCH = "Type mismatch for attribute to update"

_COMPARATORS = {"EQ": "=", "NE": "<>", "LE": "<=", "LT": "<", "GE": ">=", "GT": ">", "BETWEEN": "BETWEEN", "IN": "IN"}
_FUNCTIONS = {
    "NOT_NULL": "attribute_exists",
    "NULL": "attribute_not_exists",
    "CONTAINS": "contains",
    "NOT_CONTAINS": "contains",
    "BEGINS_WITH": "begins_with",
}
_KEY_OPERATORS = {**_COMPARATORS, "BEGINS_WITH": "begins_with", "NE": "NE", "IN": "IN"}
_COUNTS = {"NULL": (0, 0), "NOT_NULL": (0, 0), "BETWEEN": (2, 2), "IN": (1, 100)}
_TYPES = {
    **dict.fromkeys(("LE", "LT", "GE", "GT", "BETWEEN", "IN"), ORDERED),
    **dict.fromkeys(("CONTAINS", "NOT_CONTAINS"), TYPES - {"SS", "NS", "BS", "L", "M"}),
    "BEGINS_WITH": frozenset({"S", "B"}),
}
_ADDABLE = frozenset({"N", "SS", "NS", "BS", "L"})
_SETS = frozenset({"SS", "NS", "BS"})


def parse_expected(
    expected: Mapping[str, Mapping[str, Any]] | None, conditional_operator: str | None = None
) -> Condition | None:
    """None when nothing is expected."""
    _check_conditional_operator(expected, conditional_operator)
    if not expected:
        return None
    terms = [(name, *_expectation(name, entry)) for name, entry in expected.items()]
    return _condition(terms, conditional_operator)


def parse_filter(
    filters: Mapping[str, Mapping[str, Any]] | None, conditional_operator: str | None = None
) -> Condition | None:
    """QueryFilter or ScanFilter; None when nothing is filtered."""
    _check_conditional_operator(filters, conditional_operator)
    if not filters:
        return None
    return _condition(_terms(filters), conditional_operator)


def parse_key_conditions(conditions: Mapping[str, Mapping[str, Any]]) -> KeyCondition:
    terms = _terms(conditions)
    written = tuple(
        KeyComparison(name, _KEY_OPERATORS.get(operator, operator), tuple(values)) for name, operator, values in terms
    )
    return KeyCondition(written, count_fault(len(written)))


def parse_attribute_updates(updates: Mapping[str, Mapping[str, Any]]) -> Update:
    paths: list[Path] = []
    computations: list[Computation] = []
    values: dict[str, AttributeValue] = {}
    for name, entry in updates.items():
        check_name(name)
        value = None if entry.get("Value") is None else normalize_value(entry["Value"])
        action = _check_action(entry.get("Action") or "PUT", value)
        if value is not None:
            values[name] = value
        paths.append((name,))
        computations.append(_computation(name, action, value is not None))
    only_removes = bool(updates) and all(entry.get("Action") == "DELETE" for entry in updates.values())
    evident = [EvidentType(name, name) for name in values]
    return Update(AttributeChanges.of(paths, computations, frozenset(), only_removes, evident), values)


def parse_attributes_to_get(names: Sequence[str]) -> Projection:
    seen: set[str] = set()
    for name in names:
        check_name(name)
        if name in seen:
            raise ValidationFailed(f"{_INVALID}Duplicate value in attribute name: {name}")
        seen.add(name)
    return projection_of((name,) for name in names)


def _check_conditional_operator(entries: Mapping[str, Any] | None, conditional_operator: str | None) -> None:
    if conditional_operator is None:
        return
    if not entries:
        raise ValidationFailed("ConditionalOperator cannot be used without Filter or Expected")
    if len(entries) == 1:
        raise ValidationFailed("ConditionalOperator can only be used when Filter or Expected has two or more elements")


def _expectation(name: str, entry: Mapping[str, Any]) -> tuple[str, list[AttributeValue]]:
    """One entry of Expected, as an operator and its values."""
    operator, exists, value = entry.get("ComparisonOperator"), entry.get("Exists"), entry.get("Value")
    listed = entry.get("AttributeValueList")
    if listed is not None and value is not None:
        raise _invalid_parameter("Value and AttributeValueList cannot be used together", name)
    if operator is None and listed is not None:
        raise _invalid_parameter("AttributeValueList can only be used with a ComparisonOperator", name)
    if operator is None:
        return _existence(name, exists, value)
    if exists is not None:
        raise _invalid_parameter("Exists and ComparisonOperator cannot be used together", name)
    if operator not in ("NULL", "NOT_NULL") and listed is None and value is None:
        raise _invalid_parameter(f"Value or AttributeValueList must be used with ComparisonOperator: {operator}", name)
    given = listed if listed is not None else [] if value is None else [value]
    return operator, _check_values(operator, given)


def _existence(name: str, exists: bool | None, value: Mapping[str, Any] | None) -> tuple[str, list[AttributeValue]]:
    if exists is False:
        if value is not None:
            raise _invalid_parameter("Value cannot be used when Exists is false", name)
        return "NULL", []
    if value is None:
        raise _invalid_parameter(f"Value must be provided when Exists is {'null' if exists is None else 'true'}", name)
    return "EQ", [normalize_value(value)]


def _invalid_parameter(reason: str, name: str) -> ValidationFailed:
    return ValidationFailed(f"{_INVALID}{reason} for Attribute: {name}")


def _terms(entries: Mapping[str, Mapping[str, Any]]) -> list[tuple[str, str, list[AttributeValue]]]:
    return [
        (
            name,
            entry["ComparisonOperator"],
            _check_values(entry["ComparisonOperator"], entry.get("AttributeValueList")),
        )
        for name, entry in entries.items()
    ]


def _check_values(operator: str, given: Sequence[Mapping[str, Any]] | None) -> list[AttributeValue]:
    values = [normalize_value(value) for value in given or ()]
    least, most = _COUNTS.get(operator, (1, 1))
    if not least <= len(values) <= most:
        raise ValidationFailed(f"{_INVALID}Invalid number of argument(s) for the {operator} ComparisonOperator")
    kinds = {type_of(value) for value in values}
    if len(kinds) > 1:
        raise ValidationFailed(f"{_INVALID}AttributeValues inside AttributeValueList must be of same type")
    for kind in kinds - _TYPES.get(operator, TYPES):
        raise ValidationFailed(f"{_INVALID}ComparisonOperator {operator} is not valid for {kind} AttributeValue type")
    if operator == "BETWEEN" and order(*values) == 1:
        raise ValidationFailed(
            "The BETWEEN condition was provided a range where the lower bound is greater than the upper bound"
        )
    return values


@dataclass(slots=True)
class _LegacyTranslation:
    """Trees whose names and values stand in numbered placeholders."""

    names: dict[str, str] = field(default_factory=dict)
    values: dict[str, AttributeValue] = field(default_factory=dict)

    def condition(self, name: str, operator: str, values: Sequence[AttributeValue]) -> tree.Condition:
        attribute = self._attribute(name)
        operands: tuple[Operand, ...] = (attribute, *[self._constant(value) for value in values])
        if operator in _COMPARATORS:
            return Comparison(_COMPARATORS[operator], operands)
        call = Call(_FUNCTIONS[operator], operands)
        if operator != "NOT_CONTAINS":
            return call
        # Not the mere negation: of a missing attribute, NOT_CONTAINS is as false as CONTAINS.
        return Conjunction((Call("attribute_exists", (attribute,)), Negation(call)))

    def _attribute(self, name: str) -> Attribute:
        token = f"#{len(self.names)}"
        self.names[token] = name
        return Attribute((Token("name", token, 0, 0),))

    def _constant(self, value: AttributeValue) -> Constant:
        token = f":{len(self.values)}"
        self.values[token] = value
        return Constant(token)


def _condition(terms: Sequence[tuple[str, str, list[AttributeValue]]], conditional_operator: str | None) -> Condition:
    translation = _LegacyTranslation()
    parts = tuple([translation.condition(*term) for term in terms])
    whole = Disjunction(parts) if conditional_operator == "OR" else Conjunction(parts)
    test = predicate(whole, translation.names)
    return Condition(test, translation.values, frozenset(name for name, _, _ in terms), frozenset())


def _check_action(action: str, value: AttributeValue | None) -> str:
    kind = None if value is None else type_of(value)
    if kind is None and action != "DELETE":
        raise ValidationFailed(f"{_INVALID}Only DELETE action is allowed when no attribute value is specified")
    if action == "DELETE" and kind is not None and kind not in _SETS:
        raise ValidationFailed(f"{_INVALID}DELETE action with value is not supported for the type {kind}")
    if action == "ADD" and kind not in _ADDABLE:
        raise ValidationFailed(f"{_INVALID}ADD action is not supported for the type {kind}")
    return action


def _computation(name: str, action: str, has_value: bool) -> Computation:
    if not has_value:
        return removal
    if action == "ADD":
        return addition(attribute_getter((name,)), name, _MISMATCH)
    if action == "DELETE":
        return subtraction(attribute_getter((name,)), name, _MISMATCH)
    return getter(Constant(name), {})
