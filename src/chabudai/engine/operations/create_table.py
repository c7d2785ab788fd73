"""CreateTable: a table with its key, indexes and settings, usable as soon as it is answered."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from chabudai.engine import streams
from chabudai.engine.catalog import Catalog, next_table_id, save_table
from chabudai.engine.errors import ResourceInUse, ValidationFailed
from chabudai.engine.operation_context import OperationContext
from chabudai.engine.operations import throughputs
from chabudai.engine.operations.definitions import (
    ATTRIBUTE_DEFINITIONS,
    BILLING_MODE,
    ENCRYPTION,
    GLOBAL_INDEXES,
    LOCAL_INDEXES,
    ON_DEMAND,
    STREAM,
    TABLE_CLASS,
    TABLE_KEY_SCHEMA,
    TAGS,
    THROUGHPUT,
    WARM,
)
from chabudai.engine.operations.encryption import encryption_of
from chabudai.engine.operations.index_definitions import indexes_of
from chabudai.engine.operations.key_schemas import INVALID, attribute_types, check_all_used, table_keys
from chabudai.engine.operations.operation import Operation, Request, Response, always
from chabudai.engine.operations.table_description import describe_created
from chabudai.engine.operations.tag_sets import tags_of
from chabudai.engine.schema import StreamView, TableSchema
from chabudai.engine.shapes import CONTROL_TABLE_NAME, INDEX_NAME, Boolean, Text, is_table_arn, present, structure
from chabudai.engine.storage import rows

SHAPE = structure(
    "CreateTableInput",
    AttributeDefinitions=present(ATTRIBUTE_DEFINITIONS),
    TableName=CONTROL_TABLE_NAME,
    BillingMode=BILLING_MODE,
    ProvisionedThroughput=THROUGHPUT,
    KeySchema=present(TABLE_KEY_SCHEMA),
    LocalSecondaryIndexes=LOCAL_INDEXES,
    GlobalSecondaryIndexes=GLOBAL_INDEXES,
    StreamSpecification=STREAM,
    SSESpecification=ENCRYPTION,
    Tags=TAGS,
    TableClass=TABLE_CLASS,
    DeletionProtectionEnabled=Boolean(),
    OnDemandThroughput=ON_DEMAND,
    WarmThroughput=WARM,
    ResourcePolicy=Text(),
)


@dataclass(frozen=True, slots=True)
class CreateTable:
    table: TableSchema
    """All but what only the moment of creation knows: number, unique id, time and stream."""
    view: StreamView | None


def parse(request: Request, catalog: Catalog) -> CreateTable:
    name = _plain_name(request["TableName"], catalog)
    billing = request.get("BillingMode", "PROVISIONED")
    _check_billing(billing, request.get("ProvisionedThroughput"))
    types = attribute_types(request["AttributeDefinitions"])
    keys = table_keys(request["KeySchema"], types)
    if not request.keys() & {"LocalSecondaryIndexes", "GlobalSecondaryIndexes"} and len(types) != len(keys.names):
        raise ValidationFailed(
            INVALID + "Number of attributes in KeySchema does not exactly match number of attributes defined in"
            " AttributeDefinitions"
        )
    indexes = indexes_of(request, types, keys, billing)
    check_all_used(types, [keys, *[index.keys for index in indexes]])
    throughput = throughputs.provisioned_throughput(request.get("ProvisionedThroughput"))
    table = TableSchema(
        id=0,
        name=name,
        table_uuid="",
        created_at=0.0,
        keys=keys,
        attributes=types,
        indexes=indexes,
        next_column=len(indexes) + 1,
        billing=billing,
        throughput=throughput,
        on_demand=throughputs.new_on_demand(request.get("OnDemandThroughput"), billing),
        warm=throughputs.new_warm(request.get("WarmThroughput"), throughput, billing),
        tags=tags_of(request.get("Tags", ())),
        is_protected=request.get("DeletionProtectionEnabled", False),
        table_class=request.get("TableClass"),
        encryption=encryption_of(request.get("SSESpecification"), catalog.identity),
    )
    view = _view(request.get("StreamSpecification"))
    _refuse_policy(request)
    if name in catalog.tables:
        raise ResourceInUse(f"Table already exists: {name}")
    return CreateTable(table, view)


def run(create: CreateTable, context: OperationContext) -> Response:
    writer = context.writer
    now = context.clock()
    on_demand = create.table.billing == "PAY_PER_REQUEST"
    table = replace(
        create.table,
        id=next_table_id(writer),
        table_uuid=str(uuid4()),
        created_at=now,
        billing_changed_at=now if on_demand else None,
    )
    if create.view is not None:
        table = streams.enable(context, table, create.view)
    writer.script(rows.create(table.layout))
    save_table(writer, table)
    return {"TableDescription": describe_created(table, context.catalog.identity, now)}


OPERATION = Operation(SHAPE, parse, run, writes=always)


def _plain_name(name: str, catalog: Catalog) -> str:
    plain = catalog.plain_name(name)
    if is_table_arn(plain) or any(INDEX_NAME.faults(plain, "tableName")):
        raise ValidationFailed(f"1 validation error detected: Invalid AWS region in '{name}'")
    return plain


def _check_billing(billing: str, units: Mapping[str, int] | None) -> None:
    if billing == "PAY_PER_REQUEST":
        if units:
            raise ValidationFailed(
                INVALID + "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is"
                " PAY_PER_REQUEST"
            )
        return
    if not units:
        raise ValidationFailed(
            INVALID + "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
        )
    throughputs.check_bounds(units)


def _view(asked: Mapping[str, Any] | None) -> StreamView | None:
    if asked is None:
        return None
    view: StreamView | None = asked.get("StreamViewType")
    if asked["StreamEnabled"] and view is None:
        raise ValidationFailed(INVALID + "Table is being created with a stream enabled, UpdateViewType is required")
    if not asked["StreamEnabled"] and view is not None:
        raise ValidationFailed(
            INVALID + "Table is being created with a stream disabled, UpdateViewType should not be specified"
        )
    return view


def _refuse_policy(request: Request) -> None:
    """A policy that nobody enforces would be a false promise."""
    if request.get("ResourcePolicy"):
        raise ValidationFailed(INVALID + "ResourcePolicy is not supported: access to tables is not controlled here")
