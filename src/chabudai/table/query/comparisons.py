"""Comparisons: what is asked of one field, said of the attribute that stores it."""

from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from functools import lru_cache
from typing import Any, get_origin

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from chabudai.table.attributes import AttributeValue, from_attribute, to_attribute
from chabudai.table.errors import InvalidFieldValue
from chabudai.table.query.conditions import Predicate
from chabudai.table.schema.fields import NO_DEFAULT, StoredField

ORDERED = ("<", "<=", ">", ">=", "between")
MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "between": "between"}
_COLLECTIONS = (list, tuple, set, frozenset)
_SIZED = (str, bytes, list, tuple, set, frozenset, Mapping)
_TIMES = (datetime, AwareDatetime, date)
_OF_NUMBERS = ("=", "<>", "in", *ORDERED)


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """An operator with attributes; `or_none` when an attribute that says None, or is not there, will do as well.

    `is_of_size` when not the value is compared, but its size; `least` is that of a missing set, which is an empty one.
    """

    operator: str
    operands: tuple[AttributeValue, ...] = ()
    or_none: bool = False
    is_of_size: bool = False
    least: AttributeValue | None = None

    @property
    def is_impossible(self) -> bool:
        """Whether nothing can be so: DynamoDB refuses such questions instead of answering them."""
        if self.operator == "between":
            low, high = map(_sortable, self.operands)
            return bool(low > high)
        return self.operator == "in" and not self.operands and not self.or_none


def comparison_of(field: StoredField, predicate: Predicate) -> FieldComparison:
    match predicate.operator:
        case "not_exists" | "exists":
            return FieldComparison(predicate.operator)
        case "=" | "<>" | "in":
            return _compare_equality(field, predicate)
        case "begins_with":
            return FieldComparison("begins_with", (_prefix_operand(field, predicate.operands[0]),))
        case "contains":
            return FieldComparison("contains", (_element_operand(field, predicate.operands[0]),))
        case "size":
            return _compare_size(field, predicate.operands[0])
        case _:
            return _compare_order(field, predicate)


def holds_for(default: AttributeValue | None, comparison: FieldComparison) -> bool:
    """Whether an item without the attribute is so: the default stands for it, or nothing does."""
    if default is None and comparison.least is not None:
        return bool(TESTS[comparison.operator](comparison.least, *comparison.operands))
    if default is None:
        return comparison.operator in ("<>", "not_exists") or comparison.or_none
    if comparison.operator in ("not_exists", "exists"):
        return comparison.operator == "not_exists"
    value = _size_of(default) if comparison.is_of_size else default
    return bool(TESTS[comparison.operator](value, *comparison.operands))


def encoded_default(field: StoredField, default: Any) -> AttributeValue | None:
    """What stands for a missing attribute; None when nothing does."""
    encoded = None if default is NO_DEFAULT else field.encode(default)
    return None if encoded is None or "NULL" in encoded else encoded


def normalize(field: StoredField, predicate: Predicate) -> Predicate:
    """The same with operands as the field would have them."""
    return replace(predicate, operands=tuple(_normalize(field, operand) for operand in predicate.operands))


def check_ordered(field: StoredField, operand: Any) -> None:
    if field.attribute_type is None or not (field.codec is None or field.codec.sorts):
        raise InvalidFieldValue(
            field.name,
            operand,
            "what is stored does not sort as the values do, so it can only be asked to be equal "
            "(a time sorts when it is Annotated[datetime, As('isoms')])",
            field.owner,
        )


def _compare_equality(field: StoredField, predicate: Predicate) -> FieldComparison:
    """None, or an empty set, is never compared: it is asked whether the attribute is there."""
    try:
        encoded = [field.encode_or_tell(field.check(operand)) for operand in predicate.operands]
    except InvalidFieldValue as refusal:
        if predicate.operator == "in" and len(predicate.operands) == 1 and isinstance(refusal.value, _COLLECTIONS):
            values = ", ".join(map(repr, refusal.value))
            refusal.reason = f"one_of(…) takes the values themselves, one_of({values}), or of a list one_of(*values)"
        raise
    given = tuple(each for each in encoded if each is not None and "NULL" not in each)
    has_none = len(given) < len(encoded)
    if predicate.operator == "in" and given:
        return FieldComparison("in", given, or_none=has_none)
    if has_none:
        return FieldComparison("exists" if predicate.operator == "<>" else "not_exists")
    return FieldComparison(predicate.operator, given)


def _compare_order(field: StoredField, predicate: Predicate) -> FieldComparison:
    check_ordered(field, predicate.operands[0])
    encoded = tuple(field.encode_bound(operand) for operand in normalize(field, predicate).operands)
    operands = tuple(each for each in encoded if each is not None and "NULL" not in each)
    if len(operands) < len(encoded):
        raise InvalidFieldValue(field.name, None, "a value is compared with another, not with nothing", field.owner)
    if field.codec is not None and field.codec.is_descending:
        return FieldComparison(MIRRORED[predicate.operator], operands[::-1])
    return FieldComparison(predicate.operator, operands)


def _compare_size(field: StoredField, predicate: Predicate) -> FieldComparison:
    if not _has_size(field):
        raise InvalidFieldValue(
            field.name,
            predicate,
            "only a text, a list, a set, a dict or bytes that are stored as they are have a size",
            field.owner,
        )
    if predicate.operator not in _OF_NUMBERS:
        raise InvalidFieldValue(
            field.name, predicate, "a size is compared with whole numbers, as in size(gt(2))", field.owner
        )
    for operand in predicate.operands:
        if not isinstance(operand, int) or isinstance(operand, bool):
            raise InvalidFieldValue(
                field.name, operand, "a size is compared with whole numbers, as in size(gt(2))", field.owner
            )
    operands = tuple(map(to_attribute, predicate.operands))
    return FieldComparison(predicate.operator, operands, is_of_size=True, least={"N": "0"} if field.is_set else None)


def _has_size(field: StoredField) -> bool:
    """A text with a prefix or in a format has more of it than the value; a model stores what it likes."""
    kind = get_origin(field.kind) or field.kind
    if not isinstance(kind, type) or field.codec is not None or (field.marks_change_text and issubclass(kind, str)):
        return False
    return issubclass(kind, _SIZED) and not issubclass(kind, Enum)


def _prefix_operand(field: StoredField, beginning: Any) -> AttributeValue:
    kind = field.attribute_type
    if kind == "B" and isinstance(beginning, bytes):
        return field.encode(beginning) or {}
    if kind != "S" or not isinstance(beginning, str):
        raise InvalidFieldValue(field.name, beginning, "only a text begins with a text", field.owner)
    return field.encode(beginning) or {} if field.marks_change_text else {"S": str.__str__(beginning)}


def _element_operand(field: StoredField, element: Any) -> AttributeValue:
    """One element of a set or list, written as it is within it; of a text, a piece."""
    origin = get_origin(field.kind) or field.kind
    if origin in _COLLECTIONS:
        whole = field.encode(_normalize_elements(field, origin([element])))
        assert whole is not None
        ((kind, members),) = whole.items()
        found: AttributeValue = members[0] if kind == "L" else {kind[0]: members[0]}
        return found
    if field.attribute_type != "S" or not isinstance(element, str):
        raise InvalidFieldValue(field.name, element, "only a text, a list or a set contains something", field.owner)
    return {"S": str.__str__(element)}


def _normalize(field: StoredField, value: Any) -> Any:
    """As the entity would have it, if it would; else only in the type: a range may begin where no value can be."""
    if value is None:
        return None
    if field.kind in _TIMES:
        _check_time(field, value)
    try:
        # What rounds a time of expiry to be stored would move the end of a range.
        return _coerce(field, value) if field.is_expiry else field.check(value)
    except InvalidFieldValue:
        return _coerce(field, value)


def _check_time(field: StoredField, value: Any) -> None:
    """A number in quotes would be read as seconds since 1970, and a day as its first moment, of no time zone."""
    if isinstance(value, str) and value.strip().lstrip("+-").replace(".", "", 1).isdigit():
        reason = "a time is wanted, and a number would be one of seconds since 1970: give a datetime or a date"
        raise InvalidFieldValue(field.name, value, reason, field.owner)
    if type(value) is date and field.kind is not date:
        moment = f"datetime({value.year}, {value.month}, {value.day}, tzinfo=UTC)"
        reason = f"a moment is wanted, and a day has many: give the first one, as {moment}, or another"
        raise InvalidFieldValue(field.name, value, reason, field.owner)


def _normalize_elements(field: StoredField, elements: Any) -> Any:
    try:
        return field.check_elements(elements)
    except InvalidFieldValue:
        return _coerce(field, elements)


def _coerce(field: StoredField, value: Any) -> Any:
    try:
        return _adapter(field.kind).validate_python(value)
    except ValidationError as error:
        fault = error.errors(include_url=False, include_context=False)[0]
        raise InvalidFieldValue(field.name, value, fault["msg"], field.owner) from None


@lru_cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def _sortable(attribute: AttributeValue) -> Any:
    ((kind, value),) = attribute.items()
    return Decimal(value) if kind == "N" else b64decode(value) if kind == "B" else value


def _size_of(attribute: AttributeValue) -> AttributeValue:
    ((kind, value),) = attribute.items()
    if kind == "S":
        return {"N": str(len(value.encode("utf-16-le")) // 2)}
    return {"N": str(len(b64decode(value) if kind == "B" else value))}


def _contains(whole: AttributeValue, element: AttributeValue) -> bool:
    return from_attribute(element) in from_attribute(whole)


TESTS: Mapping[str, Callable[..., Any]] = {
    "=": lambda stored, other: from_attribute(stored) == from_attribute(other),
    "<>": lambda stored, other: from_attribute(stored) != from_attribute(other),
    ">=": lambda stored, other: _sortable(stored) >= _sortable(other),
    "<=": lambda stored, other: _sortable(stored) <= _sortable(other),
    ">": lambda stored, other: _sortable(stored) > _sortable(other),
    "<": lambda stored, other: _sortable(stored) < _sortable(other),
    "between": lambda stored, low, high: _sortable(low) <= _sortable(stored) <= _sortable(high),
    "begins_with": lambda stored, beginning: _sortable(stored).startswith(_sortable(beginning)),
    "contains": _contains,
    "in": lambda stored, *others: from_attribute(stored) in [from_attribute(other) for other in others],
}
