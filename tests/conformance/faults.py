"""DynamoDB's words for requests that break their own shape: constraint errors, and JSON of the wrong kind."""

from __future__ import annotations

import re
from typing import Any

NULL = "Member must not be null"
NAME_PATTERN = "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"
JAVA_MAP = "java.util.Map<java.lang.String, com.amazonaws.dynamodb.v20120810.{}>"
JAVA_CLASS = "class com.amazonaws.dynamodb.v20120810.{}"


def broken(value: str | None, path: str, constraint: str) -> str:
    """One constraint error: `broken(None, "tableName", NULL)`, `broken("0", "limit", at_least(1))`."""
    shown = "null" if value is None else f"'{value}'"
    return f"Value {shown} at '{path}' failed to satisfy constraint: {constraint}"


def at_least(least: int) -> str:
    return f"Member must have value greater than or equal to {least}"


def at_most(most: int) -> str:
    return f"Member must have value less than or equal to {most}"


def no_shorter(least: int) -> str:
    return f"Member must have length greater than or equal to {least}"


def no_longer(most: int) -> str:
    return f"Member must have length less than or equal to {most}"


def one_of(*members: str) -> str:
    return f"Member must satisfy enum value set: [{', '.join(members)}]"


def detected(*faults: str) -> re.Pattern[str]:
    """All of these constraint errors and no other, in any order: AWS's own changes from release to release."""
    heading = f"{len(faults)} validation error{'s' if len(faults) > 1 else ''} detected: "
    each = "".join(f"(?=.*{re.escape(fault)})" for fault in faults)
    return re.compile(f"{re.escape(heading)}{each}.{{{len('; '.join(faults))}}}", re.DOTALL)


def either(*messages: str) -> re.Pattern[str]:
    """One of several wordings, where AWS's regions or releases disagree."""
    return re.compile("|".join(re.escape(message) for message in messages), re.DOTALL)


def misfits(kind: str) -> list[tuple[Any, str]]:
    """JSON values that do not fit a member of this kind, each with the message of its SerializationException.

    Kinds: String, Boolean, Integer, Long, List, Map<X>, Structure<X> (a member) and Value<X> (within a list or a map).
    As recorded by dynalite's suite against DynamoDB.
    """
    outer, _, inner = kind.rstrip(">").partition("<")
    start = "Start of structure or map found where not expected"
    if outer in {"Map", "Structure", "Value"}:
        scalar = "Unexpected value type in payload" if outer == "Value" else "Unexpected field type"
        listed = (JAVA_MAP if outer == "Map" else JAVA_CLASS).format(inner)
        return [(True, scalar), (23, scalar), ("a", scalar), ([], f"Unrecognized collection type {listed}")]
    if outer == "List":
        return [
            (True, "Unexpected field type"),
            (1, "Unexpected field type"),
            ("a", "Unexpected field type"),
            ({}, start),
        ]
    return [*_wrong_scalars(outer), ([], f"Unrecognized collection type class java.lang.{outer}"), ({}, start)]


def _wrong_scalars(kind: str) -> list[tuple[Any, str]]:
    if kind == "Boolean":
        return [(23, "NUMBER_VALUE cannot be converted to Boolean"), ("a", "Unexpected token received from parser")]
    booleans = [
        (True, f"TRUE_VALUE cannot be converted to {kind}"),
        (False, f"FALSE_VALUE cannot be converted to {kind}"),
    ]
    if kind == "String":
        numbers = [
            (23, "NUMBER_VALUE cannot be converted to String"),
            (3.4, "DECIMAL_VALUE cannot be converted to String"),
        ]
        return [*booleans, *numbers]
    return [*booleans, ("23", f"STRING_VALUE cannot be converted to {kind}")]


def placed(path: str, value: Any) -> dict[str, Any]:
    """A request that holds nothing but the value, at the path: `placed("Tags.0.Key", 1)` is {"Tags": [{"Key": 1}]}."""
    for part in reversed(path.split(".")):
        value = [value] if part == "0" else {part: value}
    assert isinstance(value, dict)
    return value


def misplaced(paths: dict[str, str]) -> list[tuple[str, Any, str]]:
    """Every misfit for every path with its kind: parameters for a test of an operation's deserialisation."""
    return [(path, value, message) for path, kind in paths.items() for value, message in misfits(kind)]
