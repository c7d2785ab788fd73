"""ExecuteTransaction: up to a hundred PartiQL statements, all or none; reads of one item each, or writes and checks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from chabudai.engine import tokens
from chabudai.engine.capacity import Tally, read_units, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import find
from chabudai.engine.errors import (
    ConditionFailed,
    DuplicateItem,
    DynamoDBError,
    ResourceNotFound,
    TransactionCancelled,
    ValidationFailed,
)
from chabudai.engine.keys import NO_MATCH
from chabudai.engine.operations import transact_get_items
from chabudai.engine.operations.operation import Operation, Request, Response
from chabudai.engine.operations.selections import selection_of
from chabudai.engine.operations.statements import (
    PARAMETERS,
    STATEMENT,
    Understood,
    admit_parameters,
    check_written_source,
    transacted_write_of,
    understand,
)
from chabudai.engine.operations.transact_get_items import Get, TransactGetItems
from chabudai.engine.operations.transactions import MAX_ACTIONS, MAX_BYTES, PASSED, check_distinct, reason_of
from chabudai.engine.operations.writes import Outcome, Write, add_to, apply, check
from chabudai.engine.partiql import tree
from chabudai.engine.partiql.decomposition import KeyTypeMismatch, pin
from chabudai.engine.schema import TableSchema
from chabudai.engine.session import Session
from chabudai.engine.shapes import CAPACITY, RETURN_ON_FAILURE, ListOf, Text, present, structure
from chabudai.engine.sizes import item_size

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
            shortest=1,
            longest=MAX_ACTIONS,
        )
    ),
    ClientRequestToken=Text(shortest=1, longest=36),
    ReturnConsumedCapacity=CAPACITY,
)
_MIXED = "ExecuteTransaction API does not support both read and write operations in the same request."


@dataclass(frozen=True, slots=True)
class Writes:
    writes: tuple[Write, ...]
    checks: frozenset[int]
    """The positions of those that only check."""
    token: str | None
    digest: bytes
    capacity: str | None


def parse(request: Request, catalog: Catalog) -> TransactGetItems | Writes:
    asked = request["TransactStatements"]
    admitted = [admit_parameters(each) for each in asked]
    statements = []
    for position, (each, parameters) in enumerate(zip(asked, admitted, strict=True)):
        try:
            statements.append(understand(each, parameters))
        except ValidationFailed as error:
            raise _at(position, error) from None
    if len({statement.is_read for statement in statements}) > 1:
        raise ValidationFailed(_MIXED)
    if statements[0].is_read:
        return _gets(statements, request, catalog)
    return _writes(statements, request, catalog)


def run(transaction: TransactGetItems | Writes, session: Session) -> Response:
    if isinstance(transaction, TransactGetItems):
        return transact_get_items.run(transaction, session)
    response: Response = {"Responses": [{} for _ in transaction.writes]}
    if transaction.token is not None and tokens.is_repeated(session, transaction.token, transaction.digest):
        capacity = _repeated_capacity(transaction, session)
    else:
        capacity = _capacity(transaction, _carry_out(transaction, session))
        if transaction.token is not None:
            tokens.remember(session, transaction.token, transaction.digest)
    if capacity is not None:
        response["ConsumedCapacity"] = capacity
    return response


def _gets(statements: Sequence[Understood], request: Request, catalog: Catalog) -> TransactGetItems:
    gets: list[Get] = []
    reasons: list[dict[str, Any]] = []
    for position, understood in enumerate(statements):
        try:
            gets.append(_get(understood, catalog))
            reasons.append(PASSED)
        except ResourceNotFound as error:
            reasons.append(_reason(error))
        except KeyTypeMismatch:
            reasons.append(_reason(ValidationFailed(NO_MATCH)))
        except ValidationFailed as error:
            raise _at(position, error) from None
    _check_reasons(reasons)
    check_distinct([(get.table, get.key) for get in gets])
    return TransactGetItems(tuple(gets), request.get("ReturnConsumedCapacity"))


def _get(understood: Understood, catalog: Catalog) -> Get:
    select = understood.statement
    assert isinstance(select, tree.Select)
    table = catalog.table(select.source.table)
    if select.source.index is not None:
        raise ValidationFailed("Reads on indices are not supported within transactions.")
    key = selection_of(understood, select, table, consistent=True).single_key
    if key is None:
        raise ValidationFailed(
            "Select statements within ExecuteTransaction must specify the primary key in the where clause."
        )
    return Get(table, key, understood.columns)


def _writes(statements: Sequence[Understood], request: Request, catalog: Catalog) -> Writes:
    """A fault of a statement refuses the request; a table or key that it does not fit cancels the transaction."""
    writes: list[Write] = []
    reasons: list[dict[str, Any]] = []
    for position, understood in enumerate(statements):
        try:
            table = catalog.table(understood.statement.source.table)
            _check_transacted(position, understood, table)
            writes.append(transacted_write_of(understood, table))
            reasons.append(PASSED)
        except _Refused:
            raise
        except (ResourceNotFound, ValidationFailed) as error:
            reasons.append(_reason(error))
    _check_reasons(reasons)
    check_distinct([(write.table, write.key) for write in writes])
    if sum(item_size(write.keyed) for write in writes) > MAX_BYTES:
        raise ValidationFailed("Transaction size cannot exceed 4 MB")
    token = request.get("ClientRequestToken")
    return Writes(
        tuple(writes),
        frozenset(at for at, each in enumerate(statements) if isinstance(each.statement, tree.Exists)),
        token,
        tokens.digest(request["TransactStatements"]) if token else b"",
        request.get("ReturnConsumedCapacity"),
    )


def _check_transacted(position: int, understood: Understood, table: TableSchema) -> None:
    try:
        if isinstance(understood.statement, tree.Exists):
            _check_exists(understood, table)
            return
        if isinstance(understood.statement, tree.Update | tree.Delete) and understood.statement.returning is not None:
            raise ValidationFailed("RETURNING clause is not supported in ExecuteTransaction.")
        check_written_source(understood)
    except ValidationFailed as error:
        raise _at(position, error) from None


def _check_exists(understood: Understood, table: TableSchema) -> None:
    if understood.statement.source.index is not None:
        raise ValidationFailed("Operations on indices are not supported in transactions")
    pinned = pin(understood.where, table.key_names, understood.parameters)
    if len(pinned.key) < len(table.key_names) or not pinned.rest:
        raise ValidationFailed("EXISTS() must contain a single item read with additional condition")


def _carry_out(transaction: Writes, session: Session) -> list[Outcome]:
    """All writes in order; when any fails, every failure is told and nothing is kept."""
    outcomes: list[Outcome] = []
    reasons: list[dict[str, Any]] = []
    for position, write in enumerate(transaction.writes):
        try:
            is_check = position in transaction.checks
            outcomes.append(_checked(write, session) if is_check else apply(write, session))
            reasons.append(PASSED)
        except (ConditionFailed, DuplicateItem, ValidationFailed) as error:
            reasons.append(_reason(error))
    _check_reasons(reasons)
    return outcomes


def _checked(write: Write, session: Session) -> Outcome:
    old = find(session, write.table, write.key)
    check(write, old)
    return Outcome(old, old)


def _capacity(transaction: Writes, outcomes: Sequence[Outcome]) -> list[dict[str, Any]] | None:
    tallies: dict[int, Tally] = {}
    for write, outcome in zip(transaction.writes, outcomes, strict=True):
        add_to(tallies.setdefault(write.table.id, Tally(write.table)), outcome, factor=2)
    return reports(tallies.values(), transaction.capacity, "Write")


def _repeated_capacity(transaction: Writes, session: Session) -> list[dict[str, Any]] | None:
    """A token seen before costs the reading of the items that it wrote."""
    tallies: dict[int, Tally] = {}
    for write in transaction.writes:
        found = session.reader.get(write.table.id, write.key)
        units = 2 * read_units(found[1] if found else 0, consistent=True)
        tallies.setdefault(write.table.id, Tally(write.table)).add(units)
    return reports(tallies.values(), transaction.capacity, "Read")


def _check_reasons(reasons: Sequence[dict[str, Any]]) -> None:
    if any(reason is not PASSED for reason in reasons):
        raise TransactionCancelled(reasons)


def _reason(error: DynamoDBError) -> dict[str, Any]:
    if isinstance(error, ConditionFailed | ValidationFailed):
        return reason_of(error)
    return {
        "Code": "DuplicateItem" if isinstance(error, DuplicateItem) else "ResourceNotFound",
        "Message": error.message,
    }


class _Refused(ValidationFailed):
    """One statement's fault, which refuses them all."""


def _at(position: int, error: ValidationFailed) -> _Refused:
    return _Refused(f"Validation failed in TransactStatements[{position}]: {error.message}")


OPERATION = Operation(SHAPE, parse, run, writes=True, quick=True)
