"""Key schemas and attribute definitions in short."""

from __future__ import annotations


def definitions(*names: str) -> list[dict[str, str]]:
    """Definitions of string attributes."""
    return [{"AttributeName": name, "AttributeType": "S"} for name in names]


def schema(*elements: str) -> list[dict[str, str]]:
    """`schema("a:HASH", "b:RANGE")`."""
    return [dict(zip(("AttributeName", "KeyType"), element.split(":"), strict=True)) for element in elements]
