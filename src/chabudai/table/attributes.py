"""Attributes: Python values as DynamoDB's attribute values, `{"S": "text"}`, and back as plain Python."""

from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, time
from decimal import Context, Decimal, Inexact, InvalidOperation
from enum import Enum
from typing import Any, TypeAlias
from uuid import UUID

from chabudai.table.errors import Description, EmptySet, UnreadableItem, UnsupportedValue

AttributeValue: TypeAlias = dict[str, Any]
Item: TypeAlias = dict[str, AttributeValue]

MAX_DIGITS = 38
MAX_MAGNITUDE = 125
MIN_MAGNITUDE = -130
_SURELY_SHORT = 10**MAX_DIGITS
_SURELY_LONG = 10 ** (MAX_MAGNITUDE + 1)
_EXACT = Context(prec=MAX_DIGITS, traps=[Inexact, InvalidOperation])


def to_item(values: Mapping[str, Any]) -> Item:
    return {name: to_attribute(value) for name, value in values.items()}


def from_item(item: Mapping[str, AttributeValue]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, attribute in item.items():
        # Most attributes are texts and numbers: the shortest way for them.
        if "S" in attribute:
            values[name] = attribute["S"]
        elif "N" in attribute:
            values[name] = _number(attribute["N"])
        else:
            values[name] = from_attribute(attribute)
    return values


def to_attribute(value: Any) -> AttributeValue:
    """Dates, times and UUIDs become text, an enum what its value becomes, a dataclass a map by its fields' names."""
    encode = _ENCODERS.get(type(value)) or _encoder_of_subclass(value)
    return encode(value)


def from_attribute(attribute: Mapping[str, Any]) -> Any:
    """Numbers come back as int when they are whole and Decimal otherwise, sets as sets, binaries as bytes."""
    try:
        ((kind, payload),) = attribute.items()
        decode = _DECODERS[kind]
    except (ValueError, KeyError):
        raise UnreadableItem(attribute, "is no attribute value: it has exactly one of DynamoDB's types") from None
    return decode(payload)


def are_equal(one: AttributeValue | None, other: AttributeValue | None) -> bool:
    """As DynamoDB compares them: numbers by what they are, sets whatever the order of their members."""
    if one is None or other is None or one.keys() != other.keys():
        return one is other
    ((kind, payload),), ((_, compared),) = one.items(), other.items()
    match kind:
        case "L":
            return len(payload) == len(compared) and all(map(are_equal, payload, compared))
        case "M":
            return payload.keys() == compared.keys() and all(are_equal(payload[n], compared[n]) for n in payload)
        case _:
            return bool(from_attribute(one) == from_attribute(other))


def _encoder_of_subclass(value: Any) -> Callable[[Any], AttributeValue]:
    for kind, encode in _SUBCLASS_ENCODERS:
        if isinstance(value, kind):
            return encode
    if is_dataclass(value) and not isinstance(value, type):
        return _dataclass
    raise UnsupportedValue(value, f"is of type {type(value).__name__}, for which DynamoDB has no attribute value")


def _text(value: str) -> AttributeValue:
    return {"S": str.__str__(value)}


def _bool(value: bool) -> AttributeValue:
    return {"BOOL": value}


def _null(_value: None) -> AttributeValue:
    return {"NULL": True}


def _int(value: int) -> AttributeValue:
    if -_SURELY_SHORT < value < _SURELY_SHORT:
        return {"N": str(int(value))}
    if -_SURELY_LONG < value < _SURELY_LONG:
        return _decimal(Decimal(value))
    told = Description(f"an int of {value.bit_length()} bits")
    raise UnsupportedValue(told, "is larger than DynamoDB's numbers: keep it as a text")


def _float(value: float) -> AttributeValue:
    return _decimal(Decimal(float.__repr__(value)))


def _decimal(value: Decimal) -> AttributeValue:
    if not value.is_finite():
        raise UnsupportedValue(
            value, "is no number that DynamoDB has: give a finite one, or None where the field may be None"
        )
    if not value:
        return {"N": "0"}
    if not MIN_MAGNITUDE <= value.adjusted() <= MAX_MAGNITUDE:
        raise UnsupportedValue(value, "is larger or finer than DynamoDB's numbers: keep it as a text")
    try:
        return {"N": format(_EXACT.normalize(value), "f")}
    except Inexact:
        raise UnsupportedValue(value, f"has more than the {MAX_DIGITS} digits of DynamoDB's numbers") from None


def _binary(value: bytes | bytearray | memoryview) -> AttributeValue:
    return {"B": b64encode(value).decode()}


def _date(value: date | time) -> AttributeValue:
    return {"S": value.isoformat()}


def _datetime(value: datetime) -> AttributeValue:
    if value.utcoffset() is None:
        raise UnsupportedValue(value, "has no time zone: give it one, as in datetime.now(UTC)")
    try:
        return {"S": value.astimezone(UTC).isoformat().removesuffix("+00:00") + "Z"}
    except OverflowError:
        raise UnsupportedValue(value, "is before the year 1 or after 9999 in UTC: give a time within them") from None


def _uuid(value: UUID) -> AttributeValue:
    return {"S": str(value)}


def _enum(value: Enum) -> AttributeValue:
    return to_attribute(value.value)


def _list(value: list[Any] | tuple[Any, ...]) -> AttributeValue:
    return {"L": [to_attribute(element) for element in value]}


def _map(value: Mapping[Any, Any]) -> AttributeValue:
    for name in value:
        if not isinstance(name, str):
            raise UnsupportedValue(name, "is no name of a map's member: names are text")
    return {"M": {str.__str__(name): to_attribute(member) for name, member in value.items()}}


def _dataclass(value: Any) -> AttributeValue:
    return {"M": {each.name: to_attribute(getattr(value, each.name)) for each in fields(value)}}


def _set(value: AbstractSet[Any]) -> AttributeValue:
    """Members in order, so that equal sets are written alike."""
    if not value:
        raise EmptySet(value)
    members = [to_attribute(member) for member in value]
    kinds = {kind for member in members for kind in member}
    kind = kinds.pop()
    if kinds or kind not in ("S", "N", "B"):
        raise UnsupportedValue(value, "is a mixed set: DynamoDB's are of texts, of numbers, or of binaries")
    payloads = {member[kind] for member in members}
    return {kind + "S": sorted(payloads, key=Decimal if kind == "N" else None)}


_ENCODERS: Mapping[type, Callable[[Any], AttributeValue]] = {
    str: _text,
    int: _int,
    bool: _bool,
    type(None): _null,
    Decimal: _decimal,
    float: _float,
    list: _list,
    dict: _map,
    tuple: _list,
    set: _set,
    frozenset: _set,
    bytes: _binary,
    datetime: _datetime,
    date: _date,
    time: _date,
    UUID: _uuid,
}

# For subclasses and abstract types; the first that fits, so an enum comes before the str or int that it may also be.
_SUBCLASS_ENCODERS: tuple[tuple[type | tuple[type, ...], Callable[[Any], AttributeValue]], ...] = (
    (Enum, _enum),
    (str, _text),
    (int, _int),
    (float, _float),
    (Decimal, _decimal),
    ((bytes, bytearray, memoryview), _binary),
    (datetime, _datetime),
    ((date, time), _date),
    (UUID, _uuid),
    (Mapping, _map),
    (AbstractSet, _set),
    ((list, tuple), _list),
)


def _number(text: str) -> int | Decimal:
    # Asked before it is tried: a refusal would cost more than the rest.
    if text.removeprefix("-").isdigit():
        return int(text)
    number = Decimal(text)
    return int(number) if number == number.to_integral_value() else number


def _identity(payload: Any) -> Any:
    return payload


def _none(_payload: Any) -> None:
    return None


_DECODERS: Mapping[str, Callable[[Any], Any]] = {
    "S": _identity,
    "N": _number,
    "BOOL": _identity,
    "NULL": _none,
    "B": b64decode,
    "L": lambda payload: [from_attribute(element) for element in payload],
    "M": from_item,
    "SS": set,
    "NS": lambda payload: set(map(_number, payload)),
    "BS": lambda payload: set(map(b64decode, payload)),
}
