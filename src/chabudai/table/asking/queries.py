"""Queries: from known fields to a key condition that meets one entity's rows and no other's."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from chabudai.table.asking.comparisons import ORDERED
from chabudai.table.asking.conditions import ALWAYS, names_in
from chabudai.table.asking.expressions import Placeholders, condition_text
from chabudai.table.asking.terms import Term, bounded_term, field_term, part_term, prefix_term
from chabudai.table.attributes import AttributeValue
from chabudai.table.declaring.keys import KeyAttribute
from chabudai.table.declaring.neighbours import meets, neighbours
from chabudai.table.declaring.upgrades import ATTRIBUTE
from chabudai.table.errors import DesignError, MixedRows, NotKeyed, NotProjected, TableError
from chabudai.table.spelling.templates import Template

if TYPE_CHECKING:
    from chabudai.table.declaring.layouts import Layout
    from chabudai.table.plans import Query


@dataclass(frozen=True, slots=True)
class Shape:
    """What queries with the same known fields have in common."""

    is_bounded: bool  # the beginning of the sort key alone would also meet a neighbour's rows
    attributes: tuple[str, ...] | None  # to ask for; None for all
    form: "Form | None"  # when nothing but the partition depends on the values


@dataclass(frozen=True, slots=True)
class Form:
    """A request of which only the partition is to be filled in."""

    request: Mapping[str, Any]
    partition: tuple[tuple[str, KeyAttribute], ...]  # by placeholder
    others: Mapping[str, AttributeValue]

    def filled(self, known: Mapping[str, Any]) -> dict[str, Any] | None:
        """None when a part of the key is None, which no request can ask for."""
        values = {placeholder: key.build(known) for placeholder, key in self.partition}
        if None in values.values():
            return None
        return {**self.request, "ExpressionAttributeValues": {**values, **self.others}}


def shape_of(query: "Query[Any]") -> Shape:
    """The shape of a query, checked when it is first met: the index holds what is asked, and no neighbour is met."""
    ranges = ((name, p.operator not in ORDERED and p.operator) for name, p in query.ranges.items())
    asked = (query.entities, frozenset(query.known), tuple(ranges))
    found: Shape | None = query.index.shapes.get(asked)
    if found is None:
        found = query.index.shapes[asked] = _checked(query)
    return found


def request_of(query: "Query[Any]", *, is_count: bool = False) -> dict[str, Any]:
    """The request for the first rows, without a limit; a count asks for no attributes."""
    form = query.shape.form
    request = None if form is None or query.condition is not ALWAYS or is_count else form.filled(query.known)
    if request is None:
        request = _request(query, query.shape, is_count=is_count)
    if query.is_descending:
        request["ScanIndexForward"] = False
    if query.is_consistent:
        request["ConsistentRead"] = True
    return request


def _request(query: "Query[Any]", shape: Shape, *, is_count: bool) -> dict[str, Any]:
    placeholders = Placeholders()
    request: dict[str, Any] = {
        "TableName": query.index.table.name,
        "KeyConditionExpression": " AND ".join(each.text(placeholders) for each in _terms_of(query, shape.is_bounded)),
    }
    if query.index.name is not None:
        request["IndexName"] = query.index.name
    if text := _filter(query, placeholders):
        request["FilterExpression"] = text
    if shape.attributes is not None and not is_count:
        request["ProjectionExpression"] = ", ".join(map(placeholders.name, shape.attributes))
    return placeholders.into(request)


def _filter(query: "Query[Any]", placeholders: Placeholders) -> str:
    first, *others = query.layouts
    text = condition_text(query.condition, first, placeholders)
    if text and others:
        _check_filtered_alike(query)
    if any(first.field(name).stored is None for name in names_in(query.condition)):
        _check_no_key_filtered(query)
    return text


def _check_no_key_filtered(query: "Query[Any]") -> None:
    names = set(_alone(query, query.layouts[0])["ExpressionAttributeNames"].values())
    if held := names & set(query.index.attributes):
        raise NotKeyed(f"{min(held)} is a key of {query.index!r}: ask for its fields in query(…), not in filter(…)")


def _check_filtered_alike(query: "Query[Any]") -> None:
    """One filter is sent for all the entities, so each has to store alike what it asks for."""
    first, *others = query.layouts
    for layout in others:
        if not _is_filtered_alike(query, first, layout):
            raise DesignError(
                f"{first.name} and {layout.name} store what the filter asks for in different ways; "
                "leave out what is not wanted of what comes back"
            )


def _is_filtered_alike(query: "Query[Any]", first: "Layout", layout: "Layout") -> bool:
    try:
        return _alone(query, first) == _alone(query, layout)
    except TableError:
        return False


def _alone(query: "Query[Any]", layout: "Layout") -> dict[str, Any]:
    placeholders = Placeholders()
    return placeholders.into({"text": condition_text(query.condition, layout, placeholders)})


def _checked(query: "Query[Any]") -> Shape:
    for layout in query.layouts:
        _check_projected(query, layout)
    is_fixed = _is_fixed(query)
    is_bounded = len(query.layouts) == 1 and _must_be_bounded(query)
    _terms_of(query, is_bounded)
    shape = Shape(is_bounded, _attributes(query), None)
    return replace(shape, form=_form(query, shape)) if is_fixed else shape


def _is_fixed(query: "Query[Any]") -> bool:
    """Whether nothing is asked of the sort key that depends on the values."""
    sort = [key for layout in query.layouts for key in _keys(query, layout, query.index.range)]
    return len(query.layouts) == 1 and not query.ranges and not any(key.given(query.known) for key in sort)


def _form(query: "Query[Any]", shape: Shape) -> Form:
    """The terms of the partition come first, and so do their placeholders."""
    request = _request(replace(query, condition=ALWAYS), shape, is_count=False)
    others = request.pop("ExpressionAttributeValues")
    keys = tuple(_keys(query, query.layouts[0], query.index.hash))
    partition = tuple(zip(list(others), keys, strict=False))
    return Form(request, partition, {name: others[name] for name in list(others)[len(keys) :]})


def _terms_of(query: "Query[Any]", is_bounded: bool) -> list[Term]:
    """The partition by equality, then the sort key from the left, as far as it is known."""
    first = query.layouts[0]
    used: set[str] = set()
    terms = [_equal(key, query, used) for key in _keys(query, first, query.index.hash)]
    for layout in query.layouts[1:]:
        others = [_equal(key, query, set()) for key in _keys(query, layout, query.index.hash)]
        if others != terms:
            raise MixedRows(f"{first.name} and {layout.name} are in different partitions of {query.index!r}")
    if len(query.layouts) == 1:
        terms += _sort_terms(query, first, used, is_bounded)
    if left := {*query.known, *query.ranges} - used:
        raise _not_keyed(query, min(left))
    return terms


def _not_keyed(query: "Query[Any]", name: str) -> NotKeyed:
    first, *others = query.layouts
    why = (
        "several entities at once are asked for by their partition alone"
        if others
        else (f"it is not the next part of a key of {first.name} there")
    )
    return NotKeyed(
        f"{query.index!r} can't be asked for {name}: {why}; .filter({name}=…) leaves rows out after they were read"
    )


def _sort_terms(query: "Query[Any]", layout: "Layout", used: set[str], is_bounded: bool) -> Iterator[Term]:
    for key in _keys(query, layout, query.index.range):
        if not key.missing(query.known):
            yield _equal(key, query, used)
            continue
        term = _unequal(key, query, used, is_bounded)
        if term is not None:
            yield term
        return


def _unequal(key: KeyAttribute, query: "Query[Any]", used: set[str], is_bounded: bool) -> Term | None:
    """What is asked of an attribute that is not wholly known; None when nothing is."""
    if key.template is not None:
        return _beginning(key, key.template, query, used, is_bounded)
    if key.field is None or key.field.name not in query.ranges:
        return None
    used.add(key.field.name)
    return field_term(key.name, key.field, query.ranges[key.field.name])


def _beginning(
    key: KeyAttribute, template: Template, query: "Query[Any]", used: set[str], is_bounded: bool
) -> Term | None:
    values = key.with_computed(query.known)
    unknown = next(name for name in template.fields if name not in values)
    known = {name: values[name] for name in template.fields[: template.fields.index(unknown)]}
    for name, value in known.items():
        if value is None:
            raise _none_asked(key, query)
        used |= set(key.computed[name].fields) if name in key.computed and name not in query.known else {name}
    if unknown in query.ranges:
        used.add(unknown)
        return part_term(key.name, template, known, unknown, query.ranges[unknown])
    if is_bounded and template.codec_of(unknown).sorts:
        return bounded_term(key.name, template, known, unknown)
    text, _ = template.prefix(known)
    return prefix_term(key.name, text) if text else None


def _equal(key: KeyAttribute, query: "Query[Any]", used: set[str]) -> Term:
    if missing := key.missing(query.known):
        raise NotKeyed(f"a query of {query.index!r} needs {', '.join(missing)}, of which its {key.name} is made")
    used |= key.given(query.known)
    attribute = key.build(query.known)
    if attribute is None:
        raise _none_asked(key, query)
    return Term(key.name, "=", (attribute,))


def _none_asked(key: KeyAttribute, query: "Query[Any]") -> NotKeyed:
    return NotKeyed(f"a query of {query.index!r} was asked for None, and rows without a {key.name} are not in it")


def _keys(query: "Query[Any]", layout: "Layout", names: tuple[str, ...]) -> Iterator[KeyAttribute]:
    for name in names:
        key = layout.key_attribute(name)
        if key is None:
            raise NotKeyed(f"{layout.name} has no {name}, so {query.index!r} does not hold it")
        yield key


def _check_projected(query: "Query[Any]", layout: "Layout") -> None:
    """An index holds every field that is asked of it, and what tells whether a row has expired or is old."""
    for field in layout.fields.values():
        holders = [key.name for key in layout.keys.values() if key.holds(field.name)]
        if not any(map(query.index.projects, holders if field.stored is None else [field.stored])):
            raise NotProjected(
                f"{query.index!r} does not hold {layout.name}.{field.name}; "
                "ask it for a View with the fields that it holds"
            )
    needed = [layout.table.ttl if layout.source.layout.expiry else None, None if layout.shape.is_first else ATTRIBUTE]
    for name in needed:
        if name is not None and not query.index.projects(name):
            raise NotProjected(
                f"{query.index!r} does not hold {name}, which tells how to read a {layout.name}: project it too"
            )


def _attributes(query: "Query[Any]") -> tuple[str, ...] | None:
    """What a view needs; an entity needs all."""
    layouts = [layout for layout in query.layouts if layout.is_view]
    if len(layouts) != len(query.layouts):
        return None
    table = query.index.table
    names = dict.fromkeys([*table.primary.attributes, *query.index.attributes])
    for layout in layouts:
        names |= dict.fromkeys(filter(query.index.projects, layout.attributes))
    return tuple(names)


def _must_be_bounded(query: "Query[Any]") -> bool:
    layout = query.layouts[0]
    is_bounded = False
    for neighbour in neighbours(query.index, layout):
        if not meets(query, neighbour, is_bounded=False):
            continue
        if meets(query, neighbour, is_bounded=True):
            raise MixedRows(
                f"{query.index!r} asked for {layout.name} would also meet rows of {neighbour.name}; give their keys "
                "different beginnings, ask for more of the key, or ask for both entities at once"
            )
        is_bounded = True
    return is_bounded
