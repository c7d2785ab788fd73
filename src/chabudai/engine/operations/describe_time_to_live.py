"""DescribeTimeToLive: whether items expire, and by which attribute."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, structure

SHAPE = structure("DescribeTimeToLiveInput", TableName=CONTROL_TABLE_NAME)


def parse(request: Request, catalog: Catalog) -> TableSchema:
    return catalog.described_table(request["TableName"])


def run(table: TableSchema, _session: OperationContext) -> Response:
    if table.expiry is None:
        return {"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}
    return {"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED", "AttributeName": table.expiry}}


OPERATION = Operation(SHAPE, parse, run)
