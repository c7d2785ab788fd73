"""Checkpoints: how far each worker has come in each shard, who is at it now, and what could not be handled."""

from datetime import datetime
from typing import Annotated, Protocol

from chabudai.table.declaring.entities import Entity
from chabudai.table.declaring.keys import key
from chabudai.table.declaring.markers import As, InKey, Version
from chabudai.table.declaring.naming import camel
from chabudai.table.declaring.tables import Table
from chabudai.table.errors import ConditionNotMet
from chabudai.table.stores import TypedStore


class CheckpointTable(Table, name="chabudai-checkpoints", pk="PK", sk="SK", naming=camel, ttl="expiresAt"):
    """Kept in the store whose streams are read."""


class Beginning(Entity, table=CheckpointTable):
    """That a worker follows a stream; it does not want changes from before `since` (Unix seconds)."""

    worker: InKey[str]
    stream: InKey[str]
    since: int | None = None

    PK = key("WORKER#{worker:escaped}")
    SK = key("BEGINNING#{stream}")


class Place(Entity, table=CheckpointTable):
    """How far a worker has come in a shard. `read_at` (Unix seconds) is when it last had nothing more to read.

    `owner` counts `version` up while it is at it: who sees the same version for the time of a lease may take over.
    """

    worker: InKey[str]
    stream: InKey[str]
    shard: InKey[str]
    after: str | None = None
    is_done: bool = False
    owner: str | None = None
    read_at: int | None = None
    expires_at: int | None = None
    version: Version = 0

    PK = key("WORKER#{worker:escaped}")
    SK = key("SHARD#{stream}#{shard}")


class KeptFailure(Entity, table=CheckpointTable):
    """A change that no handler could take, as JSON; None where the store had lost it, or it is too large to keep."""

    worker: InKey[str]
    stream: InKey[str]
    sequence: InKey[str]
    shard: str
    error: str
    tries: int
    at: Annotated[datetime, As("isoms")]
    record: str | None = None

    PK = key("WORKER#{worker:escaped}")
    SK = key("FAILURE#{stream}#{sequence}")


class Checkpoints(Protocol):
    """Where workers keep them. Workers in several threads and processes share one."""

    def begin(self, beginning: Beginning) -> bool:
        """Keep it; False when there is one for the stream already, which stays."""
        ...

    def begun(self, worker: str) -> list[Beginning]:
        """Those of a worker, of each table's streams the oldest first."""
        ...

    def forget(self, beginning: Beginning) -> None: ...

    def places(self, worker: str, stream: str) -> list[Place]: ...

    def swap(self, place: Place) -> Place | None:
        """Keep it in the place of the version that it was made of; None when that is there no longer."""
        ...

    def keep(self, failure: KeptFailure) -> None: ...

    def kept(self, worker: str) -> list[KeptFailure]: ...

    def drop(self, failure: KeptFailure) -> None: ...


class TableCheckpoints(Checkpoints):
    """In a table of their own, made when it is missing."""

    def __init__(self, store: TypedStore) -> None:
        self._store = store
        store.create(CheckpointTable)

    def begin(self, beginning: Beginning) -> bool:
        try:
            self._store.insert(beginning)
        except ConditionNotMet:
            return False
        return True

    def begun(self, worker: str) -> list[Beginning]:
        return list(self._store.all(CheckpointTable.query(Beginning, worker=worker).consistently()))

    def forget(self, beginning: Beginning) -> None:
        self._store.write(Beginning.delete(worker=beginning.worker, stream=beginning.stream))

    def places(self, worker: str, stream: str) -> list[Place]:
        return list(self._store.all(CheckpointTable.query(Place, worker=worker, stream=stream).consistently()))

    def swap(self, place: Place) -> Place | None:
        try:
            return self._store.put(place)
        except ConditionNotMet:
            return None

    def keep(self, failure: KeptFailure) -> None:
        self._store.put(failure)

    def kept(self, worker: str) -> list[KeptFailure]:
        return list(self._store.all(CheckpointTable.query(KeptFailure, worker=worker).consistently()))

    def drop(self, failure: KeptFailure) -> None:
        key = {"worker": failure.worker, "stream": failure.stream, "sequence": failure.sequence}
        self._store.write(KeptFailure.delete(**key))
