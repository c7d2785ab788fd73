"""The shapes of what defines a table: keys, indexes, throughput, stream, encryption and tags."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.engine.shapes import INDEX_NAME, Boolean, Integer, ListOf, Structure, Text, present, structure


@dataclass(frozen=True, slots=True)
class Members(ListOf):
    """A list whose members must all be there; a null among them is a fault."""

    @property
    def is_unconstrained(self) -> bool:
        return False

    def faults(self, value: list[Any], where: str) -> Sequence[str]:
        missing = [
            f"Value null at '{where}.{position}.member' failed to satisfy constraint: Member must not be null"
            for position, member in enumerate(value, 1)
            if member is None
        ]
        return [*ListOf.faults(self, value, where), *missing]


_ATTRIBUTE_NAME = Text(min_length=1, max_length=255)
BILLING_MODE = Text(choices=("PROVISIONED", "PAY_PER_REQUEST"))
TABLE_CLASS = Text(choices=("STANDARD", "STANDARD_INFREQUENT_ACCESS"))

ATTRIBUTE_DEFINITIONS = Members(
    structure(
        "AttributeDefinition",
        is_field=False,
        AttributeName=present(_ATTRIBUTE_NAME),
        AttributeType=present(Text(choices=("B", "N", "S"))),
    )
)

TABLE_KEY_SCHEMA = Members(
    structure(
        "KeySchemaElement",
        is_field=False,
        AttributeName=present(_ATTRIBUTE_NAME),
        KeyType=present(Text(choices=("HASH", "RANGE"))),
    ),
    min_length=1,
    max_length=2,
)

# DynamoDB does not hold an index's KeyType against the enumeration: what is no HASH or RANGE fails a later check.
_INDEX_KEY_ELEMENT = structure(
    "KeySchemaElement", is_field=False, AttributeName=present(_ATTRIBUTE_NAME), KeyType=present(Text())
)

PROJECTION = structure(
    "Projection",
    ProjectionType=Text(choices=("ALL", "INCLUDE", "KEYS_ONLY")),
    NonKeyAttributes=Members(_ATTRIBUTE_NAME, min_length=1, max_length=20),
)

_UNITS = present(Integer(minimum=1, java="Long"))
THROUGHPUT = structure("ProvisionedThroughput", WriteCapacityUnits=_UNITS, ReadCapacityUnits=_UNITS)
ON_DEMAND = structure(
    "OnDemandThroughput", MaxReadRequestUnits=Integer(java="Long"), MaxWriteRequestUnits=Integer(java="Long")
)
WARM = structure("WarmThroughput", ReadUnitsPerSecond=Integer(java="Long"), WriteUnitsPerSecond=Integer(java="Long"))

LOCAL_INDEXES = Members(
    structure(
        "LocalSecondaryIndex",
        is_field=False,
        IndexName=present(INDEX_NAME),
        KeySchema=present(Members(_INDEX_KEY_ELEMENT, min_length=1, max_length=2)),
        Projection=present(PROJECTION),
    )
)


def global_index(name: str, is_field: bool) -> Structure:
    """A global index to be made, with its table or later; its key may have many attributes."""
    return structure(
        name,
        is_field,
        IndexName=present(INDEX_NAME),
        KeySchema=present(Members(_INDEX_KEY_ELEMENT, min_length=1)),
        Projection=present(PROJECTION),
        ProvisionedThroughput=THROUGHPUT,
        OnDemandThroughput=ON_DEMAND,
        WarmThroughput=WARM,
    )


GLOBAL_INDEXES = Members(global_index("GlobalSecondaryIndex", is_field=False))

STREAM = structure(
    "StreamSpecification",
    StreamEnabled=present(Boolean()),
    StreamViewType=Text(choices=("OLD_IMAGE", "KEYS_ONLY", "NEW_AND_OLD_IMAGES", "NEW_IMAGE")),
)

ENCRYPTION = structure(
    "SSESpecification",
    Enabled=Boolean(),
    SSEType=Text(choices=("AES256", "KMS")),
    KMSMasterKeyId=Text(min_length=1, max_length=2048),
)

# Key and Value are checked by `tag_sets`, in words of their own.
TAGS = Members(structure("Tag", is_field=False, Key=Text(), Value=Text()))
