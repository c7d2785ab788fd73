"""Merges: the rows of several partitions in one order, each read no further than it must be."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, ask_together
from chabudai.table.plans import Query
from chabudai.table.query.key_ranges import sort_value
from chabudai.table.query.key_terms import partition_key_of
from chabudai.table.query.pages import key_of
from chabudai.table.query.requests import request_from
from chabudai.table.query.rows import RowReader
from chabudai.table.schema.layouts import Layout

_MAX_LIMIT = 400


@dataclass
class _Partition:
    """`start` is where the next answer begins, `last` the key of the last row that was given of it."""

    query: Query[Any]
    limit: int
    start: Item | None
    last: Item | None
    waiting: deque[tuple[tuple[Any, ...], Layout, Item]] = field(default_factory=deque)
    is_ended: bool = False

    def next_request(self) -> dict[str, Any]:
        request = request_from(self.query.request, self.start, self.limit)
        self.limit = max(self.limit, min(2 * self.limit, _MAX_LIMIT))
        return request


class Merge:
    """A way through the rows of a query's partitions, from where each stood when a page ended."""

    def __init__(self, plan: Query[Any], rows: RowReader, limit: int, position: Mapping[str, Any] | None) -> None:
        self._plan = plan
        self._rows = rows
        starts = [None] * len(plan.partitions) if position is None else _starts(plan, position)
        pairs = zip(plan.partitions, starts, strict=True)
        self._partitions = [_Partition(part, limit, start, start) for part, start in pairs]
        self._first = (max, min)[not plan.is_descending]
        self._passed = self._order_passed(starts)

    def next_row(self) -> Effects[Any]:
        """The next entity; None when there is none."""
        while True:
            yield from self._fill()
            waiting = [part for part in self._partitions if part.waiting]
            if not waiting:
                return None
            partition = self._first(waiting, key=lambda part: part.waiting[0][0])
            _, layout, item = partition.waiting.popleft()
            entity = self._rows.readable(self._plan, layout, item)
            if entity is not None:
                partition.last = key_of(partition.query, item)
                return entity

    def position(self) -> dict[str, Any]:
        """Where each of the partitions stands: short, since what their keys have in common is known."""
        names = _names(self._plan)
        lasts = [part.last for part in self._partitions]
        return {"Merged": [None if last is None else [last[name] for name in names] for last in lasts]}

    def _fill(self) -> Effects[None]:
        """Ask every partition of which no row waits, together, until one waits or it has ended."""
        while True:
            asked = [part for part in self._partitions if not part.waiting and not part.is_ended]
            if not asked:
                return
            answers = yield from ask_together([("Query", part.next_request()) for part in asked])
            for part, answer in zip(asked, answers, strict=True):
                part.start = answer.get("LastEvaluatedKey")
                part.is_ended = part.start is None
                part.waiting.extend(self._given(part, answer["Items"]))

    def _given(self, part: _Partition, items: Iterable[Item]) -> Iterator[tuple[tuple[Any, ...], Layout, Item]]:
        for item in items:
            order = self._order(item)
            # A row that came between since the last page, and before its end, is passed as in one partition.
            if self._passed is not None and self._first(order[: len(self._passed)], self._passed) != self._passed:
                continue
            layout = self._rows.layout_of(part.query, item)
            if layout is not None:
                yield order, layout, item

    def _order(self, item: Item) -> tuple[Any, ...]:
        index = self._plan.index
        return tuple(sort_value(item[name]) for name in (*index.range, *index.table.primary.attributes))

    def _order_passed(self, starts: Iterable[Item | None]) -> tuple[Any, ...] | None:
        """The sort key of the last row that was given of any partition."""
        found = [self._order(start)[: len(self._plan.index.range)] for start in starts if start is not None]
        last = min if self._plan.is_descending else max
        return last(found) if found else None


def _starts(plan: Query[Any], position: Mapping[str, Any]) -> list[Item | None]:
    names = _names(plan)
    pairs = zip(plan.partitions, position["Merged"], strict=True)
    return [
        None if values is None else {**partition_key_of(part), **dict(zip(names, values, strict=True))}
        for part, values in pairs
    ]


def _names(plan: Query[Any]) -> list[str]:
    """The attributes of a row's place in its index that the partition does not say."""
    names = dict.fromkeys([*plan.index.range, *plan.index.table.primary.attributes])
    return [name for name in names if name not in plan.index.hash]
