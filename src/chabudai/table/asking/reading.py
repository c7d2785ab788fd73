"""Reading: runs gets and queries, fills pages, and makes entities of what comes back."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Any, Generic, TypeVar

from chabudai.store.errors import Cancelled
from chabudai.table.asking.batches import Call, read_batch
from chabudai.table.asking.cursors import Cursors
from chabudai.table.asking.expressions import Placeholders
from chabudai.table.asking.queries import request_of
from chabudai.table.attributes import Item
from chabudai.table.declaring.layouts import Layout
from chabudai.table.errors import LostRace, TooLarge, ValueRefused
from chabudai.table.plans import BatchGet, Get, Query
from chabudai.table.writing.races import Patience

E = TypeVar("E")

_USUAL_ROWS = 100
_MOST_TOGETHER = 100
_AT_LEAST = 25
_AT_MOST = 400


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
class Reader:
    """`now` is in Unix seconds: what has expired by then is as good as gone."""

    call: Call
    patience: Patience
    now: Callable[[], float]

    def get(self, plan: Get[Any]) -> Any:
        return self._entity(plan.layout, self.call("GetItem", get_request(plan)).get("Item"))

    def together(self, plans: Sequence[Get[Any]]) -> list[Any]:
        """As of one moment, so a read that others write into is asked again; an item asked twice is read once."""
        asked: dict[Any, dict[str, Any]] = {}
        for plan in plans:
            place = _place(plan)
            # Two views of one item may want different attributes: then it is read whole.
            is_first = place not in asked
            asked[place] = get_request(plan) if is_first else _whole(get_request(plan))
            asked[place].pop("ConsistentRead", None)
        if len(asked) > _MOST_TOGETHER:
            raise TooLarge(f"{len(asked)} items together, where a transaction reads {_MOST_TOGETHER}; batch reads more")
        responses = self._transaction([{"Get": request} for request in asked.values()])
        found = dict(zip(asked, (response.get("Item") for response in responses), strict=True))
        return [self._entity(plan.layout, found[_place(plan)]) for plan in plans]

    def _transaction(self, items: list[dict[str, Any]]) -> list[dict[str, Any]]:
        for _ in self.patience.attempts():
            try:
                responses: list[dict[str, Any]] = self.call("TransactGetItems", {"TransactItems": items})["Responses"]
                return responses
            except Cancelled as cancelled:
                if not any(reason.get("Code") == "TransactionConflict" for reason in cancelled.reasons):
                    raise
        raise LostRace(f"{len(items)} items were written by others each of {self.patience.tries} times; try again")

    def batch(self, plan: BatchGet[Any]) -> list[Any]:
        """In the order that was asked, None for what is not there; a key asked twice is read once."""
        layout = plan.layout
        asked = [layout.key(key) for key in plan.keys]
        marks = [_mark(layout, key) for key in asked]
        wanted = list(dict(zip(marks, asked, strict=True)).values())
        found: dict[Any, Any] = {}
        for start in range(0, len(wanted), plan.most):
            items = [
                item for item in self._batch(plan, wanted[start : start + plan.most]) if self._is_there(layout, item)
            ]
            found |= zip((_mark(layout, item) for item in items), layout.from_items(items), strict=True)
        return [found.get(mark) for mark in marks]

    def page(self, plan: Query[Any], size: int, start: Item | None) -> tuple[list[Any], Item | None]:
        """`size` entities, unless the data ends before; and the key of the last of them when there are more."""
        if not self._may_skip(plan):
            return self._plain_page(plan, size, start)
        entities: list[Any] = []
        last: Item | None = None
        responses = self._pages(plan.request, start, max(size + 1, _AT_LEAST))
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
            response = self._next(plan.request, start, size + 1 - len(items))
            items += response["Items"]
            start = response.get("LastEvaluatedKey")
            if start is None:
                break
        entities = plan.layouts[0].from_items(items[:size])
        return entities, _key_of(plan, items[size - 1]) if len(items) > size else None

    def every(self, plan: Query[Any]) -> Iterator[Any]:
        for response in self._pages(plan.request):
            yield from self._rows(plan, response["Items"])

    def count(self, plan: Query[Any]) -> int:
        if plan.index.table.ttl is not None or len(plan.layouts) > 1:
            return sum(1 for _ in self.every(plan))
        request = {**request_of(plan, is_count=True), "Select": "COUNT"}
        return sum(response["Count"] for response in self._pages(request))

    def _rows(self, plan: Query[Any], items: Sequence[Item]) -> Iterator[Any]:
        """Rows that lie side by side are mostly of one entity, and are read together."""
        for layout, run in groupby(items, partial(_layout_of, plan)):
            if layout is not None:
                yield from layout.from_items([item for item in run if self._is_there(layout, item)])

    def _row(self, plan: Query[Any], item: Item) -> Any:
        layout = _layout_of(plan, item)
        return None if layout is None else self._entity(layout, item)

    def _may_skip(self, plan: Query[Any]) -> bool:
        return "FilterExpression" in plan.request or len(plan.layouts) > 1 or plan.index.table.ttl is not None

    def _entity(self, layout: Layout, item: Item | None) -> Any:
        return layout.from_item(item) if item is not None and self._is_there(layout, item) else None

    def _is_there(self, layout: Layout, item: Item) -> bool:
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
            response = self._next(request, start, limit)
            yield response
            start = response.get("LastEvaluatedKey")
            if start is None:
                return
            if limit is not None:
                limit = max(limit, min(2 * limit, _AT_MOST))

    def _next(self, request: dict[str, Any], start: Item | None, limit: int | None) -> dict[str, Any]:
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
            found, wanted = read_batch(self.call, self.patience, wanted)
            yield from (item for _, item in found)
            if wanted and len(wanted[table]["Keys"]) == left:
                raise LostRace(f"{table} left keys of a batch unread each of {self.patience.tries} times; try again")


def _layout_of(plan: Query[Any], item: Item) -> Layout | None:
    layouts = plan.layouts
    return layouts[0] if len(layouts) == 1 else next((layout for layout in layouts if layout.claims(item)), None)


def rows_of(plan: Query[Any], size: int | None) -> int:
    if size is not None and size < 1:
        raise ValueRefused(size, "is no number of rows: a page has at least one")
    if size is not None:
        return size
    return (plan.about.rows if plan.about is not None else None) or _USUAL_ROWS


def cursor_of(cursors: Cursors, plan: Query[Any], last: Item | None) -> str | None:
    return None if last is None else cursors.write(plan.request, _number(plan), last)


def start_of(cursors: Cursors, plan: Query[Any], cursor: str | None) -> Item | None:
    return None if cursor is None else cursors.read(plan.request, _number(plan), cursor)


def get_request(plan: Get[Any]) -> dict[str, Any]:
    placeholders = Placeholders()
    request: dict[str, Any] = {"TableName": plan.layout.table.name, "Key": plan.layout.key(plan.key)}
    if plan.layout.is_view:
        request["ProjectionExpression"] = _projection(plan.layout, placeholders)
    if plan.is_consistent:
        request["ConsistentRead"] = True
    return placeholders.into(request)


def _whole(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name in ("TableName", "Key")}


def _place(plan: Get[Any]) -> tuple[str, tuple[Any, ...]]:
    return plan.layout.table.name, _mark(plan.layout, plan.layout.key(plan.key))


def _projection(layout: Layout, placeholders: Placeholders) -> str:
    names = dict.fromkeys([*layout.table.primary.attributes, *layout.attributes])
    return ", ".join(map(placeholders.name, names))


def _number(plan: Query[Any]) -> str:
    return plan.about.number if plan.about is not None else ""


def _key_of(plan: Query[Any], item: Item) -> Item:
    """Where a row stands in its index."""
    names = dict.fromkeys([*plan.index.attributes, *plan.index.table.primary.attributes])
    return {name: item[name] for name in names}


def _mark(layout: Layout, item: Item) -> tuple[Any, ...]:
    """What tells items of one table apart: the values of its key, of which each has one type."""
    return tuple(value for key in layout.primary for value in item[key.name].values())
