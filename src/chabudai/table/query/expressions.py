"""Expressions: conditions as DynamoDB's text with placeholders, each name and value written once."""

from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import DesignError, ImmutableField
from chabudai.table.query.comparisons import FieldComparison, comparison_of, holds_for
from chabudai.table.query.conditions import (
    AllOf,
    AnyOf,
    Condition,
    FieldCondition,
    Not,
    PathCondition,
    Predicate,
    compares_fields,
)
from chabudai.table.query.member_conditions import members_condition
from chabudai.table.query.relations import relation_text, split_between
from chabudai.table.query.subjects import Subject, find_path, subject_of
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.schema.fields import StoredField
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.paths import Path

_MAX_IN_OPERANDS = 100


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
        case FieldCondition(name, predicate):
            return _place_text(find_path(layout, name), predicate, layout, placeholders)
        case PathCondition(path, predicate):
            return _place_text(find_path(layout, path), predicate, layout, placeholders)
        case Not(inner):
            return _negate(condition_text(inner, layout, placeholders))
        case AllOf(parts):
            return join_and(*(condition_text(part, layout, placeholders) for part in parts))
        case AnyOf(()):
            return _never_text(placeholders.name(VERSION_ATTRIBUTE))
        case AnyOf(parts):
            return " OR ".join(f"({condition_text(part, layout, placeholders)})" for part in parts)
        case _:
            return ""


def join_and(*texts: str) -> str:
    given = [text for text in texts if text]
    return given[0] if len(given) == 1 else " AND ".join(f"({text})" for text in given)


def _never_text(path: str) -> str:
    """What holds for no item. Of a key it would be refused in a filter."""
    return f"attribute_exists({path}) AND attribute_not_exists({path})"


def _negate(text: str) -> str:
    if not text:
        raise DesignError("a condition without any field always holds, and so ~ of it never would")
    return f"NOT ({text})"


def _place_text(path: "Path[Any, Any]", predicate: Predicate, layout: "Layout", placeholders: Placeholders) -> str:
    if compares_fields(predicate):
        ends = split_between(predicate)
        if len(ends) > 1:
            return join_and(*(_place_text(path, end, layout, placeholders) for end in ends))
        return relation_text(path, predicate, layout, placeholders)
    if path.field.stored is None:
        return _key_text(path.field, predicate, layout, placeholders)
    if (within := members_condition(path, predicate)) is not None:
        return condition_text(within, layout, placeholders)
    return _subject_text(subject_of(path, placeholders), predicate, placeholders)


def _subject_text(subject: Subject, predicate: Predicate, placeholders: Placeholders) -> str:
    path, comparison = subject.text, comparison_of(subject.field, predicate)
    if comparison.is_impossible:
        return _never_text(path)
    if comparison.operator in ("not_exists", "exists"):
        return _existence_text(subject, comparison.operator == "not_exists", placeholders)
    text = _comparison_text(f"size({path})" if comparison.is_of_size else path, comparison, placeholders)
    is_unlike = comparison.operator == "<>"
    if subject.field.keeps_null and (comparison.or_none or (is_unlike and comparison.is_of_size)):
        text = f"{text} OR {subject.null(placeholders)}"
    # What an item lacks reads as the field's default, and so is compared as that.
    accepted = [absence for absence in subject.absences if holds_for(absence.default, comparison)]
    if len(accepted) == len(subject.absences):
        return f"attribute_not_exists({path}) OR {text}"
    # To DynamoDB nothing is unlike anything.
    if is_unlike:
        text = f"attribute_exists({path}) AND {f'({text})' if ' OR ' in text else text}"
    return " OR ".join([*(absence.text(placeholders) for absence in accepted), f"({text})" if accepted else text])


def _existence_text(subject: Subject, is_missing: bool, placeholders: Placeholders) -> str:
    path, function = subject.text, "attribute_not_exists" if is_missing else "attribute_exists"
    if not subject.field.keeps_null:
        return f"{function}({path})"
    if is_missing:
        return f"{function}({path}) OR {subject.null(placeholders)}"
    return f"{function}({path}) AND {path} <> {placeholders.value({'NULL': True})}"


def _comparison_text(path: str, comparison: FieldComparison, placeholders: Placeholders) -> str:
    given = [placeholders.value(operand) for operand in comparison.operands]
    match comparison.operator:
        case "begins_with":
            return f"begins_with({path}, {given[0]})"
        case "contains":
            return f"contains({path}, {given[0]})"
        case "between":
            return f"{path} BETWEEN {given[0]} AND {given[1]}"
        case "in":
            lists = [given[start : start + _MAX_IN_OPERANDS] for start in range(0, len(given), _MAX_IN_OPERANDS)]
            return " OR ".join(f"{path} IN ({', '.join(each)})" for each in lists)
        case operator:
            return f"{path} {operator} {given[0]}"


def _key_text(field: "StoredField", predicate: Predicate, layout: "Layout", placeholders: Placeholders) -> str:
    """A field that only a key of an index holds, and alone: then the key says what the field is."""
    alone = (key for key in layout.derived if key.fields == {field.name} and not key.computed)
    key = next((key for key in alone if key.holds(field.name)), None)
    if key is None:
        raise ImmutableField(
            f"{layout.name}.{field.name} lives only in keys, so no condition can ask for it: query(…) can, with all "
            "parts of the key before it; without InKey it has an attribute that conditions can ask for"
        )
    path = placeholders.name(key.name)
    match predicate.operator:
        case "not_exists":
            return f"attribute_not_exists({path})"
        case "exists":
            return f"attribute_exists({path})"
        case "=" | "<>":
            built = key.build({field.name: field.check(predicate.operands[0])})
            if built is None:
                return f"attribute{'_not' if predicate.operator == '=' else ''}_exists({path})"
            return f"{path} {predicate.operator} {placeholders.value(built)}"
        case _:
            raise ImmutableField(
                f"{layout.name}.{field.name} lives only in a key: ask whether it is equal, present, missing"
            )
