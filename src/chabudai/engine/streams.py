"""A table's stream: a record of every change, kept for a day in the order of the commits."""

import secrets
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from typing import Any, Self

from chabudai.engine.operation_context import OperationContext
from chabudai.engine.schema import StreamSetting, StreamView, TableSchema
from chabudai.engine.storage.sqlite import StorageReader, StorageWriter
from chabudai.engine.values import Item, equal
from chabudai.items import jsontext
from chabudai.items.sizes import item_size

SERVICE_IDENTITY = {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
RETENTION_SECONDS = 24 * 60 * 60
_TRIM_BATCH = 500


@dataclass(frozen=True, slots=True)
class Stream:
    """What is kept of a stream beside its records; it outlives its table, and its being enabled, by a day."""

    arn: str
    table: str
    label: str
    view: StreamView
    keys: list[dict[str, str]]
    created_at: float
    first: int
    """No record of this stream has a lower sequence number."""
    secret: str
    """Signs the stream's iterators, in whichever process they are made."""
    trimmed: int = 0
    """The sequence number of the last record that was removed for its age."""
    last: int | None = None
    """The highest sequence number of a stream that takes no more records."""

    @property
    def is_open(self) -> bool:
        return self.last is None

    @classmethod
    def load(cls, reader: StorageReader, arn: str) -> Self | None:
        stored = reader.one("SELECT definition FROM streams WHERE arn = ?", (arn,))
        return None if stored is None else cls(**jsontext.loads(stored))

    def save(self, writer: StorageWriter, closed_at: float | None) -> None:
        writer.execute(
            "INSERT INTO streams (arn, table_name, definition, closed_at) VALUES (?, ?, ?, ?)"
            " ON CONFLICT (arn) DO UPDATE SET definition = excluded.definition,"
            " closed_at = coalesce(excluded.closed_at, closed_at)",
            (self.arn, self.table, jsontext.dumps(asdict(self)), closed_at),
        )


def enable(context: OperationContext, table: TableSchema, view: StreamView) -> TableSchema:
    """The table with a new stream, which keeps records from now on."""
    writer = context.writer
    now = context.clock()
    label = _label(now)
    while Stream.load(writer, context.catalog.identity.stream_arn(table.name, label)) is not None:
        now += 0.001
        label = _label(now)
    Stream(
        arn=context.catalog.identity.stream_arn(table.name, label),
        table=table.name,
        label=label,
        view=view,
        keys=table.keys.description(),
        created_at=now,
        first=last_sequence(writer) + 1,
        secret=secrets.token_hex(16),
    ).save(writer, closed_at=None)
    return table.with_(stream=StreamSetting(label, view, enabled=True))


def disable(context: OperationContext, table: TableSchema) -> TableSchema:
    """The table without an enabled stream; what the stream holds stays readable for a day."""
    setting = table.stream
    if setting is None or not setting.enabled:
        return table
    stream = Stream.load(context.writer, context.catalog.identity.stream_arn(table.name, setting.label))
    if stream is not None:
        newest = context.writer.one("SELECT max(sequence) FROM stream_records WHERE arn = ?", (stream.arn,))
        last = max(newest or 0, stream.first, stream.trimmed)
        replace(stream, last=last).save(context.writer, closed_at=context.clock())
    return table.with_(stream=replace(setting, enabled=False))


def last_sequence(reader: StorageReader) -> int:
    """The sequence number of the newest record of any stream."""
    return reader.one("SELECT seq FROM sqlite_sequence WHERE name = 'stream_records'") or 0


def append(context: OperationContext, table: TableSchema, old: Item | None, new: Item | None, by_service: bool) -> None:
    """Record a change in the writing transaction itself. A write that changes nothing leaves no record, as on AWS."""
    stream = table.stream
    if stream is None or not stream.enabled or (old is not None and new is not None and _same(old, new)):
        return
    images: dict[str, Any] = {"Keys": table.key_attributes(new or old or {})}
    if new is not None and stream.view in ("NEW_IMAGE", "NEW_AND_OLD_IMAGES"):
        images["NewImage"] = new
    if old is not None and stream.view in ("OLD_IMAGE", "NEW_AND_OLD_IMAGES"):
        images["OldImage"] = old
    record = {
        "eventName": "INSERT" if old is None else "REMOVE" if new is None else "MODIFY",
        "dynamodb": images | {"SizeBytes": sum(map(item_size, images.values()))},
    }
    if by_service:
        record["userIdentity"] = SERVICE_IDENTITY
    context.writer.execute(
        "INSERT INTO stream_records (arn, created_at, record) VALUES (?, ?, ?)",
        (context.catalog.identity.stream_arn(table.name, stream.label), context.clock(), jsontext.dumps(record)),
    )


def trim(context: OperationContext) -> bool:
    """Remove one batch of records that are older than a day; whether there may be more."""
    writer = context.writer
    # Records stand in the order of their making: the first young one ends the search.
    batch = writer.all("SELECT sequence, arn, created_at FROM stream_records ORDER BY sequence LIMIT ?", (_TRIM_BATCH,))
    oldest_kept = context.clock() - RETENTION_SECONDS
    gone: dict[str, int] = {}
    last = 0
    for sequence, arn, created_at in batch:
        if created_at >= oldest_kept:
            break
        gone[arn] = last = sequence
    if not last:
        return False
    for arn, sequence in gone.items():
        stream = Stream.load(writer, arn)
        if stream is not None:
            replace(stream, trimmed=sequence).save(writer, closed_at=None)
    writer.execute("DELETE FROM stream_records WHERE sequence <= ?", (last,))
    return bool(last == batch[-1][0])


def _same(old: Item, new: Item) -> bool:
    return old.keys() == new.keys() and all(equal(value, new[name]) for name, value in old.items())


def _label(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3]
