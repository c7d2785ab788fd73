"""Repairs: the writes that make a row right, each under the condition that it is still what was examined."""

from collections.abc import Iterable
from typing import Any

from chabudai.table.asking.expressions import Placeholders
from chabudai.table.attributes import Item
from chabudai.table.declaring.layouts import Layout
from chabudai.table.doctor.examination import Examined
from chabudai.table.writing.guards import GUARD_OF, Right


def repair_of(examined: Examined) -> tuple[str, dict[str, Any]]:
    """The operation and its request, for a row that is repairable."""
    layout, right = examined.layout, examined.right
    assert layout is not None
    assert right is not None
    if layout.shape.is_current(examined.item):
        return "UpdateItem", _rekeyed(layout, examined.item, right)
    return "PutItem", _rewritten(layout, examined.item, right)


def claim(layout: Layout, owner: Item, right: Right) -> list[dict[str, Any]]:
    """The guard that is missing, for an owner that is still the same."""
    placeholders = Placeholders()
    absent = f"attribute_not_exists({placeholders.name(next(iter(right.key)))})"
    own = f"{placeholders.name(GUARD_OF)} = {placeholders.value({'M': right.owner})}"
    body = {"TableName": right.table, "Item": right.row, "ConditionExpression": f"{absent} OR {own}"}
    return [{"Put": placeholders.into(body)}, _same_owner(layout, layout.key_of(owner), owner)]


def release(layout: Layout, guard: Item, key: Item, owner: Item | None) -> list[dict[str, Any]]:
    """The guard that guards nothing goes, while its owner is still gone or another."""
    placeholders = Placeholders()
    condition = f"{placeholders.name(GUARD_OF)} = {placeholders.value(guard[GUARD_OF])}"
    body = {"TableName": layout.table.name, "Key": layout.key_of(guard), "ConditionExpression": condition}
    return [{"Delete": placeholders.into(body)}, _same_owner(layout, key, owner)]


def _rekeyed(layout: Layout, item: Item, right: Item) -> dict[str, Any]:
    """Only the keys that are wrong, while they and what they are made of are the same."""
    placeholders = Placeholders()
    wrong = [key for key in layout.derived if item.get(key.name) != right.get(key.name)]
    fields = {name for key in wrong for name in key.fields - layout.key_fields}
    seen = [*(key.name for key in wrong), *(layout.sources(name)[0] for name in sorted(fields))]
    sets = [
        f"{placeholders.name(key.name)} = {placeholders.value(right[key.name])}" for key in wrong if key.name in right
    ]
    removes = [placeholders.name(key.name) for key in wrong if key.name not in right]
    clauses = [f"SET {', '.join(sets)}"] if sets else []
    clauses += [f"REMOVE {', '.join(removes)}"] if removes else []
    request = {
        "TableName": layout.table.name,
        "Key": layout.key_of(item),
        "UpdateExpression": " ".join(clauses),
        "ConditionExpression": _same(layout, item, seen, placeholders),
    }
    return placeholders.into(request)


def _rewritten(layout: Layout, item: Item, right: Item) -> dict[str, Any]:
    """The whole row, while the whole of it is the same."""
    placeholders = Placeholders()
    names = [*item, *right, *layout.by_stored, *layout.keys]
    condition = _same(layout, item, names, placeholders)
    request = {"TableName": layout.table.name, "Item": right, "ConditionExpression": condition}
    return placeholders.into(request)


def _same_owner(layout: Layout, key: Item, owner: Item | None) -> dict[str, Any]:
    placeholders = Placeholders()
    if owner is None:
        condition = f"attribute_not_exists({placeholders.name(layout.primary[0].name)})"
    else:
        condition = _same(layout, owner, [*layout.by_stored], placeholders)
    body = {"TableName": layout.table.name, "Key": key, "ConditionExpression": condition}
    return {"ConditionCheck": placeholders.into(body)}


def _same(layout: Layout, item: Item, names: Iterable[str], placeholders: Placeholders) -> str:
    """The row exists, and each of these attributes is as it was seen, or missing as it was."""
    primary = layout.table.primary.attributes
    pieces = [f"attribute_exists({placeholders.name(primary[0])})"]
    for name in dict.fromkeys(names):
        if name in item and name not in primary:
            pieces.append(f"{placeholders.name(name)} = {placeholders.value(item[name])}")
        elif name not in primary:
            pieces.append(f"attribute_not_exists({placeholders.name(name)})")
    return " AND ".join(pieces)
