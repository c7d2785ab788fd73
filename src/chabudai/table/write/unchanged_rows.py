"""Unchanged rows: the condition that a row is still what was seen of it, what it lacked then included."""

from collections.abc import Iterable, Iterator

from chabudai.table.attributes import Item
from chabudai.table.query.expressions import Placeholders
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.reserved_names import VERSION_ATTRIBUTE


def unchanged_condition(layout: Layout, item: Item, names: Iterable[str], placeholders: Placeholders) -> str:
    """The row exists, and each of these attributes is as it was seen, or missing as it was."""
    primary = layout.table.primary.attributes
    pieces = [f"attribute_exists({placeholders.name(primary[0])})"]
    for name in dict.fromkeys(names):
        if name in item and name not in primary:
            pieces.append(f"{placeholders.name(name)} = {placeholders.value(item[name])}")
        elif name not in primary:
            pieces.append(f"attribute_not_exists({placeholders.name(name)})")
    return " AND ".join(pieces)


def attributes_upgraded(layout: Layout, item: Item) -> Iterator[str]:
    """All that an upgraded row is made of: what is there, and what could have been."""
    yield from item
    yield VERSION_ATTRIBUTE
    yield from layout.source.layout.by_stored
    yield from layout.keys
    yield from layout.schema_version.sought(item)
