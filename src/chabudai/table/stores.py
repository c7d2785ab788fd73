"""The typed store: runs plans on a store, whichever it is, and gives back entities."""

import secrets
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, overload

from chabudai import store as stores
from chabudai.store import Store, asking
from chabudai.store.errors import StoreError
from chabudai.table.asking.batches import Call
from chabudai.table.asking.cursors import Cursors
from chabudai.table.asking.reading import Page, Reader, cursor_of, rows_of, start_of
from chabudai.table.creation import create
from chabudai.table.declaring.entities import Entity, Row
from chabudai.table.declaring.tables import Table
from chabudai.table.explaining import Explanation, explain
from chabudai.table.plans import BatchGet, Delete, Get, Insert, Plan, Put, Query, Transaction, Update
from chabudai.table.writing.races import Patience
from chabudai.table.writing.shaping import bring_up_to_date
from chabudai.table.writing.transactions import merged
from chabudai.table.writing.writer import Job, Writer, not_there
from chabudai.table.writing.writes import PutWork, work_of

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
        patience: Patience | None = None,
    ) -> None:
        self.raw = store
        self._clock = clock
        self._patience = patience or Patience()
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
            raise not_there(plan)
        return found

    @overload
    def together(self, first: Get[A], second: Get[B], /) -> tuple[A | None, B | None]: ...
    @overload
    def together(self, first: Get[A], second: Get[B], third: Get[C], /) -> tuple[A | None, B | None, C | None]: ...
    @overload
    def together(self, *plans: Get[R]) -> tuple[R | None, ...]: ...
    def together(self, *plans: Get[Any]) -> tuple[Any, ...]:
        """Several as they are at one moment."""
        return tuple(self._reader(plans[0]).together(plans)) if plans else ()

    def batch(self, plan: BatchGet[R]) -> list[R | None]:
        """As many as were asked for and in that order, None for each that is not there."""
        return self._reader(plan).batch(plan)

    def page(self, plan: Query[R], cursor: str | None = None, *, size: int | None = None) -> Page[R]:
        """A full page, however much is filtered out; its size is the pattern's unless one is given."""
        start = start_of(self._cursors, plan, cursor)
        items, last = self._reader(plan).page(plan, rows_of(plan, size), start)
        return Page(tuple(items), cursor_of(self._cursors, plan, last))

    def all(self, plan: Query[R]) -> Iterator[R]:
        """Every row, page by page as it is wanted."""
        return self._reader(plan).every(plan)

    def first(self, plan: Query[R]) -> R | None:
        items, _ = self._reader(plan).page(plan, 1, None)
        return items[0] if items else None

    def count(self, plan: Query[Any]) -> int:
        return self._reader(plan).count(plan)

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
        work = work_of(plan, self._clock())
        item = self._writer(plan).one(work)
        if isinstance(work, PutWork):
            return plan.layout.entity.model_construct(**work.values)
        if item is not None:
            return plan.layout.from_item(item)
        return self.get(Get(plan.layout.entity, plan.key, is_consistent=True)) if isinstance(plan, Update) else None

    def transact(self, plan: Transaction) -> None:
        """All of its steps or none; StepFailed says which one could not be done, and why."""
        now = self._clock()
        jobs = [Job(step.name, work_of(step.plan, now)) for step in merged(plan)]
        if jobs:
            self._writer(plan).all(jobs, plan)

    def create(self, *tables: type[Table]) -> None:
        """Make what is missing; a table that is there and differs is refused."""
        for table in tables:
            create(self.raw, table)

    def explain(self, plan: Plan) -> Explanation:
        """What running it would send, without sending anything."""
        return explain(plan, self._clock())

    def _reader(self, plan: Plan) -> Reader:
        return Reader(self._call(plan), self._patience, lambda: self._clock().timestamp())

    def _writer(self, plan: Plan) -> Writer:
        call = self._call(plan)
        return Writer(call, self._patience, partial(bring_up_to_date, call))

    def _call(self, plan: Plan) -> Call:
        if plan.about is None:
            return self.raw.call
        about = plan.about

        def call(operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
            with asking(about.number):
                try:
                    return self.raw.call(operation, request)
                except StoreError as error:
                    error.add_note(f"asked for {about}")
                    raise

        return call


def open(address: str | Path, **options: Any) -> TypedStore:  # noqa: A001 - read as `table.open`
    """A typed store at `household.db`, `:memory:`, `dynamodb://REGION` or `http://HOST:PORT`."""
    return TypedStore(stores.open(address), **options)
