"""ExecuteTransaction: up to a hundred PartiQL statements, all or none; reads of one item each, or writes and checks."""

from collections.abc import Sequence
from typing import Any

from chabudai.engine import tokens
from chabudai.engine.catalog import Catalog
from chabudai.engine.errors import ResourceNotFound, ValidationFailed
from chabudai.engine.keys import NO_MATCH
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations import transact_get_items, transact_write_items
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selections import selection_of
from chabudai.engine.operations.statements import (
    PARAMETERS,
    STATEMENT,
    AnalyzedStatement,
    analyze_statement,
    check_written_source,
    normalize_parameters,
    transaction_write_of,
)
from chabudai.engine.operations.transact_get_items import Get, TransactGetItems
from chabudai.engine.operations.transact_write_items import TransactWriteItems
from chabudai.engine.operations.transactions import (
    MAX_ACTIONS,
    PASSED,
    check_distinct,
    check_passed,
    check_size,
    reason_of,
)
from chabudai.engine.operations.writes import Write
from chabudai.engine.partiql import tree
from chabudai.engine.partiql.decomposition import KeyTypeMismatch, extract_key
from chabudai.engine.schema import TableSchema
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, ListOf, Text, present, structure
from chabudai.items.sizes import item_size

SHAPE = structure(
    "ExecuteTransactionInput",
    TransactStatements=present(
        ListOf(
            structure(
                "ParameterizedStatement",
                is_field=False,
                Statement=present(STATEMENT),
                Parameters=PARAMETERS,
                ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
            ),
            min_length=1,
            max_length=MAX_ACTIONS,
        )
    ),
    ClientRequestToken=Text(min_length=1, max_length=36),
    ReturnConsumedCapacity=CAPACITY,
)
_MIXED = "ExecuteTransaction API does not support both read and write operations in the same request."


def parse(request: Request, catalog: Catalog) -> TransactGetItems | TransactWriteItems:
    asked = request["TransactStatements"]
    normalized = [normalize_parameters(each) for each in asked]
    statements = []
    for position, (each, parameters) in enumerate(zip(asked, normalized, strict=True)):
        try:
            statements.append(analyze_statement(each, parameters))
        except ValidationFailed as error:
            raise _refusal_at(position, error) from None
    if len({statement.is_read for statement in statements}) > 1:
        raise ValidationFailed(_MIXED)
    if statements[0].is_read:
        return _gets(statements, request, catalog)
    return _writes(statements, request, catalog)


def run(transaction: TransactGetItems | TransactWriteItems, context: OperationContext) -> Response:
    if isinstance(transaction, TransactGetItems):
        return transact_get_items.run(transaction, context)
    return {"Responses": [], **transact_write_items.run(transaction, context)}


def _gets(statements: Sequence[AnalyzedStatement], request: Request, catalog: Catalog) -> TransactGetItems:
    gets: list[Get] = []
    reasons: list[dict[str, Any]] = []
    for position, analyzed in enumerate(statements):
        try:
            gets.append(_get(analyzed, catalog))
            reasons.append(PASSED)
        except ResourceNotFound as error:
            reasons.append(reason_of(error))
        except KeyTypeMismatch:
            reasons.append(reason_of(ValidationFailed(NO_MATCH)))
        except ValidationFailed as error:
            raise _refusal_at(position, error) from None
    check_passed(reasons)
    check_distinct([(get.table, get.key) for get in gets])
    return TransactGetItems(tuple(gets), request.get("ReturnConsumedCapacity"))


def _get(analyzed: AnalyzedStatement, catalog: Catalog) -> Get:
    select = analyzed.statement
    assert isinstance(select, tree.Select)
    table = catalog.table(select.source.table)
    if select.source.index is not None:
        raise ValidationFailed("Reads on indices are not supported within transactions.")
    key = selection_of(analyzed, select, table, consistent=True).single_key
    if key is None:
        raise ValidationFailed(
            "Select statements within ExecuteTransaction must specify the primary key in the where clause."
        )
    return Get(table, key, analyzed.columns)


def _writes(statements: Sequence[AnalyzedStatement], request: Request, catalog: Catalog) -> TransactWriteItems:
    """A fault of a statement refuses the request; a table or key that it does not fit cancels the transaction."""
    writes: list[Write] = []
    reasons: list[dict[str, Any]] = []
    for position, analyzed in enumerate(statements):
        try:
            table = catalog.table(analyzed.statement.source.table)
            _check_statement(position, analyzed, table)
            writes.append(transaction_write_of(analyzed, table))
            reasons.append(PASSED)
        except _StatementRefused:
            raise
        except (ResourceNotFound, ValidationFailed) as error:
            reasons.append(reason_of(error))
    check_passed(reasons)
    check_distinct([(write.table, write.key) for write in writes])
    check_size(item_size(write.keyed) for write in writes)
    token = request.get("ClientRequestToken")
    return TransactWriteItems(
        tuple(writes),
        tuple(isinstance(each.statement, tree.Exists) for each in statements),
        token,
        tokens.digest(request["TransactStatements"]) if token else b"",
        request.get("ReturnConsumedCapacity"),
        collection_metrics=False,
    )


def _check_statement(position: int, analyzed: AnalyzedStatement, table: TableSchema) -> None:
    try:
        if isinstance(analyzed.statement, tree.Exists):
            _check_exists(analyzed, table)
            return
        if isinstance(analyzed.statement, tree.Update | tree.Delete) and analyzed.statement.returning is not None:
            raise ValidationFailed("RETURNING clause is not supported in ExecuteTransaction.")
        check_written_source(analyzed)
    except ValidationFailed as error:
        raise _refusal_at(position, error) from None


def _check_exists(analyzed: AnalyzedStatement, table: TableSchema) -> None:
    if analyzed.statement.source.index is not None:
        raise ValidationFailed("Operations on indices are not supported in transactions")
    equalities = extract_key(analyzed.where, table.key_names, analyzed.parameters)
    if len(equalities.key) < len(table.key_names) or not equalities.rest:
        raise ValidationFailed("EXISTS() must contain a single item read with additional condition")


class _StatementRefused(ValidationFailed):
    """One statement's fault, which refuses them all."""


def _refusal_at(position: int, error: ValidationFailed) -> _StatementRefused:
    return _StatementRefused(f"Validation failed in TransactStatements[{position}]: {error.message}")


def _is_written(transaction: TransactGetItems | TransactWriteItems) -> bool:
    return isinstance(transaction, TransactWriteItems)


OPERATION = Operation(SHAPE, parse, run, writes=_is_written, quick=False)
