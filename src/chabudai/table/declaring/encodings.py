"""Encodings: a field's values as attribute values and back, as its type and its marks say."""

from collections.abc import Callable
from datetime import date
from functools import partial
from typing import Any, TypeAlias, get_origin

from pydantic import BaseModel, TypeAdapter

from chabudai.table.attributes import AttributeValue, from_attribute, to_attribute
from chabudai.table.declaring.markers import Prefixed
from chabudai.table.kinds import may_be_none, models_in, plain_kind
from chabudai.table.spelling.codecs import Codec

Encode: TypeAlias = Callable[[Any], AttributeValue | None]
Decode: TypeAlias = Callable[[AttributeValue], Any]


def encoding(annotation: Any, marks: tuple[Any, ...], codec: Codec | None, keeps_null: bool) -> Encode:
    """None for what is left out of an item: an empty set, and None itself unless it is kept as NULL."""
    return partial(_or_nothing, _encoder(annotation, marks, codec), keeps_null)


def decoding(annotation: Any, marks: tuple[Any, ...], codec: Codec | None) -> Decode:
    """The value as plain Python; its own type may have to make something of it still."""
    return partial(_or_none, _decoder(plain_kind(annotation), marks, codec))


def _or_nothing(encode: Callable[[Any], AttributeValue], keeps_null: bool, value: Any) -> AttributeValue | None:
    if value is None:
        return {"NULL": True} if keeps_null else None
    if isinstance(value, (set, frozenset)) and not value:
        return None
    return encode(value)


def _or_none(decode: Callable[[AttributeValue], Any], attribute: AttributeValue) -> Any:
    return None if "NULL" in attribute else decode(attribute)


def _encoder(annotation: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[Any], AttributeValue]:
    if codec is not None:
        return lambda value: {"S": codec.encode(value)}
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda value: to_attribute(_each(value, lambda text: prefix + text))
    if models_in(annotation):
        is_spare = all(map(_is_spare, models_in(annotation)))
        return partial(_dumped, TypeAdapter(annotation), get_origin(plain_kind(annotation)), is_spare)
    return to_attribute


def _dumped(adapter: "TypeAdapter[Any]", container: Any, is_spare: bool, value: Any) -> AttributeValue:
    """Models as maps by their own aliases; what is appended to a tuple comes as a list."""
    given = container(value) if container in (list, tuple) else value
    return to_attribute(adapter.dump_python(given, by_alias=True, exclude_none=is_spare))


def _decoder(kind: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[AttributeValue], Any]:
    if codec is not None:
        return lambda attribute: codec.decode(attribute["S"])
    if kind is date:
        return lambda attribute: date.fromisoformat(attribute["S"])
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda attribute: _each(from_attribute(attribute), lambda text: text.removeprefix(prefix))
    return from_attribute


def _each(value: Any, change: Callable[[str], str]) -> Any:
    """What is no text is left as it is, for the field's type to refuse."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_each(each, change) for each in value)
    return value


def _is_spare(model: type[BaseModel]) -> bool:
    """Whether a model's fields that are None can be left out, and are None again when it is read."""
    return all(info.default is None or not may_be_none(info.annotation) for info in model.model_fields.values())
