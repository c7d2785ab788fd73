"""TransactWriteItems: up to a hundred writes and checks, all or none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chabudai.engine import tokens
from chabudai.engine.capacity import Tally, read_units, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import Stored, find
from chabudai.engine.collections import metrics_by_table
from chabudai.engine.errors import ConditionFailed, DuplicateItem, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.updates import Update, parse_update
from chabudai.engine.keys import check_nested, check_no_empty_key, check_updated_names, key_of_key, row_of
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    condition_from,
    key_from,
    placeholders_of,
    tells_failed_item,
)
from chabudai.engine.operations.transactions import (
    MAX_ACTIONS,
    PASSED,
    cancelled_at,
    check_distinct,
    check_passed,
    check_size,
    reason_of,
)
from chabudai.engine.operations.writes import Outcome, Write, add_to, apply, check, deleting, putting, updating
from chabudai.engine.schema import TableSchema
from chabudai.engine.session import Session
from chabudai.engine.shapes import (
    CAPACITY,
    COLLECTION_METRICS,
    ITEM,
    NAMES,
    RETURN_ON_FAILURE,
    TABLE_NAME,
    VALUES,
    ListOf,
    Structure,
    Text,
    present,
    structure,
)
from chabudai.engine.sizes import MAX_ITEM, item_size
from chabudai.engine.values import Item, admit_item

_EXPRESSIONS = {"Update": ("UpdateExpression", "ConditionExpression")}


def _action(name: str, **members: Any) -> Structure:
    return structure(
        name,
        **members,
        TableName=TABLE_NAME,
        ExpressionAttributeNames=NAMES,
        ExpressionAttributeValues=VALUES,
        ReturnValuesOnConditionCheckFailure=RETURN_ON_FAILURE,
    )


SHAPE = structure(
    "TransactWriteItemsInput",
    ReturnConsumedCapacity=CAPACITY,
    ReturnItemCollectionMetrics=COLLECTION_METRICS,
    ClientRequestToken=Text(shortest=1, longest=36),
    TransactItems=present(
        ListOf(
            structure(
                "TransactWriteItem",
                is_field=False,
                ConditionCheck=_action("ConditionCheck", Key=present(ITEM), ConditionExpression=present(Text())),
                Put=_action("Put", Item=present(ITEM), ConditionExpression=Text()),
                Delete=_action("Delete", Key=present(ITEM), ConditionExpression=Text()),
                Update=_action(
                    "Update", Key=present(ITEM), UpdateExpression=present(Text()), ConditionExpression=Text()
                ),
            ),
            shortest=1,
            longest=MAX_ACTIONS,
        )
    ),
)


@dataclass(frozen=True, slots=True)
class Action:
    """One element, understood as far as it can be without its table."""

    kind: str
    asked: dict[str, Any]
    keyed: Item
    size: int
    condition: Condition | None
    update: Update | None


@dataclass(frozen=True, slots=True)
class TransactWriteItems:
    writes: tuple[Write, ...]
    only_checks: tuple[bool, ...]
    """Of each write, whether it is but its condition."""
    token: str | None
    digest: bytes
    capacity: str | None
    collection_metrics: bool


def parse(request: Request, catalog: Catalog) -> TransactWriteItems:
    actions = [_admit(element) for element in request["TransactItems"]]
    tables = [catalog.table(action.asked["TableName"]) for action in actions]
    for action, table in zip(actions, tables, strict=True):
        check_no_empty_key(action.keyed, table)
    check_size(action.size for action in actions)
    writes = []
    for position, (action, table) in enumerate(zip(actions, tables, strict=True)):
        try:
            writes.append(_MAKERS[action.kind](action, table))
            check_nested(action.condition, table)
        except ValidationFailed as error:
            raise cancelled_at(position, len(actions), error) from None
    check_distinct([(write.table, write.key) for write in writes])
    token = request.get("ClientRequestToken")
    return TransactWriteItems(
        tuple(writes),
        tuple(action.kind == "ConditionCheck" for action in actions),
        token,
        tokens.digest(request["TransactItems"]) if token else b"",
        request.get("ReturnConsumedCapacity"),
        request.get("ReturnItemCollectionMetrics") == "SIZE",
    )


def run(transaction: TransactWriteItems, session: Session) -> Response:
    if transaction.token is not None and tokens.is_repeated(session, transaction.token, transaction.digest):
        return _report_repeated(transaction, session)
    outcomes = _carry_out(transaction, session)
    if transaction.token is not None:
        tokens.remember(session, transaction.token, transaction.digest)
    return _report(transaction, outcomes, session)


def _carry_out(transaction: TransactWriteItems, session: Session) -> list[Outcome]:
    """All writes in order; when any fails, every failure is told and nothing is kept."""
    outcomes: list[Outcome] = []
    reasons: list[dict[str, Any]] = []
    for write, only_checks in zip(transaction.writes, transaction.only_checks, strict=True):
        try:
            outcomes.append(_checked(write, session) if only_checks else apply(write, session))
            reasons.append(PASSED)
        except (ConditionFailed, DuplicateItem, ValidationFailed) as error:
            reasons.append(reason_of(error))
    check_passed(reasons)
    return outcomes


def _checked(write: Write, session: Session) -> Outcome:
    old = find(session, write.table, write.key)
    check(write, old)
    return Outcome(old, old)


def _admit(element: dict[str, Any]) -> Action:
    if len(element) != 1:
        raise ValidationFailed("TransactItems can only contain one of Check, Put, Update or Delete")
    kind, asked = next(iter(element.items()))
    check_parameters(asked, _EXPRESSIONS.get(kind, ("ConditionExpression",)), ())
    keyed, size = admit_item(asked["Item"]) if kind == "Put" else (key_from(asked), 0)
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    placeholders = placeholders_of(asked)
    update = parse_update(asked["UpdateExpression"], placeholders) if kind == "Update" else None
    condition = condition_from(asked, placeholders)
    placeholders.finish()
    return Action(kind, asked, keyed, size or item_size(keyed), condition, update)


def _put(action: Action, table: TableSchema) -> Write:
    key, columns = row_of(action.keyed, table)
    return _write(action, table, key, putting(Stored(action.keyed, action.size, columns)))


def _update(action: Action, table: TableSchema) -> Write:
    assert action.update is not None
    key = key_of_key(action.keyed, table)
    check_updated_names(action.update, table)
    return _write(action, table, key, updating(action.update, action.keyed, table))


def _delete(action: Action, table: TableSchema) -> Write:
    return _write(action, table, key_of_key(action.keyed, table), deleting)


def _write(action: Action, table: TableSchema, key: bytes, becomes: Callable[..., Any]) -> Write:
    return Write(table, key, action.keyed, action.condition, tells_failed_item(action.asked), becomes)


_MAKERS: dict[str, Callable[[Action, TableSchema], Write]] = {
    "Put": _put,
    "Update": _update,
    "Delete": _delete,
    "ConditionCheck": _delete,
}


def _report(transaction: TransactWriteItems, outcomes: list[Outcome], session: Session) -> Response:
    response: Response = {}
    if transaction.capacity in ("TOTAL", "INDEXES"):
        tallies: dict[int, Tally] = {}
        for write, outcome in zip(transaction.writes, outcomes, strict=True):
            add_to(tallies.setdefault(write.table.id, Tally(write.table)), outcome, factor=2)
        response["ConsumedCapacity"] = reports(tallies.values(), transaction.capacity, "Write")
    if transaction.collection_metrics:
        written = [(write.table.name, write.table, write.keyed) for write in transaction.writes]
        metrics = metrics_by_table(session, written)
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return response


def _report_repeated(transaction: TransactWriteItems, session: Session) -> Response:
    """A token seen before costs the reading of the items that it wrote."""
    tallies: dict[int, Tally] = {}
    for write in transaction.writes:
        found = session.reader.get(write.table.id, write.key)
        units = 2 * read_units(found[1] if found else 0, consistent=True)
        tallies.setdefault(write.table.id, Tally(write.table)).add(units)
    capacity = reports(tallies.values(), transaction.capacity, "Read")
    return {} if capacity is None else {"ConsumedCapacity": capacity}


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
