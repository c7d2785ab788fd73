"""Stored forms: which types have values that are written otherwise once they were stored, though they are equal."""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from datetime import date, time
from enum import Enum
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID

from pydantic import BaseModel

from chabudai.table.annotations import types_within

_KEPT = (str, int, bytes, UUID, time, Enum)
_AROUND = (Sequence, AbstractSet, Mapping)


def may_change_form(annotation: Any) -> bool:
    """Whether a value may come back as another: a time comes back in UTC, a Decimal without zeros at its end."""
    left, seen = [annotation], list[Any]()
    while left:
        each = left.pop()
        if any(each is other for other in seen):
            continue
        seen.append(each)
        if isinstance(each, type) and issubclass(each, BaseModel):
            left += (info.annotation for info in each.model_fields.values())
        elif not _keeps_form(each):
            within = list(types_within(each))
            if not within or not _is_around(each):
                return True
            left += within
    return False


def is_same_form(one: Any, other: Any) -> bool:
    """Whether nobody could tell two equal values apart; False also where that is not clear."""
    return type(one) is type(other) and str(one) == str(other)


def _keeps_form(annotation: Any) -> bool:
    if get_origin(annotation) is Literal or annotation in (None, date, Ellipsis):
        return True
    return isinstance(annotation, type) and not get_args(annotation) and issubclass(annotation, _KEPT)


def _is_around(annotation: Any) -> bool:
    """Whether an annotation is no more than what is within it: a collection, a union, another name."""
    found = get_origin(annotation) or annotation
    if found in (Union, UnionType, Annotated) or hasattr(found, "__supertype__") or hasattr(found, "__value__"):
        return True
    if hasattr(found, "__required_keys__"):
        return True
    return isinstance(found, type) and issubclass(found, _AROUND)
