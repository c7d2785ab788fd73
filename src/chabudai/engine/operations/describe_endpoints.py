"""DescribeEndpoints: where to call, and for how many minutes that holds."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.shapes import structure

SHAPE = structure("DescribeEndpointsRequest")
_A_DAY = 24 * 60


def parse(_request: Request, _catalog: Catalog) -> None:
    return None


def run(_parsed: None, context: OperationContext) -> Response:
    address = f"dynamodb.{context.catalog.identity.region}.amazonaws.com"
    return {"Endpoints": [{"Address": address, "CachePeriodInMinutes": _A_DAY}]}


OPERATION = Operation(SHAPE, parse, run, quick=True)
