"""Every operation that the engine answers, by DynamoDB's name for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from chabudai.engine.operations import (
    batch_get_item,
    batch_write_item,
    delete_item,
    get_item,
    put_item,
    query,
    scan,
    transact_get_items,
    transact_write_items,
    update_item,
)
from chabudai.engine.operations.operation import Operation

OPERATIONS: Mapping[str, Operation[Any]] = MappingProxyType(
    {
        "BatchGetItem": batch_get_item.OPERATION,
        "BatchWriteItem": batch_write_item.OPERATION,
        "DeleteItem": delete_item.OPERATION,
        "GetItem": get_item.OPERATION,
        "PutItem": put_item.OPERATION,
        "Query": query.OPERATION,
        "Scan": scan.OPERATION,
        "TransactGetItems": transact_get_items.OPERATION,
        "TransactWriteItems": transact_write_items.OPERATION,
        "UpdateItem": update_item.OPERATION,
    }
)
