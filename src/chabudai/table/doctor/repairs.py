"""Repairs: the writes that make a row right, each under the condition that it is still what was checked."""

from collections.abc import Sequence
from typing import Any

from chabudai.table.attributes import Item, to_attribute
from chabudai.table.doctor.row_checks import CheckedRow
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.reserved_names import GUARD_OF
from chabudai.table.write.guards import Claim, acquire
from chabudai.table.write.unchanged_rows import attributes_upgraded, unchanged_condition


def repair_request(checked: CheckedRow) -> tuple[str, dict[str, Any]]:
    """The operation and its request, for a row that is repairable."""
    layout, expected = checked.layout, checked.expected
    assert layout is not None
    assert expected is not None
    if layout.schema_version.is_current(checked.item):
        return "UpdateItem", _update(layout, checked.item, expected, checked.changes)
    return "PutItem", _full_rewrite(layout, checked.item, expected)


def acquire_guard(layout: Layout, owner: Item, claim: Claim, now: float) -> list[dict[str, Any]]:
    """The guard that is missing, for an owner that is still the same."""
    ttl = layout.table.ttl if layout.expiry is not None else None
    put = acquire(claim, ttl, to_attribute(now))
    return [{"Put": put}, _owner_check(layout, layout.key_of(owner), owner)]


def release_guard(layout: Layout, guard: Item, key: Item, owner: Item | None) -> list[dict[str, Any]]:
    """The guard that guards nothing goes, while its owner is still gone or another."""
    placeholders = Placeholders()
    condition = f"{placeholders.name(GUARD_OF)} = {placeholders.value(guard[GUARD_OF])}"
    body = {"TableName": layout.table.name, "Key": layout.key_of(guard), "ConditionExpression": condition}
    return [{"Delete": placeholders.into(body)}, _owner_check(layout, key, owner)]


def _update(layout: Layout, item: Item, expected: Item, wrong: Sequence[str]) -> dict[str, Any]:
    """Only the attributes that are wrong, while they and what keys among them are made of are the same."""
    placeholders = Placeholders()
    fields = {field for name in wrong if name in layout.keys for field in layout.keys[name].fields - layout.key_fields}
    seen = [*wrong, *(layout.sources(name)[0] for name in sorted(fields))]
    sets = [f"{placeholders.name(name)} = {placeholders.value(expected[name])}" for name in wrong if name in expected]
    removes = [placeholders.name(name) for name in wrong if name not in expected]
    clauses = [f"SET {', '.join(sets)}"] if sets else []
    clauses += [f"REMOVE {', '.join(removes)}"] if removes else []
    request = {
        "TableName": layout.table.name,
        "Key": layout.key_of(item),
        "UpdateExpression": " ".join(clauses),
        "ConditionExpression": unchanged_condition(layout, item, seen, placeholders),
    }
    return placeholders.into(request)


def _full_rewrite(layout: Layout, item: Item, expected: Item) -> dict[str, Any]:
    """The whole row, while the whole of it is the same."""
    placeholders = Placeholders()
    names = [*attributes_upgraded(layout, item), *expected]
    condition = unchanged_condition(layout, item, names, placeholders)
    request = {"TableName": layout.table.name, "Item": expected, "ConditionExpression": condition}
    return placeholders.into(request)


def _owner_check(layout: Layout, key: Item, owner: Item | None) -> dict[str, Any]:
    placeholders = Placeholders()
    if owner is None:
        condition = f"attribute_not_exists({placeholders.name(layout.primary[0].name)})"
    else:
        condition = unchanged_condition(layout, owner, [*layout.by_stored], placeholders)
    body = {"TableName": layout.table.name, "Key": key, "ConditionExpression": condition}
    return {"ConditionCheck": placeholders.into(body)}
