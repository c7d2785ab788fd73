"""ListStreams: the streams of a table, or of all, also those that are disabled or whose table is gone."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ResourceNotFound
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.shards import STREAM_ARN, check_arn
from chabudai.engine.shapes import Integer, ResourceName, structure

SHAPE = structure(
    "ListStreamsInput",
    TableName=ResourceName(),
    Limit=Integer(minimum=1, maximum=100),
    ExclusiveStartStreamArn=STREAM_ARN,
)


@dataclass(frozen=True, slots=True)
class ListStreams:
    table: str | None
    after: str
    limit: int


def parse(request: Request, catalog: Catalog) -> ListStreams:
    after = request.get("ExclusiveStartStreamArn")
    if after is not None:
        check_arn(after)
    name = request.get("TableName")
    table = None if name is None else catalog.plain_name(name)
    return ListStreams(table, after or "", request.get("Limit", 100))


def run(listing: ListStreams, context: OperationContext) -> Response:
    _check_known(listing, context)
    found = context.reader.all(
        "SELECT arn, table_name FROM streams WHERE arn > ? AND (?2 IS NULL OR table_name = ?2) ORDER BY arn LIMIT ?",
        (listing.after, listing.table, listing.limit + 1),
    )
    page = [
        {"StreamArn": arn, "TableName": table, "StreamLabel": arn.rpartition("/")[2]}
        for arn, table in found[: listing.limit]
    ]
    response: Response = {"Streams": page}
    if len(found) > listing.limit:
        response["LastEvaluatedStreamArn"] = page[-1]["StreamArn"]
    return response


OPERATION = Operation(SHAPE, parse, run)


def _check_known(listing: ListStreams, context: OperationContext) -> None:
    """A deleted table is known for as long as it has a stream."""
    if listing.table is None or listing.table in context.catalog.tables:
        return
    if context.reader.one("SELECT 1 FROM streams WHERE table_name = ? LIMIT 1", (listing.table,)) is None:
        raise ResourceNotFound(f"Requested resource not found: Table: {listing.table} not found")
