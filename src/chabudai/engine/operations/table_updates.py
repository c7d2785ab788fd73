"""What one UpdateTable may ask for together, when, and what becomes of the billing."""

from collections.abc import Sequence
from dataclasses import replace

from chabudai.engine.errors import ResourceInUse, ValidationFailed
from chabudai.engine.operations import throughputs
from chabudai.engine.operations.index_updates import IndexAction, actions_of
from chabudai.engine.operations.key_schemas import INVALID
from chabudai.engine.operations.operation import Request
from chabudai.engine.schema import TableSchema, Throughput

_NOTHING_ASKED = (
    "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, GlobalSecondaryIndexUpdates,"
    " SSESpecification, ReplicaUpdates, MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency,"
    " DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is required"
)
_CHANGES = (
    "ProvisionedThroughput",
    "BillingMode",
    "StreamSpecification",
    "GlobalSecondaryIndexUpdates",
    "SSESpecification",
    "DeletionProtectionEnabled",
    "OnDemandThroughput",
    "WarmThroughput",
    "TableClass",
)
# Those that go with nothing else, in the order in which DynamoDB complains.
_ALONE = {
    "SSESpecification": "Server-Side Encryption modification",
    "TableClass": "TableClass modification",
    "DeletionProtectionEnabled": "DeletionProtection modification",
    "WarmThroughput": "WarmThroughput",
}
# An empty structure counts as left out, save for the encryption's, which asks for the default.
_MAY_BE_EMPTY = ("SSESpecification", "DeletionProtectionEnabled")
_IN_USE = "Attempt to change a resource which is still in use: "


def check_request(request: Request) -> tuple[IndexAction, ...]:
    """Refuse what contradicts itself, whatever the table; what is to be done to its indexes."""
    asked = {name for name in _CHANGES if request.get(name) or (name in _MAY_BE_EMPTY and name in request)}
    if not asked:
        raise ValidationFailed(_NOTHING_ASKED)
    units = request.get("ProvisionedThroughput")
    if request.get("BillingMode") == "PROVISIONED" and not units:
        raise ValidationFailed(INVALID + "ProvisionedThroughput must be specified when BillingMode is PROVISIONED")
    if units:
        throughputs.check_bounds(units)
    if request.get("GlobalSecondaryIndexUpdates") == []:
        raise ValidationFailed(INVALID + "List of GlobalSecondaryIndexUpdates is empty")
    actions = actions_of(request.get("GlobalSecondaryIndexUpdates", ()))
    _check_stream(request)
    _check_together(request, asked, any(action.is_online for action in actions))
    return actions


def check_use(request: Request, actions: Sequence[IndexAction], table: TableSchema) -> None:
    """While an index is being filled, the table stays as it is; that index alone may be given up."""
    filling = [index.name for index in table.indexes if index.status == "CREATING"]
    if not filling:
        return
    where = f"Table: {table.name} Indexes: [{', '.join(filling)}]"
    if request.keys() & {"ProvisionedThroughput", "BillingMode"} or any(not action.is_online for action in actions):
        raise ResourceInUse(f"{_IN_USE}Can't change table IOPS when an index is being created. {where}")
    if "StreamSpecification" in request:
        raise ResourceInUse(f"{_IN_USE}Can't change stream status when an index is being created. {where}")
    if "DeletionProtectionEnabled" in request:
        raise ResourceInUse("Table needs to be in ACTIVE status to modify deletion protection setting.")
    if not actions:
        raise ResourceInUse(f"{_IN_USE}Table is being updated: {table.name}")


def with_billing(table: TableSchema, request: Request, actions: Sequence[IndexAction], now: float) -> TableSchema:
    """The table with the asked billing mode and throughput; its indexes' throughput is their own actions' matter."""
    billing = request.get("BillingMode", table.billing)
    units = request.get("ProvisionedThroughput")
    if billing == "PAY_PER_REQUEST":
        if units:
            raise ValidationFailed(
                INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                " PAY_PER_REQUEST"
            )
        return table if table.billing == billing else _on_demand(table, now)
    if table.billing == "PAY_PER_REQUEST":
        _check_every_index(table, actions)
        table = table.with_(
            billing="PROVISIONED",
            on_demand=None,
            indexes=tuple(replace(index, on_demand=None) for index in table.indexes),
        )
    if not units:
        return table
    throughputs.check_changes(table.throughput, units, "table")
    return table.with_(throughput=throughputs.change_throughput(table.throughput, units, now))


def _check_stream(request: Request) -> None:
    asked = request.get("StreamSpecification")
    if asked is None:
        return
    if asked["StreamEnabled"] and "StreamViewType" not in asked:
        raise ValidationFailed(INVALID + "If stream is being enabled then UpdateViewType is required")
    if not asked["StreamEnabled"] and "StreamViewType" in asked:
        raise ValidationFailed(INVALID + "If stream is being disabled, then UpdateViewType must not be specified")


def _check_together(request: Request, asked: set[str], is_online: bool) -> None:
    for name, subject in _ALONE.items():
        if name in asked and len(asked) > 1:
            raise ValidationFailed(INVALID + f"{subject} must be the only operation in the request")
    if "OnDemandThroughput" in asked and not asked <= {"OnDemandThroughput", "BillingMode"}:
        raise ValidationFailed(
            INVALID + "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request"
        )
    changes_units = "ProvisionedThroughput" in asked or request.get("BillingMode") == "PROVISIONED"
    if changes_units and "StreamSpecification" in asked:
        raise ValidationFailed(INVALID + "You cannot modify stream status while updating table IOPS")
    if changes_units and is_online:
        raise ValidationFailed(INVALID + "You cannot create or delete index while updating table IOPS")
    if "StreamSpecification" in asked and is_online:
        raise ValidationFailed(INVALID + "You cannot create or delete index while changing stream status")


def _on_demand(table: TableSchema, now: float) -> TableSchema:
    return table.with_(
        billing="PAY_PER_REQUEST",
        billing_changed_at=now,
        throughput=Throughput(),
        indexes=tuple(replace(index, throughput=Throughput()) for index in table.indexes),
    )


def _check_every_index(table: TableSchema, actions: Sequence[IndexAction]) -> None:
    given = {action.name for action in actions if action.definition.get("ProvisionedThroughput")}
    missing = [index.name for index in table.global_indexes if index.name not in given]
    if missing:
        raise ValidationFailed(INVALID + f"ProvisionedThroughput must be specified for index: {','.join(missing)}")
