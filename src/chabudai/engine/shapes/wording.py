"""How DynamoDB's front end words what is wrong with a request's JSON and with its constraints."""

from typing import Any

from chabudai.engine.errors import DYNAMODB

PACKAGE = f"{DYNAMODB}."
NOT_EXPECTED = "Start of structure or map found where not expected"
NOT_A_CLASS = (
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class java.lang.Class "
    "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in module java.base of "
    "loader 'bootstrap')"
)


def scalar_fault(raw: Any, java: str) -> str:
    match raw:
        case bool():
            return f"{'TRUE' if raw else 'FALSE'}_VALUE cannot be converted to {java}"
        case int():
            return f"NUMBER_VALUE cannot be converted to {java}"
        case float():
            return f"{'NUMBER' if raw.is_integer() else 'DECIMAL'}_VALUE cannot be converted to {java}"
        case list():
            return f"Unrecognized collection type class java.lang.{java}"
        case _:
            return NOT_EXPECTED


def fault(value: Any, where: str, constraint: str) -> str:
    shown = "null" if value is None else f"'{format_value(value)}'"
    return f"Value {shown} at '{where}' failed to satisfy constraint: {constraint}"


def format_value(value: Any) -> str:
    """A value as DynamoDB's messages print it: lists in brackets, structures as members=values."""
    match value:
        case list():
            return f"[{', '.join(format_value(each) for each in value)}]"
        case dict():
            return "{" + ", ".join(f"{name}={format_value(each)}" for name, each in value.items()) + "}"
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)


def length_faults(value: Any, length: int, where: str, min_length: int, max_length: int | None) -> list[str]:
    if length < min_length:
        return [fault(value, where, f"Member must have length greater than or equal to {min_length}")]
    if max_length is not None and length > max_length:
        return [fault(value, where, f"Member must have length less than or equal to {max_length}")]
    return []
