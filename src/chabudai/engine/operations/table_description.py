"""A table's description: its schema, its settings and its state, as DescribeTable words them."""

from collections.abc import Sequence
from typing import Any

from chabudai.engine.identity import Identity
from chabudai.engine.operations import throughputs
from chabudai.engine.operations.table_sizes import NOTHING, ItemTotals, TableSizes
from chabudai.engine.schema import Index, TableSchema

Description = dict[str, Any]


def describe(table: TableSchema, sizes: TableSizes, identity: Identity, now: float) -> Description:
    """The table as it is: ACTIVE, or UPDATING while an index of it is being filled."""
    filling = any(index.status == "CREATING" for index in table.indexes)
    return _whole(table, "UPDATING" if filling else "ACTIVE", sizes, identity, now)


def describe_created(table: TableSchema, identity: Identity, now: float) -> Description:
    """The table as CreateTable answers: not there yet, though ours is usable already."""
    described = _whole(table, "CREATING", NOTHING, identity, now)
    for index in described.get("GlobalSecondaryIndexes", ()):
        index["IndexStatus"] = index["WarmThroughput"]["Status"] = "CREATING"
    if "BillingModeSummary" in described:
        described["BillingModeSummary"] = {"BillingMode": table.billing}
    return described


def describe_updating(
    table: TableSchema, deleted: Sequence[Index], sizes: TableSizes, identity: Identity, now: float
) -> Description:
    """The table as UpdateTable answers: on its way to what it was asked to become."""
    described = _whole(table.with_(indexes=(*table.indexes, *deleted)), "UPDATING", sizes, identity, now)
    going = {index.name for index in deleted}
    for index in described.get("GlobalSecondaryIndexes", ()):
        if index["IndexName"] in going:
            index["IndexStatus"] = "DELETING"
        if index["IndexStatus"] == "CREATING":
            index["Backfilling"] = False
    return described


def describe_deleted(table: TableSchema, totals: ItemTotals, identity: Identity, now: float) -> Description:
    """The table as DeleteTable answers: DynamoDB leaves out its design."""
    return {
        "TableName": table.name,
        "TableStatus": "DELETING",
        "ProvisionedThroughput": throughputs.description(table.throughput, now),
        **_figures(totals),
        "TableArn": identity.table_arn(table.name),
        "TableId": table.table_uuid,
        **_billing(table),
        "DeletionProtectionEnabled": table.is_protected,
    }


def _whole(table: TableSchema, status: str, sizes: TableSizes, identity: Identity, now: float) -> Description:
    described: Description = {
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": kind} for name, kind in table.attributes.items()
        ],
        "TableName": table.name,
        "KeySchema": table.keys.description(),
        "TableStatus": status,
        "CreationDateTime": table.created_at,
        "ProvisionedThroughput": throughputs.description(table.throughput, now),
        **_figures(sizes.table),
        "TableArn": identity.table_arn(table.name),
        "TableId": table.table_uuid,
        **_billing(table),
    }
    if table.local_indexes:
        described["LocalSecondaryIndexes"] = [_index(index, table, sizes, identity) for index in table.local_indexes]
    if table.global_indexes:
        described["GlobalSecondaryIndexes"] = [
            _global_index(index, table, sizes, identity, now) for index in table.global_indexes
        ]
    return described | _stream(table, identity) | _settings(table, status)


def _index(index: Index, table: TableSchema, sizes: TableSizes, identity: Identity) -> Description:
    totals = sizes.index(index)
    projection: Description = {"ProjectionType": index.projection}
    if index.included:
        projection["NonKeyAttributes"] = list(index.included)
    return {
        "IndexName": index.name,
        "KeySchema": index.keys.description(),
        "Projection": projection,
        "IndexSizeBytes": totals.size,
        "ItemCount": totals.items,
        "IndexArn": identity.index_arn(table.name, index.name),
    }


def _global_index(index: Index, table: TableSchema, sizes: TableSizes, identity: Identity, now: float) -> Description:
    described = _index(index, table, sizes, identity)
    described["IndexStatus"] = index.status
    if index.status == "CREATING":
        described["Backfilling"] = True
    described["ProvisionedThroughput"] = throughputs.description(index.throughput, now)
    if index.on_demand:
        described["OnDemandThroughput"] = dict(index.on_demand)
    warm = throughputs.current_warm(index.warm, index.throughput, table.billing)
    described["WarmThroughput"] = {**warm, "Status": index.status}
    return described


def _figures(totals: ItemTotals) -> Description:
    return {"TableSizeBytes": totals.size, "ItemCount": totals.items}


def _billing(table: TableSchema) -> Description:
    """A table that was always provisioned has no summary."""
    if table.billing_changed_at is None:
        return {}
    return {
        "BillingModeSummary": {
            "BillingMode": table.billing,
            "LastUpdateToPayPerRequestDateTime": table.billing_changed_at,
        }
    }


def _stream(table: TableSchema, identity: Identity) -> Description:
    """The latest stream stays named when it is disabled."""
    stream = table.stream
    if stream is None:
        return {}
    described: Description = {}
    if stream.enabled:
        described["StreamSpecification"] = {"StreamEnabled": True, "StreamViewType": stream.view}
    return described | {
        "LatestStreamLabel": stream.label,
        "LatestStreamArn": identity.stream_arn(table.name, stream.label),
    }


def _settings(table: TableSchema, status: str) -> Description:
    described: Description = {}
    if table.encryption:
        described["SSEDescription"] = dict(table.encryption)
    if table.table_class is not None:
        summary: Description = {"TableClass": table.table_class}
        if table.table_class_changed_at is not None:
            summary["LastUpdateDateTime"] = table.table_class_changed_at
        described["TableClassSummary"] = summary
    described["DeletionProtectionEnabled"] = table.is_protected
    if table.on_demand:
        described["OnDemandThroughput"] = dict(table.on_demand)
    warm = throughputs.current_warm(table.warm, table.throughput, table.billing)
    described["WarmThroughput"] = {**warm, "Status": status}
    return described
