"""GetShardIterator: a place in a stream from which to read on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ResourceNotFound, SerializationFailed, ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.shards import (
    SHARD_ID,
    STREAM_ARN,
    ShardIterator,
    check_arn,
    check_trimmed,
    find_stream,
    sequence_of,
    shard_id,
)
from chabudai.engine.shapes import Text, present, structure
from chabudai.engine.streams import Stream, last_sequence

_END_OF_TIME = 1e15


@dataclass(frozen=True, slots=True)
class TimestampShape:
    """Seconds since 1970, whole or not."""

    @property
    def is_unconstrained(self) -> bool:
        return True

    def read(self, raw: Any, deep: bool) -> float:
        if type(raw) in (int, float) and abs(raw) < _END_OF_TIME:
            return float(raw)
        raise SerializationFailed("A timestamp is a number of seconds since 1970")

    def faults(self, value: float, where: str) -> Sequence[str]:
        return ()


SHAPE = structure(
    "GetShardIteratorInput",
    StreamArn=present(STREAM_ARN),
    ShardId=present(SHARD_ID),
    ShardIteratorType=present(
        Text(choices=("AFTER_SEQUENCE_NUMBER", "LATEST", "AT_TIMESTAMP", "AT_SEQUENCE_NUMBER", "TRIM_HORIZON"))
    ),
    SequenceNumber=Text(min_length=21, max_length=40),
    Timestamp=TimestampShape(),
)

# What each kind of iterator is told beside its kind.
_NEEDS = {
    "AT_SEQUENCE_NUMBER": "SequenceNumber",
    "AFTER_SEQUENCE_NUMBER": "SequenceNumber",
    "AT_TIMESTAMP": "Timestamp",
}


@dataclass(frozen=True, slots=True)
class GetShardIterator:
    arn: str
    shard: str
    kind: str
    sequence: int | None
    moment: float | None


def parse(request: Request, _catalog: Catalog) -> GetShardIterator:
    check_arn(request["StreamArn"])
    kind = request["ShardIteratorType"]
    # That the two must agree is documented, the wording is not.
    for name in ("SequenceNumber", "Timestamp"):
        if _NEEDS.get(kind) == name and name not in request:
            raise ValidationFailed(f"{name} must be specified when ShardIteratorType is {kind}")
        if _NEEDS.get(kind) != name and name in request:
            raise ValidationFailed(f"{name} must not be specified when ShardIteratorType is {kind}")
    number = request.get("SequenceNumber")
    sequence = None if number is None else sequence_of(number)
    return GetShardIterator(request["StreamArn"], request["ShardId"], kind, sequence, request.get("Timestamp"))


def run(asked: GetShardIterator, context: OperationContext) -> Response:
    stream = find_stream(asked.arn, context)
    if asked.shard != shard_id(stream):
        raise ResourceNotFound("Requested resource not found: Shard does not exist")
    position = _position(asked, stream, context)
    return {"ShardIterator": ShardIterator.issue(stream, position, context.clock()).text()}


OPERATION = Operation(SHAPE, parse, run)


def _position(asked: GetShardIterator, stream: Stream, context: OperationContext) -> int:
    newest = last_sequence(context.reader)
    if asked.sequence is not None:
        return _check_sequence(asked.sequence, stream, newest) + (asked.kind == "AFTER_SEQUENCE_NUMBER")
    if asked.kind == "LATEST":
        return max(newest + 1, stream.first)
    oldest = max(stream.first, stream.trimmed + 1)
    return oldest if asked.moment is None else max(oldest, _first_since(asked.moment, stream, newest, context))


def _check_sequence(sequence: int, stream: Stream, newest: int) -> int:
    """The first number of a shard is always good: from there is read what is left."""
    if sequence == stream.first:
        return max(sequence, stream.trimmed + 1)
    if not stream.first < sequence <= newest:
        raise ValidationFailed("Invalid SequenceNumber")
    check_trimmed(sequence, stream)
    return sequence


def _first_since(moment: float, stream: Stream, newest: int, context: OperationContext) -> int:
    if moment > context.clock():
        raise ValidationFailed("Timestamp must not be in the future")
    found = context.reader.one(
        "SELECT sequence FROM stream_records WHERE arn = ? AND created_at >= ? ORDER BY sequence LIMIT 1",
        (stream.arn, moment),
    )
    return newest + 1 if found is None else int(found)
