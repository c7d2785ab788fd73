"""Every operation that the engine answers, by DynamoDB's name for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from chabudai.engine.operations import (
    batch_get_item,
    batch_write_item,
    create_table,
    delete_item,
    delete_table,
    describe_continuous_backups,
    describe_endpoints,
    describe_limits,
    describe_table,
    describe_time_to_live,
    get_item,
    list_tables,
    list_tags_of_resource,
    put_item,
    query,
    scan,
    tag_resource,
    transact_get_items,
    transact_write_items,
    untag_resource,
    update_continuous_backups,
    update_item,
    update_table,
    update_time_to_live,
)
from chabudai.engine.operations.operation import Operation

OPERATIONS: Mapping[str, Operation[Any]] = MappingProxyType(
    {
        "BatchGetItem": batch_get_item.OPERATION,
        "BatchWriteItem": batch_write_item.OPERATION,
        "CreateTable": create_table.OPERATION,
        "DeleteItem": delete_item.OPERATION,
        "DeleteTable": delete_table.OPERATION,
        "DescribeContinuousBackups": describe_continuous_backups.OPERATION,
        "DescribeEndpoints": describe_endpoints.OPERATION,
        "DescribeLimits": describe_limits.OPERATION,
        "DescribeTable": describe_table.OPERATION,
        "DescribeTimeToLive": describe_time_to_live.OPERATION,
        "GetItem": get_item.OPERATION,
        "ListTables": list_tables.OPERATION,
        "ListTagsOfResource": list_tags_of_resource.OPERATION,
        "PutItem": put_item.OPERATION,
        "Query": query.OPERATION,
        "Scan": scan.OPERATION,
        "TagResource": tag_resource.OPERATION,
        "TransactGetItems": transact_get_items.OPERATION,
        "TransactWriteItems": transact_write_items.OPERATION,
        "UntagResource": untag_resource.OPERATION,
        "UpdateContinuousBackups": update_continuous_backups.OPERATION,
        "UpdateItem": update_item.OPERATION,
        "UpdateTable": update_table.OPERATION,
        "UpdateTimeToLive": update_time_to_live.OPERATION,
    }
)
