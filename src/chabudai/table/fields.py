"""Fields: how one field of an entity is named, written and read, and what stands for it when it is missing."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal
from enum import Enum
from functools import cached_property, partial
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from chabudai.table.attributes import AttributeValue, from_attribute, to_attribute
from chabudai.table.codecs import Codec
from chabudai.table.errors import FieldRefused
from chabudai.table.formats import codec_for
from chabudai.table.markers import As, Counted, KeepNull, KeyOnly, Prefixed, Touched
from chabudai.table.naming import Rule, Stored

_EMPTIES: tuple[type, ...] = (list, dict, tuple, set, frozenset)


class _Nothing:
    """There is no default that is the same each time."""

    def __repr__(self) -> str:
        return "NOTHING"


NOTHING = _Nothing()


@dataclass(frozen=True)
class StoredField:
    """`stored` is None when only keys hold the field. `encode` gives None for what is left out of an item."""

    name: str
    stored: str | None
    annotation: Any
    kind: Any
    default: Any
    has_default: bool
    is_frozen: bool
    marks: tuple[Any, ...]
    codec: Codec | None
    encode: Callable[[Any], AttributeValue | None]
    decode: Callable[[AttributeValue], Any]

    @staticmethod
    def of(name: str, info: FieldInfo, rule: Rule, delimiter: str) -> "StoredField":
        marks = tuple(info.metadata)
        kind = plain_kind(info.annotation)
        spec = next((mark.spec for mark in marks if isinstance(mark, As)), None)
        codec = None if spec is None else codec_for(kind, spec, delimiter)
        given = next((mark.name for mark in marks if isinstance(mark, Stored)), None)
        return StoredField(
            name,
            None if _marked(marks, KeyOnly) else given or rule(name),
            info.annotation,
            kind,
            _default(info, kind),
            not info.is_required(),
            bool(info.frozen),
            marks,
            codec,
            partial(_encoded, _encoder(info.annotation, marks, codec), _marked(marks, KeepNull)),
            partial(_decoded, _decoder(kind, marks, codec)),
        )

    def seen_as(self, info: FieldInfo) -> "StoredField":
        """The same field as a view has it: stored alike, with a default of its own."""
        default = _default(info, plain_kind(info.annotation))
        return replace(self, annotation=info.annotation, default=default, has_default=not info.is_required())

    @property
    def is_version(self) -> bool:
        return _marked(self.marks, Counted)

    @property
    def is_touched(self) -> bool:
        return _marked(self.marks, Touched)

    @property
    def keeps_null(self) -> bool:
        return _marked(self.marks, KeepNull)

    @property
    def marks_change_text(self) -> bool:
        return _marked(self.marks, Prefixed)

    @property
    def is_set(self) -> bool:
        return (get_origin(self.kind) or self.kind) in (set, frozenset)

    @property
    def is_number(self) -> bool:
        return _KINDS.get(self.kind) == "N"

    @property
    def attribute_type(self) -> str | None:
        return "S" if self.codec else attribute_type(self.kind)

    def check(self, value: Any) -> Any:
        """The value as the entity would have it."""
        try:
            return self._adapter.validate_python(value)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            raise FieldRefused(self.name, value, fault["msg"]) from None

    @cached_property
    def _adapter(self) -> "TypeAdapter[Any]":
        annotated: Any = Annotated
        return TypeAdapter(annotated[(self.annotation, *self.marks)] if self.marks else self.annotation)

    @cached_property
    def lowest(self) -> Any:
        """The least that the annotation allows, of a whole number also by `gt`; None without a bound."""
        return next((_floor(mark) for mark in self.marks if isinstance(mark, (Ge, Gt))), None)

    @cached_property
    def highest(self) -> Any:
        return next((_ceiling(mark) for mark in self.marks if isinstance(mark, (Le, Lt))), None)

    @cached_property
    def longest(self) -> int | None:
        return next((mark.max_length for mark in self.marks if isinstance(mark, MaxLen)), None)


def plain_kind(annotation: Any) -> Any:
    """The type itself, without Annotated and `| None`."""
    origin = get_origin(annotation)
    if origin is Annotated:
        return plain_kind(get_args(annotation)[0])
    if origin in (Union, UnionType):
        members = [each for each in get_args(annotation) if each is not NoneType]
        return plain_kind(members[0]) if len(members) == 1 else annotation
    for attribute in ("__supertype__", "__value__"):
        if hasattr(annotation, attribute):
            return plain_kind(getattr(annotation, attribute))
    return annotation


_KINDS: Mapping[Any, str] = {
    str: "S",
    int: "N",
    Decimal: "N",
    float: "N",
    bytes: "B",
    UUID: "S",
    date: "S",
}


def attribute_type(kind: Any) -> str | None:
    """S, N or B for what can be a key of an index by itself; a datetime can't, since its texts vary in length."""
    if get_origin(kind) is Literal:
        return _one_type({attribute_type(type(choice)) for choice in get_args(kind)})
    if isinstance(kind, type) and issubclass(kind, Enum):
        return _one_type({attribute_type(type(choice.value)) for choice in kind})
    return _KINDS.get(kind)


def _one_type(types: set[str | None]) -> str | None:
    return types.pop() if len(types) == 1 else None


def _marked(marks: tuple[Any, ...], mark: type) -> bool:
    return any(isinstance(each, mark) for each in marks)


def _floor(mark: Ge | Gt) -> Any:
    return mark.ge if isinstance(mark, Ge) else mark.gt + 1  # type: ignore[operator]


def _ceiling(mark: Le | Lt) -> Any:
    return mark.le if isinstance(mark, Le) else mark.lt - 1  # type: ignore[operator]


def _default(info: FieldInfo, kind: Any) -> Any:
    if info.default_factory is not None:
        is_empty = info.default_factory in _EMPTIES
        return info.default_factory() if is_empty else NOTHING  # type: ignore[call-arg]
    if not info.is_required():
        return info.default
    # DynamoDB has no empty sets: one that is missing is empty.
    origin = get_origin(kind) or kind
    return origin() if origin in (set, frozenset) else NOTHING


def _encoded(encode: Callable[[Any], AttributeValue], keeps_null: bool, value: Any) -> AttributeValue | None:
    if value is None:
        return {"NULL": True} if keeps_null else None
    if isinstance(value, (set, frozenset)) and not value:
        return None
    return encode(value)


def _decoded(decode: Callable[[AttributeValue], Any], attribute: AttributeValue) -> Any:
    return None if "NULL" in attribute else decode(attribute)


def _encoder(annotation: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[Any], AttributeValue]:
    if codec is not None:
        return lambda value: {"S": codec.encode(value)}
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda value: to_attribute(_each(value, lambda text: prefix + text))
    if _holds_model(annotation):
        adapter: TypeAdapter[Any] = TypeAdapter(annotation)
        return lambda value: to_attribute(adapter.dump_python(value, by_alias=True, exclude_none=True))
    return to_attribute


def _decoder(kind: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[AttributeValue], Any]:
    if codec is not None:
        return lambda attribute: codec.decode(attribute["S"])
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda attribute: _each(from_attribute(attribute), lambda text: text.removeprefix(prefix))
    return from_attribute


def _each(value: Any, change: Callable[[str], str]) -> Any:
    return change(value) if isinstance(value, str) else type(value)(map(change, value))


def _holds_model(annotation: Any) -> bool:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return True
    return any(map(_holds_model, get_args(annotation)))
