"""The reader of queries: fills pages, goes through all rows and counts, in one partition or in several at once."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.items.jsontext import DecodeError
from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, EncodedCall, ask_together
from chabudai.table.errors import UnreadableItem
from chabudai.table.plans import Query
from chabudai.table.query.counts import build_count_request, holds_newer_rows, is_known
from chabudai.table.query.merges import Merge
from chabudai.table.query.older_rows import is_judged_here
from chabudai.table.query.pages import key_of
from chabudai.table.query.requests import request_from
from chabudai.table.query.rows import RowReader, decode_rows, is_sifted_here, may_skip
from chabudai.table.schema.layouts import Layout

_MIN_LIMIT = 25
_MAX_LIMIT = 400
_MERGED_AT_ONCE = 100


@dataclass(frozen=True)
class QueryReader:
    rows: RowReader

    def page(
        self, plan: Query[Any], size: int, start: Mapping[str, Any] | None
    ) -> Effects[tuple[list[Any], Mapping[str, Any] | None]]:
        """`size` entities, unless the data ends before; and where the last of them stands when there are more."""
        if plan.each:
            return (yield from self._merged_page(plan, size, start))
        if not may_skip(plan):
            found = yield from self._plain_page(plan, size, start)
            if found is not None:
                return found
        return (yield from self._full_page(plan, size, start))

    def next_rows(self, plan: Query[Any], start: Item | Merge | None) -> Effects[tuple[list[Any], Item | Merge | None]]:
        """As many as come at once, and where the others begin."""
        if plan.each:
            merge = start if isinstance(start, Merge) else Merge(plan, self.rows, _MERGED_AT_ONCE, None)
            return (yield from self._merged_rows(merge))
        assert not isinstance(start, Merge)
        call = "Query", request_from(plan.request, start, None)
        response = yield call if is_sifted_here(plan) else EncodedCall(call)
        try:
            entities = list(self.rows.found(plan, response["Items"]))
        except DecodeError:
            response = yield call  # the store itself says what is wrong with its rows
            entities = list(self.rows.found(plan, response["Items"]))
        return entities, response.get("LastEvaluatedKey")

    def count(self, plan: Query[Any]) -> Effects[int]:
        """In rounds, each of which asks every partition that has more.

        A page with rows of a newer program is asked for whole: that tells of them.
        """
        parts = plan.partitions if plan.each else (plan,)
        asked = [(part, part.request if is_sifted_here(part) else build_count_request(part)) for part in parts]
        total = 0
        while asked:
            answers = yield from ask_together([("Query", request) for _, request in asked])
            rest = []
            for (part, request), answer in zip(asked, answers, strict=True):
                is_counted_here = is_sifted_here(part)
                if not is_counted_here and holds_newer_rows(part, answer):
                    is_counted_here = True
                    answer = yield "Query", request_from(part.request, request.get("ExclusiveStartKey"), None)
                total += self._count_given(part, answer["Items"]) if is_counted_here else answer["Count"]
                if (last := answer.get("LastEvaluatedKey")) is not None:
                    rest.append((part, request_from(request, last, None)))
            asked = rest
        return total

    def _count_given(self, plan: Query[Any], items: Sequence[Item]) -> int:
        """Without a look at what is in them; only older rows are read that had to be asked here whether they count."""
        given = ((layout, item) for item in items if (layout := self.rows.layout_of(plan, item)) is not None)
        return sum(
            not _is_doubtful(plan, layout, item) or self.rows.readable(plan, layout, item) is not None
            for layout, item in given
        )

    def _full_page(
        self, plan: Query[Any], size: int, start: Mapping[str, Any] | None
    ) -> Effects[tuple[list[Any], Item | None]]:
        """Rows are left out, so what is asked for grows each time: a page is not sought row by row.

        What can't be read behind the last of the page is told with the next page, unless there is none.
        """
        entities: list[Any] = []
        behind: list[tuple[Layout, Item]] = []
        last: Item | None = None
        limit = max(size + 1, _MIN_LIMIT)
        while True:
            response = yield "Query", request_from(plan.request, start, limit)
            for item in response["Items"]:
                layout = self.rows.layout_of(plan, item)
                if layout is None:
                    continue
                if len(entities) == size:
                    if self.rows.is_readable(layout, item):
                        return entities, last
                    behind.append((layout, item))
                    continue
                entity = self.rows.readable(plan, layout, item)
                if entity is None:
                    continue
                entities.append(entity)
                if len(entities) == size:
                    last = key_of(plan, item)
            start = response.get("LastEvaluatedKey")
            if start is None:
                for layout, item in behind:
                    self.rows.readable(plan, layout, item)
                return entities, None
            limit = max(limit, min(2 * limit, _MAX_LIMIT))

    def _plain_page(
        self, plan: Query[Any], size: int, start: Mapping[str, Any] | None
    ) -> Effects[tuple[list[Any], Item | None] | None]:
        """Nothing is left out, so one request is nearly always enough; None where a row turns out to be unreadable."""
        rows: list[Any] = []
        while len(rows) <= size:
            response = yield EncodedCall(("Query", request_from(plan.request, start, size + 1 - len(rows))))
            rows += response["Items"]
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
        try:
            entities = self.rows.unreported.entities(plan, plan.layouts[0], rows[:size])
            last = key_of(plan, decode_rows(rows[size - 1 : size])[0]) if len(rows) > size else None
        except DecodeError:
            return None  # the store itself says what is wrong with its rows
        except UnreadableItem:
            if self.rows.report is None:
                raise
            return None
        return entities, last

    def _merged_page(
        self, plan: Query[Any], size: int, start: Mapping[str, Any] | None
    ) -> Effects[tuple[list[Any], Mapping[str, Any] | None]]:
        """A page may be all of one partition, so each is asked for as many."""
        limit = max(size + 1, _MIN_LIMIT) if may_skip(plan.partitions[0]) else size + 1
        merge = Merge(plan, self.rows, limit, start)
        entities: list[Any] = []
        while len(entities) < size:
            entity = yield from merge.next_row()
            if entity is None:
                return entities, None
            entities.append(entity)
        last = merge.position()
        more = yield from merge.next_row()
        return entities, None if more is None else last

    def _merged_rows(self, merge: Merge) -> Effects[tuple[list[Any], Merge | None]]:
        entities: list[Any] = []
        while len(entities) < _MERGED_AT_ONCE:
            entity = yield from merge.next_row()
            if entity is None:
                return entities, None
            entities.append(entity)
        return entities, merge


def _is_doubtful(plan: Query[Any], layout: Layout, item: Item) -> bool:
    """Whether a row may be a newer program's, or an older one of which a filter or the trash can't be told."""
    known = layout.schema_version.number
    if not is_known(item, known):
        return True
    is_asked = layout.entity in plan.sifted or is_judged_here(plan.condition, layout)
    return is_asked and layout.version_of(item) != known
