"""Storable types: one none of whose values DynamoDB has is refused where it is declared, not at the first write."""

import re
from collections import deque
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import is_dataclass
from datetime import timedelta, tzinfo
from fractions import Fraction
from ipaddress import IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network
from pathlib import PurePath
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import (
    AfterValidator,
    BaseModel,
    EmailStr,
    Json,
    NaiveDatetime,
    PlainValidator,
    Secret,
    SecretBytes,
    SecretStr,
    WrapValidator,
)

from chabudai.table.annotations import plain_type
from chabudai.table.errors import DesignError

_AS_TEXT = "keep its text, as a str"
_SECRET = "keep it as a str or bytes, sealed by the program, or leave it out of the table"
_UNSTORABLE: Mapping[Any, str] = {
    timedelta: "keep its seconds, as an int or a Decimal",
    NaiveDatetime: "make it a datetime, or AwareDatetime, with a time zone as in datetime.now(UTC)",
    PurePath: _AS_TEXT,
    re.Pattern: _AS_TEXT,
    tzinfo: "keep its name, as a str",
    deque: "make it a list",
    complex: "keep its two numbers",
    Fraction: "keep its two numbers, or a Decimal",
    **dict.fromkeys((IPv4Address, IPv4Interface, IPv4Network, IPv6Address, IPv6Interface, IPv6Network), _AS_TEXT),
    **dict.fromkeys((Secret, SecretStr, SecretBytes), _SECRET),
    Json: "declare what it holds, as dict[str, Any], or keep its text as a str",
    Callable: "keep its name, as a str",
    type: "keep its name, as a str",
}
_MAKERS = (AfterValidator, PlainValidator, WrapValidator)
_NOT_IN_SETS = (bool, tuple, list, AbstractSet, Mapping, BaseModel)


def check_storable(place: str, part: Any, marks: tuple[Any, ...]) -> None:
    """One part of an annotation, without what is within it.

    Refused is also what nobody checks: a dataclass takes any value for its fields, and pydantic any instance.
    """
    kind = get_origin(part) or part
    if isinstance(kind, type) and is_dataclass(kind):
        raise DesignError(
            f"{place} is {kind.__name__}, a dataclass, whose own rules are not kept when it is changed: make it a "
            "pydantic BaseModel"
        )
    if hasattr(kind, "__required_keys__") and hasattr(kind, "__pydantic_config__"):
        raise DesignError(
            f"{place} is {kind.__name__}, a TypedDict with a configuration, which is not kept when a member of it is "
            "changed: make it a pydantic BaseModel"
        )
    if any(isinstance(mark, _MAKERS) for mark in marks):
        return  # who knows what it makes of it, as AfterValidator(str) does of a URL
    if any(mark is Json or type(mark) is Json for mark in marks):
        kind = Json
    for wrong, advice in _UNSTORABLE.items():
        if kind is wrong or (isinstance(kind, type) and isinstance(wrong, type) and issubclass(kind, wrong)):
            raise _unstorable(place, kind, advice)
    if _is_url(kind):
        raise _unstorable(place, kind, _AS_TEXT)
    members = get_args(part)
    if isinstance(kind, type) and issubclass(kind, Mapping) and members:
        _check_names(place, members[0])
    if isinstance(kind, type) and issubclass(kind, AbstractSet) and members:
        _check_members(place, members[0])


def _unstorable(place: str, kind: Any, advice: str) -> DesignError:
    name = getattr(kind, "__name__", str(kind))
    return DesignError(f"{place} is a {name}, which DynamoDB can't store: {advice}")


def _is_url(kind: Any) -> bool:
    """Pydantic's own URLs and addresses, but for the one that is a text."""
    return isinstance(kind, type) and kind.__module__ == "pydantic.networks" and kind is not EmailStr


def _check_names(place: str, annotation: Any) -> None:
    """The names of a map's members are texts, and are read back as such."""
    for kind in _alternatives(annotation):
        if not _is_name(kind):
            raise DesignError(
                f"{place} is a dict by {_name(kind)}, and names of a map's members are texts: declare dict[str, …], "
                "and give it the text of each"
            )


def _is_name(kind: Any) -> bool:
    if get_origin(kind) is Literal:
        return all(isinstance(choice, str) for choice in get_args(kind))
    found = get_origin(kind) or kind
    return not isinstance(found, type) or issubclass(found, str) or found in (object, EmailStr)


def _check_members(place: str, annotation: Any) -> None:
    for kind in _alternatives(annotation):
        found = get_origin(kind) or kind
        if isinstance(found, type) and (issubclass(found, _NOT_IN_SETS) or is_dataclass(found)):
            raise DesignError(
                f"{place} is a set of {_name(kind)}, and DynamoDB's sets are of texts, of numbers or of binaries: make "
                "it a list"
            )


def _alternatives(annotation: Any) -> list[Any]:
    plain = plain_type(annotation)
    if get_origin(plain) in (Union, UnionType):
        return [each for member in get_args(plain) for each in _alternatives(member)]
    return [plain]


def _name(kind: Any) -> str:
    return kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
