"""Met rows: which of the rows that come back are those that a query asks for, whether or not they can be read."""

from collections.abc import Iterator, Sequence
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.errors import NewerItem, UnreadableItem
from chabudai.table.plans import Query
from chabudai.table.query.key_ranges import is_within
from chabudai.table.query.key_terms import own_sort_terms
from chabudai.table.query.older_rows import is_surely_wanted
from chabudai.table.query.trash_filters import is_shown
from chabudai.table.schema.layouts import Layout
from chabudai.table.schema.ownership import entity_of, guard_of


def met_rows(plan: Query[Any], items: Sequence[Item]) -> Iterator[tuple[Layout, Item]]:
    """Also what has expired; NewerItem for what a newer program stored."""
    for item in items:
        layout = _layout_of(plan, item)
        if layout is not None and _is_met(plan, layout, item):
            yield layout, item


def met_guards(plan: Query[Any], items: Sequence[Item]) -> Iterator[Item]:
    """Guard rows of the entities, which lie among the rows of several."""
    asked = {layout.source for layout in plan.layouts}
    for item in items if len(plan.layouts) > 1 else ():
        if entity_of(plan.index.table, item) is None:
            guard = guard_of(plan.index.table, item)
            if guard is not None and guard.layout.source in asked:
                yield item


def _layout_of(plan: Query[Any], item: Item) -> Layout | None:
    """A row of no entity at all is taken for a broken one of the entity whose keys begin as its own does."""
    for layout, terms in zip(plan.layouts, plan.sort_terms, strict=True):
        if layout.owns(item):
            return layout if is_within(item, terms) else None
    table = plan.index.table
    if entity_of(table, item) is not None or guard_of(table, item) is not None:
        return None
    own = zip(plan.layouts, own_sort_terms(plan), strict=True)
    return next((layout for layout, terms in own if is_within(item, terms)), None)


def _is_met(plan: Query[Any], layout: Layout, item: Item) -> bool:
    view = plan.sifted.get(layout.entity, "SHOWN")
    if not is_upgradable(layout, item) and view == "ONLY":
        return False  # nothing tells that it is in the trash
    return is_shown(view, layout, item) and is_surely_wanted(plan.condition, layout, item)


def is_upgradable(layout: Layout, item: Item) -> bool:
    """Whether the current schema version can be made of it, if not the entity; NewerItem where it is newer."""
    try:
        layout.upgrade(item)
    except NewerItem:
        raise
    except UnreadableItem:
        return False
    return True
