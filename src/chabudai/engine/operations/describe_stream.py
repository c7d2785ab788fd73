"""DescribeStream: a stream's table, view and state, and the one shard that holds all its records."""

from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.shards import SHARD_ID, STREAM_ARN, check_arn, find_stream, sequence_number, shard_id
from chabudai.engine.shapes import Integer, Text, present, structure
from chabudai.engine.streams import Stream

SHAPE = structure(
    "DescribeStreamInput",
    StreamArn=present(STREAM_ARN),
    Limit=Integer(minimum=1, maximum=100),
    ExclusiveStartShardId=SHARD_ID,
    ShardFilter=structure("ShardFilter", Type=Text(choices=("CHILD_SHARDS",)), ShardId=SHARD_ID),
)


@dataclass(frozen=True, slots=True)
class DescribeStream:
    arn: str
    after: str
    is_of_children: bool
    """Asks for the shards that another one was split into; ours never is."""


def parse(request: Request, _catalog: Catalog) -> DescribeStream:
    check_arn(request["StreamArn"])
    return DescribeStream(
        request["StreamArn"], request.get("ExclusiveStartShardId", ""), bool(request.get("ShardFilter"))
    )


def run(describing: DescribeStream, context: OperationContext) -> Response:
    stream = find_stream(describing.arn, context)
    shard = _shard(stream)
    is_listed = shard["ShardId"] > describing.after and not describing.is_of_children
    return {
        "StreamDescription": {
            "StreamArn": stream.arn,
            "StreamLabel": stream.label,
            "StreamStatus": "ENABLED" if stream.is_open else "DISABLED",
            "StreamViewType": stream.view,
            "CreationRequestDateTime": stream.created_at,
            "TableName": stream.table,
            "KeySchema": stream.keys,
            "Shards": [shard] if is_listed else [],
        }
    }


OPERATION = Operation(SHAPE, parse, run)


def _shard(stream: Stream) -> dict[str, Any]:
    sequences = {"StartingSequenceNumber": sequence_number(stream.first)}
    if stream.last is not None:
        sequences["EndingSequenceNumber"] = sequence_number(stream.last)
    return {"ShardId": shard_id(stream), "SequenceNumberRange": sequences}
