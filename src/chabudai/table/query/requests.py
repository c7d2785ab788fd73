"""Requests: from a query's known fields to a key condition that returns one entity's rows and no other's."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from chabudai.table.attributes import AttributeValue
from chabudai.table.errors import DesignError, InvalidKeyCondition, MixedEntities, NotProjected, TableError
from chabudai.table.query.comparisons import ORDERED
from chabudai.table.query.conditions import ALWAYS, Condition, names_in
from chabudai.table.query.expressions import Placeholders, condition_text, join_and
from chabudai.table.query.key_terms import keys_of, refuse_other_index, requested_terms
from chabudai.table.query.made_defaults import compared_made_defaults, or_missing
from chabudai.table.query.older_rows import with_other_versions
from chabudai.table.query.partitions import check_each, first_partition_of
from chabudai.table.query.trash_filters import trash_condition
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.overlap import may_return, other_row_kinds
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE

if TYPE_CHECKING:
    from chabudai.table.plans import Get, Query
    from chabudai.table.schema.layouts import Layout


@dataclass(frozen=True, slots=True)
class QueryShape:
    """What queries with the same known fields have in common."""

    is_bounded: bool  # the beginning of the sort key alone would also return another entity's rows
    attributes: tuple[str, ...] | None  # to ask for; None for all
    is_fixed: bool  # nothing but the partition depends on the values
    templates: "dict[Condition, RequestTemplate]" = field(default_factory=dict)  # for what is asked about the trash


@dataclass(frozen=True, slots=True)
class RequestTemplate:
    """A request of which only the partition is to be filled in."""

    request: Mapping[str, Any]
    partition: tuple[tuple[str, KeyAttribute], ...]  # by placeholder
    others: Mapping[str, AttributeValue]

    def fill(self, known: Mapping[str, Any]) -> dict[str, Any] | None:
        """None when a part of the key is None, which no request can ask for."""
        values = {placeholder: key.build(known) for placeholder, key in self.partition}
        if None in values.values():
            return None
        return {**self.request, "ExpressionAttributeValues": {**values, **self.others}}


def build_get_request(plan: "Get[Any]") -> dict[str, Any]:
    layout = plan.layout
    request: dict[str, Any] = {"TableName": layout.table.name, "Key": layout.key(plan.key)}
    if layout.is_read_in_part:
        request |= layout.projection
    if plan.is_consistent:
        request["ConsistentRead"] = True
    return request


def request_from(request: dict[str, Any], start: Mapping[str, Any] | None, limit: int | None) -> dict[str, Any]:
    """The request for the rows behind a key, and for so many at most."""
    more: dict[str, Any] = {} if limit is None else {"Limit": limit}
    if start is not None:
        more["ExclusiveStartKey"] = start
    return {**request, **more} if more else request


def query_shape_of(query: "Query[Any]") -> QueryShape:
    """Built and checked once for all queries that know the same fields: the index holds them, no other rows match."""
    if query.each:
        check_each(query)
        query = first_partition_of(query)
    ranges = tuple([(name, p.operator not in ORDERED and p.operator) for name, p in query.ranges.items()])
    asked = (query.entities, frozenset(query.known), ranges)
    found: QueryShape | None = query.index.shapes.get(asked)
    if found is None:
        found = query.index.shapes[asked] = _build_shape(query)
    return found


def build_request(query: "Query[Any]", *, is_count: bool = False) -> dict[str, Any]:
    """The request for the first rows, without a limit; a count asks for no attributes."""
    shape, hiding = query.shape, trash_condition(query)
    request = None
    if shape.is_fixed and query.condition is ALWAYS and not is_count:
        template = shape.templates.get(hiding)
        if template is None:
            template = shape.templates[hiding] = _build_request_template(query, shape, hiding)
        request = template.fill(query.known)
    if request is None:
        request = _build_full_request(query, shape, hiding, is_count=is_count)
    if query.is_descending:
        request["ScanIndexForward"] = False
    if query.is_consistent:
        request["ConsistentRead"] = True
    return request


def _build_full_request(query: "Query[Any]", shape: QueryShape, hiding: Condition, *, is_count: bool) -> dict[str, Any]:
    placeholders = Placeholders()
    terms = [term.text(placeholders) for term in requested_terms(query, shape.is_bounded)]
    request: dict[str, Any] = {
        "TableName": query.index.table.name,
        "KeyConditionExpression": " AND ".join(terms),
    }
    if query.index.name is not None:
        request["IndexName"] = query.index.name
    if text := join_and(_filter(query, placeholders), _hiding(query, hiding, placeholders)):
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
        _check_filtered_keys_projected(query)
    if text and not first.is_view:
        text = or_missing(text, compared_made_defaults(query.condition, first), placeholders)
    return with_other_versions(text, first, placeholders)


def _hiding(query: "Query[Any]", hiding: Condition, placeholders: Placeholders) -> str:
    """What is asked about the trash; that alone also gives what a newer program stored, which may be in its trash."""
    first = query.layouts[0]
    text = condition_text(hiding, first, placeholders)
    return with_other_versions(text, first, placeholders) if query.trash == "ONLY" else text


def _check_no_key_filtered(query: "Query[Any]") -> None:
    names = set(_filter_alone(query, query.layouts[0])["ExpressionAttributeNames"].values())
    if held := names & set(query.index.attributes):
        raise InvalidKeyCondition(
            f"{min(held)} is a key of {query.index!r}: ask for its fields in query(…), not in filter(…)"
        )


def _check_filtered_keys_projected(query: "Query[Any]") -> None:
    """What an index does not hold counts there as missing: a filter on it would leave out everything, or nothing."""
    layout = query.layouts[0]
    for name in sorted(names_in(query.condition)):
        held = [key.name for key in layout.derived if key.holds(name)] if layout.field(name).stored is None else []
        if held and not any(map(query.index.projects, held)):
            raise NotProjected(
                f"{query.index!r} does not hold {layout.name}.{name}, so a filter on it would match no row: project "
                f"{held[0]} too, or sift what comes back"
            )


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
        is_of_one_version = first.schema_version.number == layout.schema_version.number
        return is_of_one_version and _filter_alone(query, first) == _filter_alone(query, layout)
    except TableError:
        return False


def _filter_alone(query: "Query[Any]", layout: "Layout") -> dict[str, Any]:
    placeholders = Placeholders()
    return placeholders.into({"text": condition_text(query.condition, layout, placeholders)})


def _build_shape(query: "Query[Any]") -> QueryShape:
    for layout in query.layouts:
        refuse_other_index(query.index, layout)
        _check_projected(query, layout)
    is_fixed = _is_fixed(query)
    is_bounded = len(query.layouts) == 1 and _must_be_bounded(query)
    requested_terms(query, is_bounded)
    return QueryShape(is_bounded, _attributes(query), is_fixed)


def _is_fixed(query: "Query[Any]") -> bool:
    """Whether nothing is asked of the sort key that depends on the values."""
    sort = [key for layout in query.layouts for key in keys_of(query, layout, query.index.range)]
    return len(query.layouts) == 1 and not query.ranges and not any(key.fields_among(query.known) for key in sort)


def _build_request_template(query: "Query[Any]", shape: QueryShape, hiding: Condition) -> RequestTemplate:
    """The terms of the partition come first, and so do their placeholders."""
    request = _build_full_request(query, shape, hiding, is_count=False)
    others = request.pop("ExpressionAttributeValues")
    keys = tuple(keys_of(query, query.layouts[0], query.index.hash))
    partition = tuple(zip(list(others), keys, strict=False))
    return RequestTemplate(request, partition, {name: others[name] for name in list(others)[len(keys) :]})


def _check_projected(query: "Query[Any]", layout: "Layout") -> None:
    """An index holds every field that is asked of it, and what tells whether a row has expired or is old."""
    for each in layout.fields.values():
        holders = [key.name for key in layout.keys.values() if key.holds(each.name)]
        if not any(map(query.index.projects, holders if each.stored is None else [each.stored])):
            raise NotProjected(
                f"{query.index!r} does not hold {layout.name}.{each.name}; "
                "ask it for a View with the fields that it holds"
            )
    needed = [
        layout.table.ttl if layout.source.layout.expiry else None,
        None if layout.schema_version.is_first else VERSION_ATTRIBUTE,
    ]
    for name in needed:
        if name is not None and not query.index.projects(name):
            raise NotProjected(
                f"{query.index!r} does not hold {name}, which tells how to read a {layout.name}: project it too"
            )


def _attributes(query: "Query[Any]") -> tuple[str, ...] | None:
    """What a view needs; an entity needs all."""
    layouts = [layout for layout in query.layouts if layout.is_read_in_part]
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
    for row_kind in other_row_kinds(query.index, layout):
        if not may_return(query, row_kind, is_bounded=False):
            continue
        if may_return(query, row_kind, is_bounded=True):
            raise MixedEntities(
                f"{query.index!r} asked for {layout.name} would also meet rows of {row_kind.name}; give their keys "
                "different beginnings, ask for more of the key, or ask for both entities at once"
            )
        is_bounded = True
    return is_bounded
