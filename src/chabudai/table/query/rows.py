"""Rows: entities made of the items that come back, without those that have expired or are of others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from chabudai.table.attributes import Item
from chabudai.table.errors import UnreadableItem
from chabudai.table.plans import Get, Plan, Query
from chabudai.table.query.key_ranges import is_within
from chabudai.table.query.trash_filters import is_shown
from chabudai.table.schema.layouts import Layout


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """A row that was left out, since no entity could be made of it; `pattern` is what asked for it."""

    table: str
    key: Item
    pattern: str | None
    error: UnreadableItem


ReportUnreadable: TypeAlias = Callable[[UnreadableRow], None]


@dataclass(frozen=True)
class RowReader:
    """`now` is in Unix seconds: what has expired by then is as good as gone.

    A row that can't be read is left out and told to `report`; without one, it is an error.
    """

    now: Callable[[], float]
    report: ReportUnreadable | None

    def entity(self, plan: Get[Any], item: Item | None) -> Any:
        """The one that was asked for by its key: if it can't be read, that is never as if it were not there."""
        layout = plan.layout
        if item is None or (layout.table.ttl is not None and not self.is_live(layout, item)):
            return None
        try:
            if layout.trash is not None and not is_shown(plan.trash, layout, item):
                return None
            return layout.from_item(item)
        except UnreadableItem as error:
            raise _locate(error, plan, layout) from None

    def entities(self, plan: Plan, layout: Layout, items: Sequence[Item]) -> list[Any]:
        """One for each item; None for what can't be read, where that is reported."""
        try:
            return layout.from_items(items)
        except UnreadableItem as error:
            if self.report is None:
                raise _locate(error, plan, layout) from None
        return [self.readable(plan, layout, item) for item in items]

    def readable(self, plan: Plan, layout: Layout, item: Item) -> Any:
        try:
            return layout.from_item(item)
        except UnreadableItem as error:
            _locate(error, plan, layout)
            if self.report is None:
                raise
            pattern = None if plan.pattern is None else str(plan.pattern)
            self.report(UnreadableRow(layout.table.name, layout.key_of(item), pattern, error))
            return None

    def found(self, plan: Query[Any], items: Sequence[Item]) -> Iterator[Any]:
        """The entities that a query gives; rows side by side are mostly of one entity, and are read together."""
        for layout, run in _runs(plan, items):
            made = self.entities(plan, layout, self._shown(plan, layout, self.live(layout, run)))
            yield from made if self.report is None else (entity for entity in made if entity is not None)

    def layout_of(self, plan: Query[Any], item: Item) -> Layout | None:
        """How to read a row of a query; None for one that is not given."""
        layout = _layout_of(plan, item)
        if layout is None or not self.is_live(layout, item):
            return None
        return layout if is_shown(plan.sifted.get(layout.entity, "SHOWN"), layout, item) else None

    def _shown(self, plan: Query[Any], layout: Layout, items: list[Item]) -> list[Item]:
        if not plan.sifted:
            return items
        view = plan.sifted.get(layout.entity, "SHOWN")
        return [item for item in items if is_shown(view, layout, item)]

    def live(self, layout: Layout, items: Iterable[Item]) -> list[Item]:
        ttl = layout.table.ttl
        return list(items) if ttl is None else [each for each in items if ttl not in each or self.is_live(layout, each)]

    def is_live(self, layout: Layout, item: Item) -> bool:
        """What has expired is not, even before it is deleted."""
        ttl = layout.table.ttl
        if ttl is None or "N" not in (attribute := item.get(ttl, {})):
            return True
        return float(attribute["N"]) > self.now()


def may_skip(plan: Query[Any]) -> bool:
    """Whether some of what comes back may not be given."""
    return "FilterExpression" in plan.request or is_sifted_here(plan)


def is_sifted_here(plan: Query[Any]) -> bool:
    """Whether it is told only by the rows themselves which of them are given."""
    return plan.index.table.ttl is not None or len(plan.layouts) > 1 or bool(plan.sifted)


def _runs(plan: Query[Any], items: Sequence[Item]) -> Iterator[tuple[Layout, Iterable[Item]]]:
    if len(plan.layouts) == 1:
        yield plan.layouts[0], items
        return
    for layout, run in groupby(items, partial(_layout_of, plan)):
        if layout is not None:
            yield layout, run


def _layout_of(plan: Query[Any], item: Item) -> Layout | None:
    """Of which of the entities it is; None for a row of none, or of one that was not asked for so."""
    if len(plan.layouts) == 1:
        return plan.layouts[0]
    for layout, terms in zip(plan.layouts, plan.sort_terms, strict=True):
        if layout.owns(item):
            return layout if is_within(item, terms) else None
    return None


def _locate(error: UnreadableItem, plan: Plan, layout: Layout) -> UnreadableItem:
    error.locate(layout.table.name, None if plan.pattern is None else str(plan.pattern))
    return error
