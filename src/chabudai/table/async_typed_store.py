"""The typed store for asyncio: the same plans, the same results; each call is awaited."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from chabudai import store as stores
from chabudai.store import AsyncStore, label_calls
from chabudai.store.errors import StoreError
from chabudai.store.renaming import AsyncRenamingStore
from chabudai.table.absent_names import absent_from_store
from chabudai.table.attributes import Item
from chabudai.table.creation import creation_effects
from chabudai.table.effects import Effects, run_async
from chabudai.table.error_context import UNTOLD, error_in_context
from chabudai.table.errors import TableError
from chabudai.table.explanation import Explanation, explain
from chabudai.table.plan_effects import PlanEffects
from chabudai.table.plan_kinds import check_plan, check_scan, check_table
from chabudai.table.plans import BatchGet, BatchWrite, Delete, Get, Insert, Plan, Put, Query, Scan, Transaction, Update
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.merges import Merge
from chabudai.table.query.pages import Page
from chabudai.table.query.rows import ReportUnreadable
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.entities import Entity, Row
from chabudai.table.schema.tables import Table
from chabudai.table.schema.trials import refuse_in_trial
from chabudai.table.segments import rows_of_segments_async
from chabudai.table.store_options import StoreOptions, check_opening, check_options, system_clock

A = TypeVar("A", bound=Row)
B = TypeVar("B", bound=Row)
C = TypeVar("C", bound=Row)
R = TypeVar("R", bound=Row)
E = TypeVar("E", bound=Entity)
T = TypeVar("T")


class AsyncTypedStore:
    """Runs plans, as `TypedStore` does. The tasks of one event loop may share one."""

    def __init__(
        self,
        store: AsyncStore,
        *,
        secret: bytes | None = None,
        clock: Callable[[], datetime] = system_clock,
        retry_policy: ConflictRetryPolicy | None = None,
        report_unreadable: ReportUnreadable | None = None,
    ) -> None:
        check_options(secret, clock, retry_policy, report_unreadable)
        self.raw = store
        self.clock = clock
        cursors = Cursors(secret or secrets.token_bytes(32))
        self._effects = PlanEffects(cursors, clock, retry_policy or ConflictRetryPolicy(), report_unreadable)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent_from_store("AsyncTypedStore", name)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        await self.raw.close()

    async def get(self, plan: Get[R]) -> R | None:
        """The one with this key, or None when it is not there."""
        found: R | None = await self._run(plan, self._effects.get(plan))
        return found

    async def one(self, plan: Get[R]) -> R:
        """The one that must be there."""
        found: R = await self._run(plan, self._effects.one(plan))
        return found

    @overload
    async def transact_get(self, first: Get[A], second: Get[B], /) -> tuple[A | None, B | None]: ...
    @overload
    async def transact_get(
        self, first: Get[A], second: Get[B], third: Get[C], /
    ) -> tuple[A | None, B | None, C | None]: ...
    @overload
    async def transact_get(self, *plans: Get[R]) -> tuple[R | None, ...]: ...
    async def transact_get(self, *plans: Get[Any]) -> tuple[Any, ...]:
        """Several as they are at one moment."""
        return await self._run(plans[0], self._effects.transact_get(plans)) if plans else ()

    async def batch(self, plan: BatchGet[R]) -> list[R | None]:
        """As many as were asked for and in that order, None for each that is not there."""
        return await self._run(plan, self._effects.batch(plan))

    async def page(self, plan: Query[R], cursor: str | None = None, *, size: int | None = None) -> Page[R]:
        """A full page, however much is filtered out; its size is the pattern's unless one is given."""
        return await self._run(plan, self._effects.page(plan, cursor, size))

    async def all(self, plan: Query[R]) -> AsyncIterator[R]:
        """Every row, page by page as it is wanted: `async for book in store.all(…)`."""
        start: Item | Merge | None = None
        while True:
            rows, start = await self._run(plan, self._effects.next_rows(plan, start))
            for row in rows:
                yield row
            if start is None:
                return

    async def first(self, plan: Query[R]) -> R | None:
        """The first row in the query's order, or None when there is none."""
        found: R | None = await self._run(plan, self._effects.first(plan))
        return found

    async def count(self, plan: Query[Any]) -> int:
        """How many rows the query finds; each of them is read and paid for."""
        return await self._run(plan, self._effects.count(plan))

    def scan(self, plan: Scan[R]) -> AsyncIterator[R]:
        """Every row of one entity, each page as it is wanted; segments are read by tasks, a few pages ahead."""
        check_scan(plan)
        if plan.segments > 1:
            return rows_of_segments_async(partial(self._scan_pages, plan), plan.segments)
        return self._scan_rows(plan)

    async def _scan_rows(self, plan: Scan[R]) -> AsyncIterator[R]:
        async for page in self._scan_pages(plan, 0):
            for row in page:
                yield row

    async def _scan_pages(self, plan: Scan[R], segment: int) -> AsyncIterator[list[R]]:
        start: Item | None = None
        while True:
            rows, start = await self._run(plan, self._effects.scan(plan, segment, start))
            yield rows
            if start is None:
                return

    async def put(self, entity: E) -> E:
        """Keep it whole; `Put(entity).when(…)` and `write` for a condition."""
        return await self.write(Put.of(entity))

    async def insert(self, entity: E) -> E:
        """Keep a new one; ConditionNotMet when there is one with its key."""
        return await self.write(Insert(entity))

    @overload
    async def write(self, plan: Put[R]) -> R: ...
    @overload
    async def write(self, plan: Update[R]) -> R: ...
    @overload
    async def write(self, plan: Delete[R]) -> R | None: ...
    async def write(self, plan: Put[Any] | Update[Any] | Delete[Any]) -> Any:
        """The entity as it is now; of a deletion, as it was, if it was."""
        return await self._run(plan, self._effects.write(plan))

    async def batch_write(self, plan: BatchWrite) -> None:
        """Many puts and deletions, each by itself: when it fails, some may have been done."""
        await self._run(plan, self._effects.batch_write(plan))

    async def delete_rows(self, plan: Query[Any]) -> int:
        """Every row that `all` would give goes, with its guards, and what can't be read or has expired beside them.

        How many there were. A row of a newer program is told, as NewerItem; rows of other entities stay.
        """
        return await self._run(plan, self._effects.delete_rows(plan))

    async def transact(self, plan: Transaction) -> None:
        """All of its steps or none; StepFailed says which one could not be done, and why."""
        await self._run(plan, self._effects.transact(plan))

    async def create(self, *tables: type[Table], without: Collection[str] = ()) -> None:
        """Make what is missing; a table that is there and differs is refused.

        `without` names global indexes that come later: tables are made without them, and may have them or not.
        """
        for table in tables:
            check_table(table)
            await run_async(creation_effects(table, self.raw.stored_name, without), self.raw.call, asyncio.sleep)

    def explain(self, plan: Plan) -> Explanation:
        """What running it would send, without sending anything."""
        check_plan("explain", plan)
        return explain(plan, self.clock())

    async def _run(self, plan: Plan, effects: Effects[T]) -> T:
        refuse_in_trial()
        try:
            if plan.pattern is None:
                return await run_async(effects, self.raw.call, asyncio.sleep)
            with label_calls(plan.pattern.number):
                return await run_async(effects, self.raw.call, asyncio.sleep)
        except (StoreError, TableError, *UNTOLD) as error:
            told = error_in_context(error, plan, self.raw.stored_name)
            if told is error:
                raise
            raise told from error


def open_async(address: str | Path, **options: Unpack[StoreOptions]) -> AsyncTypedStore:
    """The asyncio twin of `open`: over HTTP without threads, for a file or memory in a few of its own."""
    return open_renamed_async(address, {}, **options)


def open_renamed_async(
    address: str | Path, names: Mapping[str, str], **options: Unpack[StoreOptions]
) -> AsyncTypedStore:
    """The asyncio twin of `open_renamed`."""
    check_opening(names, options)
    raw = stores.open_async(address)
    return AsyncTypedStore(AsyncRenamingStore(raw, names) if names else raw, **options)
