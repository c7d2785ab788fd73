"""GetRecords: the changes of a table in the order in which they were made.

Rules from the developer guide (Change data capture for DynamoDB Streams; TTL and streams) and the AWS API reference.
"""

from __future__ import annotations

import re
import time
from typing import Any

import pytest
from tests.conformance.faults import at_least, misplaced, no_longer, no_shorter, placed
from tests.conformance.following import Record, iterator, records, stream_of, streaming_table
from tests.conformance.items import put
from tests.conformance.tables import MakeTable, keys
from tests.conformance.target import Target, refused, unique
from tests.conformance.waiting import active
from tests.conformance.wording import collected, failure, missing


@pytest.mark.parametrize(("path", "value", "message"), misplaced({"ShardIterator": "String", "Limit": "Integer"}))
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("GetRecords", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("shardIterator")]),
        ({"ShardIterator": ""}, [failure("shardIterator", no_shorter(1), "")]),
        ({"ShardIterator": "x" * 2049}, [failure("shardIterator", no_longer(2048), "x+")]),
        ({"Limit": 0}, [missing("shardIterator"), failure("limit", at_least(1), "0")]),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("GetRecords", request_)


@pytest.mark.parametrize("position", ["x", "x" * 60, "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/s|1|x"])
def test_an_iterator_is_not_made_up(db: Target, position: str) -> None:
    with refused("ValidationException", re.compile("Invalid ShardIterator.*")):
        db.call("GetRecords", {"ShardIterator": position})


def test_a_thousand_records_at_once_are_the_most(db: Target, fresh_table: MakeTable) -> None:
    position = iterator(db, stream_of(db, streaming_table(fresh_table)))
    assert db.call("GetRecords", {"ShardIterator": position, "Limit": 1000})["Records"] == []
    with refused("ValidationException", re.compile(".*1000.*")):
        db.call("GetRecords", {"ShardIterator": position, "Limit": 1001})


def test_an_item_that_comes_changes_and_goes(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table, **keys("a:S", "b:N"))
    key = {"a": {"S": unique()}, "b": {"N": "1"}}
    first, second = {**key, "s": {"S": "first"}}, {**key, "s": {"S": "second"}, "n": {"N": "2"}}
    db.call("PutItem", {"TableName": table, "Item": first})
    db.call("PutItem", {"TableName": table, "Item": second})
    db.call("DeleteItem", {"TableName": table, "Key": key})
    found = records(db, stream_of(db, table), 3)
    assert [_change(each) for each in found] == [
        ("INSERT", key, None, first),
        ("MODIFY", key, first, second),
        ("REMOVE", key, second, None),
    ]


def test_a_record_carries_what_dynamodbs_does(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    arn = stream_of(db, table)
    before = time.time()
    db.call("PutItem", {"TableName": table, "Item": {"a": {"S": "key1"}, "bb": {"S": "value"}}})
    (record,) = records(db, arn, 1)
    assert set(record) == {"eventID", "eventName", "eventVersion", "eventSource", "awsRegion", "dynamodb"}
    assert re.fullmatch(r"[0-9a-f]{32}", record["eventID"])
    assert record["eventVersion"] == "1.1"
    assert record["eventSource"] == "aws:dynamodb"
    assert record["awsRegion"] == arn.split(":")[3]
    change = record["dynamodb"]
    assert abs(change.pop("ApproximateCreationDateTime") - before) < 60
    assert re.fullmatch(r"\d{21,40}", change.pop("SequenceNumber"))
    assert change == {
        "Keys": {"a": {"S": "key1"}},
        "NewImage": {"a": {"S": "key1"}, "bb": {"S": "value"}},
        # Keys and images together, names included: 5 + (5 + 7).
        "SizeBytes": 17,
        "StreamViewType": "NEW_AND_OLD_IMAGES",
    }


@pytest.mark.parametrize(
    ("view", "images"),
    [
        ("KEYS_ONLY", []),
        ("NEW_IMAGE", ["NewImage"]),
        ("OLD_IMAGE", ["OldImage"]),
        ("NEW_AND_OLD_IMAGES", ["NewImage", "OldImage"]),
    ],
)
def test_a_view_says_which_images_are_there(db: Target, fresh_table: MakeTable, view: str, images: list[str]) -> None:
    table = streaming_table(fresh_table, view)
    item = put(db, table, s={"S": "old"})
    put(db, table, a=item["a"], s={"S": "new"})
    db.call("DeleteItem", {"TableName": table, "Key": {"a": item["a"]}})
    wanted = {"INSERT": {"NewImage"}, "MODIFY": {"NewImage", "OldImage"}, "REMOVE": {"OldImage"}}
    found = records(db, stream_of(db, table), 3)
    assert [each["eventName"] for each in found] == list(wanted)
    for each in found:
        change = each["dynamodb"]
        assert change["StreamViewType"] == view
        assert change["Keys"] == {"a": item["a"]}
        assert {"NewImage", "OldImage"} & set(change) == wanted[each["eventName"]] & set(images)


def test_a_write_that_changes_nothing_leaves_no_record(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    item = put(db, table, s={"SS": ["a", "b"]}, n={"N": "1"})
    put(db, table, a=item["a"], s={"SS": ["b", "a"]}, n={"N": "1.0"})
    update = {"UpdateExpression": "SET n = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}}
    db.call("UpdateItem", {"TableName": table, "Key": {"a": item["a"]}, **update})
    db.call("DeleteItem", {"TableName": table, "Key": {"a": {"S": unique()}}})
    put(db, table, a=item["a"], end={"S": "end"})
    assert [each["eventName"] for each in records(db, stream_of(db, table), 2)] == ["INSERT", "MODIFY"]


def test_a_refused_write_leaves_no_record(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    item = put(db, table)
    refusal = db.refuse(
        "PutItem", {"TableName": table, "Item": {**item, "n": {"N": "1"}}, "ConditionExpression": "attribute_exists(n)"}
    )
    assert refusal.code == "ConditionalCheckFailedException"
    actions = [
        {"Put": {"TableName": table, "Item": {"a": {"S": unique()}}}},
        {"ConditionCheck": {"TableName": table, "Key": item, "ConditionExpression": "attribute_exists(n)"}},
    ]
    assert db.refuse("TransactWriteItems", {"TransactItems": actions}).code == "TransactionCanceledException"
    put(db, table, end={"S": "end"})
    assert [each["dynamodb"]["NewImage"].get("end") for each in records(db, stream_of(db, table), 2)] == [
        None,
        {"S": "end"},
    ]


def test_every_way_of_writing_is_recorded(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    names = [{"S": f"{unique()}-{i}"} for i in range(5)]
    db.call("BatchWriteItem", {"RequestItems": {table: [{"PutRequest": {"Item": {"a": names[0]}}}]}})
    actions = [{"Put": {"TableName": table, "Item": {"a": name}}} for name in names[1:3]]
    db.call("TransactWriteItems", {"TransactItems": actions})
    db.call("UpdateItem", {"TableName": table, "Key": {"a": names[3]}})
    db.call("ExecuteStatement", {"Statement": f"INSERT INTO \"{table}\" VALUE {{'a': ?}}", "Parameters": [names[4]]})
    found = records(db, stream_of(db, table), 5)
    assert [each["eventName"] for each in found] == ["INSERT"] * 5
    assert sorted(each["dynamodb"]["Keys"]["a"]["S"] for each in found) == sorted(name["S"] for name in names)


def test_records_come_in_order_and_each_has_its_own_number(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    key = {"S": unique()}
    for number in range(20):
        put(db, table, a=key, n={"N": str(number)})
    found = records(db, stream_of(db, table), 20)
    assert [int(each["dynamodb"]["NewImage"]["n"]["N"]) for each in found] == list(range(20))
    numbers = [int(each["dynamodb"]["SequenceNumber"]) for each in found]
    assert numbers == sorted(set(numbers))
    assert len({each["eventID"] for each in found}) == 20


def test_a_limit_cuts_and_the_next_iterator_goes_on(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    for number in range(5):
        put(db, table, n={"N": str(number)})
    arn = stream_of(db, table)
    assert len(records(db, arn, 5)) == 5
    position, pages = iterator(db, arn), []
    for _ in range(4):
        answer = db.call("GetRecords", {"ShardIterator": position, "Limit": 2})
        pages.append([each["dynamodb"]["NewImage"]["n"]["N"] for each in answer["Records"]])
        position = answer["NextShardIterator"]
    assert pages == [["0", "1"], ["2", "3"], ["4"], []]
    put(db, table, n={"N": "5"})
    assert len(db.call("GetRecords", {"ShardIterator": position})["Records"]) == 1


def test_a_stream_switched_off_is_read_to_its_end(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    arn = stream_of(db, table)
    put(db, table, n={"N": "1"})
    assert len(records(db, arn, 1)) == 1
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    active(db, table)
    put(db, table, n={"N": "2"})
    answer = db.call("GetRecords", {"ShardIterator": iterator(db, arn)})
    assert [each["dynamodb"]["NewImage"]["n"]["N"] for each in answer["Records"]] == ["1"]
    last = answer.get("NextShardIterator")
    if last is not None:
        answer = db.call("GetRecords", {"ShardIterator": last})
        assert answer["Records"] == []
    assert "NextShardIterator" not in answer


def test_a_stream_switched_on_again_begins_anew(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table, "KEYS_ONLY")
    old = stream_of(db, table)
    item = put(db, table)
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": {"StreamEnabled": False}})
    active(db, table)
    change = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
    db.call("UpdateTable", {"TableName": table, "StreamSpecification": change})
    active(db, table)
    put(db, table, a=item["a"], n={"N": "1"})
    (record,) = records(db, stream_of(db, table), 1)
    assert (record["eventName"], record["dynamodb"]["StreamViewType"]) == ("MODIFY", "NEW_IMAGE")
    assert [each["dynamodb"]["StreamViewType"] for each in records(db, old, 1)] == ["KEYS_ONLY"]


def test_the_records_of_a_deleted_table_can_still_be_read(db: Target, fresh_table: MakeTable) -> None:
    table = streaming_table(fresh_table)
    arn = stream_of(db, table)
    item = put(db, table)
    assert len(records(db, arn, 1)) == 1
    position = iterator(db, arn)
    db.call("DeleteTable", {"TableName": table})
    (record,) = db.call("GetRecords", {"ShardIterator": position})["Records"]
    assert record["dynamodb"]["NewImage"] == item


def test_an_expired_item_is_removed_by_the_service(
    db: Target, fresh_table: MakeTable, request: pytest.FixtureRequest
) -> None:
    """Slow, as it waits for the next sweep."""
    if "amazonaws.com" in request.node.callspec.params["db"]:
        pytest.skip("DynamoDB itself takes up to some days")
    table = streaming_table(fresh_table)
    specification = {"Enabled": True, "AttributeName": "ttl"}
    db.call("UpdateTimeToLive", {"TableName": table, "TimeToLiveSpecification": specification})
    item = put(db, table, ttl={"N": str(int(time.time()) - 60)})
    inserted, removed = records(db, stream_of(db, table), 2, seconds=30)
    assert "userIdentity" not in inserted
    assert removed["userIdentity"] == {"PrincipalId": "dynamodb.amazonaws.com", "Type": "Service"}
    assert _change(removed) == ("REMOVE", {"a": item["a"]}, item, None)


def _change(record: Record) -> tuple[str, Any, Any, Any]:
    change = record["dynamodb"]
    return record["eventName"], change["Keys"], change.get("OldImage"), change.get("NewImage")
