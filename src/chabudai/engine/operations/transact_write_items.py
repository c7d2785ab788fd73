"""TransactWriteItems: up to a hundred writes and checks, all or none."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from chabudai.engine import tokens
from chabudai.engine.capacity import ConsumedCapacity, read_units, reports
from chabudai.engine.catalog import Catalog
from chabudai.engine.changes import StoredItem, find
from chabudai.engine.collections import metrics_by_table
from chabudai.engine.errors import ConditionalCheckFailed, DuplicateItem, ValidationFailed
from chabudai.engine.expressions.conditions import Condition
from chabudai.engine.expressions.placeholders import check_parameters
from chabudai.engine.expressions.updates import Update, parse_update
from chabudai.engine.keys import check_nested, check_no_empty_key, check_updated_names, encode_key, encode_row
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.parameters import (
    condition_from,
    key_from,
    placeholders_of,
    returns_failed_item,
)
from chabudai.engine.operations.transactions import (
    MAX_ACTIONS,
    PASSED,
    cancellation_at,
    check_distinct,
    check_passed,
    check_size,
    reason_of,
)
from chabudai.engine.operations.writes import (
    Write,
    WriteOutcome,
    add_to,
    apply,
    check,
    delete_transform,
    put_transform,
    update_transform,
)
from chabudai.engine.schema import TableSchema
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
from chabudai.engine.values import Item, normalize_item
from chabudai.items.sizes import MAX_ITEM, item_size

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
    ClientRequestToken=Text(min_length=1, max_length=36),
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
            min_length=1,
            max_length=MAX_ACTIONS,
        )
    ),
)


@dataclass(frozen=True, slots=True)
class TransactAction:
    """One element, parsed as far as it can be without its table."""

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
    actions = [_normalize(element) for element in request["TransactItems"]]
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
            raise cancellation_at(position, len(actions), error) from None
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


def run(transaction: TransactWriteItems, context: OperationContext) -> Response:
    if transaction.token is not None and tokens.is_repeated(context, transaction.token, transaction.digest):
        return _report_repeated(transaction, context)
    outcomes = _apply_all(transaction, context)
    if transaction.token is not None:
        tokens.remember(context, transaction.token, transaction.digest)
    return _report(transaction, outcomes, context)


def _apply_all(transaction: TransactWriteItems, context: OperationContext) -> list[WriteOutcome]:
    """All writes in order; when any fails, every failure is told and nothing is kept."""
    outcomes: list[WriteOutcome] = []
    reasons: list[dict[str, Any]] = []
    for write, only_checks in zip(transaction.writes, transaction.only_checks, strict=True):
        try:
            outcomes.append(_check_only(write, context) if only_checks else apply(write, context))
            reasons.append(PASSED)
        except (ConditionalCheckFailed, DuplicateItem, ValidationFailed) as error:
            reasons.append(reason_of(error))
    check_passed(reasons)
    return outcomes


def _check_only(write: Write, context: OperationContext) -> WriteOutcome:
    old = find(context, write.table, write.key)
    check(write, old)
    return WriteOutcome(old, old)


def _normalize(element: dict[str, Any]) -> TransactAction:
    if len(element) != 1:
        raise ValidationFailed("TransactItems can only contain one of Check, Put, Update or Delete")
    kind, asked = next(iter(element.items()))
    check_parameters(asked, _EXPRESSIONS.get(kind, ("ConditionExpression",)), ())
    keyed, size = normalize_item(asked["Item"]) if kind == "Put" else (key_from(asked), 0)
    if size > MAX_ITEM:
        raise ValidationFailed("Item size has exceeded the maximum allowed size")
    placeholders = placeholders_of(asked)
    update = parse_update(asked["UpdateExpression"], placeholders) if kind == "Update" else None
    condition = condition_from(asked, placeholders)
    placeholders.check_all_used()
    return TransactAction(kind, asked, keyed, size or item_size(keyed), condition, update)


def _put(action: TransactAction, table: TableSchema) -> Write:
    key, columns = encode_row(action.keyed, table)
    return _write(action, table, key, put_transform(StoredItem(action.keyed, action.size, columns)))


def _update(action: TransactAction, table: TableSchema) -> Write:
    assert action.update is not None
    key = encode_key(action.keyed, table)
    check_updated_names(action.update, table)
    return _write(action, table, key, update_transform(action.update, action.keyed, table))


def _delete(action: TransactAction, table: TableSchema) -> Write:
    return _write(action, table, encode_key(action.keyed, table), delete_transform)


def _write(action: TransactAction, table: TableSchema, key: bytes, transform: Callable[..., Any]) -> Write:
    return Write(table, key, action.keyed, action.condition, returns_failed_item(action.asked), transform)


_MAKERS: dict[str, Callable[[TransactAction, TableSchema], Write]] = {
    "Put": _put,
    "Update": _update,
    "Delete": _delete,
    "ConditionCheck": _delete,
}


def _report(transaction: TransactWriteItems, outcomes: list[WriteOutcome], context: OperationContext) -> Response:
    response: Response = {}
    if transaction.capacity in ("TOTAL", "INDEXES"):
        tallies: dict[int, ConsumedCapacity] = {}
        for write, outcome in zip(transaction.writes, outcomes, strict=True):
            add_to(tallies.setdefault(write.table.id, ConsumedCapacity(write.table)), outcome, factor=2)
        response["ConsumedCapacity"] = reports(tallies.values(), transaction.capacity, "Write")
    if transaction.collection_metrics:
        written = [(write.table.name, write.table, write.keyed) for write in transaction.writes]
        metrics = metrics_by_table(context, written)
        if metrics:
            response["ItemCollectionMetrics"] = metrics
    return response


def _report_repeated(transaction: TransactWriteItems, context: OperationContext) -> Response:
    """A token seen before costs the reading of the items that it wrote."""
    tallies: dict[int, ConsumedCapacity] = {}
    for write in transaction.writes:
        found = context.reader.get(write.table.id, write.key)
        units = 2 * read_units(found[1] if found else 0, consistent=True)
        tallies.setdefault(write.table.id, ConsumedCapacity(write.table)).add(units)
    capacity = reports(tallies.values(), transaction.capacity, "Read")
    return {} if capacity is None else {"ConsumedCapacity": capacity}


OPERATION = Operation(SHAPE, parse, run, writes=always, quick=True)
