"""What UpdateTable does to global indexes: one is made or deleted at a time, the throughput of any is changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from chabudai.engine.errors import LimitExceeded, ResourceNotFound, ValidationFailed
from chabudai.engine.operations import throughputs
from chabudai.engine.operations.index_definitions import MOST_GLOBAL, check_projected, global_index
from chabudai.engine.operations.key_schemas import INVALID, Types, attribute_types, check_all_used
from chabudai.engine.schema import Index, Keys, ScalarType, TableSchema, Throughput

ONE_ONLINE = "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"
_KINDS = ("Update", "Create", "Delete")


@dataclass(frozen=True, slots=True)
class IndexAction:
    kind: str
    definition: Mapping[str, Any]

    @property
    def name(self) -> str:
        return self.definition["IndexName"]  # type: ignore[no-any-return]

    @property
    def is_online(self) -> bool:
        """Makes or deletes an index, which takes the table a while."""
        return self.kind != "Update"


def actions_of(updates: Sequence[Mapping[str, Any]]) -> tuple[IndexAction, ...]:
    """What GlobalSecondaryIndexUpdates asks for, one action each, one for each index."""
    actions: list[IndexAction] = []
    for update in updates:
        asked = [IndexAction(kind, update[kind]) for kind in _KINDS if kind in update]
        if not asked:
            raise ValidationFailed(
                INVALID + "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                " GlobalSecondaryIndexUpdate.Delete must not be null"
            )
        if len(asked) > 1:
            raise ValidationFailed(
                INVALID + "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object"
            )
        if any(asked[0].name == other.name for other in actions):
            raise ValidationFailed(
                INVALID + "Only one global secondary index update per index is allowed simultaneously."
                f" Index: {asked[0].name}"
            )
        actions += asked
    return tuple(actions)


def check_online(actions: Sequence[IndexAction], table: TableSchema) -> None:
    """One index may be made or deleted at a time; the one that is being filled may be given up."""
    online = [action for action in actions if action.is_online]
    filling = [index.name for index in table.indexes if index.status == "CREATING"]
    if len(online) > 1 or any(action.kind == "Create" or action.name not in filling for action in online if filling):
        raise LimitExceeded(ONE_ONLINE)


def apply(
    action: IndexAction, definitions: Sequence[Mapping[str, Any]] | None, table: TableSchema, now: float
) -> TableSchema:
    """The table after the action. A new index is CREATING, and all rows wait to be given its key."""
    if action.kind == "Create":
        return _create(action.definition, definitions, table)
    index = _find_index(action, table)
    others = tuple(each for each in table.indexes if each is not index)
    if action.kind == "Delete":
        return table.with_(indexes=others, attributes=_used_types(table.attributes, table.keys, others))
    changed = _update(index, action.definition, table, now)
    return table.with_(indexes=tuple(changed if each is index else each for each in table.indexes))


def _find_index(action: IndexAction, table: TableSchema) -> Index:
    index = table.index(action.name)
    if index is None:
        raise ResourceNotFound(f"Requested resource not found: Index {action.name} for table {table.name}")
    if index.is_local:
        raise ValidationFailed(
            f"Cannot {action.kind.lower()} an index that is not a GlobalSecondaryIndex: {action.name}"
        )
    return index


def _create(
    definition: Mapping[str, Any], definitions: Sequence[Mapping[str, Any]] | None, table: TableSchema
) -> TableSchema:
    name = definition["IndexName"]
    if table.index(name) is not None:
        raise ValidationFailed("Attempting to create an index which already exists")
    if len(table.global_indexes) >= MOST_GLOBAL:
        raise LimitExceeded(
            f"Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of {MOST_GLOBAL}"
        )
    # The table's own definitions do not count here: those that the index needs are given again.
    if not definitions:
        raise ValidationFailed(INVALID + f"AttributeDefinitions is not specified for index: {name}")
    types = attribute_types(definitions)
    index = replace(global_index(definition, types, table.billing), column=table.next_column, status="CREATING")
    _check_types(types, index.keys, table)
    check_all_used(types, [table.keys, *[each.keys for each in table.indexes], index.keys])
    check_projected((*table.indexes, index))
    _check_billing(definition, table)
    attributes = {**table.attributes, **{part.name: part.type for part in index.keys}}
    return table.with_(
        indexes=(*table.indexes, index), attributes=attributes, next_column=table.next_column + 1, backfilled_to=0
    )


def _check_types(types: Types, keys: Keys, table: TableSchema) -> None:
    for name, kind in types.items():
        existing = table.attributes.get(name, kind)
        if existing != kind:
            old = _role(name, [table.keys, *[index.keys for index in table.indexes]])
            new = _role(name, [keys]) or old
            raise ValidationFailed(
                INVALID + "Attributes cannot be redefined. Please check that your attribute has the same type as"
                f" previously defined. Existing schema: Schema:[SchemaElement: key{{{name}:{existing}:{old}}}]"
                f" New schema: Schema:[SchemaElement: key{{{name}:{kind}:{new}}}]"
            )


def _role(name: str, keys: Sequence[Keys]) -> str:
    """HASH or RANGE, whichever the attribute is first."""
    roles = (element["KeyType"] for each in keys for element in each.description() if element["AttributeName"] == name)
    return next(roles, "")


def _check_billing(definition: Mapping[str, Any], table: TableSchema) -> None:
    name, units = definition["IndexName"], definition.get("ProvisionedThroughput")
    if table.billing == "PAY_PER_REQUEST" and units:
        raise ValidationFailed(
            INVALID + f"Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: {name} when"
            " BillingMode is PAY_PER_REQUEST"
        )
    if table.billing == "PROVISIONED" and not units:
        raise ValidationFailed(
            INVALID + f"Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {name}"
        )


def _update(index: Index, definition: Mapping[str, Any], table: TableSchema, now: float) -> Index:
    units, maximum, warm = (
        definition.get(name) for name in ("ProvisionedThroughput", "OnDemandThroughput", "WarmThroughput")
    )
    if "WarmThroughput" in definition and not warm:
        raise ValidationFailed(
            INVALID + "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond specified"
            f" for index: {index.name}"
        )
    if table.billing == "PAY_PER_REQUEST" and (units or not (maximum or warm)):
        raise ValidationFailed(
            INVALID + f"The only Updates for index: {index.name} when TableThroughputMode is PAY_PER_REQUEST can be"
            " to OnDemandThroughput, WarmThroughput"
        )
    if table.billing == "PROVISIONED" and not (units or maximum or warm):
        raise ValidationFailed(
            INVALID + f"Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: {index.name}"
        )
    if units:
        index = replace(index, throughput=_change_throughput(index, units, now))
    if maximum:
        merged = {**(index.on_demand or {}), **maximum}
        index = replace(index, on_demand=throughputs.on_demand(merged, table.billing, f"index : {index.name}"))
    if warm:
        current = throughputs.current_warm(index.warm, index.throughput, table.billing)
        index = replace(index, warm=throughputs.raise_warm_throughput(warm, current, f"index {index.name}"))
    return index


def _change_throughput(index: Index, units: Mapping[str, int], now: float) -> Throughput:
    if max(units.values()) > throughputs.MOST_UNITS:
        raise ValidationFailed(
            "This operation cannot be performed with given input values. Please contact DynamoDB service team for"
            " more info: Action Blocked: IndexUpdate"
        )
    throughputs.check_changes(index.throughput, units, f"index {index.name}")
    return throughputs.change_throughput(index.throughput, units, now)


def _used_types(types: Types, table: Keys, indexes: Sequence[Index]) -> dict[str, ScalarType]:
    """The definitions that a deleted index leaves behind."""
    names = {name for keys in (table, *[index.keys for index in indexes]) for name in keys.names}
    return {name: kind for name, kind in types.items() if name in names}
