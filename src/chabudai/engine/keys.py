"""Whether an item or a key fits its table's key schema and its indexes', in DynamoDB's words."""

from collections.abc import Iterable, Mapping
from typing import Any

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.projections import Projection
from chabudai.engine.expressions.updates import Update
from chabudai.engine.schema import MAX_HASH, MAX_RANGE, Columns, Index, KeyPart, TableSchema
from chabudai.engine.storage.ordering import END, hash_prefix
from chabudai.engine.values import AttributeValue, Item, type_of
from chabudai.items.sizes import binary_size, text_size

_INVALID = "One or more parameter values were invalid: "
_NOT_VALID = "One or more parameter values are not valid. "
NO_MATCH = "The provided key element does not match the schema"


def encode_row(item: Item, table: TableSchema) -> tuple[bytes, Columns]:
    """Key and columns of an item about to be stored."""
    key = table.keys.encode(item)
    if key is None:
        _refuse_item(item, table)
    assert key is not None
    if len(key) > MAX_RANGE:
        check_sizes(item, table)
    columns = table.columns_of(item, key)
    if None in columns[1:]:
        check_index_keys(item, table)
    return key, columns


def encode_key(key: Item, table: TableSchema) -> bytes:
    """The row's key of a request's Key, which must have the key attributes and no other."""
    encoded = table.keys.encode(key) if len(key) == len(table.key_names) else None
    if encoded is None:
        refuse_key(key, table.keys)
    assert encoded is not None
    if len(encoded) > MAX_RANGE:
        check_sizes(key, table)
    return encoded


def encode_plain_key(key: Any, table: TableSchema) -> bytes | None:
    """The row's key of a Key that has just the key attributes, all strings; None when it needs a closer look."""
    if type(key) is not dict or len(key) != len(table.key_names):
        return None
    encoded = b""
    for name, kind in table.key_parts:
        value = key.get(name)
        if kind != "S" or type(value) is not dict or len(value) != 1 or type(text := value.get("S")) is not str:
            return None
        try:
            content = text.encode()
        except UnicodeEncodeError:
            return None
        if not content or b"\x00" in content:
            return None
        encoded += content + END if encoded else hash_prefix(content + END) + content + END
    return encoded if len(encoded) <= MAX_RANGE else None


def check_no_empty_key(item: Mapping[str, Any], table: TableSchema) -> None:
    """Transactions refuse an empty key value before they look at anything else of the table."""
    for name, kind in table.keys:
        if name in item and item[name].get(kind) == "":
            raise ValidationFailed(_NOT_VALID + _empty_value(name, kind))


def refuse_key(key: Mapping[str, Any], parts: Iterable[KeyPart]) -> None:
    """Say why a Key does not fit."""
    parts = tuple(parts)
    if len(key) != len(parts):
        raise ValidationFailed(NO_MATCH)
    for name, kind in parts:
        if name not in key or kind not in key[name]:
            raise ValidationFailed(NO_MATCH)
        if key[name][kind] == "":
            raise ValidationFailed(_NOT_VALID + _empty_value(name, kind))


def check_sizes(item: Item, table: TableSchema) -> None:
    for part in table.keys.hash:
        _check_size(item[part.name][part.type], part, is_hash=True)
    for part in table.keys.range:
        _check_size(item[part.name][part.type], part, is_hash=False)


def check_index_keys(item: Item, table: TableSchema) -> None:
    """An item may lack an index's key attribute; if it has it, type and size must fit."""
    for index, part in table.index_key_parts:
        check_index_key(item.get(part.name), index, part)


def check_index_key(value: AttributeValue | None, index: Index, part: KeyPart) -> None:
    if value is None:
        return
    payload = value.get(part.type)
    if payload is None:
        raise _type_mismatch(index, part, type_of(value))
    if payload == "":
        word = "string" if part.type == "S" else "binary"
        raise ValidationFailed(
            _NOT_VALID + "A value specified for a secondary index key is not supported. The AttributeValue for a"
            f" key attribute cannot contain an empty {word} value. IndexName: {index.name}, IndexKey: {part.name}"
        )
    _check_size(payload, part, part in index.keys.hash)


def check_updated_names(update: Update, table: TableSchema) -> None:
    """An update must not touch the key."""
    for name in table.key_names:
        if name in update.heads:
            raise ValidationFailed(_INVALID + f"Cannot update attribute {name}. This attribute is part of the key")
    if not update.heads.isdisjoint(table.index_key_names):
        types = dict(update.evident_types())
        for index, part in table.index_key_parts:
            if types.get(part.name, part.type) != part.type:
                raise _type_mismatch(index, part, types[part.name])
    check_nested(update, table)


def check_nested(expression: Projection | Condition | Update | None, table: TableSchema) -> None:
    """Key attributes have no inside to look into."""
    if expression is None or not expression.nested:
        return
    scalars = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
    for name in table.key_names:
        if name in expression.nested:
            raise ValidationFailed(f"{scalars}Key: {name}")
    for _, part in table.index_key_parts:
        if part.name in expression.nested:
            raise ValidationFailed(f"{scalars}IndexKey: {part.name}")


def _type_mismatch(index: Index, part: KeyPart, actual: str) -> ValidationFailed:
    return ValidationFailed(
        _INVALID + f"Type mismatch for Index Key {part.name} Expected: {part.type}"
        f" Actual: {actual} IndexName: {index.name}"
    )


def _refuse_item(item: Item, table: TableSchema) -> None:
    for name, kind in table.keys:
        if name not in item:
            raise ValidationFailed(_INVALID + f"Missing the key {name} in the item")
        if kind not in item[name]:
            raise ValidationFailed(
                _INVALID + f"Type mismatch for key {name} expected: {kind} actual: {type_of(item[name])}"
            )
        if item[name][kind] == "":
            raise ValidationFailed(_NOT_VALID + _empty_value(name, kind))


def _empty_value(name: str, kind: str) -> str:
    word = "string" if kind == "S" else "binary"
    return f"The AttributeValue for a key attribute cannot contain an empty {word} value. Key: {name}"


def _check_size(payload: str, part: KeyPart, is_hash: bool) -> None:
    # No text of a quarter of the limit's characters can be too long in UTF-8.
    if part.type == "N" or len(payload) * 4 <= MAX_RANGE:
        return
    size = text_size(payload) if part.type == "S" else binary_size(payload)
    if is_hash and size > MAX_HASH:
        raise ValidationFailed(_INVALID + f"Size of hashkey has exceeded the maximum size limit of{MAX_HASH} bytes")
    if not is_hash and size > MAX_RANGE:
        raise ValidationFailed(
            _INVALID + f"Aggregated size of all range keys has exceeded the size limit of {MAX_RANGE} bytes"
        )
