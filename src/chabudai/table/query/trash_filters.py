"""Trash filters: how reads leave out what is in the trash, or give only that, unless they ask for the trash itself."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from chabudai.table.attributes import Item
from chabudai.table.errors import NotProjected, UnreadableItem
from chabudai.table.query.conditions import (
    ALWAYS,
    AllOf,
    AnyOf,
    Condition,
    FieldCondition,
    Not,
    eq,
    exists,
    names_in,
    ne,
    not_exists,
    where,
)

if TYPE_CHECKING:
    from chabudai.table.plans import Query, Scan
    from chabudai.table.schema.key_attributes import KeyAttribute
    from chabudai.table.schema.layouts import Layout
    from chabudai.table.schema.trash import Trash

TrashView: TypeAlias = Literal["HIDDEN", "SHOWN", "ONLY"]
"""What a read gives of the trash: nothing of it, also what is in it, or that alone."""


def is_shown(view: TrashView, layout: "Layout", item: Item) -> bool:
    """What has no trash is never in it. What can't be read is not left out: to read it says what is wrong with it."""
    if view == "SHOWN" or layout.trash is None:
        return view != "ONLY"
    try:
        return layout.is_trashed(item) == (view == "ONLY")
    except UnreadableItem:
        return True


def trash_condition(query: "Query[Any]") -> Condition:
    """What is asked where the rows are: of one entity whose field can be filtered."""
    layout = query.layouts[0]
    view = trash_view(query, layout)
    if view == "SHOWN" or layout.trash is None or not is_filtered_there(query, layout):
        return ALWAYS
    return _condition(layout.trash, view)


def scan_trash_condition(plan: "Scan[Any]") -> Condition:
    layout = plan.layout
    view = scan_trash_view(plan)
    if view == "SHOWN" or layout.trash is None or not _is_plain(layout, layout.trash):
        return ALWAYS
    return _condition(layout.trash, view)


def trash_view(query: "Query[Any]", layout: "Layout") -> TrashView:
    """What is to be done about the rows of one of the entities, as far as the query does not say it already."""
    trash = layout.trash
    if trash is None:
        return "ONLY" if query.trash == "ONLY" else "SHOWN"
    if query.trash == "SHOWN":
        return "SHOWN"
    if query.trash == "HIDDEN" and (_asks_for_trash(query, layout, trash) or _excludes_trash(query, layout, trash)):
        return "SHOWN"
    _check_projected(query, layout, trash)
    return query.trash


def scan_trash_view(plan: "Scan[Any]") -> TrashView:
    trash = plan.layout.trash
    if trash is None or (plan.trash == "HIDDEN" and _names_trash(plan.condition, trash)):
        return "SHOWN"
    return plan.trash


def is_filtered_there(query: "Query[Any]", layout: "Layout") -> bool:
    """Not by keys of the index, which no filter may name, and not where each entity has a rule of its own."""
    trash = layout.trash
    if trash is None or len(query.layouts) > 1 or not _is_plain(layout, trash):
        return False
    return layout.field(trash.field).stored not in query.index.attributes


def _is_plain(layout: "Layout", trash: "Trash") -> bool:
    """Stored in an attribute of its own; an older schema version may have it elsewhere."""
    return layout.field(trash.field).stored is not None and layout.schema_version.is_first


def _condition(trash: "Trash", view: TrashView) -> Condition:
    if trash.status is None:
        return where(**{trash.at: exists() if view == "ONLY" else not_exists()})
    return where(**{trash.status: eq(trash.deleted) if view == "ONLY" else ne(trash.deleted)})


def _asks_for_trash(query: "Query[Any]", layout: "Layout", trash: "Trash") -> bool:
    """By the time at which it was thrown away, or by the status of what was."""
    if trash.at in {*query.known, *query.ranges, *query.each} or _names_trash(query.condition, trash):
        return True
    if any(trash.at in key.fields for key in _keys(query, layout)):
        return True  # only what is in the trash is in such an index
    return trash.status is not None and query.known.get(trash.status) == trash.deleted


def _excludes_trash(query: "Query[Any]", layout: "Layout", trash: "Trash") -> bool:
    """Whether the known fields leave no place for what is in the trash: its status is another, or a part made of it."""
    if trash.status is None:
        return False
    if trash.status in query.known:
        return True
    values = {**query.known, trash.status: trash.deleted}
    return any(
        name in query.known and values.keys() >= set(part.fields) and part.value(values) != query.known[name]
        for key in _keys(query, layout)
        for name, part in key.computed.items()
    )


def _names_trash(condition: Condition, trash: "Trash") -> bool:
    if trash.at in names_in(condition):
        return True
    return trash.status is not None and any(
        trash.deleted in part.predicate.operands and part.predicate.operator in ("=", "in")
        for part in _field_conditions(condition)
        if part.name == trash.status
    )


def _field_conditions(condition: Condition) -> Iterator[FieldCondition]:
    match condition:
        case FieldCondition():
            yield condition
        case Not(inner):
            yield from _field_conditions(inner)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from _field_conditions(part)
        case _:
            return


def _keys(query: "Query[Any]", layout: "Layout") -> "Iterator[KeyAttribute]":
    for name in query.index.attributes:
        key = layout.key_attribute(name)
        if key is not None:
            yield key


def _check_projected(query: "Query[Any]", layout: "Layout", trash: "Trash") -> None:
    stored = layout.source.layout.sources(trash.field)
    if not any(map(query.index.projects, stored)):
        raise NotProjected(
            f"{query.index!r} does not hold {layout.whole}.{trash.field}, which tells what is in the trash: project "
            f"{' or '.join(stored)} too, or say .with_trash()"
        )
