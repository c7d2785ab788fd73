"""ExecuteStatement: one PartiQL statement, a page of a SELECT or the write of one item."""

from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selection_pages import read_page, resume
from chabudai.engine.operations.selections import Selection, selection_of
from chabudai.engine.operations.statements import (
    PARAMETERS,
    STATEMENT,
    Understood,
    check_written_source,
    understand_alone,
    write_of,
)
from chabudai.engine.operations.writes import Returns, Write, apply, respond
from chabudai.engine.partiql import continuations, tree
from chabudai.engine.session import Session
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, Flag, Text, Whole, present, structure

SHAPE = structure(
    "ExecuteStatementInput",
    Statement=present(STATEMENT),
    Parameters=PARAMETERS,
    ConsistentRead=Flag(),
    NextToken=Text(shortest=1, longest=32768),
    ReturnConsumedCapacity=CAPACITY,
    Limit=Whole(least=1),
    ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
)
_IMAGES = {
    ("ALL", "OLD"): "ALL_OLD",
    ("ALL", "NEW"): "ALL_NEW",
    ("MODIFIED", "OLD"): "UPDATED_OLD",
    ("MODIFIED", "NEW"): "UPDATED_NEW",
}


@dataclass(frozen=True, slots=True)
class Selecting:
    selection: Selection
    first: int
    digest: bytes
    limit: int | None
    capacity: str | None


@dataclass(frozen=True, slots=True)
class Writing:
    write: Write
    returns: Returns


def parse(request: Request, catalog: Catalog) -> Selecting | Writing:
    understood = understand_alone(request)
    if isinstance(understood.statement, tree.Select):
        return _selecting(understood, understood.statement, request, catalog)
    return writing(understood, request.get("ReturnConsumedCapacity"), catalog)


def run(statement: Selecting | Writing, session: Session) -> Response:
    if isinstance(statement, Writing):
        return run_write(statement, session)
    page = read_page(statement.selection, statement.first, statement.limit, session)
    response: Response = {"Items": page.items}
    if page.next is not None:
        response["NextToken"] = continuations.encode(page.next, statement.digest)
    if page.last_key is not None:
        response["LastEvaluatedKey"] = page.last_key
    capacity = _shown(page.capacity, statement.capacity)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    return response


def writing(understood: Understood, capacity: str | None, catalog: Catalog) -> Writing:
    table = catalog.table(understood.statement.source.table)
    check_written_source(understood)
    write = write_of(understood, table)
    paths = understood.update.paths if understood.update is not None else ()
    wanted = None if capacity == "NONE" else capacity
    return Writing(write, Returns(_values(understood.statement), paths, wanted))


def run_write(writing: Writing, session: Session) -> Response:
    """What was RETURNING is an item; where nothing is left of it, there is none."""
    told = respond(writing.write, apply(writing.write, session), writing.returns, session)
    response: Response = {"Items": [told["Attributes"]] if "Attributes" in told else []}
    if told.get("ConsumedCapacity") is not None:
        response["ConsumedCapacity"] = told["ConsumedCapacity"]
    return response


def _selecting(understood: Understood, select: tree.Select, request: Request, catalog: Catalog) -> Selecting:
    table = catalog.table(select.source.table)
    selection = selection_of(understood, select, table, request.get("ConsistentRead", False))
    digest = continuations.request_digest(understood.text, understood.parameters, table)
    first = 0
    if "NextToken" in request:
        start = continuations.decode(request["NextToken"], digest)
        first, selection = start.read, resume(selection, start)
    return Selecting(selection, first, digest, request.get("Limit"), request.get("ReturnConsumedCapacity"))


def _values(statement: tree.Statement) -> str:
    if isinstance(statement, tree.Update | tree.Delete) and statement.returning is not None:
        return _IMAGES[statement.returning.which, statement.returning.image]
    return "NONE"


def _shown(capacity: dict[str, Any], detail: str | None) -> dict[str, Any] | None:
    if detail == "INDEXES":
        return capacity
    if detail == "TOTAL":
        return {name: capacity[name] for name in ("TableName", "CapacityUnits")}
    return None


def _is_written(statement: Selecting | Writing) -> bool:
    return isinstance(statement, Writing)


OPERATION = Operation(SHAPE, parse, run, writes=_is_written, quick=False)
