"""Ownership: whose a stored item is, by its key alone: an entity's, a guard's, or nobody's that the design knows."""

from typing import NamedTuple

from chabudai.table.attributes import Item
from chabudai.table.schema.constraints import Guard
from chabudai.table.schema.key_attributes import KeyAttribute
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.tables import Table


class EntityGuard(NamedTuple):
    """The rows of one unique constraint of one entity."""

    layout: Layout
    guard: Guard


def entity_of(table: type[Table], item: Item) -> Layout | None:
    return next((layout for layout in table.layouts if layout.owns(item)), None)


def guard_of(table: type[Table], item: Item) -> EntityGuard | None:
    for layout in table.layouts:
        for guard in layout.guards:
            if _fits(guard.pk, item) and _fits(guard.sk, item):
                return EntityGuard(layout, guard)
    return None


def key_of(table: type[Table], item: Item) -> Item:
    return {name: item[name] for name in table.primary.attributes}


def _fits(key: KeyAttribute, item: Item) -> bool:
    text = item.get(key.name, {}).get("S")
    return text is not None and key.template is not None and key.template.matches(text)
