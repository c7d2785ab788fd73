"""The reader: runs gets and queries, fills pages, and makes entities of what comes back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeAlias, TypeVar

from chabudai.store.errors import Cancelled, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, wait
from chabudai.table.errors import InvalidValue, RetriesExhausted, TransactionTooLarge, UnreadableItem
from chabudai.table.plans import BatchGet, Get, Plan, Query
from chabudai.table.query.batches import read_batch
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.key_ranges import is_within
from chabudai.table.query.requests import build_get_request, build_request
from chabudai.table.query.scans import scan_request
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.layouts import Layout

E = TypeVar("E")

_DEFAULT_PAGE_SIZE = 100
_MAX_TRANSACT_GETS = 100
_MIN_LIMIT = 25
_MAX_LIMIT = 400


@dataclass(frozen=True, slots=True)
class Page(Generic[E]):
    """Some rows, and where to go on: None at the end."""

    items: tuple[E, ...]
    cursor: str | None

    def __iter__(self) -> Iterator[E]:
        return iter(self.items)

    def __len__(self) -> int:
        return len(self.items)


@dataclass(frozen=True, slots=True)
class UnreadableRow:
    """A row that was left out, since no entity could be made of it; `pattern` is what asked for it."""

    table: str
    key: Item
    pattern: str | None
    error: UnreadableItem


ReportUnreadable: TypeAlias = Callable[[UnreadableRow], None]


@dataclass(frozen=True)
class PlanReader:
    """`now` is in Unix seconds: what has expired by then is as good as gone.

    A row that can't be read is left out and told to `report`; without one, it is an error.
    """

    retry_policy: ConflictRetryPolicy
    now: Callable[[], float]
    report: ReportUnreadable | None

    def get(self, plan: Get[Any]) -> Effects[Any]:
        response = yield "GetItem", build_get_request(plan)
        return self._entity(plan, plan.layout, response.get("Item"))

    def transact_get(self, plans: Sequence[Get[Any]]) -> Effects[list[Any]]:
        """As of one moment, so a read that others write into is asked again; an item asked twice is read once."""
        asked: dict[Any, dict[str, Any]] = {}
        ids = []
        for plan in plans:
            request = build_get_request(plan)
            item_id = _item_id(plan, request)
            # Two views of one item may want different attributes: then it is read whole.
            asked[item_id] = _without_projection(request) if item_id in asked else request
            asked[item_id].pop("ConsistentRead", None)
            ids.append(item_id)
        if len(asked) > _MAX_TRANSACT_GETS:
            raise TransactionTooLarge(
                f"{len(asked)} items asked for, and a transaction reads at most {_MAX_TRANSACT_GETS}; batch reads more"
            )
        responses = yield from self._transaction([{"Get": request} for request in asked.values()])
        found = dict(zip(asked, (response.get("Item") for response in responses), strict=True))
        return [self._entity(plan, plan.layout, found[item_id]) for plan, item_id in zip(plans, ids, strict=True)]

    def _transaction(self, items: list[dict[str, Any]]) -> Effects[list[dict[str, Any]]]:
        for pause in self.retry_policy.pauses():
            yield from wait(pause)
            try:
                response = yield "TransactGetItems", {"TransactItems": items}
            except TransactionConflict:
                continue
            except Cancelled as cancelled:
                if not any(reason.get("Code") == "TransactionConflict" for reason in cancelled.reasons):
                    raise
                continue
            responses: list[dict[str, Any]] = response["Responses"]
            return responses
        raise RetriesExhausted(
            f"{len(items)} items were written by others at each of {self.retry_policy.tries} tries; try again"
        )

    def batch(self, plan: BatchGet[Any]) -> Effects[list[Any]]:
        """In the order that was asked, None for what is not there; a key asked twice is read once."""
        layout = plan.layout
        asked = [layout.key(each) for each in plan.keys]
        ids = _key_ids(layout, asked)
        wanted = list(dict(zip(ids, asked, strict=True)).values())
        found: dict[Any, Any] = {}
        for start in range(0, len(wanted), plan.batch_size):
            read = yield from self._batch(plan, wanted[start : start + plan.batch_size])
            items = self._live(layout, read)
            found |= zip(_key_ids(layout, items), self._entities(plan, layout, items), strict=True)
        return [found.get(item_id) for item_id in ids]

    def page(self, plan: Query[Any], size: int, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """`size` entities, unless the data ends before; and the key of the last of them when there are more."""
        if not self._may_skip(plan):
            entities, last = yield from self._plain_page(plan, size, start)
            if self.report is None or all(entity is not None for entity in entities):
                return entities, last
        return (yield from self._full_page(plan, size, start))

    def _full_page(self, plan: Query[Any], size: int, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """Rows are left out, so what is asked for grows each time: a page is not sought row by row."""
        entities: list[Any] = []
        last: Item | None = None
        limit = max(size + 1, _MIN_LIMIT)
        while True:
            response = yield "Query", _query_request(plan.request, start, limit)
            for item in response["Items"]:
                layout = _layout_of(plan, item)
                entity = None if layout is None else self._row(plan, layout, item)
                if entity is None:
                    continue
                if len(entities) == size:
                    return entities, last
                entities.append(entity)
                if len(entities) == size:
                    last = _key_of(plan, item)
            start = response.get("LastEvaluatedKey")
            if start is None:
                return entities, None
            limit = max(limit, min(2 * limit, _MAX_LIMIT))

    def _plain_page(self, plan: Query[Any], size: int, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """Nothing is left out, so one request is nearly always enough."""
        items: list[Item] = []
        while len(items) <= size:
            response = yield "Query", _query_request(plan.request, start, size + 1 - len(items))
            items += response["Items"]
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
        entities = self._entities(plan, plan.layouts[0], items[:size])
        return entities, _key_of(plan, items[size - 1]) if len(items) > size else None

    def rows(self, plan: Query[Any], start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """As many as come at once, and where the others begin."""
        response = yield "Query", _query_request(plan.request, start, None)
        return list(self._rows(plan, response["Items"])), response.get("LastEvaluatedKey")

    def count(self, plan: Query[Any]) -> Effects[int]:
        is_counted_here = plan.index.table.ttl is not None or len(plan.layouts) > 1
        request = plan.request if is_counted_here else {**build_request(plan, is_count=True), "Select": "COUNT"}
        total, start = 0, None
        while True:
            response = yield "Query", _query_request(request, start, None)
            total += sum(1 for _ in self._rows(plan, response["Items"])) if is_counted_here else response["Count"]
            start = response.get("LastEvaluatedKey")
            if start is None:
                return total

    def scan(self, layout: Layout, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """One page of a walk through the table: the entities in it, and where the next begins."""
        response = yield "Scan", scan_request(layout.table, start)
        items = [item for item in response["Items"] if layout.owns(item) and self._is_live(layout, item)]
        found = self._entities(Get(layout.entity, {}), layout, items)
        return [entity for entity in found if entity is not None], response.get("LastEvaluatedKey")

    def _rows(self, plan: Query[Any], items: Sequence[Item]) -> Iterator[Any]:
        """Rows that lie side by side are mostly of one entity, and are read together."""
        for layout, run in self._runs(plan, items):
            found = self._entities(plan, layout, self._live(layout, run))
            yield from found if self.report is None else (entity for entity in found if entity is not None)

    def _runs(self, plan: Query[Any], items: Sequence[Item]) -> Iterator[tuple[Layout, Iterable[Item]]]:
        if len(plan.layouts) == 1:
            yield plan.layouts[0], items
            return
        for layout, run in groupby(items, partial(_layout_of, plan)):
            if layout is not None:
                yield layout, run

    def _may_skip(self, plan: Query[Any]) -> bool:
        return "FilterExpression" in plan.request or len(plan.layouts) > 1 or plan.index.table.ttl is not None

    def _entities(self, plan: Plan, layout: Layout, items: Sequence[Item]) -> list[Any]:
        """One for each item; None for what can't be read, where that is reported."""
        try:
            return layout.from_items(items)
        except UnreadableItem as error:
            if self.report is None:
                raise _locate(error, plan, layout) from None
        return [self._readable(plan, layout, item) for item in items]

    def _readable(self, plan: Plan, layout: Layout, item: Item) -> Any:
        try:
            return layout.from_item(item)
        except UnreadableItem as error:
            _locate(error, plan, layout)
            if self.report is None:
                raise
            pattern = None if plan.pattern is None else str(plan.pattern)
            self.report(UnreadableRow(layout.table.name, layout.key_of(item), pattern, error))
            return None

    def _row(self, plan: Plan, layout: Layout, item: Item) -> Any:
        return self._readable(plan, layout, item) if self._is_live(layout, item) else None

    def _entity(self, plan: Plan, layout: Layout, item: Item | None) -> Any:
        """The one that was asked for by its key: if it can't be read, that is never as if it were not there."""
        if item is None or not self._is_live(layout, item):
            return None
        try:
            return layout.from_item(item)
        except UnreadableItem as error:
            raise _locate(error, plan, layout) from None

    def _live(self, layout: Layout, items: Iterable[Item]) -> list[Item]:
        ttl = layout.table.ttl
        return (
            list(items) if ttl is None else [each for each in items if ttl not in each or self._is_live(layout, each)]
        )

    def _is_live(self, layout: Layout, item: Item) -> bool:
        """What has expired is not, even before it is deleted."""
        ttl = layout.table.ttl
        if ttl is None or "N" not in (attribute := item.get(ttl, {})):
            return True
        return float(attribute["N"]) > self.now()

    def _batch(self, plan: BatchGet[Any], keys: list[Item]) -> Effects[list[Item]]:
        table = plan.layout.table.name
        asked: dict[str, Any] = {"Keys": keys}
        if plan.layout.is_view:
            asked |= plan.layout.projection
        if plan.is_consistent:
            asked["ConsistentRead"] = True
        wanted: Mapping[str, Any] = {table: asked}
        items: list[Item] = []
        while wanted:
            left = len(wanted[table]["Keys"])
            found, wanted = yield from read_batch(self.retry_policy, wanted)
            items += (item for _, item in found)
            if wanted and len(wanted[table]["Keys"]) == left:
                raise RetriesExhausted(
                    f"{table} left keys of a batch unread at each of {self.retry_policy.tries} tries; try again"
                )
        return items


def _query_request(request: dict[str, Any], start: Item | None, limit: int | None) -> dict[str, Any]:
    more: dict[str, Any] = {} if limit is None else {"Limit": limit}
    if start is not None:
        more["ExclusiveStartKey"] = start
    return {**request, **more} if more else request


def _locate(error: UnreadableItem, plan: Plan, layout: Layout) -> UnreadableItem:
    error.locate(layout.table.name, None if plan.pattern is None else str(plan.pattern))
    return error


def _layout_of(plan: Query[Any], item: Item) -> Layout | None:
    """Of which of the entities it is; None for a row of none, or of one that was not asked for so."""
    if len(plan.layouts) == 1:
        return plan.layouts[0]
    for layout, terms in zip(plan.layouts, plan.sort_terms, strict=True):
        if layout.owns(item):
            return layout if is_within(item, terms) else None
    return None


def page_size_of(plan: Query[Any], size: int | None) -> int:
    if size is not None and size < 1:
        raise InvalidValue(size, "is no number of rows: a page has at least one")
    if size is not None:
        return size
    return (plan.pattern.rows if plan.pattern is not None else None) or _DEFAULT_PAGE_SIZE


def cursor_of(cursors: Cursors, plan: Query[Any], last: Item | None) -> str | None:
    return None if last is None else cursors.write(plan.request, _pattern_number(plan), last)


def start_of(cursors: Cursors, plan: Query[Any], cursor: str | None) -> Item | None:
    return None if cursor is None else cursors.read(plan.request, _pattern_number(plan), cursor)


def _without_projection(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name in ("TableName", "Key")}


def _item_id(plan: Get[Any], request: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
    return plan.layout.table.name, _key_ids(plan.layout, [request["Key"]])[0]


def _pattern_number(plan: Query[Any]) -> str:
    return plan.pattern.number if plan.pattern is not None else ""


def _key_of(plan: Query[Any], item: Item) -> Item:
    """Where a row stands in its index."""
    names = dict.fromkeys([*plan.index.attributes, *plan.index.table.primary.attributes])
    return {name: item[name] for name in names}


def _key_ids(layout: Layout, items: Sequence[Item]) -> list[tuple[Any, ...]]:
    """What tells items of one table apart: the values of its key, of which each has one type."""
    first, *second = (key.name for key in layout.primary)
    if not second:
        return [tuple(item[first].values()) for item in items]
    return [(*item[first].values(), *item[second[0]].values()) for item in items]
