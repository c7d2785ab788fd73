"""DescribeContinuousBackups: whether a table's past can be restored."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.continuous_backups import backed_up_table, description
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, structure

SHAPE = structure("DescribeContinuousBackupsInput", TableName=CONTROL_TABLE_NAME)


def parse(request: Request, catalog: Catalog) -> TableSchema:
    return backed_up_table(request["TableName"], catalog)


def run(table: TableSchema, context: OperationContext) -> Response:
    return {"ContinuousBackupsDescription": description(table, context.clock())}


OPERATION = Operation(SHAPE, parse, run)
