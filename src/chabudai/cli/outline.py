"""A design as text: its tables, keys, indexes, entities with their templates, and patterns with what they ask."""

from collections.abc import Iterator
from datetime import UTC, datetime

from chabudai.table import Design, InvalidValue, Table
from chabudai.table.explanation import explain
from chabudai.table.plans import Plan, Query, Scan
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.patterns import Pattern
from chabudai.table.schema.tables import Index


def outline(design: Design) -> Iterator[str]:
    yield f"design {design.name}"
    for table in design.tables:
        yield ""
        yield from _table_lines(table)


def _table_lines(table: type[Table]) -> Iterator[str]:
    yield f"table {table.name}"
    yield f"  key {_key_text(table.primary)}"
    yield f"  billing {_billing_text(table)}"
    yield f"  expiry {table.ttl or 'none'}"
    yield f"  stream {table.stream or 'none'}"
    for index in table.indexes:
        yield f"  index {index.name}: {_key_text(index)}, {_projection_text(index)}"
    for layout in table.layouts:
        yield from _entity_lines(layout)
    for pattern in table.patterns:
        yield from _pattern_lines(pattern)


def _entity_lines(layout: Layout) -> Iterator[str]:
    yield f"  entity {layout.name}"
    names = dict.fromkeys([*layout.table.primary.attributes, *layout.keys])
    for name in names:
        key = layout.key_attribute(name)
        if key is not None:
            yield f"    {name} = {_template_text(key)}"
    for guard in layout.guards:
        yield f"    {guard.name}: only one at {guard.pk.template} / {guard.sk.template}"


def _template_text(key: KeyAttribute) -> str:
    return f"{{{key.field.name}}}" if key.field is not None else str(key.template)


def _pattern_lines(pattern: Pattern[..., Plan]) -> Iterator[str]:
    rows = f", {pattern.label.rows} rows a page" if pattern.label.rows is not None else ""
    yield f"  pattern {pattern.label.number}: {pattern.label.description}{rows}"
    for line in dict.fromkeys(map(_plan_text, pattern.plans)):
        yield f"    {line}"


def _plan_text(plan: Plan) -> str:
    """The operations in their order, and the index of a query."""
    if isinstance(plan, Query) and plan.each:
        return f"{len(plan.partitions)} × Query {plan.index!r}, merged"
    if isinstance(plan, Scan):
        return f"Scan {plan.layout.table.name}" + (f", in {plan.segments} segments" if plan.segments > 1 else "")
    where = f" {plan.index!r}" if isinstance(plan, Query) else ""
    try:
        return ", then ".join(explain(plan, datetime.now(UTC)).operations) + where
    except InvalidValue as refused:
        return f"{type(plan).__name__} of made-up values, which are refused: {refused}"


def _key_text(index: Index) -> str:
    return " / ".join(" + ".join(half) for half in (index.hash, index.range) if half)


def _projection_text(index: Index) -> str:
    return index.projection if isinstance(index.projection, str) else f"INCLUDE {', '.join(index.projection)}"


def _billing_text(table: type[Table]) -> str:
    if table.capacity is None:
        return "PAY_PER_REQUEST"
    read, write = table.capacity
    return f"PROVISIONED {read} / {write}"
