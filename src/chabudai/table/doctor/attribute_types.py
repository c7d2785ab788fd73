"""Attribute types: a stored value beside the type in which its field is stored, and what can be read without doubt."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from decimal import Decimal
from typing import Any, get_args, get_origin

from pydantic import BaseModel

from chabudai.table.annotations import attribute_type, plain_type
from chabudai.table.attributes import AttributeValue, Item
from chabudai.table.schema.fields import StoredField
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.seconds import whole_seconds

_NUMERAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?").fullmatch
_TRUTHS: Mapping[str, Mapping[str, bool]] = {"S": {"true": True, "false": False}, "N": {"1": True, "0": False}}
_SETS: Mapping[str, str] = {"SS": "S", "NS": "N", "BS": "B"}
_NAMES: Mapping[str, str] = {
    "S": "a text",
    "N": "a number",
    "B": "a binary",
    "BOOL": "true or false",
    "NULL": "NULL",
    "L": "a list",
    "M": "a map",
    "SS": "a set of texts",
    "NS": "a set of numbers",
    "BS": "a set of binaries",
}


@dataclass(frozen=True, slots=True)
class WrongType:
    """`right` is the attribute as it should be, None where it should be none; `is_doubtful` when that can't be told."""

    name: str
    stored: AttributeValue
    wanted: str
    right: AttributeValue | None
    is_doubtful: bool

    def __str__(self) -> str:
        ((kind, payload),) = self.stored.items()
        found = "" if kind in ("NULL", "M", "L") else f" {payload!r}"
        return f"{self.name} is {_NAMES[kind]}{found}, {self.wanted} would be right"


def wrong_types(layout: Layout, item: Item, values: Mapping[str, Any]) -> list[WrongType]:
    """Attributes of a row that are read as these values, but not stored as these are."""
    found = (
        _compare(field, item[name], field.encode(values[field.name]))
        for name, field in layout.by_stored.items()
        if name in item
    )
    return [each for each in found if each is not None]


def other_values(layout: Layout, item: Item, values: Mapping[str, Any]) -> list[str]:
    """Attributes of the right types that are read as other values than they say, each with what would be right."""
    found: list[str] = []
    for name, field in layout.by_stored.items():
        right = field.encode(values[field.name]) if name in item else None
        if right is not None and _is_other_value(item[name], right):
            found.append(f"{name} is {_payload(item[name])}, {_payload(right)} is what is read")
    return found


def unreadable_types(layout: Layout, item: Item) -> list[WrongType]:
    """Attributes of a row that can't be read, of a type that their fields never have."""
    found: list[WrongType] = []
    for name, field in layout.by_stored.items():
        kinds = _kinds(field)
        if name in item and kinds and not kinds & item[name].keys():
            wanted = " or ".join(_NAMES[kind] for kind in _NAMES if kind in kinds - {"NULL"})
            found.append(WrongType(name, item[name], wanted, None, is_doubtful=True))
    return found


def retype(stored: AttributeValue, right: AttributeValue) -> AttributeValue | None:
    """What is stored, in the types of what is right; None when it is of another type and may mean something else."""
    ((kind, payload),) = stored.items()
    ((right_kind, right_payload),) = right.items()
    if kind != right_kind:
        return right if _means(kind, payload, right_kind, right_payload) else None
    if kind == "L" and len(payload) == len(right_payload):
        elements = [retype(*pair) for pair in zip(payload, right_payload, strict=True)]
        return None if None in elements else {"L": elements}
    if kind == "M":
        members = {name: retype(payload[name], each) for name, each in right_payload.items() if name in payload}
        return None if None in members.values() else {"M": {**payload, **members}}
    return stored


def _is_other_value(stored: AttributeValue, right: AttributeValue) -> bool:
    """Only by what both of them say: a map may lack a member that has a default, or have more than is read."""
    ((kind, payload),) = stored.items()
    if kind not in right:
        return False
    wanted = right[kind]
    if kind == "N":
        return Decimal(payload) != Decimal(wanted)
    if kind == "NS":
        return set(map(Decimal, payload)) != set(map(Decimal, wanted))
    if kind in _SETS:
        return set(payload) != set(wanted)
    if kind == "L":
        return len(payload) != len(wanted) or any(map(_is_other_value, payload, wanted))
    if kind == "M":
        return any(_is_other_value(payload[name], each) for name, each in wanted.items() if name in payload)
    return bool(payload != wanted)


def _payload(attribute: AttributeValue) -> str:
    ((kind, payload),) = attribute.items()
    return f"another {_NAMES[kind].removeprefix('a ')}" if kind in ("L", "M") else repr(payload)


def _compare(field: StoredField, stored: AttributeValue, right: AttributeValue | None) -> WrongType | None:
    name = field.stored or ""
    if right is None:
        means_nothing = "NULL" in stored or (field.is_set and stored == {"L": []})
        return WrongType(name, stored, "none", None, is_doubtful=not means_nothing)
    if field.is_expiry and _is_time(stored, right):
        return WrongType(name, stored, _NAMES["N"], right, is_doubtful=False)
    retyped = retype(stored, right)
    if retyped == stored:
        return None
    wanted = _NAMES[next(iter(right))] if stored.keys() != right.keys() else "other types within"
    return WrongType(name, stored, wanted, retyped, is_doubtful=retyped is None)


def _means(kind: str, payload: Any, right_kind: str, right: Any) -> bool:
    """Whether a value of another type says the same as the right one, and can say nothing else."""
    if (kind, right_kind) == ("S", "N"):
        return _NUMERAL(payload) is not None and Decimal(payload) == Decimal(right)
    if right_kind == "BOOL":
        return _TRUTHS.get(kind, {}).get(payload) is right
    if kind == "L" and right_kind in _SETS:
        members = [each.get(_SETS[right_kind]) for each in payload]
        return len(set(members)) == len(members) and sorted(map(str, members)) == sorted(right)
    # A set has no order: only that of a single member is known.
    return kind in _SETS and right_kind == "L" and len(payload) == 1 and right == [{_SETS[kind]: payload[0]}]


def _is_time(stored: AttributeValue, right: AttributeValue) -> bool:
    """Whether a text is the very time whose seconds are right: so were times stored before they were an expiry."""
    try:
        text = stored["S"]
        value = date.fromisoformat(text) if len(text) == len("2026-01-02") else datetime.fromisoformat(text)
        if isinstance(value, datetime) and value.utcoffset() is None:
            return False
        return {"N": str(whole_seconds(value))} == right
    except (LookupError, ValueError):
        return False


def _kinds(field: StoredField) -> set[str]:
    """The types that a field's attribute can have; none where that depends on the value."""
    kind, origin = field.kind, get_origin(field.kind) or field.kind
    nulls = {"NULL"} if field.keeps_null or field.allows_none else set()
    if (known := field.attribute_type) is not None:
        return {known} | nulls
    if origin in (datetime, time):
        return {"S"} | nulls
    if origin is bool:
        return {"BOOL"} | nulls
    if field.is_set:
        member = attribute_type(plain_type(get_args(kind)[0])) if get_args(kind) else None
        return {f"{member}S"} if member else set(_SETS)
    if origin in (list, tuple):
        return {"L"} | nulls
    is_map = origin is dict or (isinstance(origin, type) and issubclass(origin, BaseModel))
    return {"M"} | nulls if is_map else set()
