"""Rows: entities made of the items that come back, without those that have expired or are of others."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import groupby
from typing import Any, TypeAlias

from chabudai.items import jsontext
from chabudai.table.attributes import Item
from chabudai.table.errors import UnreadableItem
from chabudai.table.plans import Get, Plan, Query
from chabudai.table.query.key_ranges import is_within
from chabudai.table.query.older_rows import is_judged_here, is_wanted
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

Rows: TypeAlias = Sequence[Any]
"""Items as they come: all of them dictionaries, or all in JSON as the store keeps them."""


@dataclass(frozen=True)
class RowReader:
    """`now` is in Unix seconds: what has expired by then is as good as gone.

    A row that can't be read is told to `report` and left out of lists; without one, it is an error.
    """

    now: Callable[[], float]
    report: ReportUnreadable | None

    def entity(self, plan: Get[Any], item: Any) -> Any:
        """The one that was asked for by its key: what can't be read is reported, and never as if it were not there.

        None where the store has none; in JSON only where neither a time nor the trash may hide it.
        """
        if item is None:
            return None
        layout = plan.layout
        try:
            if layout.may_hide_rows and not (self.is_live(layout, item) and is_shown(plan.trash, layout, item)):
                return None
            return layout.from_text(item) if isinstance(item, bytes) else layout.from_item(item)
        except UnreadableItem as error:
            self._tell(plan, layout, decode_rows([item])[0], _locate(error, plan, layout))
            raise error from None

    def entities(self, plan: Plan, layout: Layout, rows: Rows) -> list[Any]:
        """One for each row; None for what can't be read, where that is reported."""
        try:
            return layout.from_encoded(rows) if _are_encoded(rows) else layout.from_items(rows)
        except UnreadableItem as error:
            if self.report is None:
                raise _locate(error, plan, layout) from None
        return [self.readable(plan, layout, item) for item in decode_rows(rows)]

    @property
    def unreported(self) -> "RowReader":
        """The same, to which a row that can't be read is an error."""
        return replace(self, report=None)

    def is_readable(self, layout: Layout, item: Item) -> bool:
        """Whether an entity can be made of it, without a word about it; where nothing is reported, it is to be met."""
        try:
            layout.from_item(item)
        except UnreadableItem:
            return self.report is None
        return True

    def readable(self, plan: Plan, layout: Layout, item: Item) -> Any:
        try:
            return layout.from_item(item)
        except UnreadableItem as error:
            self._tell(plan, layout, item, _locate(error, plan, layout))
            if self.report is None:
                raise
            return None

    def _tell(self, plan: Plan, layout: Layout, item: Item, error: UnreadableItem) -> None:
        if self.report is not None:
            pattern = None if plan.pattern is None else str(plan.pattern)
            self.report(UnreadableRow(layout.table.name, layout.key_of(item), pattern, error))

    def found(self, plan: Query[Any], rows: Rows) -> Iterator[Any]:
        """The entities that a query gives; rows side by side are mostly of one entity, and are read together."""
        for layout, run in self._runs(plan, rows):
            made = self.entities(plan, layout, run)
            yield from made if self.report is None else (entity for entity in made if entity is not None)

    def layout_of(self, plan: Query[Any], item: Item) -> Layout | None:
        """How to read a row of a query; None for one that is not given."""
        layout = _layout_of(plan, item)
        if layout is None or not self.is_live(layout, item):
            return None
        is_given = is_shown(plan.sifted.get(layout.entity, "SHOWN"), layout, item)
        return layout if is_given and is_wanted(plan.condition, layout, item) else None

    def _runs(self, plan: Query[Any], rows: Rows) -> Iterator[tuple[Layout, Rows]]:
        if not is_sifted_here(plan):
            yield plan.layouts[0], rows
            return
        for layout, run in _runs_of_layouts(plan, decode_rows(rows)):
            yield layout, self._shown(plan, layout, self.live(layout, run))

    def _shown(self, plan: Query[Any], layout: Layout, items: list[Item]) -> list[Item]:
        if plan.sifted:
            view = plan.sifted.get(layout.entity, "SHOWN")
            items = [item for item in items if is_shown(view, layout, item)]
        if is_judged_here(plan.condition, layout):
            items = [item for item in items if is_wanted(plan.condition, layout, item)]
        return items

    def live(self, layout: Layout, items: Iterable[Item]) -> list[Item]:
        ttl = layout.table.ttl
        return list(items) if ttl is None else [each for each in items if ttl not in each or self.is_live(layout, each)]

    def is_live(self, layout: Layout, item: Item) -> bool:
        """What has expired is not, even before it is deleted."""
        ttl = layout.table.ttl
        if ttl is None or "N" not in (attribute := item.get(ttl, {})):
            return True
        return float(attribute["N"]) > self.now()


def decode_rows(rows: Rows) -> Sequence[Item]:
    """The rows as dictionaries; DecodeError where the store keeps something else."""
    return jsontext.loads_all(rows) if _are_encoded(rows) else rows


def may_skip(plan: Query[Any]) -> bool:
    """Whether some of what comes back may not be given."""
    return "FilterExpression" in plan.request or is_sifted_here(plan)


def is_sifted_here(plan: Query[Any]) -> bool:
    """Whether it is told only by the rows themselves which of them are given."""
    first = plan.layouts[0]
    is_mixed = plan.index.table.ttl is not None or len(plan.layouts) > 1
    return is_mixed or bool(plan.sifted) or is_judged_here(plan.condition, first)


def _are_encoded(rows: Rows) -> bool:
    return bool(rows) and isinstance(rows[0], bytes)


def _runs_of_layouts(plan: Query[Any], items: Sequence[Item]) -> Iterator[tuple[Layout, Iterable[Item]]]:
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
