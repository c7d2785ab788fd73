"""Effects of plans: what each asks of a store and what comes of it, for the store that blocks and its async twin."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any

from chabudai.store.errors import ConditionFailed, TransactionConflict
from chabudai.table.attributes import Item
from chabudai.table.descriptions import item_not_found
from chabudai.table.effects import Effects
from chabudai.table.errors import TableError, UnreadableItem, UnreadableResult
from chabudai.table.plan_kinds import wrong_plan
from chabudai.table.plans import BatchGet, BatchWrite, Delete, Get, Put, Query, Scan, Transaction, Update
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.merges import Merge
from chabudai.table.query.pages import Page, cursor_of, page_size_of, start_of
from chabudai.table.query.query_reader import QueryReader
from chabudai.table.query.reader import PlanReader
from chabudai.table.query.rows import ReportUnreadable, RowReader
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.write.batch_writes import batch_write_effects
from chabudai.table.write.pending_steps import PendingStep, name_step
from chabudai.table.write.plain_puts import build_plain_put, is_plain_put
from chabudai.table.write.preparation import PreparedPut, prepare
from chabudai.table.write.prepared_update import PreparedUpdate
from chabudai.table.write.row_deletions import delete_rows_effects
from chabudai.table.write.transactions import merge_steps
from chabudai.table.write.writer import PlanWriter

_DONE = "The update was done. Only the row that it made can't be read: do not send it again."


@dataclass(frozen=True)
class PlanEffects:
    cursors: Cursors
    clock: Callable[[], datetime]
    retry_policy: ConflictRetryPolicy
    report_unreadable: ReportUnreadable | None

    def get(self, plan: Get[Any]) -> Effects[Any]:
        if not isinstance(plan, Get):
            raise wrong_plan("get", "a Get", plan)
        return self._reader.get(plan)

    def one(self, plan: Get[Any]) -> Effects[Any]:
        if not isinstance(plan, Get):
            raise wrong_plan("one", "a Get", plan)
        return self._one(plan)

    def _one(self, plan: Get[Any]) -> Effects[Any]:
        found = yield from self._reader.get(plan)
        if found is None:
            raise item_not_found(plan)
        return found

    def transact_get(self, plans: Sequence[Get[Any]]) -> Effects[tuple[Any, ...]]:
        for plan in plans:
            if not isinstance(plan, Get):
                raise wrong_plan("transact_get", "Gets", plan)
        return self._transact_get(plans)

    def _transact_get(self, plans: Sequence[Get[Any]]) -> Effects[tuple[Any, ...]]:
        return tuple((yield from self._reader.transact_get(plans))) if plans else ()

    def batch(self, plan: BatchGet[Any]) -> Effects[list[Any]]:
        if not isinstance(plan, BatchGet):
            raise wrong_plan("batch", "a BatchGet", plan)
        return self._reader.batch(plan)

    def page(self, plan: Query[Any], cursor: str | None, size: int | None) -> Effects[Page[Any]]:
        _check_query("page", plan)
        return self._page(plan, cursor, size)

    def _page(self, plan: Query[Any], cursor: str | None, size: int | None) -> Effects[Page[Any]]:
        start = start_of(self.cursors, plan, cursor)
        items, last = yield from self._query_reader.page(plan, page_size_of(plan, size), start)
        return Page(tuple(items), cursor_of(self.cursors, plan, last))

    def first(self, plan: Query[Any]) -> Effects[Any]:
        _check_query("first", plan)
        return self._first(plan)

    def _first(self, plan: Query[Any]) -> Effects[Any]:
        items, _ = yield from self._query_reader.page(plan, 1, None)
        return items[0] if items else None

    def next_rows(self, plan: Query[Any], start: Item | Merge | None) -> Effects[tuple[list[Any], Item | Merge | None]]:
        _check_query("all", plan)
        return self._query_reader.next_rows(plan, start)

    def count(self, plan: Query[Any]) -> Effects[int]:
        _check_query("count", plan)
        return self._query_reader.count(plan)

    def scan(self, plan: Scan[Any], segment: int, start: Item | None) -> Effects[tuple[list[Any], Item | None]]:
        return self._reader.scan(plan, segment, start)

    def write(self, plan: Put[Any] | Update[Any] | Delete[Any]) -> Effects[Any]:
        if isinstance(plan, Put):
            return self._put(plan)
        if not isinstance(plan, (Update, Delete)):
            raise wrong_plan("write", "a Put, Insert, Update or Delete", plan)
        return self._write(plan)

    def _put(self, plan: Put[Any]) -> Effects[Any]:
        layout, now = plan.layout, self.clock()
        if is_plain_put(plan, layout):
            try:
                entity, request = build_plain_put(plan, layout, now)
                yield "PutItem", request
                return entity
            except (ConditionFailed, TransactionConflict):
                pass  # to do it twice is the same as once: it is sent again with care, which tells what is wrong
            except TableError as error:
                name_step(error, PendingStep((), PreparedPut(plan, now)), None)
                raise
        put = PreparedPut(plan, now)
        yield from self._writer.one(PendingStep((), put))
        return put.entity

    def _write(self, plan: Update[Any] | Delete[Any]) -> Effects[Any]:
        step = PendingStep((), prepare(plan, self.clock()))
        item = yield from self._writer.one(step)
        if isinstance(plan, Delete):
            return None if item is None else self._deleted_entity(plan, item)
        if item is not None:
            return self._updated_entity(plan, item)
        return (yield from self._read_back(plan, step))

    def _read_back(self, plan: Update[Any], step: PendingStep) -> Effects[Any]:
        """The row after a transaction, which tells nothing of it.

        Others may have changed it since: where it is gone, or a newer program's, it is told as this write has made it.
        """
        get: Get[Any] = Get(plan.layout.entity, plan.key, is_consistent=True, trash="SHOWN")
        found: Any = None
        refusal: TableError = item_not_found(plan)
        try:
            found = yield from self._reader.get(get)
        except UnreadableItem as error:
            refusal = UnreadableResult(error.value, error.reason)
        if found is None and isinstance(step.prepared, PreparedUpdate):
            found = step.prepared.entity_after(step.seen)
        if found is None:
            refusal.add_note(_DONE)
            raise refusal
        return found

    def _deleted_entity(self, plan: Delete[Any], item: Item) -> Any:
        """What can't be read can be deleted; there is then nothing to show of it."""
        try:
            return plan.layout.from_item(item)
        except UnreadableItem:
            return None

    def _updated_entity(self, plan: Update[Any], item: Item) -> Any:
        try:
            return plan.layout.from_item(item)
        except UnreadableItem as error:
            raise UnreadableResult(error.value, error.reason) from error

    def batch_write(self, plan: BatchWrite) -> Effects[None]:
        if not isinstance(plan, BatchWrite):
            raise wrong_plan("batch_write", "a BatchWrite", plan)
        return batch_write_effects(plan, self.clock(), self.retry_policy)

    def delete_rows(self, plan: Query[Any]) -> Effects[int]:
        _check_query("delete_rows", plan)
        return delete_rows_effects(plan, self.retry_policy)

    def transact(self, plan: Transaction) -> Effects[None]:
        if not isinstance(plan, Transaction):
            raise wrong_plan("transact", "a Transaction", plan)
        return self._transact(plan)

    def _transact(self, plan: Transaction) -> Effects[None]:
        now = self.clock()
        steps = [PendingStep(step.names, prepare(step.plan, now)) for step in merge_steps(plan)]
        if steps:
            yield from self._writer.all(steps, plan)

    @cached_property
    def _rows(self) -> RowReader:
        return RowReader(lambda: self.clock().timestamp(), self.report_unreadable)

    @cached_property
    def _reader(self) -> PlanReader:
        return PlanReader(self.retry_policy, self._rows)

    @cached_property
    def _query_reader(self) -> QueryReader:
        return QueryReader(self._rows)

    @cached_property
    def _writer(self) -> PlanWriter:
        return PlanWriter(self.retry_policy)


def _check_query(method: str, plan: Query[Any]) -> None:
    if not isinstance(plan, Query):
        raise wrong_plan(method, "a Query", plan)
