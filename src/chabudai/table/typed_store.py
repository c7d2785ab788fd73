"""The typed store: runs plans on a store, whichever it is, and gives back entities."""

import secrets
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack, overload

from chabudai import store as stores
from chabudai.store import Store, label_calls
from chabudai.store.errors import StoreError
from chabudai.store.renaming import RenamingStore
from chabudai.table.absent_names import absent_from_store
from chabudai.table.attributes import Item
from chabudai.table.creation import create
from chabudai.table.effects import Effects, run_encoded
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
from chabudai.table.segments import rows_of_segments
from chabudai.table.store_options import StoreOptions, check_opening, check_options, system_clock

A = TypeVar("A", bound=Row)
B = TypeVar("B", bound=Row)
C = TypeVar("C", bound=Row)
R = TypeVar("R", bound=Row)
E = TypeVar("E", bound=Entity)
T = TypeVar("T")


class TypedStore:
    """Runs plans. Threads may share one.

    `secret` signs cursors: give one that outlives the process, or cursors end with it. `report_unreadable` is told of
    each row that no entity can be made of, and such rows are left out of lists; without it they are errors.
    """

    def __init__(
        self,
        store: Store,
        *,
        secret: bytes | None = None,
        clock: Callable[[], datetime] = system_clock,
        retry_policy: ConflictRetryPolicy | None = None,
        report_unreadable: ReportUnreadable | None = None,
    ) -> None:
        check_options(secret, clock, retry_policy, report_unreadable)
        self.raw = store
        self.clock = clock
        self._sleep = (retry_policy or ConflictRetryPolicy()).sleep
        cursors = Cursors(secret or secrets.token_bytes(32))
        self._effects = PlanEffects(cursors, clock, retry_policy or ConflictRetryPolicy(), report_unreadable)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            raise absent_from_store("TypedStore", name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.raw.close()

    def get(self, plan: Get[R]) -> R | None:
        """The one with this key, or None when it is not there."""
        found: R | None = self._run(plan, self._effects.get(plan))
        return found

    def one(self, plan: Get[R]) -> R:
        """The one that must be there."""
        found: R = self._run(plan, self._effects.one(plan))
        return found

    @overload
    def transact_get(self, first: Get[A], second: Get[B], /) -> tuple[A | None, B | None]: ...
    @overload
    def transact_get(self, first: Get[A], second: Get[B], third: Get[C], /) -> tuple[A | None, B | None, C | None]: ...
    @overload
    def transact_get(self, *plans: Get[R]) -> tuple[R | None, ...]: ...
    def transact_get(self, *plans: Get[Any]) -> tuple[Any, ...]:
        """Several as they are at one moment."""
        return self._run(plans[0], self._effects.transact_get(plans)) if plans else ()

    def batch(self, plan: BatchGet[R]) -> list[R | None]:
        """As many as were asked for and in that order, None for each that is not there."""
        return self._run(plan, self._effects.batch(plan))

    def page(self, plan: Query[R], cursor: str | None = None, *, size: int | None = None) -> Page[R]:
        """A full page, however much is filtered out; its size is the pattern's unless one is given."""
        return self._run(plan, self._effects.page(plan, cursor, size))

    def all(self, plan: Query[R]) -> Iterator[R]:
        """Every row, page by page as it is wanted."""
        start: Item | Merge | None = None
        while True:
            rows, start = self._run(plan, self._effects.next_rows(plan, start))
            yield from rows
            if start is None:
                return

    def first(self, plan: Query[R]) -> R | None:
        """The first row in the query's order, or None when there is none."""
        found: R | None = self._run(plan, self._effects.first(plan))
        return found

    def count(self, plan: Query[Any]) -> int:
        """How many rows the query finds; each of them is read and paid for."""
        return self._run(plan, self._effects.count(plan))

    def scan(self, plan: Scan[R]) -> Iterator[R]:
        """Every row of one entity, each page as it is wanted; segments are read by threads, a few pages ahead."""
        check_scan(plan)
        if plan.segments > 1:
            return rows_of_segments(partial(self._scan_pages, plan), plan.segments)
        return chain.from_iterable(self._scan_pages(plan, 0))

    def _scan_pages(self, plan: Scan[R], segment: int) -> Iterator[list[R]]:
        start: Item | None = None
        while True:
            rows, start = self._run(plan, self._effects.scan(plan, segment, start))
            yield rows
            if start is None:
                return

    def put(self, entity: E) -> E:
        """Keep it whole; `Put(entity).when(…)` and `write` for a condition."""
        return self.write(Put.of(entity))

    def insert(self, entity: E) -> E:
        """Keep a new one; ConditionNotMet when there is one with its key."""
        return self.write(Insert(entity))

    @overload
    def write(self, plan: Put[R]) -> R: ...
    @overload
    def write(self, plan: Update[R]) -> R: ...
    @overload
    def write(self, plan: Delete[R]) -> R | None: ...
    def write(self, plan: Put[Any] | Update[Any] | Delete[Any]) -> Any:
        """The entity as it is now; of a deletion, as it was, if it was."""
        return self._run(plan, self._effects.write(plan))

    def batch_write(self, plan: BatchWrite) -> None:
        """Many puts and deletions, each by itself: when it fails, some may have been done."""
        self._run(plan, self._effects.batch_write(plan))

    def delete_rows(self, plan: Query[Any]) -> int:
        """Every row that `all` would give goes, with its guards, and what can't be read or has expired beside them.

        How many there were. A row of a newer program is told, as NewerItem; rows of other entities stay.
        """
        return self._run(plan, self._effects.delete_rows(plan))

    def transact(self, plan: Transaction) -> None:
        """All of its steps or none; StepFailed says which one could not be done, and why."""
        self._run(plan, self._effects.transact(plan))

    def create(self, *tables: type[Table], without: Collection[str] = ()) -> None:
        """Make what is missing; a table that is there and differs is refused.

        `without` names global indexes that come later: tables are made without them, and may have them or not.
        """
        for table in tables:
            check_table(table)
            create(self.raw, table, without)

    def explain(self, plan: Plan) -> Explanation:
        """What running it would send, without sending anything."""
        check_plan("explain", plan)
        return explain(plan, self.clock())

    def _run(self, plan: Plan, effects: Effects[T]) -> T:
        refuse_in_trial()
        try:
            if plan.pattern is None:
                return run_encoded(effects, self.raw.call, self.raw.call_encoded, self._sleep)
            with label_calls(plan.pattern.number):
                return run_encoded(effects, self.raw.call, self.raw.call_encoded, self._sleep)
        except (StoreError, TableError, *UNTOLD) as error:
            told = error_in_context(error, plan, self.raw.stored_name)
            if told is error:
                raise
            raise told from error


def open(address: str | Path, **options: Unpack[StoreOptions]) -> TypedStore:  # noqa: A001 - read as `table.open`
    """A typed store at `household.db`, `:memory:`, `dynamodb://REGION` or `http://HOST:PORT`."""
    return open_renamed(address, {}, **options)


def open_renamed(address: str | Path, names: Mapping[str, str], **options: Unpack[StoreOptions]) -> TypedStore:
    """The same, where some tables are stored under other names than their designs': designed name to stored one."""
    check_opening(names, options)
    raw = stores.open(address)
    return TypedStore(RenamingStore(raw, names) if names else raw, **options)
