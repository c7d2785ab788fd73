"""Attribute values in DynamoDB's JSON: what is valid, in which canonical form, and when two are equal."""

from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from chabudai.engine import numbers
from chabudai.engine.errors import SerializationFailed, ValidationFailed
from chabudai.items.sizes import number_size

AttributeValue = dict[str, Any]
Item = dict[str, AttributeValue]

TYPES = frozenset({"S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"})
MAX_DEPTH = 32
"""Levels of a value, the innermost scalar included."""

EMPTY_VALUE = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
SEVERAL_TYPES = (
    "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
)
TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
)
MAX_NAME = 65535
_SURELY_SHORT = MAX_NAME // 4
_INVALID = "One or more parameter values were invalid: "


def type_of(value: Mapping[str, Any]) -> str:
    return next(iter(value))


def normalize_item(item: Mapping[str, Any]) -> tuple[Item, int]:
    """The item in canonical form and its size. What needs no change is shared with the argument, not copied."""
    size = 0
    normalized: Item = {}
    for name, value in item.items():
        if not name or len(name) > _SURELY_SHORT:
            check_name(name)
        size += len(name) if name.isascii() else _encoded_size(name)
        # Most attributes are plain strings: no call for them.
        if type(value) is dict and len(value) == 1 and type(text := value.get("S")) is str and text.isascii():
            normalized[name] = value
            size += len(text)
        else:
            normalized[name], value_bytes = _normalize(value, 0)
            size += value_bytes
    return normalized, size


def normalize_value(value: Mapping[str, Any]) -> AttributeValue:
    return _normalize(value, 0)[0]


def normalize_sized(value: Mapping[str, Any]) -> tuple[AttributeValue, int]:
    """The value in canonical form and its size."""
    return _normalize(value, 0)


def equal(left: Mapping[str, Any], right: Mapping[str, Any]) -> bool:
    """DynamoDB's equality of two canonical values: sets without order, lists with, maps member by member."""
    if left == right:
        return True
    kind = type_of(left)
    if kind not in right or kind not in _EQUALITIES:
        return False
    return _EQUALITIES[kind](left[kind], right[kind])


def check_name(name: str) -> None:
    if not name:
        raise ValidationFailed(_INVALID + "Empty attribute name")
    if _encoded_size(name) > MAX_NAME:
        raise ValidationFailed(_INVALID + f"Attribute name is too large, must be less than {MAX_NAME + 1} bytes")


def _normalize(value: Any, depth: int) -> tuple[AttributeValue, int]:
    if type(value) is not dict:
        raise SerializationFailed("Unexpected value type in payload")
    if len(value) != 1:
        raise ValidationFailed(_fault_of_many(value) if value else EMPTY_VALUE)
    for kind, payload in value.items():
        if kind == "S":
            if type(payload) is not str:
                break
            return value, len(payload) if payload.isascii() else _encoded_size(payload)
        normalize = _NORMALIZERS.get(kind)
        if normalize is None:
            raise ValidationFailed(EMPTY_VALUE)
        canonical, size = normalize(payload, depth)
        return (value if canonical is payload else {kind: canonical}), size
    raise SerializationFailed("Unexpected field type")


def _fault_of_many(value: Mapping[str, Any]) -> str:
    """Each of several types is checked by its own rules before their number is."""
    for kind, payload in value.items():
        _normalize({kind: payload}, 0)
    return SEVERAL_TYPES


def _encoded_size(text: str) -> int:
    try:
        return len(text.encode())
    except UnicodeEncodeError:
        raise SerializationFailed("Invalid UTF-8 in a string") from None


def _normalize_number(payload: Any, _depth: int) -> tuple[str, int]:
    if type(payload) is not str:
        raise SerializationFailed("Unexpected field type")
    number = numbers.canonical(payload)
    return (payload if number == payload else number), number_size(number)


def _normalize_binary(payload: Any, _depth: int) -> tuple[str, int]:
    """Base64 text; the size is that of the bytes behind it."""
    if type(payload) is not str:
        raise SerializationFailed("only base-64-encoded strings are convertible to bytes")
    if len(payload) % 4:
        raise SerializationFailed(f"Base64 encoded length is expected a multiple of 4 bytes but found: {len(payload)}")
    try:
        content = b64decode(payload, validate=True)
    except (Base64Error, ValueError):
        raise SerializationFailed("Invalid last non-pad Base64 character dectected") from None
    if b64encode(content).decode() != payload:
        raise SerializationFailed("Invalid last non-pad Base64 character dectected")
    return payload, len(content)


def _normalize_flag(payload: Any, _depth: int) -> tuple[bool, int]:
    if type(payload) is not bool:
        raise SerializationFailed("Unexpected token received from parser")
    return payload, 1


def _normalize_null(payload: Any, _depth: int) -> tuple[bool, int]:
    if type(payload) is not bool:
        raise SerializationFailed("Unexpected token received from parser")
    if not payload:
        raise ValidationFailed(_INVALID + "Null attribute value types must have the value of true")
    return payload, 1


def _normalize_strings(payload: Any, _depth: int) -> tuple[list[str], int]:
    members = _check_members(payload)
    if not members:
        raise ValidationFailed(_INVALID + "An string set  may not be empty")
    if len(set(members)) != len(members):
        raise ValidationFailed(_INVALID + f"Input collection [{', '.join(members)}] contains duplicates.")
    return members, sum(map(_encoded_size, members))


def _normalize_numbers(payload: Any, _depth: int) -> tuple[list[str], int]:
    members = _check_members(payload)
    if not members:
        raise ValidationFailed(_INVALID + "An number set  may not be empty")
    canonical = [numbers.canonical(member) for member in members]
    if len(set(canonical)) != len(canonical):
        raise ValidationFailed("Input collection contains duplicates")
    return (members if canonical == members else canonical), sum(map(number_size, canonical))


def _normalize_binaries(payload: Any, depth: int) -> tuple[list[str], int]:
    members = _check_members(payload)
    if not members:
        raise ValidationFailed(_INVALID + "Binary sets should not be empty")
    size = sum(_normalize_binary(member, depth)[1] for member in members)
    if len(set(members)) != len(members):
        raise ValidationFailed(_INVALID + f"Input collection [{', '.join(members)}]of type BS contains duplicates.")
    return members, size


def _check_members(payload: Any) -> list[str]:
    if type(payload) is not list or not all(type(member) is str for member in payload):
        raise SerializationFailed("Unexpected field type")
    return payload


def _normalize_list(payload: Any, depth: int) -> tuple[list[AttributeValue], int]:
    if type(payload) is not list:
        raise SerializationFailed("Unexpected field type")
    _check_depth(depth)
    pairs = [_normalize(element, depth + 1) for element in payload]
    elements = [element for element, _ in pairs]
    unchanged = all(new is old for new, old in zip(elements, payload, strict=True))
    return (payload if unchanged else elements), 3 + len(pairs) + sum(size for _, size in pairs)


def _normalize_map(payload: Any, depth: int) -> tuple[Item, int]:
    if type(payload) is not dict:
        raise SerializationFailed("Unexpected field type")
    _check_depth(depth)
    size = 3 + len(payload)
    members: Item = {}
    unchanged = True
    for name, value in payload.items():
        member, member_size = _normalize(value, depth + 1)
        unchanged = unchanged and member is value
        members[name] = member
        size += _encoded_size(name) + member_size
    return (payload if unchanged else members), size


def _check_depth(depth: int) -> None:
    if depth + 1 >= MAX_DEPTH:
        raise ValidationFailed(TOO_DEEP)


_NORMALIZERS: Mapping[str, Callable[[Any, int], tuple[Any, int]]] = {
    "N": _normalize_number,
    "B": _normalize_binary,
    "BOOL": _normalize_flag,
    "NULL": _normalize_null,
    "SS": _normalize_strings,
    "NS": _normalize_numbers,
    "BS": _normalize_binaries,
    "L": _normalize_list,
    "M": _normalize_map,
}


def _same_members(left: Sequence[str], right: Sequence[str]) -> bool:
    return len(left) == len(right) and set(left) == set(right)


def _same_elements(left: Sequence[AttributeValue], right: Sequence[AttributeValue]) -> bool:
    return len(left) == len(right) and all(equal(one, other) for one, other in zip(left, right, strict=True))


def _same_map(left: Item, right: Item) -> bool:
    return left.keys() == right.keys() and all(equal(value, right[name]) for name, value in left.items())


_EQUALITIES: Mapping[str, Callable[[Any, Any], bool]] = {
    "SS": _same_members,
    "NS": _same_members,
    "BS": _same_members,
    "L": _same_elements,
    "M": _same_map,
}
