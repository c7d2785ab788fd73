"""Encodings: a field's values as attribute values and back, as its type and its marks say."""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from functools import partial
from typing import Any, TypeAlias, get_origin

from pydantic import AwareDatetime, BaseModel

from chabudai.table.annotations import may_be_none, models_in, plain_type
from chabudai.table.attributes import AttributeValue, from_attribute, to_attribute
from chabudai.table.errors import Description, PartOutOfRange, UnreadablePart, UnsupportedValue
from chabudai.table.keys.codecs import Codec
from chabudai.table.schema.markers import AnyOffset, Prefixed
from chabudai.table.schema.model_dumps import ModelDump
from chabudai.table.schema.seconds import day_of, moment_of, whole_seconds

Encode: TypeAlias = Callable[[Any], AttributeValue | None]
Decode: TypeAlias = Callable[[AttributeValue], Any]

_FROM_SECONDS: Mapping[Any, Callable[[Any], Any]] = {datetime: moment_of, AwareDatetime: moment_of, date: day_of}
_UNITS = (1, 1_000, 1_000_000)  # microseconds: as fine as a time is, milliseconds, seconds


def encoding(annotation: Any, marks: tuple[Any, ...], codec: Codec | None, keeps_null: bool) -> Encode:
    """None for what is left out of an item: an empty set, and None itself unless it is kept as NULL."""
    return partial(_encode_optional, _encoder(annotation, marks, codec), keeps_null)


def encoding_within(whole: Any, leaf: Any, is_in_model: bool) -> Encode:
    """How what stands within a field is written, as it is when the whole field is."""
    models = models_in(whole)
    omits_none = bool(models) and all(map(_omits_none, models))
    if not models:
        return to_attribute
    dump = partial(_dump_models, ModelDump(leaf, omits_none), get_origin(plain_type(leaf)))
    return partial(_encode_optional, dump, not omits_none) if is_in_model else partial(_encode_element, dump)


def decoding(annotation: Any, marks: tuple[Any, ...], codec: Codec | None) -> Decode:
    """The value as plain Python; its own type may have to make something of it still."""
    return partial(_decode_optional, _decoder(plain_type(annotation), marks, codec))


def encoding_of_seconds(keeps_null: bool) -> Encode:
    """A moment as the whole seconds since 1970."""
    return partial(_encode_optional, lambda value: to_attribute(whole_seconds(value)), keeps_null)


def decoding_of_seconds(kind: Any) -> Decode:
    return partial(_decode_optional, partial(_decode_seconds, _FROM_SECONDS.get(kind)))


def _encode_optional(encode: Callable[[Any], AttributeValue], keeps_null: bool, value: Any) -> AttributeValue | None:
    if value is None:
        return {"NULL": True} if keeps_null else None
    if isinstance(value, (set, frozenset)) and not value:
        return None
    return encode(value)


def _encode_element(encode: Callable[[Any], AttributeValue], value: Any) -> AttributeValue:
    """Of a list or a dict, which has every element that it is given."""
    return {"NULL": True} if value is None else encode(value)


def _decode_optional(decode: Callable[[AttributeValue], Any], attribute: AttributeValue) -> Any:
    return None if "NULL" in attribute else decode(attribute)


def _encoder(annotation: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[Any], AttributeValue]:
    if codec is not None:
        return lambda value: {"S": codec.encode(value)}
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda value: to_attribute(_map_texts(value, lambda text: prefix + text))
    if models_in(annotation):
        omits_none = all(map(_omits_none, models_in(annotation)))
        return partial(_dump_models, ModelDump(annotation, omits_none), get_origin(plain_type(annotation)))
    return to_attribute


def _dump_models(dump: ModelDump, container: Any, value: Any) -> AttributeValue:
    """Models as maps; what is appended to a tuple comes as a list."""
    given = container(value) if container in (list, tuple) else value
    try:
        dumped = dump(given)
    except ValueError as error:
        if "serialization depth" not in str(error):
            raise
        reason = "is nested deeper than the 32 levels that DynamoDB takes: keep what is deep as a text, as JSON"
        raise UnsupportedValue(Description(f"a {type(value).__name__}"), reason) from None
    return to_attribute(dumped)


def _decoder(kind: Any, marks: tuple[Any, ...], codec: Codec | None) -> Callable[[AttributeValue], Any]:
    if codec is not None and any(isinstance(mark, AnyOffset) for mark in marks):
        return lambda attribute: _decode_any_offset(codec, attribute["S"])
    if codec is not None:
        return lambda attribute: codec.decode(attribute["S"])
    if kind is date:
        return lambda attribute: date.fromisoformat(attribute["S"])
    prefix = next((mark.prefix for mark in marks if isinstance(mark, Prefixed)), None)
    if prefix is not None:
        return lambda attribute: _map_texts(from_attribute(attribute), lambda text: text.removeprefix(prefix))
    return from_attribute


def _decode_any_offset(codec: Codec, text: str) -> Any:
    """As the codec writes it, or as ISO 8601 has it otherwise, without what is finer than the codec can write."""
    try:
        return codec.decode(text)
    except UnreadablePart:
        moment = datetime.fromisoformat(text)
    for unit in _UNITS:
        rounded = moment.replace(microsecond=moment.microsecond // unit * unit)
        try:
            return codec.decode(codec.encode(rounded))
        except PartOutOfRange:
            continue
    raise UnreadablePart(text, codec.name)


def _map_texts(value: Any, change: Callable[[str], str]) -> Any:
    """What is no text is left as it is, for the field's type to refuse."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, (list, tuple, set, frozenset)):
        return type(value)(_map_texts(each, change) for each in value)
    return value


def _decode_seconds(convert: Callable[[Any], Any] | None, attribute: AttributeValue) -> Any:
    """A text is left to the type: before an attribute was said to be the expiry, times were stored as texts."""
    found = from_attribute(attribute)
    return found if convert is None or "N" not in attribute else convert(found)


def _omits_none(model: type[BaseModel]) -> bool:
    """Whether a model's fields that are None can be left out, and are None again when it is read."""
    return all(info.default is None or not may_be_none(info.annotation) for info in model.model_fields.values())
