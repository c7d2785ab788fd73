"""ListTables: names in order, a page at a time."""

from dataclasses import dataclass

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.shapes import INDEX_NAME, Integer, structure

SHAPE = structure("ListTablesInput", ExclusiveStartTableName=INDEX_NAME, Limit=Integer(minimum=1, maximum=100))


@dataclass(frozen=True, slots=True)
class ListTables:
    after: str
    limit: int


def parse(request: Request, _catalog: Catalog) -> ListTables:
    return ListTables(request.get("ExclusiveStartTableName", ""), request.get("Limit", 100))


def run(listing: ListTables, context: OperationContext) -> Response:
    names = sorted(name for name in context.catalog.tables if name > listing.after)
    page = names[: listing.limit]
    return {"TableNames": page} | ({"LastEvaluatedTableName": page[-1]} if len(page) < len(names) else {})


OPERATION = Operation(SHAPE, parse, run)
