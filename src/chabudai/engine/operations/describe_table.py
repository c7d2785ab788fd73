"""DescribeTable: a table's design and state."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.table_description import describe
from chabudai.engine.operations.table_sizes import sizes_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, structure

SHAPE = structure("DescribeTableInput", TableName=CONTROL_TABLE_NAME)


def parse(request: Request, catalog: Catalog) -> TableSchema:
    return catalog.described_table(request["TableName"])


def run(table: TableSchema, context: OperationContext) -> Response:
    with context.reader.snapshot():
        sizes = sizes_of(table, context)
    return {"Table": describe(table, sizes, context.catalog.identity, context.clock())}


OPERATION = Operation(SHAPE, parse, run)
