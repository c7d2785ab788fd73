"""ExecuteStatement: one PartiQL statement, a page of a SELECT or the write of one item."""

from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selection_pages import read_page, resume
from chabudai.engine.operations.selections import Selection, selection_of
from chabudai.engine.operations.statements import (
    PARAMETERS,
    STATEMENT,
    AnalyzedStatement,
    analyze_single_statement,
    check_written_source,
    write_of,
)
from chabudai.engine.operations.writes import ReturnOptions, Write, apply, respond
from chabudai.engine.partiql import continuations, tree
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, Boolean, Integer, Text, present, structure

SHAPE = structure(
    "ExecuteStatementInput",
    Statement=present(STATEMENT),
    Parameters=PARAMETERS,
    ConsistentRead=Boolean(),
    NextToken=Text(min_length=1, max_length=32768),
    ReturnConsumedCapacity=CAPACITY,
    Limit=Integer(minimum=1),
    ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
)
_IMAGES = {
    ("ALL", "OLD"): "ALL_OLD",
    ("ALL", "NEW"): "ALL_NEW",
    ("MODIFIED", "OLD"): "UPDATED_OLD",
    ("MODIFIED", "NEW"): "UPDATED_NEW",
}


@dataclass(frozen=True, slots=True)
class SelectStatement:
    selection: Selection
    first: int
    digest: bytes
    limit: int | None
    capacity: str | None


@dataclass(frozen=True, slots=True)
class WriteStatement:
    write: Write
    returns: ReturnOptions


def parse(request: Request, catalog: Catalog) -> SelectStatement | WriteStatement:
    analyzed = analyze_single_statement(request)
    if isinstance(analyzed.statement, tree.Select):
        return _select_statement(analyzed, analyzed.statement, request, catalog)
    return write_statement(analyzed, request.get("ReturnConsumedCapacity"), catalog)


def run(statement: SelectStatement | WriteStatement, context: OperationContext) -> Response:
    if isinstance(statement, WriteStatement):
        return run_write(statement, context)
    page = read_page(statement.selection, statement.first, statement.limit, context)
    response: Response = {"Items": page.items}
    if page.next is not None:
        response["NextToken"] = continuations.encode(page.next, statement.digest)
    if page.last_key is not None:
        response["LastEvaluatedKey"] = page.last_key
    capacity = _select_capacity(page.capacity, statement.capacity)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    return response


def write_statement(analyzed: AnalyzedStatement, capacity: str | None, catalog: Catalog) -> WriteStatement:
    table = catalog.table(analyzed.statement.source.table)
    check_written_source(analyzed)
    write = write_of(analyzed, table)
    paths = analyzed.update.paths if analyzed.update is not None else ()
    wanted = None if capacity == "NONE" else capacity
    return WriteStatement(write, ReturnOptions(_values(analyzed.statement), paths, wanted))


def run_write(statement: WriteStatement, context: OperationContext) -> Response:
    """What was RETURNING is an item; where nothing is left of it, there is none."""
    written = respond(statement.write, apply(statement.write, context), statement.returns, context)
    response: Response = {"Items": [written["Attributes"]] if "Attributes" in written else []}
    if written.get("ConsumedCapacity") is not None:
        response["ConsumedCapacity"] = written["ConsumedCapacity"]
    return response


def _select_statement(
    analyzed: AnalyzedStatement, select: tree.Select, request: Request, catalog: Catalog
) -> SelectStatement:
    table = catalog.table(select.source.table)
    selection = selection_of(analyzed, select, table, request.get("ConsistentRead", False))
    digest = continuations.request_digest(analyzed.text, analyzed.parameters, table)
    first = 0
    if "NextToken" in request:
        start = continuations.decode(request["NextToken"], digest)
        first, selection = start.read, resume(selection, start)
    return SelectStatement(selection, first, digest, request.get("Limit"), request.get("ReturnConsumedCapacity"))


def _values(statement: tree.Statement) -> str:
    if isinstance(statement, tree.Update | tree.Delete) and statement.returning is not None:
        return _IMAGES[statement.returning.which, statement.returning.image]
    return "NONE"


def _select_capacity(capacity: dict[str, Any], detail: str | None) -> dict[str, Any] | None:
    if detail == "INDEXES":
        return capacity
    if detail == "TOTAL":
        return {name: capacity[name] for name in ("TableName", "CapacityUnits")}
    return None


def _is_written(statement: SelectStatement | WriteStatement) -> bool:
    return isinstance(statement, WriteStatement)


OPERATION = Operation(SHAPE, parse, run, writes=_is_written, quick=False)
