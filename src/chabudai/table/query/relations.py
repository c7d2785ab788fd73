"""Relations: one field compared with another of the same item, each with what stands for it where it is missing."""

from typing import TYPE_CHECKING, Any

from chabudai.table.errors import DesignError
from chabudai.table.query.comparisons import MIRRORED, ORDERED, TESTS, check_ordered
from chabudai.table.query.conditions import FieldValue, Predicate
from chabudai.table.query.subjects import Subject, find_path, subject_of
from chabudai.table.schema.markers import Prefixed

if TYPE_CHECKING:
    from chabudai.table.query.expressions import Placeholders
    from chabudai.table.schema.fields import StoredField
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.paths import Path

_COMPARABLE = ("=", "<>", *ORDERED)


def split_between(predicate: Predicate) -> tuple[Predicate, ...]:
    """A range as its two ends, of which each may be a field or a value."""
    if predicate.operator != "between":
        return (predicate,)
    low, high = predicate.operands
    return Predicate(">=", (low,)), Predicate("<=", (high,))


def relation_text(path: "Path[Any, Any]", predicate: Predicate, layout: "Layout", placeholders: "Placeholders") -> str:
    """The text of one comparison with one field."""
    (operand,) = predicate.operands if predicate.operator in _COMPARABLE else (None,)
    if not isinstance(operand, FieldValue):
        raise DesignError(
            f"{layout.name}.{path}: a field is compared with another as equal, by ne, gt, ge, lt, le or between, "
            "and in no other way"
        )
    other = find_path(layout, operand.place)
    if (path.field, path.steps) == (other.field, other.steps):
        raise DesignError(f"{layout.name}.{path} is compared with itself: name another field, or give a value")
    for each in (path, other):
        if each.field.stored is None:
            raise DesignError(f"{layout.name}.{each} lives only in keys, and so is not compared with another field")
    _check_alike(path.leaf, other.leaf, layout)
    if predicate.operator == "<>":
        return f"NOT ({_text(path, '=', other, placeholders)})"
    if predicate.operator != "=":
        check_ordered(path.leaf, operand)
    is_descending = path.leaf.codec is not None and path.leaf.codec.is_descending
    operator = MIRRORED.get(predicate.operator, "=") if is_descending else predicate.operator
    return _text(path, operator, other, placeholders)


def _text(path: "Path[Any, Any]", operator: str, other: "Path[Any, Any]", placeholders: "Placeholders") -> str:
    """Both are there; or one is, and the other's default stands for it; or both lack a value, and what stands for them
    is so. To DynamoDB what is missing compares with nothing, so that the first needs no more words."""
    one, two = subject_of(path, placeholders), subject_of(other, placeholders)
    terms = [f"{one.text} {operator} {two.text}"]
    for absence in one.absences:
        if absence.default is not None:
            value = placeholders.value(absence.default)
            terms.append(f"{absence.text(placeholders)} AND {value} {operator} {two.text}")
    for absence in two.absences:
        if absence.default is not None:
            value = placeholders.value(absence.default)
            terms.append(f"{absence.text(placeholders)} AND {one.text} {operator} {value}")
    terms += _both_missing(one, operator, two, placeholders)
    return " OR ".join(f"({term})" for term in terms) if len(terms) > 1 else terms[0]


def _both_missing(one: Subject, operator: str, two: Subject, placeholders: "Placeholders") -> list[str]:
    terms: list[str] = []
    for mine in one.absences:
        for theirs in two.absences:
            if mine.default is None or theirs.default is None:
                continue
            if TESTS[operator](mine.default, theirs.default):
                terms.append(f"{mine.text(placeholders)} AND {theirs.text(placeholders)}")
    # Nothing is equal to nothing.
    if operator == "=" and _may_be_nothing(one) and _may_be_nothing(two):
        sides = [" OR ".join(side.nothings(placeholders)) for side in (one, two)]
        terms.append(f"({sides[0]}) AND ({sides[1]})")
    return terms


def _may_be_nothing(subject: Subject) -> bool:
    return subject.field.keeps_null or any(absence.default is None for absence in subject.absences)


def _check_alike(one: "StoredField", two: "StoredField", layout: "Layout") -> None:
    """What is stored can be compared only where it is written in one way."""
    if one.codec != two.codec or _prefix(one) != _prefix(two) or _family(one) != _family(two):
        raise DesignError(
            f"{layout.name}.{one.name} and {two.name} are stored in different ways, and can't be compared: "
            "give them the same type, and the same format where they have one"
        )


def _prefix(field: "StoredField") -> str | None:
    return next((mark.prefix for mark in field.marks if isinstance(mark, Prefixed)), None)


def _family(field: "StoredField") -> Any:
    """Numbers are compared with numbers and texts with texts, whichever of Python's types they have."""
    if field.is_number or field.is_expiry:
        return "number", field.is_expiry
    is_choice = field.attribute_type == "S" and field.codec is None and not isinstance(field.kind, type)
    return str if is_choice else field.kind
