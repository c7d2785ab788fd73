"""Followings: which shards of a table's streams a worker is to read now, in an order that keeps that of the changes."""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Literal, TypeAlias

from chabudai.store import Store
from chabudai.table.declaring.tables import Table
from chabudai.table.errors import StreamMissing
from chabudai.table.streams.checkpoints import Beginning, Checkpoints, Place
from chabudai.table.streams.leases import Lease, Leases
from chabudai.table.streams.shards import Shard, ShardReader, latest_stream, shards_of

Start: TypeAlias = Literal["TRIM_HORIZON", "LATEST"]
ShardName: TypeAlias = tuple[str, str]


class Following:
    """`start` counts only when the worker has never followed the table: from what is there still, or from now on."""

    def __init__(
        self,
        store: Store,
        table: type[Table],
        worker: str,
        start: Start,
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

    def claimed(self, held: Collection[ShardName]) -> Iterator[tuple[ShardReader, Lease]]:
        """Shards that can be read now and that nobody else is at, beyond those that are held.

        A stream that was switched off is read to its end before the one that followed it.
        """
        for beginning, is_new in self._beginnings():
            shards = shards_of(self._store, beginning.stream)
            if shards is None:
                self._checkpoints.forget(beginning)
                continue
            places = {place.shard: place for place in self._checkpoints.places(self._worker, beginning.stream)}
            waiting = [*_gone(beginning.stream, shards, places), *(each for each in shards if not _done(each, places))]
            for shard in waiting:
                if (shard.stream, shard.id) not in held and _is_next(shard, waiting):
                    yield from self._claim(shard, places.get(shard.id), beginning, is_new)
            if waiting:
                return

    def _beginnings(self) -> list[tuple[Beginning, bool]]:
        """Streams of the table that the worker follows, the oldest first, and whether it begins just now."""
        begun = [each for each in self._checkpoints.begun(self._worker) if self._is_ours(each)]
        try:
            latest = latest_stream(self._store, self._table)
        except StreamMissing:
            if begun:
                return [(each, False) for each in begun]
            raise
        found = [(each, False) for each in begun]
        if not any(each.stream == latest for each in begun):
            since = int(self._clock()) if self._start == "LATEST" and not begun else None
            beginning = Beginning(worker=self._worker, stream=latest, since=since)
            found.append((beginning, self._checkpoints.begin(beginning)))
        return found

    def _is_ours(self, beginning: Beginning) -> bool:
        return f":table/{self._table.name}/stream/" in beginning.stream

    def _claim(
        self, shard: Shard, place: Place | None, beginning: Beginning, is_new: bool
    ) -> Iterator[tuple[ShardReader, Lease]]:
        lease = self._leases.claim(place or Place(worker=self._worker, stream=shard.stream, shard=shard.id))
        if lease is None:
            return
        reader = ShardReader(self._store, shard, lease.place.after, beginning.since)
        if is_new and beginning.since is not None:
            reader.skip_to_end()
        yield reader, lease


def _done(shard: Shard, places: Mapping[str, Place]) -> bool:
    return shard.id in places and places[shard.id].is_done


def _gone(stream: str, shards: list[Shard], places: Mapping[str, Place]) -> list[Shard]:
    """Shards that were not read to their end before the store let go of them."""
    listed = {shard.id for shard in shards}
    unread = [name for name, place in places.items() if name not in listed and not place.is_done]
    return [Shard(stream, name, None, is_open=False) for name in unread]


def _is_next(shard: Shard, waiting: list[Shard]) -> bool:
    """Whether what comes before it is done."""
    return all(other.id != shard.parent for other in waiting)
