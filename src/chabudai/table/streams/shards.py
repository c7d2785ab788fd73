"""Shards: a table's changes where the store keeps them, shard by shard, each read on from a checkpoint."""

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import NoSuchTable, RequestRefused
from chabudai.table.errors import ChangesTrimmed, StreamMissing, name_both
from chabudai.table.schema.tables import Table

_EXPIRED = "ExpiredIteratorException"
_TRIMMED = "TrimmedDataAccessException"
_LARGEST_PAGE = 1000
_MOST_PAGES_SKIPPED = 100  # a day of a table that changes more than once a second


@dataclass(frozen=True, slots=True)
class Shard:
    """A part of a stream whose changes stand in order; those of its parent come before them."""

    stream: str
    id: str
    parent: str | None
    is_open: bool


def latest_stream(store: Store, table: type[Table]) -> str:
    """The name of the stream that a table has now."""
    name = name_both(table.name, store.stored_name)
    try:
        described = store.call("DescribeTable", {"TableName": table.name})["Table"]
    except NoSuchTable:
        raise StreamMissing(f"the table {name} is not there, and so has no stream: store.create makes it") from None
    arn = described.get("LatestStreamArn")
    if arn is None or not described.get("StreamSpecification", {}).get("StreamEnabled"):
        raise StreamMissing(f"the stream of {name} is not enabled: enable it with the view {table.stream}")
    return str(arn)


def shards_of(store: Store, stream: str) -> list[Shard] | None:
    """Parents before their children; None when the stream is gone, a day after its end."""
    try:
        found = [_shard(stream, raw) for raw in _describe_shards(store, stream)]
    except NoSuchTable:
        return None
    return list(_sort_shards(found))


class ShardReader:
    """Reads a shard on from a checkpoint: behind `after` or from its start, without what is older than `since`."""

    def __init__(self, store: Store, shard: Shard, after: str | None, since: int | None) -> None:
        self._store = store
        self._shard = shard
        self._after = after
        self._since = since
        self._iterator: str | None = None
        self._is_gone = False
        self.is_at_end = False

    def skip_to_end(self) -> str | None:
        """Leave out what is there already; the number of its last change, by which another finds the same place.

        None where there is none, or so much before it that it is not looked for: then `since` tells what that was.
        """
        newest = self._open_iterator("LATEST")
        if self._shard.is_open:
            self._after = self._last_before(None)
            # What happened while it was looked for is behind the end that was asked for, and wanted.
            wanted = self._store.call("GetRecords", {"ShardIterator": newest, "Limit": 1})["Records"]
            if wanted:
                self._after = self._last_before(_sequence_of(wanted[0]))
        self._iterator = newest
        return self._after

    def _last_before(self, end: str | None) -> str | None:
        """The last change before this one, or of all."""
        last: str | None = None
        iterator: str | None = self._open_iterator("TRIM_HORIZON")
        for _ in range(_MOST_PAGES_SKIPPED):
            page = self._store.call("GetRecords", {"ShardIterator": iterator, "Limit": _LARGEST_PAGE})
            for record in page["Records"]:
                if _sequence_of(record) == end:
                    return last
                last = _sequence_of(record)
            iterator = page.get("NextShardIterator")
            if iterator is None or not page["Records"]:
                return last
        return None

    def restart(self) -> None:
        """From the oldest change that the store still has."""
        self._after = self._iterator = None

    def read(self, limit: int) -> list[dict[str, Any]]:
        """The next records, none when there are no more now. ChangesTrimmed when the store let go of some unread."""
        while not self.is_at_end and not self._is_gone:
            records = self._page(limit)
            wanted = [record for record in records if self._is_wanted(record)]
            if wanted or not records:
                return wanted
        self.is_at_end = True
        return []

    def _page(self, limit: int) -> list[dict[str, Any]]:
        try:
            self._iterator = self._iterator or self._open_iterator("TRIM_HORIZON", self._after)
            page = self._store.call("GetRecords", {"ShardIterator": self._iterator, "Limit": limit})
        except RequestRefused as refused:
            self._iterator = None
            if refused.code == _EXPIRED:
                return self._page(limit)
            self._is_gone = isinstance(refused, NoSuchTable)
            if refused.code == _TRIMMED or self._is_gone:
                raise ChangesTrimmed(self._describe_loss()) from None
            raise
        records: list[dict[str, Any]] = page["Records"]
        self._iterator = page.get("NextShardIterator")
        self.is_at_end = self._iterator is None
        if records:
            self._after = _sequence_of(records[-1])
        return records

    def _open_iterator(self, where: str, after: str | None = None) -> str:
        request = {"StreamArn": self._shard.stream, "ShardId": self._shard.id, "ShardIteratorType": where}
        if after is not None:
            request |= {"ShardIteratorType": "AFTER_SEQUENCE_NUMBER", "SequenceNumber": after}
        return str(self._store.call("GetShardIterator", request)["ShardIterator"])

    def _is_wanted(self, record: Mapping[str, Any]) -> bool:
        return self._since is None or record["dynamodb"]["ApproximateCreationDateTime"] >= self._since

    def _describe_loss(self) -> str:
        return f"changes of {self._shard.stream} behind {self._after} were kept for a day, and are gone unread"


def _sequence_of(record: Mapping[str, Any]) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def _describe_shards(store: Store, stream: str) -> Iterator[dict[str, Any]]:
    request: dict[str, Any] = {"StreamArn": stream}
    while True:
        described = store.call("DescribeStream", request)["StreamDescription"]
        yield from described["Shards"]
        last = described.get("LastEvaluatedShardId")
        if last is None:
            return
        request["ExclusiveStartShardId"] = last


def _shard(stream: str, raw: Mapping[str, Any]) -> Shard:
    is_open = raw.get("SequenceNumberRange", {}).get("EndingSequenceNumber") is None
    return Shard(stream, raw["ShardId"], raw.get("ParentShardId"), is_open)


def _sort_shards(shards: list[Shard]) -> Iterator[Shard]:
    listed = {shard.id for shard in shards}
    children: dict[str | None, deque[Shard]] = {}
    for shard in shards:
        children.setdefault(shard.parent if shard.parent in listed else None, deque()).append(shard)
    waiting = children.get(None, deque())
    while waiting:
        shard = waiting.popleft()
        yield shard
        waiting.extend(children.get(shard.id, ()))
