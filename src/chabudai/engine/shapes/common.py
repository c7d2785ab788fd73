"""Members that the requests of many operations have in common."""

from chabudai.engine.shapes.containers import AttributeValueShape, MapOf, Member
from chabudai.engine.shapes.scalars import NAME, ControlTableName, ResourceName, Text
from chabudai.engine.shapes.wording import PACKAGE

CAPACITY = Text(choices=("INDEXES", "TOTAL", "NONE"))
COLLECTION_METRICS = Text(choices=("SIZE", "NONE"))
OPERATOR = Text(choices=("OR", "AND"))
RETURN_ON_FAILURE = Text(choices=("ALL_OLD", "NONE"))
ITEM = MapOf(AttributeValueShape(), f"{PACKAGE}AttributeValue")
VALUES = ITEM
NAMES = MapOf(Text())
TABLE_NAME = Member(ResourceName(), present=True)
CONTROL_TABLE_NAME = Member(ControlTableName(), required=True)
INDEX_NAME = Text(pattern=NAME, min_length=3, max_length=255)
