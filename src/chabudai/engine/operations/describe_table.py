"""DescribeTable: a table's design and state."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.table_description import describe
from chabudai.engine.operations.table_sizes import sizes_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.session import Session
from chabudai.engine.shapes import CONTROL_TABLE_NAME, structure

SHAPE = structure("DescribeTableInput", TableName=CONTROL_TABLE_NAME)


def parse(request: Request, catalog: Catalog) -> TableSchema:
    return catalog.described_table(request["TableName"])


def run(table: TableSchema, session: Session) -> Response:
    with session.reader.snapshot():
        sizes = sizes_of(table, session)
    return {"Table": describe(table, sizes, session.catalog.identity, session.clock())}


OPERATION = Operation(SHAPE, parse, run)
