"""Every operation that the engine answers, by DynamoDB's name for it; each is loaded when it is first asked for."""

import re
from importlib import import_module
from typing import Any

from chabudai.engine.operations.operation import Operation

NAMES = frozenset(
    {
        "BatchExecuteStatement",
        "BatchGetItem",
        "BatchWriteItem",
        "CreateTable",
        "DeleteItem",
        "DeleteTable",
        "DescribeContinuousBackups",
        "DescribeEndpoints",
        "DescribeLimits",
        "DescribeStream",
        "DescribeTable",
        "DescribeTimeToLive",
        "ExecuteStatement",
        "ExecuteTransaction",
        "GetItem",
        "GetRecords",
        "GetShardIterator",
        "ListStreams",
        "ListTables",
        "ListTagsOfResource",
        "PutItem",
        "Query",
        "Scan",
        "TagResource",
        "TransactGetItems",
        "TransactWriteItems",
        "UntagResource",
        "UpdateContinuousBackups",
        "UpdateItem",
        "UpdateTable",
        "UpdateTimeToLive",
    }
)


class OperationRegistry(dict[str, Operation[Any]]):
    """Holds the operations loaded so far; looking up another one loads it. An unknown name is a KeyError."""

    names = NAMES

    def __missing__(self, name: str) -> Operation[Any]:
        if name not in NAMES:
            raise KeyError(name)
        module = re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()
        operation: Operation[Any] = import_module(f"chabudai.engine.operations.{module}").OPERATION
        self[name] = operation
        return operation


OPERATIONS = OperationRegistry()
