"""DeleteTable: a table goes with its items and tags; its stream stays readable for a day."""

from chabudai.engine import streams
from chabudai.engine.catalog import Catalog, remove_table
from chabudai.engine.errors import ResourceInUse, ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.table_description import describe_deleted
from chabudai.engine.operations.table_sizes import totals_of
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, structure
from chabudai.engine.storage import rows

SHAPE = structure("DeleteTableInput", TableName=CONTROL_TABLE_NAME)


def parse(request: Request, catalog: Catalog) -> TableSchema:
    table = catalog.described_table(request["TableName"])
    if table.is_protected:
        raise ValidationFailed(
            "Resource cannot be deleted as it is currently protected against deletion."
            " Disable deletion protection first."
        )
    if any(index.status == "CREATING" for index in table.indexes):
        raise ResourceInUse(
            "Attempt to change a resource which is still in use: Cannot delete table while indexes are being created,"
            " updated, or deleted."
        )
    return table


def run(table: TableSchema, context: OperationContext) -> Response:
    described = describe_deleted(table, totals_of(table, context), context.catalog.identity, context.clock())
    streams.disable(context, table)
    context.writer.script(rows.drop(table.id))
    remove_table(context.writer, table)
    return {"TableDescription": described}


OPERATION = Operation(SHAPE, parse, run, writes=always)
