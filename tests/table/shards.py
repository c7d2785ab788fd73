"""A store whose streams have several shards, as DynamoDB's have, and one that is out of reach for a while."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import StoreUnreachable, refusal

FIRST = "shardId-00000000000000000001-first"
LEFT = "shardId-00000000000000000002-left0"
RIGHT = "shardId-00000000000000000003-right"


class SplitStore(Store):
    """Shows the one shard of an embedded store's stream as a parent with two children.

    The parent has the first `split` records, and ends once there are that many; of the others, each child has those
    whose sort key ends in an even or odd digit. `listed` are told by DescribeStream, children first.
    """

    def __init__(self, store: Store, split: int) -> None:
        self._store = store
        self._split = split
        self.listed = [RIGHT, LEFT, FIRST]
        self.read: list[str] = []

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        match operation:
            case "DescribeStream":
                return self._described(request)
            case "GetShardIterator":
                return self._iterator(request)
            case "GetRecords":
                return self._records(request)
            case _:
                return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()

    def _described(self, request: Mapping[str, Any]) -> dict[str, Any]:
        described = self._store.call("DescribeStream", {"StreamArn": request["StreamArn"]})["StreamDescription"]
        is_split = len(self._all(request["StreamArn"])) >= self._split
        names = [name for name in self.listed if name == FIRST or is_split]
        after = request.get("ExclusiveStartShardId")
        name, *rest = names if after is None else names[names.index(after) + 1 :]
        more = {"LastEvaluatedShardId": name} if rest else {}
        return {"StreamDescription": {**described, "Shards": [self._shard(name, is_split)], **more}}

    def _shard(self, name: str, is_split: bool) -> dict[str, Any]:
        numbers = {"StartingSequenceNumber": "1"}
        if name == FIRST and is_split:
            numbers["EndingSequenceNumber"] = "2"
        parent = {} if name == FIRST else {"ParentShardId": FIRST}
        return {"ShardId": name, "SequenceNumberRange": numbers, **parent}

    def _iterator(self, request: Mapping[str, Any]) -> dict[str, Any]:
        name, arn = request["ShardId"], request["StreamArn"]
        if name not in self.listed:
            raise refusal("ResourceNotFoundException", "Requested resource not found: Shard does not exist", {})
        after = request.get("SequenceNumber", "")
        if request["ShardIteratorType"] == "LATEST":
            after = max((_sequence(each) for each in self._all(arn)), default="")
        return {"ShardIterator": json.dumps([arn, name, after])}

    def _records(self, request: Mapping[str, Any]) -> dict[str, Any]:
        arn, name, after = json.loads(request["ShardIterator"])
        self.read.append(name)
        own = [each for each in self._of(arn, name) if _sequence(each) > after]
        page = own[: request.get("Limit", 1000)]
        is_end = name == FIRST and len(self._all(arn)) >= self._split and len(page) == len(own)
        after = _sequence(page[-1]) if page else after
        more = {} if is_end else {"NextShardIterator": json.dumps([arn, name, after])}
        return {"Records": page, **more}

    def _of(self, arn: str, name: str) -> list[dict[str, Any]]:
        records = self._all(arn)
        if name == FIRST:
            return records[: self._split]
        return [each for each in records[self._split :] if _is_even(each) == (name == LEFT)]

    def _all(self, arn: str) -> list[dict[str, Any]]:
        [shard] = self._store.call("DescribeStream", {"StreamArn": arn})["StreamDescription"]["Shards"]
        request = {"StreamArn": arn, "ShardId": shard["ShardId"], "ShardIteratorType": "TRIM_HORIZON"}
        iterator = self._store.call("GetShardIterator", request)["ShardIterator"]
        records: list[dict[str, Any]] = self._store.call("GetRecords", {"ShardIterator": iterator})["Records"]
        return records


class ShakyStore(Store):
    """Out of reach for every operation in `down`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.down: set[str] = set()

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation in self.down:
            raise StoreUnreachable("the cable is out")
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()


def _sequence(record: Mapping[str, Any]) -> str:
    return str(record["dynamodb"]["SequenceNumber"])


def _is_even(record: Mapping[str, Any]) -> bool:
    return int(record["dynamodb"]["Keys"]["SK"]["S"][-1]) % 2 == 0
