"""Checks of an entity's fields by what is said of each: marks, and fields that fill themselves."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, get_args, get_origin

from pydantic import AwareDatetime
from pydantic.fields import FieldInfo

from chabudai.table.annotations import inner_marks, plain_type
from chabudai.table.attributes import to_attribute
from chabudai.table.errors import DesignError, FormatMismatch, UnsupportedValue
from chabudai.table.schema.fields import NO_DEFAULT, StoredField
from chabudai.table.schema.key_attributes import Computed, Key, Unique
from chabudai.table.schema.markers import AnyOffset, As, MadeId, Prefixed, UpdatedAt, id_field
from chabudai.table.schema.naming import Stored

_MARKS: Mapping[type, str] = {
    AnyOffset: "AnyOffset()",
    As: "As('yyyymmdd')",
    Prefixed: "Prefixed('TAG#')",
    Stored: "Stored('name')",
    UpdatedAt: "UpdatedAt()",
}
_DECLARED = {Key: "key", Computed: "computed", Unique: "unique"}


def check_declarations(entity: str, infos: Mapping[str, FieldInfo]) -> None:
    """What stands behind the fields' names, before anything is made of it."""
    for name, info in infos.items():
        if type(info.default) in _DECLARED:
            word = _DECLARED[type(info.default)]
            raise DesignError(
                f"{entity}.{name} = {word}(…) is no field, and has no type: leave out its annotation, {name} = "
                f"{word}(…)"
            )
        for mark in (*info.metadata, *inner_marks(info.annotation)):
            if isinstance(mark, type) and mark in _MARKS:
                raise DesignError(f"{entity}.{name}: {mark.__name__} says nothing by itself: write {_MARKS[mark]}")
        if info.default is id_field:
            raise DesignError(
                f"{entity}.{name} = id_field makes no ids by itself: write id_field(), or with a prefix id_field('bk_')"
            )
        if isinstance(info.default_factory, MadeId) and not _is_text(plain_type(info.annotation)):
            raise FormatMismatch(f"{entity}.{name}: id_field(…) makes a text: annotate it as str")


def check_fields(entity: str, fields: Mapping[str, StoredField]) -> None:
    """Fields that the store fills: at most one of each kind, of a type that can hold what it fills in."""
    versions = [field for field in fields.values() if field.is_version]
    times = [field for field in fields.values() if field.is_updated_at]
    for found, word in ((versions, "Version"), (times, "UpdatedAt")):
        if len(found) > 1:
            raise DesignError(
                f"{entity}: {found[0].name} and {found[1].name} are both {word}, and only one of them would be kept: "
                "leave one of them out"
            )
    for field in versions:
        if field.kind is not int or field.allows_none or field.default != 0:
            raise DesignError(
                f"{entity}.{field.name} counts the writes, from 0 before the first: declare it as "
                f"{field.name}: Version = 0"
            )
    for field in times:
        if field.kind not in (datetime, AwareDatetime, int):
            raise DesignError(
                f"{entity}.{field.name} is filled with the time of each write: make it a datetime, or an int for "
                "milliseconds"
            )
    for field in (*versions, *times):
        if field.stored is None:
            raise DesignError(
                f"{entity}.{field.name} is filled with each write, and so has an attribute: leave out InKey"
            )
    for field in fields.values():
        check_fixed_values(entity, field)
        if any(isinstance(mark, Prefixed) for mark in field.marks) and not _holds_texts(field.kind):
            raise FormatMismatch(f"{entity}.{field.name}: Prefixed(…) is for texts, and for sets and lists of texts")


def _holds_texts(kind: Any) -> bool:
    members = get_args(kind) if get_origin(kind) in (set, frozenset, list, tuple) else (kind,)
    return bool(members) and all(_is_text(plain_type(each)) for each in members if each is not Ellipsis)


def check_fixed_values(entity: str, field: StoredField) -> None:
    """The default, and the bounds that the store itself holds sums to."""
    values = [(field.default, "default")] if field.stored is not None else []
    values += [(field.lowest, "bound"), (field.highest, "bound")] if field.is_number else []
    for value, word in values:
        try:
            if value is not NO_DEFAULT and value is not None:
                _ = field.encode(value) if word == "default" or field.is_expiry else to_attribute(value)
        except UnsupportedValue as refusal:
            raise DesignError(f"{entity}.{field.name} has a {word} that can't be stored: {refusal}") from None


def check_view_field(view: str, field: StoredField, info: FieldInfo) -> None:
    """A view reads what the entity stored, and so has its type; it may be wider, as `str` for a Literal."""
    wanted, given = plain_type(field.annotation), plain_type(info.annotation)
    if given in (wanted, Any) or _is_wider(given, wanted):
        return
    raise FormatMismatch(
        f"{view}.{field.name} is {_name(given)}, and {field.owner}.{field.name}, which it shows, is {_name(wanted)}: "
        "give it that type"
    )


def _is_wider(kind: Any, other: Any) -> bool:
    if get_origin(other) is Literal:
        return all(isinstance(choice, kind) for choice in get_args(other)) if isinstance(kind, type) else False
    return isinstance(kind, type) and isinstance(other, type) and issubclass(other, kind)


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)


def _is_text(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return all(isinstance(choice, str) for choice in get_args(kind))
    return kind is Any or (isinstance(kind, type) and issubclass(kind, str))
