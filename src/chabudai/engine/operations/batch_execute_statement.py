"""BatchExecuteStatement: up to 25 PartiQL statements, each on its own, all reads of one item or all writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import DynamoDBError, ValidationFailed
from chabudai.engine.operations import get_item
from chabudai.engine.operations.execute_statement import Writing, run_write, writing
from chabudai.engine.operations.get_item import GetItem
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selections import selection_of
from chabudai.engine.operations.statements import PARAMETERS, STATEMENT, Understood, understand_alone
from chabudai.engine.operations.transactions import reason_of
from chabudai.engine.partiql import tree
from chabudai.engine.session import Session
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, Flag, ListOf, present, structure
from chabudai.engine.storage.sqlite import StaleSchema

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
    with session.reader.snapshot():
        if session.reader.generation() != session.catalog.generation:
            # No refusal would show it, since each is told in the place of its statement.
            raise StaleSchema
        responses = [_answer(understood, asked, batch.capacity, session) for asked, understood in batch.statements]
    consumed = [each.pop("ConsumedCapacity") for each in responses if "ConsumedCapacity" in each]
    response: Response = {"Responses": responses}
    if batch.capacity in ("TOTAL", "INDEXES"):
        response["ConsumedCapacity"] = consumed
    return response


def _understood(asked: Mapping[str, Any]) -> Understood | DynamoDBError:
    try:
        return understand_alone(asked)
    except ValidationFailed as error:
        return error


def _answer(
    understood: Understood | DynamoDBError, asked: Mapping[str, Any], capacity: str | None, session: Session
) -> dict[str, Any]:
    if isinstance(understood, DynamoDBError):
        return {"Error": reason_of(understood)}
    try:
        if isinstance(understood.statement, tree.Select):
            return _selected(understood, understood.statement, asked.get("ConsistentRead", False), capacity, session)
        statement = writing(understood, capacity, session.catalog)
    except DynamoDBError as error:
        return {"Error": reason_of(error)}
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
    get = GetItem(table, key, understood.columns, consistent, capacity)
    return {"TableName": table.name, **get_item.run(get, session)}


def _written(statement: Writing, session: Session) -> dict[str, Any]:
    """A statement that fails once it has reached its table still names it."""
    response: dict[str, Any] = {"TableName": statement.write.table.name}
    try:
        written = run_write(statement, session)
    except DynamoDBError as error:
        return response | {"Error": reason_of(error)}
    if written["Items"]:
        response["Item"] = written["Items"][0]
    if "ConsumedCapacity" in written:
        response["ConsumedCapacity"] = written["ConsumedCapacity"]
    return response


def _is_written(batch: BatchExecuteStatement) -> bool:
    return any(isinstance(each, Understood) and not each.is_read for _, each in batch.statements)


OPERATION = Operation(SHAPE, parse, run, writes=_is_written, quick=False)
