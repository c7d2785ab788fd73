"""BatchExecuteStatement: up to 25 PartiQL statements, each on its own, all reads of one item or all writes."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import DynamoDBError, ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations import get_item
from chabudai.engine.operations.execute_statement import WriteStatement, run_write, write_statement
from chabudai.engine.operations.get_item import GetItem
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selections import selection_of
from chabudai.engine.operations.statements import PARAMETERS, STATEMENT, AnalyzedStatement, analyze_single_statement
from chabudai.engine.operations.transactions import reason_of
from chabudai.engine.partiql import tree
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, Boolean, ListOf, present, structure
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
                ConsistentRead=Boolean(),
                ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
            ),
            min_length=1,
            max_length=25,
        )
    ),
    ReturnConsumedCapacity=CAPACITY,
)
_NOT_BY_KEY = "Select statements within BatchExecuteStatement must specify the primary key in the where clause."
# The documentation forbids the mixture; the wording is ExecuteTransaction's.
_MIXED = "BatchExecuteStatement API does not support both read and write operations in the same request."


@dataclass(frozen=True, slots=True)
class BatchExecuteStatement:
    """Each statement with its analysis, or with why it has none."""

    statements: tuple[tuple[Mapping[str, Any], AnalyzedStatement | DynamoDBError], ...]
    capacity: str | None


def parse(request: Request, _catalog: Catalog) -> BatchExecuteStatement:
    statements = tuple((asked, _analyze(asked)) for asked in request["Statements"])
    kinds = {each.is_read for _, each in statements if isinstance(each, AnalyzedStatement)}
    if len(kinds) > 1:
        raise ValidationFailed(_MIXED)
    return BatchExecuteStatement(statements, request.get("ReturnConsumedCapacity"))


def run(batch: BatchExecuteStatement, context: OperationContext) -> Response:
    """Tables are looked up here and not in `parse`: a missing one fails its own statement only."""
    with context.reader.snapshot():
        if context.reader.generation() != context.catalog.generation:
            # No refusal would show it, since each is told in the place of its statement.
            raise StaleSchema
        responses = [_answer(analyzed, asked, batch.capacity, context) for asked, analyzed in batch.statements]
    consumed = [each.pop("ConsumedCapacity") for each in responses if "ConsumedCapacity" in each]
    response: Response = {"Responses": responses}
    if batch.capacity in ("TOTAL", "INDEXES"):
        response["ConsumedCapacity"] = consumed
    return response


def _analyze(asked: Mapping[str, Any]) -> AnalyzedStatement | DynamoDBError:
    try:
        return analyze_single_statement(asked)
    except ValidationFailed as error:
        return error


def _answer(
    analyzed: AnalyzedStatement | DynamoDBError,
    asked: Mapping[str, Any],
    capacity: str | None,
    context: OperationContext,
) -> dict[str, Any]:
    if isinstance(analyzed, DynamoDBError):
        return {"Error": reason_of(analyzed)}
    try:
        if isinstance(analyzed.statement, tree.Select):
            return _select(analyzed, analyzed.statement, asked.get("ConsistentRead", False), capacity, context)
        statement = write_statement(analyzed, capacity, context.catalog)
    except DynamoDBError as error:
        return {"Error": reason_of(error)}
    return _write(statement, context)


def _select(
    analyzed: AnalyzedStatement, select: tree.Select, consistent: bool, capacity: str | None, context: OperationContext
) -> dict[str, Any]:
    table = context.catalog.table(select.source.table)
    if select.source.index is not None:
        raise ValidationFailed(_NOT_BY_KEY)
    key = selection_of(analyzed, select, table, consistent).single_key
    if key is None:
        raise ValidationFailed(_NOT_BY_KEY)
    get = GetItem(table, key, analyzed.columns, consistent, capacity)
    return {"TableName": table.name, **get_item.run(get, context)}


def _write(statement: WriteStatement, context: OperationContext) -> dict[str, Any]:
    """A statement that fails once it has reached its table still names it."""
    response: dict[str, Any] = {"TableName": statement.write.table.name}
    try:
        written = run_write(statement, context)
    except DynamoDBError as error:
        return response | {"Error": reason_of(error)}
    if written["Items"]:
        response["Item"] = written["Items"][0]
    if "ConsumedCapacity" in written:
        response["ConsumedCapacity"] = written["ConsumedCapacity"]
    return response


def _is_written(batch: BatchExecuteStatement) -> bool:
    return any(isinstance(each, AnalyzedStatement) and not each.is_read for _, each in batch.statements)


OPERATION = Operation(SHAPE, parse, run, writes=_is_written, quick=False)
