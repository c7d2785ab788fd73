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
    AttributeValueShape,
    ListOf,
    MapOf,
    Member,
    Shape,
    Structure,
    present,
    structure,
)
from chabudai.engine.shapes.scalars import TABLE_KEY, Blob, Boolean, Integer, ResourceName, Text, is_table_arn
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
    "AttributeValueShape",
    "Blob",
    "Boolean",
    "Integer",
    "ListOf",
    "MapOf",
    "Member",
    "ResourceName",
    "Shape",
    "Structure",
    "Text",
    "is_table_arn",
    "present",
    "structure",
]
