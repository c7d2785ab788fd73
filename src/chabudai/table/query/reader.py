"""The reader: runs gets and scans, and makes entities of what comes back."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.items.jsontext import DecodeError
from chabudai.store.errors import Cancelled, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.effects import Effects, EncodedCall, wait
from chabudai.table.errors import RetriesExhausted, TransactionTooLarge
from chabudai.table.plans import BatchGet, Get, Scan
from chabudai.table.query.batches import read_batch
from chabudai.table.query.older_rows import is_wanted
from chabudai.table.query.requests import build_get_request
from chabudai.table.query.rows import RowReader
from chabudai.table.query.scans import segment_request
from chabudai.table.query.trash_filters import is_shown, scan_trash_view
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.layouts import Layout

_MAX_TRANSACT_GETS = 100


@dataclass(frozen=True)
class PlanReader:
    retry_policy: ConflictRetryPolicy
    rows: RowReader

    def get(self, plan: Get[Any]) -> Effects[Any]:
        call = "GetItem", build_get_request(plan)
        if plan.layout.may_hide_rows:
            response = yield call
            return self.rows.entity(plan, response.get("Item"))
        response = yield EncodedCall(call)
        try:
            return self.rows.entity(plan, response.get("Item"))
        except DecodeError:
            response = yield call  # the store itself says what is wrong with its row
            return self.rows.entity(plan, response.get("Item"))

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
        return [self.rows.entity(plan, found[item_id]) for plan, item_id in zip(plans, ids, strict=True)]

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
            items = [item for item in self.rows.live(layout, read) if is_shown(plan.trash, layout, item)]
            found |= zip(_key_ids(layout, items), self.rows.entities(plan, layout, items), strict=True)
        return [found.get(item_id) for item_id in ids] if len(wanted) == len(ids) else list(_apart(found, ids))

    def scan(self, plan: Scan[Any], segment: int, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        """One page of a walk through the table: the entities in it, and where the next begins."""
        response = yield "Scan", segment_request(plan, segment, start)
        layout = plan.layout
        view = scan_trash_view(plan)
        items = [
            item
            for item in response["Items"]
            if layout.owns(item)
            and self.rows.is_live(layout, item)
            and is_shown(view, layout, item)
            and is_wanted(plan.condition, layout, item)
        ]
        found = self.rows.entities(plan, layout, items)
        return [entity for entity in found if entity is not None], response.get("LastEvaluatedKey")

    def _batch(self, plan: BatchGet[Any], keys: list[Item]) -> Effects[list[Item]]:
        table = plan.layout.table.name
        asked: dict[str, Any] = {"Keys": keys}
        if plan.layout.is_read_in_part:
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


def _apart(found: Mapping[Any, Any], ids: Iterable[Any]) -> Iterator[Any]:
    """The entities with these ids. One that is asked for twice comes as two, of which neither sees the other change."""
    given: set[Any] = set()
    for each in ids:
        entity = found.get(each)
        yield entity.model_copy(deep=True) if each in given and entity is not None else entity
        given.add(each)


def _without_projection(request: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in request.items() if name in ("TableName", "Key")}


def _item_id(plan: Get[Any], request: Mapping[str, Any]) -> tuple[str, tuple[Any, ...]]:
    return plan.layout.table.name, _key_ids(plan.layout, [request["Key"]])[0]


def _key_ids(layout: Layout, items: Sequence[Item]) -> list[tuple[Any, ...]]:
    """What tells items of one table apart: the values of its key, of which each has one type."""
    first, *second = (key.name for key in layout.primary)
    if not second:
        return [tuple(item[first].values()) for item in items]
    return [(*item[first].values(), *item[second[0]].values()) for item in items]
