"""Queries: from known fields to a key condition that meets one entity's rows and no other's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.conditions import Predicate
from chabudai.table.errors import MixedRows, NotKeyed, NotProjected
from chabudai.table.expressions import Placeholders, condition_text
from chabudai.table.fields import StoredField
from chabudai.table.keys import KeyAttribute
from chabudai.table.neighbours import meets, neighbours
from chabudai.table.templates import Template

if TYPE_CHECKING:
    from chabudai.table.layouts import Layout
    from chabudai.table.plans import Query


@dataclass(frozen=True, slots=True)
class Term:
    """One comparison of a key attribute."""

    attribute: str
    operator: str
    values: tuple[AttributeValue, ...]

    def text(self, placeholders: Placeholders) -> str:
        path = placeholders.name(self.attribute)
        given = [placeholders.value(value) for value in self.values]
        match self.operator:
            case "begins_with":
                return f"begins_with({path}, {given[0]})"
            case "BETWEEN":
                return f"{path} BETWEEN {given[0]} AND {given[1]}"
            case operator:
                return f"{path} {operator} {given[0]}"


@dataclass(frozen=True, slots=True)
class Shape:
    """What queries with the same known fields have in common."""

    is_bounded: bool  # the beginning of the sort key alone would also meet a neighbour's rows
    attributes: tuple[str, ...] | None  # to ask for; None for all
    partition: tuple[KeyAttribute, ...] | None  # when nothing else depends on the values
    rest: tuple[Term, ...]  # then these are the same for all


def shape_of(query: "Query[Any]") -> Shape:
    """The shape of a query, checked when it is first met: the index holds what is asked, and no neighbour is met."""
    asked = (query.entities, frozenset(query.known), tuple((n, p.operator) for n, p in query.ranges.items()))
    found: Shape | None = query.index.shapes.get(asked)
    if found is None:
        found = query.index.shapes[asked] = _checked(query)
    return found


def request_of(query: "Query[Any]", *, is_count: bool = False) -> dict[str, Any]:
    """The request for the first rows, without a limit; a count asks for no attributes."""
    shape = shape_of(query)
    placeholders = Placeholders()
    terms = _terms(query, shape)
    request: dict[str, Any] = {
        "TableName": query.index.table.name,
        "KeyConditionExpression": " AND ".join(term.text(placeholders) for term in terms),
    }
    if query.index.name is not None:
        request["IndexName"] = query.index.name
    if text := condition_text(query.condition, query.layouts[0], placeholders):
        request["FilterExpression"] = text
    if shape.attributes is not None and not is_count:
        request["ProjectionExpression"] = ", ".join(map(placeholders.name, shape.attributes))
    if query.is_descending:
        request["ScanIndexForward"] = False
    if query.is_consistent:
        request["ConsistentRead"] = True
    return placeholders.into(request)


def terms_of(query: "Query[Any]", is_bounded: bool) -> list[Term]:
    """The partition by equality, then the sort key from the left, as far as it is known."""
    first = query.layouts[0]
    used: set[str] = set()
    terms = [_partition(key, query, used) for key in _keys(query, first, query.index.hash)]
    for layout in query.layouts[1:]:
        others = [_partition(key, query, set()) for key in _keys(query, layout, query.index.hash)]
        if others != terms:
            raise MixedRows(f"{first.name} and {layout.name} are in different partitions of {query.index!r}")
    if len(query.layouts) == 1:
        terms += _sort_terms(query, first, used, is_bounded)
    if left := {*query.known, *query.ranges} - used:
        raise NotKeyed(
            f"{query.index!r} can't be asked for {min(left)}: it is not the next part of a key of {first.name} there; "
            f".filter({min(left)}=…) leaves rows out after they were read"
        )
    return terms


def _terms(query: "Query[Any]", shape: Shape) -> list[Term]:
    if shape.partition is None:
        return terms_of(query, shape.is_bounded)
    built = [(key.name, key.build(query.known)) for key in shape.partition]
    if any(attribute is None for _, attribute in built):
        return terms_of(query, shape.is_bounded)
    return [*(Term(name, "=", (attribute,)) for name, attribute in built if attribute is not None), *shape.rest]


def _checked(query: "Query[Any]") -> Shape:
    for layout in query.layouts:
        for field in layout.fields.values():
            _check_projected(query, layout, field)
    is_bounded = len(query.layouts) == 1 and _must_be_bounded(query)
    terms = terms_of(query, is_bounded)
    hashes = tuple(_keys(query, query.layouts[0], query.index.hash))
    is_plain = not query.ranges and not set(query.known) - set().union(*(key.given(query.known) for key in hashes))
    rest = terms[len(hashes) :]
    is_plain = is_plain and len(query.layouts) == 1 and all(term.operator != "=" for term in rest)
    return Shape(is_bounded, _attributes(query), hashes if is_plain else None, tuple(rest))


def _check_projected(query: "Query[Any]", layout: "Layout", field: StoredField) -> None:
    names = (
        [field.stored] if field.stored is not None else [k.name for k in layout.keys.values() if k.holds(field.name)]
    )
    if not any(map(query.index.projects, names)):
        raise NotProjected(
            f"{query.index!r} does not hold {layout.name}.{field.name}; ask it for a View with the fields that it holds"
        )


def _attributes(query: "Query[Any]") -> tuple[str, ...] | None:
    """What a view needs; an entity needs all."""
    layouts = [layout for layout in query.layouts if layout.is_view]
    if len(layouts) != len(query.layouts):
        return None
    table = query.index.table
    names = dict.fromkeys([*table.primary.attributes, *query.index.attributes])
    for layout in layouts:
        names |= dict.fromkeys(layout.attributes)
    return tuple(names)


def _must_be_bounded(query: "Query[Any]") -> bool:
    layout = query.layouts[0]
    for neighbour in neighbours(query.index, layout):
        if not meets(terms_of(query, False), query, neighbour):
            continue
        if meets(terms_of(query, True), query, neighbour):
            raise MixedRows(
                f"{query.index!r} asked for {layout.name} would also meet rows of {neighbour.name}; give their keys "
                "different beginnings, ask for more of the key, or ask for both entities at once"
            )
        return True
    return False


def _keys(query: "Query[Any]", layout: "Layout", names: tuple[str, ...]) -> Iterator[KeyAttribute]:
    for name in names:
        key = layout.key_attribute(name)
        if key is None:
            raise NotKeyed(f"{layout.name} has no {name}, so {query.index!r} does not hold it")
        yield key


def _partition(key: KeyAttribute, query: "Query[Any]", used: set[str]) -> Term:
    if missing := key.missing(query.known):
        raise NotKeyed(f"a query of {query.index!r} needs {', '.join(missing)}, of which its {key.name} is made")
    used |= key.given(query.known)
    attribute = key.build(query.known)
    if attribute is None:
        raise NotKeyed(f"a query of {query.index!r} was asked for None, and rows without a {key.name} are not in it")
    return Term(key.name, "=", (attribute,))


def _sort_terms(query: "Query[Any]", layout: "Layout", used: set[str], is_bounded: bool) -> Iterator[Term]:
    for key in _keys(query, layout, query.index.range):
        if not key.missing(query.known):
            yield _partition(key, query, used)
            continue
        if key.template is not None:
            yield from _beginning(key, key.template, query, used, is_bounded)
        elif key.field is not None and key.field.name in query.ranges:
            used.add(key.field.name)
            yield _ranged_field(key, key.field, query.ranges[key.field.name])
        return


def _beginning(
    key: KeyAttribute, template: Template, query: "Query[Any]", used: set[str], is_bounded: bool
) -> Iterator[Term]:
    values = key.with_computed(query.known)
    known = {name: values[name] for name in template.fields if name in values}
    unknown = next(name for name in template.fields if name not in known)
    before = template.fields[: template.fields.index(unknown)]
    used |= {name for name in query.known if name in before}
    if unknown in query.ranges:
        used.add(unknown)
        yield _ranged_part(key, template, known, unknown, query.ranges[unknown])
        return
    text, _ = template.prefix(known)
    if is_bounded and template.codec_of(unknown).sorts:
        yield Term(key.name, "BETWEEN", _texts(template.bounds(known, unknown, None, None)))
    elif text:
        yield Term(key.name, "begins_with", ({"S": text},))


def _ranged_part(
    key: KeyAttribute, template: Template, known: Mapping[str, Any], name: str, predicate: Predicate
) -> Term:
    if predicate.operator == "begins":
        return Term(key.name, "begins_with", ({"S": template.starting(known, name, predicate.operands[0])},))
    low, high = _ends(name, predicate, template)
    return Term(key.name, "BETWEEN", _texts(template.bounds(known, name, low, high)))


def _ends(name: str, predicate: Predicate, template: Template) -> tuple[Any, Any]:
    match predicate:
        case Predicate("between", (low, high)):
            return low, high
        case Predicate(">=", (low,)):
            return low, None
        case Predicate("<=", (high,)):
            return None, high
        case Predicate(">", (low,)):
            return _stepped(name, low, template, 1), None
        case Predicate("<", (high,)):
            return None, _stepped(name, high, template, -1)
        case _:
            raise NotKeyed(f"{name} in {template}: a key can be compared, or begin with a text, and nothing else")


def _stepped(name: str, value: Any, template: Template, by: int) -> Any:
    """The next value that the part can write."""
    codec = template.codec_of(name)
    if isinstance(value, datetime):
        return value + by * timedelta(milliseconds=1 if codec.name.endswith("ms") else 1000)
    if isinstance(value, date):
        return value + by * timedelta(days=1)
    if isinstance(value, int) and not isinstance(value, bool):
        return value + by
    if isinstance(value, Decimal):
        return value + by * Decimal(10) ** -int(codec.name.partition(".")[2])
    raise NotKeyed(f"{name} in {template}: for {codec.name} there is no next value; use at_least or at_most")


def _ranged_field(key: KeyAttribute, field: StoredField, predicate: Predicate) -> Term:
    operators = {"between": "BETWEEN", "begins": "begins_with"}
    if predicate.operator not in ("between", "begins", ">=", "<=", ">", "<"):
        raise NotKeyed(f"{field.name}: a key can be compared, or begin with a text, and nothing else")
    is_text = predicate.operator == "begins"
    values = tuple({"S": each} if is_text else field.encode(field.check(each)) for each in predicate.operands)
    return Term(key.name, operators.get(predicate.operator, predicate.operator), tuple(v for v in values if v))


def _texts(ends: tuple[str, str]) -> tuple[AttributeValue, ...]:
    return ({"S": ends[0]}, {"S": ends[1]})
