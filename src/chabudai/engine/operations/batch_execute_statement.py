"""BatchExecuteStatement: up to 25 PartiQL statements, each on its own, all reads of one item or all writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.engine import jsontext
from chabudai.engine.capacity import Tally, read_units
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import DynamoDBError, ValidationFailed
from chabudai.engine.operations.execute_statement import Writing, run_write, writing
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selections import selection_of
from chabudai.engine.operations.statements import (
    ONLY_IN_TRANSACTIONS,
    PARAMETERS,
    STATEMENT,
    Understood,
    admit_parameters,
    understand,
)
from chabudai.engine.partiql import tree
from chabudai.engine.session import Session
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, Flag, ListOf, present, structure

SHAPE = structure(
    "BatchExecuteStatementInput",
    Statements=present(
        ListOf(
            structure(
                "BatchStatementRequest",
                is_field=False,
                Statement=present(STATEMENT),
                Parameters=PARAMETERS,
                ConsistentRead=Flag(),
                ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
            ),
            shortest=1,
            longest=25,
        )
    ),
    ReturnConsumedCapacity=CAPACITY,
)
_CODES = {
    "ConditionalCheckFailedException": "ConditionalCheckFailed",
    "DuplicateItemException": "DuplicateItem",
    "ResourceNotFoundException": "ResourceNotFound",
}
_NOT_BY_KEY = "Select statements within BatchExecuteStatement must specify the primary key in the where clause."
# The documentation forbids the mixture; the wording is ExecuteTransaction's.
_MIXED = "BatchExecuteStatement API does not support both read and write operations in the same request."


@dataclass(frozen=True, slots=True)
class BatchExecuteStatement:
    """Each statement with what it was understood as, or with why it was not."""

    statements: tuple[tuple[Mapping[str, Any], Understood | DynamoDBError], ...]
    capacity: str | None


def parse(request: Request, _catalog: Catalog) -> BatchExecuteStatement:
    statements = tuple((asked, _understood(asked)) for asked in request["Statements"])
    kinds = {each.is_read for _, each in statements if isinstance(each, Understood)}
    if len(kinds) > 1:
        raise ValidationFailed(_MIXED)
    return BatchExecuteStatement(statements, request.get("ReturnConsumedCapacity"))


def run(batch: BatchExecuteStatement, session: Session) -> Response:
    """Tables are looked up here and not in `parse`: a missing one fails its own statement only."""
    responses: list[dict[str, Any]] = []
    consumed: list[dict[str, Any]] = []
    for asked, understood in batch.statements:
        if isinstance(understood, DynamoDBError):
            responses.append({"Error": _error(understood)})
            continue
        answer = _answer(understood, asked, batch.capacity, session)
        capacity = answer.pop("ConsumedCapacity", None)
        if capacity is not None:
            consumed.append(capacity)
        responses.append(answer)
    response: Response = {"Responses": responses}
    if batch.capacity in ("TOTAL", "INDEXES"):
        response["ConsumedCapacity"] = consumed
    return response


def _understood(asked: Mapping[str, Any]) -> Understood | DynamoDBError:
    try:
        understood = understand(asked, admit_parameters(asked))
        if isinstance(understood.statement, tree.Exists):
            raise ValidationFailed(ONLY_IN_TRANSACTIONS)
        return understood
    except ValidationFailed as error:
        return error


def _answer(understood: Understood, asked: Mapping[str, Any], capacity: str | None, session: Session) -> dict[str, Any]:
    try:
        if isinstance(understood.statement, tree.Select):
            return _selected(understood, understood.statement, asked.get("ConsistentRead", False), capacity, session)
        statement = writing(understood, capacity, session.catalog)
    except DynamoDBError as error:
        return {"Error": _error(error)}
    return _written(statement, session)


def _selected(
    understood: Understood, select: tree.Select, consistent: bool, capacity: str | None, session: Session
) -> dict[str, Any]:
    table = session.catalog.table(select.source.table)
    if select.source.index is not None:
        raise ValidationFailed(_NOT_BY_KEY)
    key = selection_of(understood, select, table, consistent).single_key
    if key is None:
        raise ValidationFailed(_NOT_BY_KEY)
    row = session.reader.get(table.id, key)
    response: dict[str, Any] = {"TableName": table.name}
    if row is not None:
        columns = understood.columns
        response["Item"] = columns.project(jsontext.loads(row[0])) if columns else session.present((row[0],))[0]
    tally = Tally(table)
    tally.add(read_units(row[1] if row else 0, consistent))
    return response | {"ConsumedCapacity": tally.report(capacity)}


def _written(statement: Writing, session: Session) -> dict[str, Any]:
    """A statement that fails once it has reached its table still names it."""
    response: dict[str, Any] = {"TableName": statement.write.table.name}
    try:
        written = run_write(statement, session)
    except DynamoDBError as error:
        return response | {"Error": _error(error)}
    if written["Items"]:
        response["Item"] = written["Items"][0]
    return response | {"ConsumedCapacity": written.get("ConsumedCapacity")}


def _error(error: DynamoDBError) -> dict[str, Any]:
    return {"Code": _CODES.get(error.code, "ValidationError"), "Message": error.message, **error.fields}


OPERATION = Operation(SHAPE, parse, run, writes=True, quick=True)
