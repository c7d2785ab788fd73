"""Whether attribute definitions and key schemas agree, in DynamoDB's words and order."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.schema import KeyPart, Keys, ScalarType

INVALID = "One or more parameter values were invalid: "
MOST_PARTS = 4
_SAME_NAME = "Both the Hash Key and the Range Key element in the KeySchema have the same name"
_FIRST_NOT_HASH = "Invalid KeySchema: The first KeySchemaElement is not a HASH key type"
_SECOND_NOT_RANGE = "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type"

Elements = Sequence[Mapping[str, str]]
Types = Mapping[str, ScalarType]


def attribute_types(definitions: Sequence[Mapping[str, Any]]) -> dict[str, ScalarType]:
    """Each defined attribute's type, in the order of the definitions."""
    types: dict[str, ScalarType] = {}
    for definition in definitions:
        name = definition["AttributeName"]
        if name in types:
            raise ValidationFailed(f"Attribute Name is duplicated: {name}")
        types[name] = definition["AttributeType"]
    return types


def table_keys(elements: Elements, types: Types) -> Keys:
    """The key of a table: a partition key, perhaps a sort key."""
    if len(elements) > len(types):
        raise ValidationFailed("Invalid KeySchema: Some index key attribute have no definition")
    return _pair(elements, types)


def local_index_keys(elements: Elements, types: Types, table: Keys, index: str) -> Keys:
    """The key of a local index: the table's partition key with a sort key of its own."""
    keys = _pair(elements, types)
    if not keys.range:
        raise ValidationFailed(INVALID + f"Index KeySchema does not have a range key for index: {index}")
    if keys.hash != table.hash:
        raise ValidationFailed(
            INVALID + "Index KeySchema does not have the same leading hash key as table KeySchema for index:"
            f" {index}. index hash key: {keys.hash[0].name}, table hash key: {table.hash[0].name}"
        )
    return keys


def global_index_keys(elements: Elements, types: Types) -> Keys:
    """The key of a global index: one to four partition attributes, then up to four sort attributes."""
    _check_defined(elements, types)
    _check_names(elements)
    kinds = [element["KeyType"] for element in elements]
    if kinds[0] != "HASH":
        raise ValidationFailed(_FIRST_NOT_HASH)
    for kind in kinds:
        if kind not in ("HASH", "RANGE"):
            raise ValidationFailed(_SECOND_NOT_RANGE)
    partition = kinds.count("HASH")
    if "RANGE" in kinds[:partition]:
        raise ValidationFailed(INVALID + "All HASH key attributes must precede RANGE key attributes in the KeySchema")
    for kind in ("HASH", "RANGE"):
        if kinds.count(kind) > MOST_PARTS:
            raise ValidationFailed(
                INVALID + f"The KeySchema exceeds the maximum allowed number of {kind} key attributes"
            )
    parts = _parts(elements, types)
    return Keys(parts[:partition], parts[partition:])


def check_all_used(types: Types, keys: Iterable[Keys]) -> None:
    """No attribute may be defined that no key uses."""
    used = list(dict.fromkeys(name for each in keys for name in each.names))
    if not set(types) <= set(used):
        raise ValidationFailed(
            INVALID + "Some AttributeDefinitions are not used."
            f" AttributeDefinitions: [{', '.join(types)}], keys used: [{', '.join(used)}]"
        )


def _pair(elements: Elements, types: Types) -> Keys:
    _check_defined(elements, types)
    _check_names(elements)
    if elements[0]["KeyType"] != "HASH":
        raise ValidationFailed(_FIRST_NOT_HASH)
    if len(elements) > 1 and elements[1]["KeyType"] != "RANGE":
        raise ValidationFailed(_SECOND_NOT_RANGE)
    parts = _parts(elements, types)
    return Keys(parts[:1], parts[1:])


def _check_defined(elements: Elements, types: Types) -> None:
    names = [element["AttributeName"] for element in elements]
    if any(name not in types for name in names):
        raise ValidationFailed(
            INVALID + "Some index key attributes are not defined in AttributeDefinitions."
            f" Keys: [{', '.join(names)}], AttributeDefinitions: [{', '.join(types)}]"
        )


def _check_names(elements: Elements) -> None:
    if len({element["AttributeName"] for element in elements}) == len(elements):
        return
    if len(elements) == 2:
        raise ValidationFailed(_SAME_NAME)
    raise ValidationFailed("The KeySchema contains multiple key attributes with the same name")


def _parts(elements: Elements, types: Types) -> tuple[KeyPart, ...]:
    return tuple(KeyPart(element["AttributeName"], types[element["AttributeName"]]) for element in elements)
