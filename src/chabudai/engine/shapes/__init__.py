"""The shapes of requests: how JSON becomes one (SerializationException), and which limits its members keep."""

from chabudai.engine.shapes.common import (
    CAPACITY,
    COLLECTION_METRICS,
    CONTROL_TABLE_NAME,
    INDEX_NAME,
    ITEM,
    NAMES,
    OPERATOR,
    RETURN_ON_FAILURE,
    TABLE_NAME,
    VALUES,
)
from chabudai.engine.shapes.containers import (
    ListOf,
    MapOf,
    Member,
    Shape,
    Structure,
    Value,
    present,
    structure,
)
from chabudai.engine.shapes.scalars import TABLE_KEY, Blob, Flag, ResourceName, Text, Whole, is_table_arn
from chabudai.engine.shapes.wording import PACKAGE

__all__ = [
    "CAPACITY",
    "COLLECTION_METRICS",
    "CONTROL_TABLE_NAME",
    "INDEX_NAME",
    "ITEM",
    "NAMES",
    "OPERATOR",
    "PACKAGE",
    "RETURN_ON_FAILURE",
    "TABLE_KEY",
    "TABLE_NAME",
    "VALUES",
    "Blob",
    "Flag",
    "ListOf",
    "MapOf",
    "Member",
    "ResourceName",
    "Shape",
    "Structure",
    "Text",
    "Value",
    "Whole",
    "is_table_arn",
    "present",
    "structure",
]
