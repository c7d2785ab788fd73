"""ListTagsOfResource: a table's labels, always on one page, since fifty are the most."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.tag_sets import check_arn, tagged_table
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import Text, present, structure

SHAPE = structure("ListTagsOfResourceInput", ResourceArn=present(Text()), NextToken=Text())


def parse(request: Request, catalog: Catalog) -> TableSchema:
    check_arn(request["ResourceArn"], catalog)
    return tagged_table(request["ResourceArn"], catalog)


def run(table: TableSchema, _session: OperationContext) -> Response:
    return {"Tags": [{"Key": key, "Value": value} for key, value in table.tags.items()]}


OPERATION = Operation(SHAPE, parse, run)
