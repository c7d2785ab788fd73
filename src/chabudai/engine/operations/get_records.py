"""GetRecords: what was changed, in order, from an iterator on."""

from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.shards import ShardIterator, find_stream, sequence_number
from chabudai.engine.shapes import Integer, Text, present, structure
from chabudai.engine.streams import Stream
from chabudai.items import jsontext
from chabudai.items.sizes import MAX_PAGE

MOST_RECORDS = 1000
SHAPE = structure(
    "GetRecordsInput",
    ShardIterator=present(Text(min_length=1, max_length=2048)),
    Limit=Integer(minimum=1, maximum=MOST_RECORDS),
)


@dataclass(frozen=True, slots=True)
class GetRecords:
    iterator: ShardIterator
    limit: int


def parse(request: Request, _catalog: Catalog) -> GetRecords:
    return GetRecords(ShardIterator.read(request["ShardIterator"]), request.get("Limit", MOST_RECORDS))


def run(reading: GetRecords, context: OperationContext) -> Response:
    iterator = reading.iterator
    stream = find_stream(iterator.arn, context)
    iterator.check(stream, context.clock())
    found, is_end = _read(iterator, reading.limit, context)
    response: Response = {"Records": [_record(row, stream, context.catalog.identity.region) for row in found]}
    if stream.is_open or not is_end:
        position = found[-1][0] + 1 if found else iterator.position
        response["NextShardIterator"] = ShardIterator.issue(stream, position, context.clock()).text()
    return response


OPERATION = Operation(SHAPE, parse, run)

Row = tuple[int, float, bytes]


def _read(iterator: ShardIterator, limit: int, context: OperationContext) -> tuple[list[Row], bool]:
    """As many records as are asked for and make no more than a megabyte; whether they are the last."""
    cursor = context.reader.execute(
        "SELECT sequence, created_at, record FROM stream_records WHERE arn = ? AND sequence >= ? ORDER BY sequence",
        (iterator.arn, iterator.position),
    )
    found: list[Row] = []
    size = 0
    try:
        for row in cursor:
            size += len(row[2])
            if len(found) == limit or (found and size > MAX_PAGE):
                return found, False
            found.append(row)
    finally:
        cursor.close()
    return found, True


def _record(row: Row, stream: Stream, region: str) -> dict[str, Any]:
    sequence, created_at, encoded = row
    stored = jsontext.loads(encoded)
    number = sequence_number(sequence)
    record = {
        "eventID": blake2b(f"{stream.arn}|{number}".encode(), digest_size=16).hexdigest(),
        "eventName": stored["eventName"],
        "eventVersion": "1.1",
        "eventSource": "aws:dynamodb",
        "awsRegion": region,
        "dynamodb": {
            # DynamoDB tells the time of a change in whole seconds.
            "ApproximateCreationDateTime": int(created_at),
            **stored["dynamodb"],
            "SequenceNumber": number,
            "StreamViewType": stream.view,
        },
    }
    if "userIdentity" in stored:
        record["userIdentity"] = stored["userIdentity"]
    return record
