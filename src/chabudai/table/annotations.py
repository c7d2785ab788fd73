"""Annotations: what a type annotation says, without Annotated, unions with None and new names for old types."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import is_dataclass
from datetime import date
from decimal import Decimal
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints
from uuid import UUID

from pydantic import BaseModel
from pydantic.fields import FieldInfo

_ATTRIBUTE_TYPES: Mapping[Any, str] = {
    str: "S",
    int: "N",
    Decimal: "N",
    float: "N",
    bytes: "B",
    UUID: "S",
    date: "S",
}


def plain_type(annotation: Any) -> Any:
    """The type itself, without Annotated and `| None`."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return plain_type(get_args(annotation)[0])
    if origin in (Union, UnionType):
        members = [each for each in get_args(annotation) if each is not NoneType]
        return plain_type(members[0]) if len(members) == 1 else annotation
    for attribute in ("__supertype__", "__value__"):
        if hasattr(annotation, attribute):
            return plain_type(getattr(annotation, attribute))
    return annotation


def may_be_none(annotation: Any) -> bool:
    origin = get_origin(annotation)
    if origin is Annotated:
        return may_be_none(get_args(annotation)[0])
    if origin in (Union, UnionType, Literal):
        return any(may_be_none(each) for each in get_args(annotation))
    for attribute in ("__supertype__", "__value__"):
        if hasattr(annotation, attribute):
            return may_be_none(getattr(annotation, attribute))
    return any(annotation is each for each in (Any, object, None, NoneType))


def attribute_type(kind: Any) -> str | None:
    """S, N or B for what can be a key of an index by itself; a datetime can't, since its texts vary in length."""
    if get_origin(kind) is Literal:
        return _one_type({attribute_type(type(choice)) for choice in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_type({attribute_type(type(choice.value)) for choice in kind})
    return _ATTRIBUTE_TYPES.get(kind)


def is_number(kind: Any) -> bool:
    return _ATTRIBUTE_TYPES.get(kind) == "N"


def has_fixed_length(kind: Any) -> bool:
    """Whether it is a tuple that says what each of its elements is, and so how many it has."""
    if isinstance(kind, type) and not get_args(kind) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        return True
    return get_origin(kind) is tuple and get_args(kind)[-1:] != (Ellipsis,)


def inner_marks(annotation: Any) -> tuple[Any, ...]:
    """Those within a union, as in `Moment | None` where Moment is Annotated."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *marks = get_args(annotation)
        flat = [each for mark in marks for each in (mark.metadata if isinstance(mark, FieldInfo) else (mark,))]
        return (*flat, *inner_marks(inner))
    if origin in (Union, UnionType):
        return tuple(mark for member in get_args(annotation) for mark in inner_marks(member))
    return ()


def models_in(annotation: Any) -> set[type[BaseModel]]:
    """Every pydantic model that a value can hold, however deep."""
    models: set[type[BaseModel]] = set()
    left, seen = [annotation], list[Any]()
    while left:
        each = left.pop()
        if any(each is other for other in seen):
            continue
        seen.append(each)
        if isinstance(each, type) and issubclass(each, BaseModel):
            models.add(each)
            left += (info.annotation for info in each.model_fields.values())
        else:
            left += types_within(each)
    return models


def types_within(annotation: Any) -> Iterator[Any]:
    """What an annotation is made of: arguments, what a name stands for, the members of a TypedDict or a named tuple."""
    if get_origin(annotation) in (Annotated, Literal):
        yield from get_args(annotation)[:1] if get_origin(annotation) is Annotated else ()
        return
    for alias in ("__supertype__", "__value__"):
        if hasattr(annotation, alias):
            yield getattr(annotation, alias)
    if is_dataclass(annotation) or hasattr(annotation, "__required_keys__") or hasattr(annotation, "_field_defaults"):
        with suppress(NameError):  # a name that only pydantic knows where to look for
            yield from get_type_hints(annotation, include_extras=True).values()
    yield from (each for each in get_args(annotation) if each is not NoneType)


def _one_type(types: set[str | None]) -> str | None:
    return types.pop() if len(types) == 1 else None
