"""The typed store: runs plans on a store, whichever it is, and gives back entities."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, overload

from chabudai import store as stores
from chabudai.store import Store, label_calls
from chabudai.store.errors import StoreError
from chabudai.store.renaming import RenamingStore
from chabudai.table.creation import create
from chabudai.table.explanation import Explanation, explain
from chabudai.table.plans import BatchGet, Delete, Get, Insert, Plan, Put, Query, Transaction, Update
from chabudai.table.query.batches import CallStore
from chabudai.table.query.cursors import Cursors
from chabudai.table.query.reader import Page, PlanReader, cursor_of, page_size_of, start_of
from chabudai.table.retries import ConflictRetryPolicy
from chabudai.table.schema.entities import Entity, Row
from chabudai.table.schema.tables import Table
from chabudai.table.write.item_upgrades import upgrade_or_delete
from chabudai.table.write.preparation import PreparedPut, prepare
from chabudai.table.write.transactions import merge_steps
from chabudai.table.write.writer import PendingStep, PlanWriter, item_not_found

A = TypeVar("A", bound=Row)
B = TypeVar("B", bound=Row)
C = TypeVar("C", bound=Row)
R = TypeVar("R", bound=Row)
E = TypeVar("E", bound=Entity)


def _system_clock() -> datetime:
    return datetime.now(UTC)


class TypedStore:
    """`secret` signs cursors: give one that outlives the process, or cursors end with it. Threads may share a store."""

    def __init__(
        self,
        store: Store,
        *,
        secret: bytes | None = None,
        clock: Callable[[], datetime] = _system_clock,
        retry_policy: ConflictRetryPolicy | None = None,
    ) -> None:
        self.raw = store
        self._clock = clock
        self._retry_policy = retry_policy or ConflictRetryPolicy()
        self._cursors = Cursors(secret or secrets.token_bytes(32))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.raw.close()

    def get(self, plan: Get[R]) -> R | None:
        found: R | None = self._reader(plan).get(plan)
        return found

    def one(self, plan: Get[R]) -> R:
        """The one that must be there."""
        found = self.get(plan)
        if found is None:
            raise item_not_found(plan)
        return found

    @overload
    def transact_get(self, first: Get[A], second: Get[B], /) -> tuple[A | None, B | None]: ...
    @overload
    def transact_get(self, first: Get[A], second: Get[B], third: Get[C], /) -> tuple[A | None, B | None, C | None]: ...
    @overload
    def transact_get(self, *plans: Get[R]) -> tuple[R | None, ...]: ...
    def transact_get(self, *plans: Get[Any]) -> tuple[Any, ...]:
        """Several as they are at one moment."""
        return tuple(self._reader(plans[0]).transact_get(plans)) if plans else ()

    def batch(self, plan: BatchGet[R]) -> list[R | None]:
        """As many as were asked for and in that order, None for each that is not there."""
        return self._reader(plan).batch(plan)

    def page(self, plan: Query[R], cursor: str | None = None, *, size: int | None = None) -> Page[R]:
        """A full page, however much is filtered out; its size is the pattern's unless one is given."""
        start = start_of(self._cursors, plan, cursor)
        items, last = self._reader(plan).page(plan, page_size_of(plan, size), start)
        return Page(tuple(items), cursor_of(self._cursors, plan, last))

    def all(self, plan: Query[R]) -> Iterator[R]:
        """Every row, page by page as it is wanted."""
        return self._reader(plan).all(plan)

    def first(self, plan: Query[R]) -> R | None:
        items, _ = self._reader(plan).page(plan, 1, None)
        return items[0] if items else None

    def count(self, plan: Query[Any]) -> int:
        return self._reader(plan).count(plan)

    def scan(self, entity: type[R]) -> Iterator[R]:
        """Every row of one entity, by a walk through the whole table: for maintenance, not for pages."""
        return self._reader_with(self.raw.call).scan(entity.layout)

    def put(self, entity: E) -> E:
        """Keep it whole; `Put(entity).when(…)` and `write` for a condition."""
        return self.write(Put(entity))

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
        prepared = prepare(plan, self._clock())
        item = self._writer(plan).one(prepared)
        if isinstance(prepared, PreparedPut):
            return plan.layout.entity.model_construct(**prepared.values)
        if item is not None:
            return plan.layout.from_item(item)
        return self.get(Get(plan.layout.entity, plan.key, is_consistent=True)) if isinstance(plan, Update) else None

    def transact(self, plan: Transaction) -> None:
        """All of its steps or none; StepFailed says which one could not be done, and why."""
        now = self._clock()
        steps = [PendingStep(step.name, prepare(step.plan, now)) for step in merge_steps(plan)]
        if steps:
            self._writer(plan).all(steps, plan)

    def create(self, *tables: type[Table]) -> None:
        """Make what is missing; a table that is there and differs is refused."""
        for table in tables:
            create(self.raw, table)

    def explain(self, plan: Plan) -> Explanation:
        """What running it would send, without sending anything."""
        return explain(plan, self._clock())

    def _reader(self, plan: Plan) -> PlanReader:
        return self._reader_with(self._call(plan))

    def _reader_with(self, call: CallStore) -> PlanReader:
        return PlanReader(call, self._retry_policy, lambda: self._clock().timestamp())

    def _writer(self, plan: Plan) -> PlanWriter:
        call = self._call(plan)
        return PlanWriter(call, self._retry_policy, partial(upgrade_or_delete, call))

    def _call(self, plan: Plan) -> CallStore:
        if plan.pattern is None:
            return self.raw.call
        pattern = plan.pattern

        def call(operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
            with label_calls(pattern.number):
                try:
                    return self.raw.call(operation, request)
                except StoreError as error:
                    error.add_note(f"asked for {pattern}")
                    raise

        return call


def open(address: str | Path, **options: Any) -> TypedStore:  # noqa: A001 - read as `table.open`
    """A typed store at `household.db`, `:memory:`, `dynamodb://REGION` or `http://HOST:PORT`."""
    return TypedStore(stores.open(address), **options)


def open_renamed(address: str | Path, names: Mapping[str, str], **options: Any) -> TypedStore:
    """The same, where some tables are stored under other names than their designs': designed name to stored one."""
    raw = stores.open(address)
    return TypedStore(RenamingStore(raw, names) if names else raw, **options)
