"""Tags: which keys and values DynamoDB takes, how many, and whose they are."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ResourceNotFound, ValidationFailed
from chabudai.engine.operations.key_schemas import INVALID
from chabudai.engine.schema import TableSchema

MOST_TAGS = 50
LONGEST_KEY = 128
LONGEST_VALUE = 256
_TABLE_ARN = re.compile(r"arn:[^:]+:dynamodb:[^:]+:\d+:table/[^/]{3,}")
_INDEX_ARN = re.compile(r"arn:[^:]+:dynamodb:[^:]*:[^:]*:table/[^/]+/index/.+")
_STREAM_ARN = re.compile(r"arn:[^:]+:dynamodb:[^:]+:\d+:table/[^/]+/stream/.+")
_TOO_MANY = "Number of Tags exceed the current limit for the provided ResourceArn"


def tags_of(tags: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The tags of one request by their keys, all checked."""
    found: dict[str, str] = {}
    for tag in tags:
        key, value = tag.get("Key"), tag.get("Value")
        check_key(key)
        if value is None or len(value) > LONGEST_VALUE or not _has_only_tag_characters(value):
            raise ValidationFailed(f"The Tag Value provided is invalid, Value: {_format_tag(value)}")
        if key in found:
            raise ValidationFailed(f"Duplicate Tag Keys provided as input: Duplicate Tag Key found {key}")
        found[str(key)] = value
    check_count(found)
    return found


def check_key(key: str | None) -> None:
    if not key or len(key) > LONGEST_KEY or not _has_only_tag_characters(key):
        raise ValidationFailed(f"The Tag Key provided is invalid, Key: {_format_tag(key)}")
    if key.startswith("aws:"):
        raise ValidationFailed(f"Tag Key cannot be prefixed with aws:, Key: {key}")


def check_count(tags: Mapping[str, str] | Sequence[str]) -> None:
    if len(tags) > MOST_TAGS:
        raise ValidationFailed(_TOO_MANY)


def check_arn(arn: str, catalog: Catalog) -> None:
    """Whether an ARN may be a tagged resource's, before it is looked for."""
    if not arn.startswith("arn:"):
        raise ValidationFailed(INVALID + f"ARNs must start with 'arn:': {arn}")
    if arn.split(":")[2:3] != ["dynamodb"]:
        raise ValidationFailed(INVALID + f"Provided Arn is not a DynamoDB resource arn: {arn}")
    if _INDEX_ARN.fullmatch(arn):
        raise ValidationFailed(
            INVALID + f"Invalid resource arn provided, only table or stream is accepted. Provided resource arn: {arn}"
        )
    is_resource = _TABLE_ARN.fullmatch(arn) or _STREAM_ARN.fullmatch(arn)
    if not is_resource or arn.split(":")[3] != catalog.identity.region:
        raise ValidationFailed(f"Invalid TableArn: Invalid ResourceArn provided as input {arn}")


def tagged_table(arn: str, catalog: Catalog) -> TableSchema:
    """The table of a checked ARN. A stream has no tags: AWS does not find it."""
    table = catalog.tables.get(catalog.plain_name(arn))
    if table is None:
        raise ResourceNotFound(f"Requested resource not found: ResourceArn: {arn} not found")
    return table


def _has_only_tag_characters(text: str) -> bool:
    """Letters, digits and spaces of any script, and _.:/=+-@."""
    return all(unicodedata.category(character)[0] in "LNZ" or character in "_.:/=+-@" for character in text)


def _format_tag(text: str | None) -> str:
    return "null" if text is None else text
