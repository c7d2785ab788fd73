"""The reader: runs gets and queries, fills pages, and makes entities of what comes back."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from chabudai.store.errors import Cancelled
from chabudai.table.attributes import Item
from chabudai.table.errors import InvalidValue, RetriesExhausted, TransactionTooLarge
from chabudai.table.plans import BatchGet, Get, Query
from chabudai.table.query.batches import CallStore, read_batch
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.expressions import Placeholders
from chabudai.table.query.requests import build_request
from chabudai.table.query.scans import scan_pages
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


@dataclass(frozen=True)
class PlanReader:
    """`now` is in Unix seconds: what has expired by then is as good as gone."""

    call: CallStore
    retry_policy: ConflictRetryPolicy
    now: Callable[[], float]

    def get(self, plan: Get[Any]) -> Any:
        return self._entity(plan.layout, self.call("GetItem", get_request(plan)).get("Item"))

    def transact_get(self, plans: Sequence[Get[Any]]) -> list[Any]:
        """As of one moment, so a read that others write into is asked again; an item asked twice is read once."""
        asked: dict[Any, dict[str, Any]] = {}
        ids = []
        for plan in plans:
            request = get_request(plan)
            item_id = _item_id(plan, request)
            # Two views of one item may want different attributes: then it is read whole.
            asked[item_id] = _without_projection(request) if item_id in asked else request
            asked[item_id].pop("ConsistentRead", None)
            ids.append(item_id)
        if len(asked) > _MAX_TRANSACT_GETS:
            raise TransactionTooLarge(
                f"{len(asked)} items asked for, and a transaction reads at most {_MAX_TRANSACT_GETS}; batch reads more"
            )
        responses = self._transaction([{"Get": request} for request in asked.values()])
        found = dict(zip(asked, (response.get("Item") for response in responses), strict=True))
        return [self._entity(plan.layout, found[item_id]) for plan, item_id in zip(plans, ids, strict=True)]

    def _transaction(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for _ in self.retry_policy.attempts():
            try:
                responses: list[dict[str, Any]] = self.call("TransactGetItems", {"TransactItems": items})["Responses"]
                return responses
            except Cancelled as cancelled:
                if not any(reason.get("Code") == "TransactionConflict" for reason in cancelled.reasons):
                    raise
        raise RetriesExhausted(
            f"{len(items)} items were written by others at each of {self.retry_policy.tries} tries; try again"
        )

    def batch(self, plan: BatchGet[Any]) -> list[Any]:
        """In the order that was asked, None for what is not there; a key asked twice is read once."""
        layout = plan.layout
        asked = layout.keys_of(plan.keys)
        marks = _key_ids(layout, asked)
        wanted = list(dict(zip(marks, asked, strict=True)).values())
        found: dict[Any, Any] = {}
        for start in range(0, len(wanted), plan.batch_size):
            items = self._live(layout, self._batch(plan, wanted[start : start + plan.batch_size]))
            found |= zip(_key_ids(layout, items), layout.from_items(items), strict=True)
        return [found.get(mark) for mark in marks]

    def page(self, plan: Query[Any], size: int, start: Item | None) -> tuple[list[Any], Item | None]:
        """`size` entities, unless the data ends before; and the key of the last of them when there are more."""
        if not self._may_skip(plan):
            return self._plain_page(plan, size, start)
        entities: list[Any] = []
        last: Item | None = None
        responses = self._pages(plan.request, start, max(size + 1, _MIN_LIMIT))
        for item in (item for response in responses for item in response["Items"]):
            entity = self._row(plan, item)
            if entity is None:
                continue
            if len(entities) == size:
                return entities, last
            entities.append(entity)
            if len(entities) == size:
                last = _key_of(plan, item)
        return entities, None

    def _plain_page(self, plan: Query[Any], size: int, start: Item | None) -> tuple[list[Any], Item | None]:
        """Nothing is left out, so one request is nearly always enough."""
        items: list[Item] = []
        while len(items) <= size:
            response = self._query_once(plan.request, start, size + 1 - len(items))
            items += response["Items"]
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
        entities = plan.layouts[0].from_items(items[:size])
        return entities, _key_of(plan, items[size - 1]) if len(items) > size else None

    def all(self, plan: Query[Any]) -> Iterator[Any]:
        for response in self._pages(plan.request):
            yield from self._rows(plan, response["Items"])

    def count(self, plan: Query[Any]) -> int:
        if plan.index.table.ttl is not None or len(plan.layouts) > 1:
            return sum(1 for _ in self.all(plan))
        request = {**build_request(plan, is_count=True), "Select": "COUNT"}
        return sum(response["Count"] for response in self._pages(request))

    def scan(self, layout: Layout) -> Iterator[Any]:
        for items in scan_pages(self.call, layout.table):
            yield from layout.from_items([item for item in items if layout.owns(item) and self._is_live(layout, item)])

    def _rows(self, plan: Query[Any], items: Sequence[Item]) -> Iterator[Any]:
        """Rows that lie side by side are mostly of one entity, and are read together."""
        if len(plan.layouts) == 1:
            yield from plan.layouts[0].from_items(self._live(plan.layouts[0], items))
            return
        for layout, run in groupby(items, partial(_layout_of, plan)):
            if layout is not None:
                yield from layout.from_items(self._live(layout, run))

    def _row(self, plan: Query[Any], item: Item) -> Any:
        layout = _layout_of(plan, item)
        return None if layout is None else self._entity(layout, item)

    def _may_skip(self, plan: Query[Any]) -> bool:
        return "FilterExpression" in plan.request or len(plan.layouts) > 1 or plan.index.table.ttl is not None

    def _entity(self, layout: Layout, item: Item | None) -> Any:
        return layout.from_item(item) if item is not None and self._is_live(layout, item) else None

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

    def _pages(
        self, request: dict[str, Any], start: Item | None = None, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """A `limit` doubles each time: where a filter leaves out nearly all, a page is not sought row by row."""
        while True:
            response = self._query_once(request, start, limit)
            yield response
            start = response.get("LastEvaluatedKey")
            if start is None:
                return
            if limit is not None:
                limit = max(limit, min(2 * limit, _MAX_LIMIT))

    def _query_once(self, request: dict[str, Any], start: Item | None, limit: int | None) -> dict[str, Any]:
        more: dict[str, Any] = {} if limit is None else {"Limit": limit}
        if start is not None:
            more["ExclusiveStartKey"] = start
        return self.call("Query", {**request, **more} if more else request)

    def _batch(self, plan: BatchGet[Any], keys: list[Item]) -> Iterator[Item]:
        table = plan.layout.table.name
        placeholders = Placeholders()
        asked: dict[str, Any] = {"Keys": keys}
        if plan.layout.is_view:
            asked["ProjectionExpression"] = _projection(plan.layout, placeholders)
        if plan.is_consistent:
            asked["ConsistentRead"] = True
        wanted: Mapping[str, Any] = {table: placeholders.into(asked)}
        while wanted:
            left = len(wanted[table]["Keys"])
            found, wanted = read_batch(self.call, self.retry_policy, wanted)
            yield from (item for _, item in found)
            if wanted and len(wanted[table]["Keys"]) == left:
                raise RetriesExhausted(
                    f"{table} left keys of a batch unread at each of {self.retry_policy.tries} tries; try again"
                )


def _layout_of(plan: Query[Any], item: Item) -> Layout | None:
    for layout in plan.layouts:
        if layout.owns(item):
            return layout
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


def get_request(plan: Get[Any]) -> dict[str, Any]:
    placeholders = Placeholders()
    request: dict[str, Any] = {"TableName": plan.layout.table.name, "Key": plan.layout.key(plan.key)}
    if plan.layout.is_view:
        request["ProjectionExpression"] = _projection(plan.layout, placeholders)
    if plan.is_consistent:
        request["ConsistentRead"] = True
    return placeholders.into(request)


def _without_projection(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name in ("TableName", "Key")}


def _item_id(plan: Get[Any], request: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
    return plan.layout.table.name, _key_ids(plan.layout, [request["Key"]])[0]


def _projection(layout: Layout, placeholders: Placeholders) -> str:
    names = dict.fromkeys([*layout.table.primary.attributes, *layout.attributes])
    return ", ".join(map(placeholders.name, names))


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
