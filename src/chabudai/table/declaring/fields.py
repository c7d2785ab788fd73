"""Fields: how one field of an entity is named, written and read, and what stands for it when it is missing."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated, Any, get_origin

from annotated_types import Ge, Gt, Le, Lt, MaxLen
from pydantic import TypeAdapter, ValidationError
from pydantic.fields import FieldInfo

from chabudai.table.declaring.encodings import Decode, Encode, decoding, encoding
from chabudai.table.declaring.markers import As, Counted, KeepNull, KeyOnly, LeftOut, Prefixed, Touched
from chabudai.table.declaring.naming import Rule, Stored
from chabudai.table.errors import DesignError, FieldRefused
from chabudai.table.kinds import attribute_type, inner_marks, is_number, may_be_none, plain_kind
from chabudai.table.spelling.codecs import Codec
from chabudai.table.spelling.formats import codec_for

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
    keeps_null: bool
    encode: Encode
    decode: Decode

    @staticmethod
    def of(name: str, info: FieldInfo, rule: Rule, delimiter: str) -> "StoredField":
        marks = (*info.metadata, *filter(_is_ours, inner_marks(info.annotation)))
        kind = plain_kind(info.annotation)
        default = _default(info, kind)
        _check(name, info, marks, default)
        spec = next((mark.spec for mark in marks if isinstance(mark, As)), None)
        codec = None if spec is None else codec_for(kind, spec, delimiter)
        given = next((mark.name for mark in marks if isinstance(mark, Stored)), None)
        keeps_null = _marked(marks, KeepNull)
        return StoredField(
            name,
            None if _marked(marks, KeyOnly) else given or rule(name),
            info.annotation,
            kind,
            default,
            not info.is_required(),
            bool(info.frozen),
            marks,
            codec,
            keeps_null,
            encoding(info.annotation, marks, codec, keeps_null),
            decoding(info.annotation, marks, codec),
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

    @cached_property
    def is_left_out(self) -> bool:
        return _marked(self.marks, LeftOut)

    @property
    def marks_change_text(self) -> bool:
        return _marked(self.marks, Prefixed)

    @property
    def is_set(self) -> bool:
        return _is_set(self.kind)

    @property
    def is_number(self) -> bool:
        return is_number(self.kind)

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

    def typed(self, value: Any) -> Any:
        """The value in the field's type, but not within its limits: what was stored may be of older ones."""
        try:
            return self.make(value)
        except ValidationError as error:
            fault = error.errors(include_url=False, include_context=False)[0]
            raise FieldRefused(self.name, value, fault["msg"]) from None

    @cached_property
    def makers(self) -> tuple[Any, ...]:
        """What pydantic asks to make the value, as BeforeValidator: unlike limits, it belongs to the type."""
        return tuple(mark for mark in self.marks if hasattr(mark, "__get_pydantic_core_schema__"))

    @cached_property
    def make(self) -> Callable[[Any], Any]:
        """The same as `typed`, with pydantic's own errors."""
        annotated: Any = Annotated
        adapter: TypeAdapter[Any] = TypeAdapter(
            annotated[(self.annotation, *self.makers)] if self.makers else self.annotation
        )
        return adapter.validator.validate_python

    @cached_property
    def _adapter(self) -> "TypeAdapter[Any]":
        annotated: Any = Annotated
        return TypeAdapter(annotated[(self.annotation, *self.marks)] if self.marks else self.annotation)

    @cached_property
    def lowest(self) -> Any:
        """The least that the annotation allows; None without a bound."""
        return next((self._floor(mark) for mark in self._limits if isinstance(mark, (Ge, Gt))), None)

    @cached_property
    def highest(self) -> Any:
        return next((self._ceiling(mark) for mark in self._limits if isinstance(mark, (Le, Lt))), None)

    @cached_property
    def longest(self) -> int | None:
        return next((mark.max_length for mark in self._limits if isinstance(mark, MaxLen)), None)

    def _floor(self, mark: Ge | Gt) -> Any:
        """`gt` of a whole number is the next one; of any other there is no next, and so it counts as `ge`."""
        if isinstance(mark, Ge):
            return mark.ge
        return mark.gt + 1 if self.kind is int else mark.gt  # type: ignore[operator]

    def _ceiling(self, mark: Le | Lt) -> Any:
        if isinstance(mark, Le):
            return mark.le
        return mark.lt - 1 if self.kind is int else mark.lt  # type: ignore[operator]

    @property
    def allows_none(self) -> bool:
        return may_be_none(self.annotation)

    @property
    def _limits(self) -> tuple[Any, ...]:
        return (*self.marks, *inner_marks(self.annotation))


def _check(name: str, info: FieldInfo, marks: tuple[Any, ...], default: Any) -> None:
    if _is_set(plain_kind(info.annotation)) and may_be_none(info.annotation):
        raise DesignError(f"{name}: DynamoDB has no empty sets, so an empty one could not be told from None")
    if _marked(marks, LeftOut) and default is NOTHING:
        raise DesignError(f"{name} is left out while it is the default, and so needs one that is always the same")
    if info.validation_alias is not None or info.serialization_alias is not None:
        raise DesignError(f"{name} has an alias; Annotated[…, Stored(name)] says under which name it is stored")


def _marked(marks: tuple[Any, ...], mark: type) -> bool:
    return any(isinstance(each, mark) for each in marks)


def _is_ours(mark: Any) -> bool:
    return isinstance(mark, (As, Counted, KeepNull, KeyOnly, LeftOut, Prefixed, Stored, Touched))


def _default(info: FieldInfo, kind: Any) -> Any:
    if info.default_factory is not None:
        is_empty = info.default_factory in _EMPTIES
        return info.default_factory() if is_empty else NOTHING  # type: ignore[call-arg]
    if not info.is_required():
        return info.default
    # DynamoDB has no empty sets: one that is missing is empty. And None is left out as well.
    if _is_set(kind):
        return (get_origin(kind) or kind)()
    return None if may_be_none(info.annotation) else NOTHING


def _is_set(kind: Any) -> bool:
    return (get_origin(kind) or kind) in (set, frozenset)
