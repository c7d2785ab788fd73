"""Checkpoints: how far each worker has come in each shard, who is at it now, and what could not be handled."""

from datetime import datetime
from typing import Annotated, Protocol

from chabudai.table.errors import ConditionNotMet
from chabudai.table.plans import Put, Step, Transaction
from chabudai.table.schema.entities import Entity
from chabudai.table.schema.key_attributes import key
from chabudai.table.schema.markers import As, InKey, Version
from chabudai.table.schema.naming import camel
from chabudai.table.schema.tables import Table
from chabudai.table.typed_store import TypedStore

_LARGEST_RECORD = 300_000  # bytes of a record that is kept in the row of its failure
_PART_LENGTH = 75_000  # characters, of which none has more than four bytes


class CheckpointTable(Table, name="chabudai-checkpoints", pk="PK", sk="SK", naming=camel, ttl="expiresAt"):
    """Kept in the store whose streams are read."""


class FollowedStream(Entity, table=CheckpointTable):
    """That a worker follows a stream; it does not want changes from before `since` (Unix seconds)."""

    worker: InKey[str]
    stream: InKey[str]
    since: int | None = None

    PK = key("WORKER#{worker:escaped}")
    SK = key("STREAM#{stream}")


class Checkpoint(Entity, table=CheckpointTable):
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


class StoredFailure(Entity, table=CheckpointTable):
    """A change that no handler could take, as JSON; None where the store had dropped it before it was read."""

    worker: InKey[str]
    stream: InKey[str]
    sequence: InKey[str]
    shard: str
    error: str
    tries: int
    at: Annotated[datetime, As("isoms")]
    record: str | None = None
    parts: int = 0

    PK = key("WORKER#{worker:escaped}")
    SK = key("FAILURE#{stream}#{sequence}")


class RecordPart(Entity, table=CheckpointTable):
    """A piece of a failed change that is too large for one item, as that of a row of 400 KB with both its images."""

    worker: InKey[str]
    stream: InKey[str]
    sequence: InKey[str]
    number: InKey[int]
    text: str

    PK = key("WORKER#{worker:escaped}")
    SK = key("PART#{stream}#{sequence}#{number:03}")


class Checkpoints(Protocol):
    """Where workers keep them. Workers in several threads and processes share one."""

    def follow(self, followed: FollowedStream) -> bool:
        """Keep it; False when there is one for the stream already, which stays."""
        ...

    def followed_streams(self, worker: str) -> list[FollowedStream]:
        """Those of a worker, of each table's streams the oldest first."""
        ...

    def unfollow(self, followed: FollowedStream) -> None: ...

    def checkpoints_of(self, worker: str, stream: str) -> list[Checkpoint]: ...

    def replace(self, checkpoint: Checkpoint) -> Checkpoint | None:
        """Store it over the version that it was made of; None when that is there no longer."""
        ...

    def add_failure(self, failure: StoredFailure) -> None: ...

    def failures(self, worker: str) -> list[StoredFailure]: ...

    def remove_failure(self, failure: StoredFailure) -> None: ...


class TableCheckpoints(Checkpoints):
    """In a table of their own, made when it is missing."""

    def __init__(self, store: TypedStore) -> None:
        self._store = store
        store.create(CheckpointTable)

    def follow(self, followed: FollowedStream) -> bool:
        try:
            self._store.insert(followed)
        except ConditionNotMet:
            return False
        return True

    def followed_streams(self, worker: str) -> list[FollowedStream]:
        return list(self._store.all(CheckpointTable.query(FollowedStream, worker=worker).consistently()))

    def unfollow(self, followed: FollowedStream) -> None:
        self._store.write(FollowedStream.delete(worker=followed.worker, stream=followed.stream))

    def checkpoints_of(self, worker: str, stream: str) -> list[Checkpoint]:
        return list(self._store.all(CheckpointTable.query(Checkpoint, worker=worker, stream=stream).consistently()))

    def replace(self, checkpoint: Checkpoint) -> Checkpoint | None:
        try:
            return self._store.put(checkpoint)
        except ConditionNotMet:
            return None

    def add_failure(self, failure: StoredFailure) -> None:
        text = failure.record or ""
        if len(text.encode()) <= _LARGEST_RECORD:
            self._store.put(failure)
            return
        pieces = [text[at : at + _PART_LENGTH] for at in range(0, len(text), _PART_LENGTH)]
        kept = failure.model_copy(update={"record": None, "parts": len(pieces)})
        parts = [RecordPart(**failure.own_key, number=number, text=piece) for number, piece in enumerate(pieces)]
        steps = [Step(f"part {part.number}", Put(part)) for part in parts]
        self._store.transact(Transaction((Step("failure", Put(kept)), *steps)))

    def failures(self, worker: str) -> list[StoredFailure]:
        found = self._store.all(CheckpointTable.query(StoredFailure, worker=worker).consistently())
        return [self._join(failure) if failure.parts else failure for failure in found]

    def remove_failure(self, failure: StoredFailure) -> None:
        key = failure.own_key
        parts = [Step(f"part {number}", RecordPart.delete(**key, number=number)) for number in range(failure.parts)]
        self._store.transact(Transaction((Step("failure", StoredFailure.delete(**key)), *parts)))

    def _join(self, failure: StoredFailure) -> StoredFailure:
        parts = self._store.all(CheckpointTable.query(RecordPart, **failure.own_key).consistently())
        return failure.model_copy(update={"record": "".join(part.text for part in parts)})
