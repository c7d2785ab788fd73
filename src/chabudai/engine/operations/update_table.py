"""UpdateTable: one change at a time to billing, stream, protection, class, encryption or global indexes."""

from dataclasses import dataclass, replace
from typing import Any

from chabudai.engine import streams
from chabudai.engine.catalog import Catalog, save_table
from chabudai.engine.errors import ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations import index_updates, throughputs
from chabudai.engine.operations.definitions import (
    ATTRIBUTE_DEFINITIONS,
    BILLING_MODE,
    ENCRYPTION,
    ON_DEMAND,
    STREAM,
    TABLE_CLASS,
    THROUGHPUT,
    WARM,
    Members,
    global_index,
)
from chabudai.engine.operations.encryption import encryption_of
from chabudai.engine.operations.index_updates import IndexAction, check_online
from chabudai.engine.operations.key_schemas import INVALID
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.table_description import describe, describe_updating
from chabudai.engine.operations.table_sizes import sizes_of
from chabudai.engine.operations.table_updates import check_request, check_use, with_billing
from chabudai.engine.schema import Index, TableSchema, Throughput
from chabudai.engine.shapes import CONTROL_TABLE_NAME, INDEX_NAME, Boolean, present, structure
from chabudai.engine.storage import rows

_NAMED = present(INDEX_NAME)

SHAPE = structure(
    "UpdateTableInput",
    TableName=CONTROL_TABLE_NAME,
    ProvisionedThroughput=THROUGHPUT,
    BillingMode=BILLING_MODE,
    AttributeDefinitions=ATTRIBUTE_DEFINITIONS,
    GlobalSecondaryIndexUpdates=Members(
        structure(
            "GlobalSecondaryIndexUpdate",
            is_field=False,
            Update=structure(
                "UpdateGlobalSecondaryIndexAction",
                IndexName=_NAMED,
                ProvisionedThroughput=THROUGHPUT,
                OnDemandThroughput=ON_DEMAND,
                WarmThroughput=WARM,
            ),
            Create=global_index("CreateGlobalSecondaryIndexAction", is_field=True),
            Delete=structure("DeleteGlobalSecondaryIndexAction", IndexName=_NAMED),
        )
    ),
    StreamSpecification=STREAM,
    SSESpecification=ENCRYPTION,
    TableClass=TABLE_CLASS,
    DeletionProtectionEnabled=Boolean(),
    OnDemandThroughput=ON_DEMAND,
    WarmThroughput=WARM,
)


@dataclass(frozen=True, slots=True)
class UpdateTable:
    table: TableSchema
    actions: tuple[IndexAction, ...]
    request: Request


def parse(request: Request, catalog: Catalog) -> UpdateTable:
    actions = check_request(request)
    table = catalog.described_table(request["TableName"])
    check_online(actions, table)
    check_use(request, actions, table)
    return UpdateTable(table, actions, request)


def run(update: UpdateTable, context: OperationContext) -> Response:
    table, now = update.table, context.clock()
    sizes = sizes_of(table, context)
    changed = with_billing(table, update.request, update.actions, now)
    for action in update.actions:
        changed = index_updates.apply(action, update.request.get("AttributeDefinitions"), changed, now)
    changed = _with_settings(changed, update.request, context)
    identity = context.catalog.identity
    if changed == table:
        return {"TableDescription": describe(table, sizes, identity, now)}
    added = [index for index in changed.indexes if table.index(index.name) is None]
    removed = [index for index in table.indexes if changed.index(index.name) is None]
    for index in added:
        context.writer.script(rows.add_column(table.id, index.column))
    for index in removed:
        context.writer.script(rows.drop_column(table.id, index.column))
    save_table(context.writer, changed)
    shown = _before_effect(table, changed)
    return {"TableDescription": describe_updating(shown, removed, sizes, identity, now)}


OPERATION = Operation(SHAPE, parse, run, writes=always)


def _with_settings(table: TableSchema, request: Request, context: OperationContext) -> TableSchema:
    changes: dict[str, Any] = {}
    if "DeletionProtectionEnabled" in request:
        changes["is_protected"] = request["DeletionProtectionEnabled"]
    if request.get("TableClass", table.table_class or "STANDARD") != (table.table_class or "STANDARD"):
        changes |= {"table_class": request["TableClass"], "table_class_changed_at": context.clock()}
    if "SSESpecification" in request:
        changes["encryption"] = _change_encryption(table, request, context)
    if request.get("OnDemandThroughput"):
        asked = {**(table.on_demand or {}), **request["OnDemandThroughput"]}
        changes["on_demand"] = throughputs.on_demand(asked, table.billing)
    if request.get("WarmThroughput"):
        current = throughputs.current_warm(table.warm, table.throughput, table.billing)
        changes["warm"] = throughputs.raise_warm_throughput(request["WarmThroughput"], current)
    return _with_stream(table.with_(**changes), request, context)


def _change_encryption(table: TableSchema, request: Request, context: OperationContext) -> dict[str, Any] | None:
    encryption = encryption_of(request["SSESpecification"], context.catalog.identity)
    if encryption != table.encryption:
        return encryption
    if encryption is None:
        raise ValidationFailed(INVALID + "Table is already encrypted by default")
    raise ValidationFailed(
        INVALID + "Table is already encrypted with given KMSMasterKeyId. Use KMSMasterKeyId parameter if you want to"
        " change Master Key"
    )


def _with_stream(table: TableSchema, request: Request, context: OperationContext) -> TableSchema:
    asked = request.get("StreamSpecification")
    if asked is None:
        return table
    is_enabled = table.stream is not None and table.stream.enabled
    if asked["StreamEnabled"]:
        if is_enabled:
            raise ValidationFailed(f"Table already has an enabled stream: TableName: {table.name}")
        return streams.enable(context, table, asked["StreamViewType"])
    if not is_enabled:
        raise ValidationFailed(f"Table has no stream to disable: TableName: {table.name}")
    return streams.disable(context, table)


def _before_effect(old: TableSchema, new: TableSchema) -> TableSchema:
    """The answer to a change of throughput still tells the units that were, as long as the billing stays."""
    if old.billing != new.billing:
        return new

    def with_old_units(index: Index) -> Index:
        was = old.index(index.name)
        return index if was is None else replace(index, throughput=_old_units(was.throughput, index.throughput))

    return new.with_(
        throughput=_old_units(old.throughput, new.throughput),
        indexes=tuple(with_old_units(index) for index in new.indexes),
    )


def _old_units(old: Throughput, new: Throughput) -> Throughput:
    return replace(new, read=old.read, write=old.write, decreases_today=old.decreases_today)
