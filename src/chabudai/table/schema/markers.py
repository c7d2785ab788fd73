"""Markers: what a field's annotation can say about how it is stored, and fields that fill themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import Field

from chabudai.table.ids import uuid7

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KeyOnly:
    """The field has no attribute of its own: keys hold it, and it is read back from them."""


@dataclass(frozen=True, slots=True)
class KeepNull:
    """None is stored as NULL; without this an attribute that is None is left out."""


@dataclass(frozen=True, slots=True)
class OmittedDefault:
    """An entity that is kept whole has no attribute for the field's default, which is read back where there is none."""


@dataclass(frozen=True, slots=True)
class As:
    """`Annotated[date, As("yyyymmdd")]`: stored as the text that `{field:yyyymmdd}` would put into a key."""

    spec: str


@dataclass(frozen=True, slots=True)
class AnyOffset:
    """`Annotated[datetime, As("isoms"), AnyOffset()]`: a time that another program wrote is read too.

    It may have any offset, and be finer than what `As` writes; what is finer is dropped.
    """


@dataclass(frozen=True, slots=True)
class Prefixed:
    """`Annotated[frozenset[str], Prefixed("TAG#")]`: every text is stored behind this one, and read without it."""

    prefix: str


@dataclass(frozen=True, slots=True)
class VersionNumber:
    """One more with every write; a write of an entity that was read before asks for the number that was read."""


@dataclass(frozen=True, slots=True)
class UpdatedAt:
    """The time of the last write: a datetime, or an int of Unix milliseconds."""


@dataclass(frozen=True, slots=True)
class MadeId:
    """What `id_field` fills a field with."""

    prefix: str
    make: Callable[[], str]

    def __call__(self) -> str:
        return self.prefix + self.make()


InKey: TypeAlias = Annotated[T, KeyOnly()]
OrNull: TypeAlias = Annotated[T | None, KeepNull()]
OmitDefault: TypeAlias = Annotated[T, OmittedDefault()]
Version: TypeAlias = Annotated[int, VersionNumber()]


def id_field(prefix: str = "", make: Callable[[], str] = uuid7) -> Any:
    """A text that is made when none is given: the prefix and a UUIDv7 (or a ULID), so that ids sort by time."""
    return Field(default_factory=MadeId(prefix, make))
