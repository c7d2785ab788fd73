"""Expressions: conditions as DynamoDB's text with placeholders, each name and value written once."""

from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.conditions import Condition, Either, Every, Field, Not, Predicate, holds
from chabudai.table.errors import FixedField
from chabudai.table.fields import NOTHING

if TYPE_CHECKING:
    from chabudai.table.fields import StoredField
    from chabudai.table.layouts import Layout


class Placeholders:
    """The names and values of one request."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._values: list[AttributeValue] = []

    def name(self, attribute: str) -> str:
        return self._names.setdefault(attribute, f"#{len(self._names)}")

    def value(self, value: AttributeValue) -> str:
        self._values.append(value)
        return f":{len(self._values) - 1}"

    def into(self, request: dict[str, Any]) -> dict[str, Any]:
        if self._names:
            request["ExpressionAttributeNames"] = {short: name for name, short in self._names.items()}
        if self._values:
            request["ExpressionAttributeValues"] = {f":{at}": value for at, value in enumerate(self._values)}
        return request


def condition_text(condition: Condition, layout: "Layout", placeholders: Placeholders) -> str:
    """The text of a condition; "" for one that always holds."""
    match condition:
        case Field(name, predicate):
            return _field(name, predicate, layout, placeholders)
        case Not(inner):
            return f"NOT ({condition_text(inner, layout, placeholders)})"
        case Every(parts):
            return _joined(" AND ", parts, layout, placeholders)
        case Either(parts):
            return _joined(" OR ", parts, layout, placeholders)
        case _:
            return ""


def all_of(*texts: str) -> str:
    given = [text for text in texts if text]
    return given[0] if len(given) == 1 else " AND ".join(f"({text})" for text in given)


def _joined(joint: str, parts: tuple[Condition, ...], layout: "Layout", placeholders: Placeholders) -> str:
    texts = [condition_text(part, layout, placeholders) for part in parts]
    return texts[0] if len(texts) == 1 else joint.join(f"({text})" for text in texts)


def _field(name: str, predicate: Predicate, layout: "Layout", placeholders: Placeholders) -> str:
    field = layout.field(name)
    if field.stored is None:
        return _in_key(field, predicate, layout, placeholders)
    path = placeholders.name(field.stored)
    if predicate.operator in ("missing", "present"):
        return _presence(field, path, predicate, placeholders)
    # What an item lacks reads as the field's default, and so is compared as that.
    stands = field.default is not NOTHING and holds(predicate, field.default)
    text = _compared(path, predicate, field, placeholders)
    return f"attribute_not_exists({path}) OR {text}" if stands else text


def _presence(field: "StoredField", path: str, predicate: Predicate, placeholders: Placeholders) -> str:
    is_missing = predicate.operator == "missing"
    function = "attribute_not_exists" if is_missing else "attribute_exists"
    if not field.keeps_null:
        return f"{function}({path})"
    null = placeholders.value({"NULL": True})
    return f"{function}({path}) OR {path} = {null}" if is_missing else f"{function}({path}) AND {path} <> {null}"


def _compared(path: str, predicate: Predicate, field: "StoredField", placeholders: Placeholders) -> str:
    if predicate.operator == "contains":
        return f"contains({path}, {placeholders.value(_element(field, predicate.operands[0]))})"
    given = [placeholders.value(_operand(field, predicate, operand)) for operand in predicate.operands]
    match predicate.operator:
        case "begins":
            return f"begins_with({path}, {given[0]})"
        case "between":
            return f"{path} BETWEEN {given[0]} AND {given[1]}"
        case "in":
            return f"{path} IN ({', '.join(given)})"
        case operator:
            return f"{path} {operator} {given[0]}"


def _operand(field: "StoredField", predicate: Predicate, operand: Any) -> AttributeValue:
    if predicate.operator == "begins" and field.codec is not None:
        return {"S": operand}
    value = operand if predicate.operator == "begins" else field.check(operand)
    attribute = field.encode(value)
    return {"NULL": True} if attribute is None else attribute


def _element(field: "StoredField", element: Any) -> AttributeValue:
    """One element of a set or list, written as it is within it."""
    if field.kind is str:
        return {"S": element}
    whole = field.encode(type(field.default)([element]) if field.default is not NOTHING else {element})
    assert whole is not None
    ((kind, members),) = whole.items()
    member: AttributeValue = members[0] if kind == "L" else {kind[0]: members[0]}
    return member


def _in_key(field: "StoredField", predicate: Predicate, layout: "Layout", placeholders: Placeholders) -> str:
    """A field that only a key of an index holds, and alone: then the key says what the field is."""
    key = next((key for key in layout.derived if key.fields == {field.name} and not key.computed), None)
    if key is None:
        raise FixedField(f"{layout.name}.{field.name} lives only in keys, so no condition can ask for it")
    path = placeholders.name(key.name)
    match predicate.operator:
        case "missing":
            return f"attribute_not_exists({path})"
        case "present":
            return f"attribute_exists({path})"
        case "=" | "<>":
            built = key.build({field.name: field.check(predicate.operands[0])})
            assert built is not None
            return f"{path} {predicate.operator} {placeholders.value(built)}"
        case _:
            raise FixedField(
                f"{layout.name}.{field.name} lives only in a key: ask whether it is equal, present, missing"
            )
