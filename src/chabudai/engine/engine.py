"""The engine: opens a file or memory, and answers DynamoDB's operations in DynamoDB's own JSON."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, Self, TypeVar

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import (
    DynamoDBError,
    InternalFailed,
    SerializationFailed,
    SyncFailed,
    UnknownOperation,
    ValidationFailed,
)
from chabudai.engine.identity import Identity
from chabudai.engine.inspection import inspect
from chabudai.engine.maintenance import BackgroundMaintenance
from chabudai.engine.operation_context import OperationContext, Present
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.registry import OPERATIONS, OperationRegistry
from chabudai.engine.storage import files
from chabudai.engine.storage.sqlite import Durability, Fault, StaleSchema, Storage, StorageWriter, is_stale
from chabudai.items import jsontext

T = TypeVar("T")
_TRIES = 20
_PAUSE = 0.001


class Answer(NamedTuple):
    """A response, and the ticket to `sync` before it may be sent to anyone; 0 when nothing was written."""

    response: Response
    ticket: int


class Engine:
    """Make one with `Engine.open`. Threads may share it; processes may each open the same file."""

    operations: OperationRegistry = OPERATIONS

    def __init__(
        self, storage: Storage, identity: Identity, clock: Callable[[], float], runs_maintenance: bool = True
    ) -> None:
        self._storage = storage
        self._identity = identity
        self._clock = clock
        self._catalog: Catalog | None = None
        self._maintenance = BackgroundMaintenance(self, storage)
        if runs_maintenance:
            self._maintenance.start()

    @classmethod
    def open(
        cls,
        path: str | Path,
        *,
        durability: Durability = "full",
        identity: Identity | None = None,
        clock: Callable[[], float] = time.time,
        runs_maintenance: bool = True,
    ) -> Self:
        """Open a file, made if it is not there, or ":memory:".

        `durability="relaxed"` never waits for the disk: a killed process still loses nothing, but a lost power line
        may cost the last writes or the whole file. For tests and caches.

        Without `runs_maintenance` nothing goes on in the background: whoever wants items to expire and new indexes to
        be filled calls `sweep`.
        """
        return cls(Storage(str(path), durability), identity or Identity(), clock, runs_maintenance)

    @classmethod
    def open_existing(cls, path: str | Path) -> Self:
        """Open a file that must be there already."""
        files.check_exists(str(path))
        return cls.open(path)

    def call(self, operation: str, request: Mapping[str, Any]) -> Response:
        """Answer one request; what it wrote is on the disk when this returns."""
        answer = self._execute(operation, request, jsontext.loads_all, wait=True)
        if answer.ticket:
            self.sync(answer.ticket)
        return answer.response

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> Response:
        """Answer a read, its items as they are stored: each in JSON, as bytes, for whoever knows their form.

        An item that had to be looked into (by a filter, or for some of its attributes) is a dictionary as ever.
        """
        answer = self._execute(operation, request, list, wait=True)
        if answer.ticket:
            self.sync(answer.ticket)
        return answer.response

    def execute(self, operation: str, request: Mapping[str, Any], *, splice: bool = False, wait: bool = True) -> Answer:
        """Answer one request without waiting for the disk: `sync` the ticket before telling anyone.

        With `splice`, items stand in the response as undecoded JSON, for `jsontext.dumps` only.
        """
        return self._execute(operation, request, jsontext.splice_all if splice else jsontext.loads_all, wait)

    def sync(self, ticket: int) -> None:
        """Wait until everything up to the ticket is on the disk."""
        try:
            self._storage.sync(ticket)
        except SyncFailed as error:
            raise InternalFailed(str(error)) from error

    def backup(self, target: str | Path) -> None:
        """Copy everything, as of one moment, to a file that is not there yet, while others read and write."""
        self._storage.backup(str(target))

    def check(self) -> list[str]:
        """Every fault found in the file, a sentence each; empty when every row and index entry is right."""
        return inspect(self._storage, self.catalog())

    def sweep(self) -> None:
        """Do now what is otherwise done in the background: expire items, fill new indexes, trim streams."""
        self._maintenance.sweep()

    def transact(self, work: Callable[[OperationContext], T]) -> T:
        """Do work of the engine's own in one transaction, with the tables as they are in it."""

        def with_context(writer: StorageWriter) -> T:
            catalog = Catalog.load(writer, self._identity)
            return work(OperationContext(writer, catalog, self._clock, jsontext.loads_all))

        result, _ = self._storage.write(with_context)
        return result

    def catalog(self) -> Catalog:
        """The tables as they are now, whichever process changed them last."""
        known = self._catalog
        return self._fresh_catalog() if known is None or self._is_outdated(known) else known

    def close(self) -> None:
        self._maintenance.stop()
        self._storage.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _execute(self, operation: str, request: Mapping[str, Any], present: Present, wait: bool) -> Answer:
        try:
            known = self.operations[operation]
        except KeyError:
            raise UnknownOperation("") from None
        raw = request if type(request) is dict else dict(request)
        if (
            known.shortcut is not None
            and (answer := self._answer_by_shortcut(known, known.shortcut, raw, present)) is not None
        ):
            return answer
        try:
            return self._answer(known, known.shape.read(raw, deep=False), present, wait)
        except (ValidationFailed, SerializationFailed):
            # Of several faults DynamoDB tells a wrong type before all others, also one deep in an attribute value.
            clean = _read_deeply(known, raw)
            if clean == raw:
                raise
            return self._answer(known, clean, present, wait)

    def _answer_by_shortcut(
        self, known: Operation[Any], shortcut: Callable[[Request, Catalog], Any], request: Request, present: Present
    ) -> Answer | None:
        """None when the request is not so plain, or anything goes wrong: then the long way says what."""
        catalog = self._catalog
        parsed = None if catalog is None else shortcut(request, catalog)
        if catalog is None or parsed is None:
            return None
        try:
            return self._run(known, parsed, catalog, present, wait=False)
        except (Fault, jsontext.DecodeError):
            return None

    def _answer(self, known: Operation[Any], request: Request, present: Present, wait: bool) -> Answer:
        known.shape.check(request)
        for attempt in range(_TRIES):
            try:
                return self._attempt(known, request, present, wait)
            except StaleSchema:
                time.sleep(attempt * _PAUSE)
            except SyncFailed as error:
                raise InternalFailed(str(error)) from error
            except Fault as error:
                raise files.running_error(self._storage.path, error) from error
            except jsontext.DecodeError as error:
                raise InternalFailed(f"{self._storage.path} is damaged: an item can't be read.") from error
        raise InternalFailed("The table's definition changes too quickly to be used.")

    def _attempt(self, known: Operation[Any], request: Request, present: Present, wait: bool) -> Answer:
        """One try with the tables as they are known; StaleSchema when they turn out to be no longer so."""
        # A quick operation may trust an outdated catalog, since its statements or refusals would show that it is.
        catalog = self._catalog or self._fresh_catalog() if known.quick else self.catalog()
        try:
            return self._run(known, known.parse(request, catalog), catalog, present, wait)
        except StaleSchema:
            self._catalog = None
            raise
        except DynamoDBError:
            if self._is_outdated(catalog):
                raise StaleSchema from None
            raise
        except Fault as error:
            if not is_stale(error):
                raise
            self._catalog = None
            raise StaleSchema from None

    def _run(self, known: Operation[Any], parsed: Any, catalog: Catalog, present: Present, wait: bool) -> Answer:
        storage = self._storage
        if not known.writes(parsed):
            with storage.read_lock:
                return Answer(known.run(parsed, OperationContext(storage.reader(), catalog, self._clock, present)), 0)

        def work(writer: StorageWriter) -> tuple[Response, bool]:
            if writer.known_generation != catalog.generation:
                raise StaleSchema
            response = known.run(parsed, OperationContext(writer, catalog, self._clock, present))
            return response, writer.known_generation != catalog.generation

        (response, changed_tables), ticket = storage.write(work, wait)
        if changed_tables:
            self._catalog = None
            self._maintenance.wake()
        return Answer(response, ticket)

    def _is_outdated(self, catalog: Catalog) -> bool:
        """Whether a refusal came from a definition that is no longer true; then the next try reads it anew."""
        with self._storage.read_lock:
            outdated = self._storage.reader().generation() != catalog.generation
        if outdated:
            self._catalog = None
        return outdated

    def _fresh_catalog(self) -> Catalog:
        with self._storage.read_lock:
            self._catalog = catalog = Catalog.load(self._storage.reader(), self._identity)
        return catalog


def _read_deeply(known: Operation[Any], raw: Request) -> Request:
    """The request as DynamoDB's front end understands it, attribute values included."""
    try:
        return known.shape.read(raw, deep=True)
    except RecursionError:
        # Nested hundreds deep: whatever else is wrong with it, that is refused.
        return raw
