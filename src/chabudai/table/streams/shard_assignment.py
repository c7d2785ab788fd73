"""Shard assignment: which shards of a table's streams a worker reads now, so that changes come in their order."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal, TypeAlias

from chabudai.store import Store
from chabudai.table.errors import StreamMissing
from chabudai.table.schema.tables import Table
from chabudai.table.streams.checkpoints import Checkpoint, Checkpoints, FollowedStream
from chabudai.table.streams.leases import Lease, Leases
from chabudai.table.streams.shards import Shard, ShardReader, latest_stream, shards_of

StreamStart: TypeAlias = Literal["TRIM_HORIZON", "LATEST"]
ShardName: TypeAlias = tuple[str, str]


class ShardAssigner:
    """`start` counts only when the worker has never followed the table: from what is there still, or from now on."""

    def __init__(
        self,
        store: Store,
        table: type[Table],
        worker: str,
        start: StreamStart,
        checkpoints: Checkpoints,
        leases: Leases,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._table = table
        self._worker = worker
        self._start = start
        self._checkpoints = checkpoints
        self._leases = leases
        self._clock = clock

    def claim_shards(self, held: Collection[ShardName]) -> Iterator[tuple[ShardReader, Lease]]:
        """Shards that can be read now and that nobody else is at, beyond those that are held.

        A stream that was switched off is read to its end before the one that followed it.
        """
        for followed, is_new in self._followed_streams():
            shards = shards_of(self._store, followed.stream)
            if shards is None:
                self._checkpoints.unfollow(followed)
                continue
            checkpoints = {
                checkpoint.shard: checkpoint
                for checkpoint in self._checkpoints.checkpoints_of(self._worker, followed.stream)
            }
            waiting = [
                *_trimmed_shards(followed.stream, shards, checkpoints),
                *(each for each in shards if not _is_done(each, checkpoints)),
            ]
            for shard in waiting:
                if (shard.stream, shard.id) not in held and _is_next(shard, waiting):
                    yield from self._claim(shard, checkpoints.get(shard.id), followed, is_new)
            if waiting:
                return

    def _followed_streams(self) -> list[tuple[FollowedStream, bool]]:
        """Streams of the table that the worker follows, the oldest first, and whether it begins just now."""
        known = [each for each in self._checkpoints.followed_streams(self._worker) if self._is_ours(each)]
        try:
            latest = latest_stream(self._store, self._table)
        except StreamMissing:
            if known:
                return [(each, False) for each in known]
            raise
        found = [(each, False) for each in known]
        if not any(each.stream == latest for each in known):
            since = int(self._clock()) if self._start == "LATEST" and not known else None
            followed = FollowedStream(worker=self._worker, stream=latest, since=since)
            found.append((followed, self._checkpoints.follow(followed)))
        return found

    def _is_ours(self, followed: FollowedStream) -> bool:
        return f":table/{self._store.stored_name(self._table.name)}/stream/" in followed.stream

    def _claim(
        self, shard: Shard, checkpoint: Checkpoint | None, followed: FollowedStream, is_new: bool
    ) -> Iterator[tuple[ShardReader, Lease]]:
        lease = self._leases.claim(checkpoint or Checkpoint(worker=self._worker, stream=shard.stream, shard=shard.id))
        if lease is None:
            return
        reader = ShardReader(self._store, shard, lease.checkpoint.after, followed.since)
        if is_new and followed.since is not None and (last := reader.skip_to_end()) is not None:
            lease.advance(last)
        yield reader, lease


def _is_done(shard: Shard, checkpoints: Mapping[str, Checkpoint]) -> bool:
    return shard.id in checkpoints and checkpoints[shard.id].is_done


def _trimmed_shards(stream: str, shards: list[Shard], checkpoints: Mapping[str, Checkpoint]) -> list[Shard]:
    """Shards that were not read to their end before the store let go of them."""
    listed = {shard.id for shard in shards}
    unread = [name for name, checkpoint in checkpoints.items() if name not in listed and not checkpoint.is_done]
    return [Shard(stream, name, None, is_open=False) for name in unread]


def _is_next(shard: Shard, waiting: list[Shard]) -> bool:
    """Whether what comes before it is done."""
    return all(other.id != shard.parent for other in waiting)
