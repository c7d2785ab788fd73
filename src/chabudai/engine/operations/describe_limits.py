"""DescribeLimits: an account's capacity quotas, those that AWS gives a new account."""

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.shapes import structure

SHAPE = structure("DescribeLimitsInput")


def parse(_request: Request, _catalog: Catalog) -> None:
    return None


def run(_parsed: None, _session: OperationContext) -> Response:
    return {
        "AccountMaxReadCapacityUnits": 80_000,
        "AccountMaxWriteCapacityUnits": 80_000,
        "TableMaxReadCapacityUnits": 40_000,
        "TableMaxWriteCapacityUnits": 40_000,
    }


OPERATION = Operation(SHAPE, parse, run, quick=True)
