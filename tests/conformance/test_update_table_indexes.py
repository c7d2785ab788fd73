"""UpdateTable's global indexes: made with a real backfill, changed and deleted, one at a time.

Rules from the AWS API reference and the developer guide (Managing Global Secondary Indexes: creation, backfill, index
key violations); messages as recorded by dynalite's suite and captured from DynamoDB in 2026.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import either
from tests.conformance.items import Item
from tests.conformance.reading import number, put_all, text
from tests.conformance.tables import MakeTable, index, keys
from tests.conformance.target import Refusal, Target, refused
from tests.conformance.waiting import active, settled

INVALID = "One or more parameter values were invalid: "
ALL = {"ProjectionType": "ALL"}
PROVISIONED = {"BillingMode": "PROVISIONED", "ProvisionedThroughput": {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}}
ONE_INDEX = "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously per table"


def new_index(name: str, *attributes: str, **extra: Any) -> dict[str, Any]:
    """UpdateTable's parameters for one more global index over string attributes."""
    create = index(name, *attributes, projection=extra.pop("projection", ALL))
    return {
        "AttributeDefinitions": [{"AttributeName": each, "AttributeType": "S"} for each in attributes],
        "GlobalSecondaryIndexUpdates": [{"Create": {**create, **extra}}],
    }


def by_index(table: str, attribute: str, value: dict[str, Any], name: str = "gsi") -> dict[str, Any]:
    """A Query of an index by its partition key."""
    return {
        "TableName": table,
        "IndexName": name,
        "KeyConditionExpression": "#k = :v",
        "ExpressionAttributeNames": {"#k": attribute},
        "ExpressionAttributeValues": {":v": value},
    }


def test_an_index_added_later_holds_what_was_there_before(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(**keys("a:S", "b:S"))
    old = [{"a": text(each), "b": text("1"), "g": text("x"), "more": number(1)} for each in "pqr"]
    put_all(db, table, [*old, {"a": text("s"), "b": text("1")}])
    answer = db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g", "b")})["TableDescription"]
    [creating] = answer["GlobalSecondaryIndexes"]
    assert (creating["IndexName"], creating["IndexStatus"]) == ("gsi", "CREATING")
    [described] = active(db, table)["GlobalSecondaryIndexes"]
    assert described["KeySchema"] == index("gsi", "g", "b", projection=ALL)["KeySchema"]
    assert "Backfilling" not in described
    found = settled(db, "Query", by_index(table, "g", text("x")), 3)["Items"]
    assert sorted(found, key=lambda item: item["a"]["S"]) == old
    db.call("PutItem", {"TableName": table, "Item": {"a": text("t"), "b": text("0"), "g": text("x")}})
    assert settled(db, "Query", by_index(table, "g", text("x")), 4)["Items"][0]["a"] == text("t")


def test_the_definitions_of_an_added_index_join_the_table_s(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g")})
    names = {each["AttributeName"] for each in active(db, table)["AttributeDefinitions"]}
    assert names == {"a", "g"}
    db.call("UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "gsi"}}]})
    names = {each["AttributeName"] for each in active(db, table)["AttributeDefinitions"]}
    assert names == {"a"}


def test_a_backfill_skips_items_whose_index_key_is_of_the_wrong_type_or_empty(
    db: Target, fresh_table: MakeTable
) -> None:
    """Developer guide, Detecting and correcting index key violations: such items stay in the table only."""
    table = fresh_table()
    wrong_types: list[dict[str, Any]] = [{"N": "1"}, {"BOOL": True}, {"NULL": True}, {"L": []}, {"SS": ["x"]}]
    violations = [*wrong_types, text(""), text("x" * 2049)]
    items: list[Item] = [{"a": text(str(at)), "g": violation} for at, violation in enumerate(violations)]
    put_all(db, table, [*items, {"a": text("good"), "g": text("x")}])
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g")})
    active(db, table)
    assert settled(db, "Scan", {"TableName": table, "IndexName": "gsi"}, 1)["Items"] == [
        {"a": text("good"), "g": text("x")}
    ]
    assert db.call("Scan", {"TableName": table, "ConsistentRead": True})["Count"] == len(violations) + 1


def test_after_the_backfill_such_a_write_is_refused(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    put_all(db, table, [{"a": text("old"), "g": number(1)}])
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g")})
    active(db, table)
    mismatch = INVALID + "Type mismatch for Index Key g Expected: S Actual: N IndexName: gsi"
    with refused("ValidationException", mismatch):
        db.call("PutItem", {"TableName": table, "Item": {"a": text("new"), "g": number(1)}})
    empty = (
        "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
        "The AttributeValue for a key attribute cannot contain an empty string value. IndexName: gsi, IndexKey: g"
    )
    with refused("ValidationException", empty):
        db.call("PutItem", {"TableName": table, "Item": {"a": text("new"), "g": text("")}})
    assert db.call("Scan", {"TableName": table, "ConsistentRead": True})["Items"] == [
        {"a": text("old"), "g": number(1)}
    ]


def test_an_item_that_violates_the_key_enters_the_index_once_it_is_corrected(
    db: Target, fresh_table: MakeTable
) -> None:
    table = fresh_table()
    put_all(db, table, [{"a": text("1"), "g": number(1)}])
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g")})
    active(db, table)
    put_all(db, table, [{"a": text("1"), "g": text("x")}])
    assert settled(db, "Query", by_index(table, "g", text("x")), 1)["Items"] == [{"a": text("1"), "g": text("x")}]
    db.call("DeleteItem", {"TableName": table, "Key": {"a": text("1")}})
    assert settled(db, "Scan", {"TableName": table, "IndexName": "gsi"}, 0)["Count"] == 0


def test_a_deleted_index_is_gone_and_its_key_no_longer_binds(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "g")})
    active(db, table)
    answer = db.call(
        "UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "gsi"}}]}
    )
    [deleting] = answer["TableDescription"]["GlobalSecondaryIndexes"]
    assert (deleting["IndexName"], deleting["IndexStatus"]) == ("gsi", "DELETING")
    assert "GlobalSecondaryIndexes" not in active(db, table)
    put_all(db, table, [{"a": text("1"), "g": number(1)}])
    with refused("ValidationException", "The table does not have the specified index: gsi"):
        db.call("Query", by_index(table, "g", text("x")))


def test_an_index_can_be_made_again_with_another_key(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(
        AttributeDefinitions=[{"AttributeName": each, "AttributeType": "S"} for each in "ag"],
        GlobalSecondaryIndexes=[index("gsi", "g", projection=ALL)],
    )
    put_all(db, table, [{"a": text("1"), "g": text("x"), "h": text("y")}])
    db.call("UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": [{"Delete": {"IndexName": "gsi"}}]})
    active(db, table)
    projection = {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["g"]}
    db.call("UpdateTable", {"TableName": table, **new_index("gsi", "h", projection=projection)})
    [described] = active(db, table)["GlobalSecondaryIndexes"]
    assert described["Projection"] == projection
    assert settled(db, "Query", by_index(table, "h", text("y")), 1)["Count"] == 1


def test_an_index_of_several_attributes_can_be_added(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    put_all(
        db, table, [{"a": text(str(at)), "g": text("x"), "h": text("y"), "s": text(str(9 - at))} for at in range(3)]
    )
    put_all(db, table, [{"a": text("partial"), "g": text("x"), "s": text("1")}])
    change = new_index("gsi", "g", "h", "s")
    change["GlobalSecondaryIndexUpdates"][0]["Create"]["KeySchema"] = [
        {"AttributeName": "g", "KeyType": "HASH"},
        {"AttributeName": "h", "KeyType": "HASH"},
        {"AttributeName": "s", "KeyType": "RANGE"},
    ]
    db.call("UpdateTable", {"TableName": table, **change})
    active(db, table)
    request = {
        "TableName": table,
        "IndexName": "gsi",
        "KeyConditionExpression": "g = :g AND h = :h",
        "ExpressionAttributeValues": {":g": text("x"), ":h": text("y")},
    }
    assert [item["s"] for item in settled(db, "Query", request, 3)["Items"]] == [text("7"), text("8"), text("9")]


def test_one_index_is_made_or_deleted_per_call(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(GlobalSecondaryIndexes=[index(f"gsi{i}", "a", projection=ALL) for i in range(2)])
    deletions = [{"Delete": {"IndexName": "gsi0"}}, {"Delete": {"IndexName": "gsi1"}}]
    two = new_index("gsi2", "g")
    two["GlobalSecondaryIndexUpdates"].append(deletions[0])
    for change in ({"GlobalSecondaryIndexUpdates": deletions}, two):
        with refused("LimitExceededException", ONE_INDEX):
            db.call("UpdateTable", {"TableName": table, **change})
    assert len(active(db, table)["GlobalSecondaryIndexes"]) == 2


def test_the_twenty_first_index_is_one_too_many(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table(GlobalSecondaryIndexes=[index(f"gsi{i}", "a", projection=ALL) for i in range(20)])
    assert db.refuse("UpdateTable", {"TableName": table, **new_index("gsi20", "a")}).code == "LimitExceededException"


def test_a_name_that_is_taken_is_refused_before_the_key_is_looked_at(db: Target, indexed_table: str) -> None:
    for name in ("index1", "index3"):
        request = {
            "TableName": indexed_table,
            "GlobalSecondaryIndexUpdates": new_index(name, "zz")["GlobalSecondaryIndexUpdates"],
        }
        with refused("ValidationException", "Attempting to create an index which already exists"):
            db.call("UpdateTable", request)


def test_the_key_of_a_new_index_must_be_defined(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    updates = new_index("gsi", "zz")["GlobalSecondaryIndexUpdates"]
    undefined = (
        "Some index key attributes are not defined in AttributeDefinitions. Keys: [zz], AttributeDefinitions: [a]"
    )
    unspecified = "AttributeDefinitions is not specified for index: gsi"
    with refused("ValidationException", either(INVALID + undefined, INVALID + unspecified)):
        db.call("UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": updates})
    definitions = [{"AttributeName": "a", "AttributeType": "S"}]
    with refused("ValidationException", INVALID + undefined):
        request = {"AttributeDefinitions": definitions, "GlobalSecondaryIndexUpdates": updates}
        db.call("UpdateTable", {"TableName": table, **request})


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (new_index("gsi", "g", projection={}), INVALID + "Unknown ProjectionType: null"),
        (
            new_index("gsi", "g", projection={"ProjectionType": "INCLUDE"}),
            INVALID + "ProjectionType is INCLUDE, but NonKeyAttributes is not specified",
        ),
        (
            new_index("gsi", "g", projection={"ProjectionType": "ALL", "NonKeyAttributes": ["x"]}),
            INVALID + "ProjectionType is ALL, but NonKeyAttributes is specified",
        ),
        (
            new_index("gsi", "g", KeySchema=[{"AttributeName": "g", "KeyType": "RANGE"}]),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type",
        ),
    ],
)
def test_a_new_index_is_checked_like_one_of_a_new_table(
    db: Target, fresh_table: MakeTable, change: dict[str, Any], message: str
) -> None:
    table = fresh_table()
    with refused("ValidationException", message):
        db.call("UpdateTable", {"TableName": table, **change})
    assert "GlobalSecondaryIndexes" not in active(db, table)


def test_an_index_that_is_not_there_cannot_be_deleted(db: Target, fresh_table: MakeTable) -> None:
    updates = [{"Delete": {"IndexName": "ghost"}}]
    with refused("ResourceNotFoundException", re.compile("Requested resource not found.*")):
        db.call("UpdateTable", {"TableName": fresh_table(), "GlobalSecondaryIndexUpdates": updates})


def test_a_local_index_is_for_ever(db: Target, indexed_table: str) -> None:
    updates = [{"Delete": {"IndexName": "index1"}}]
    message = "Cannot delete an index that is not a GlobalSecondaryIndex: index1"
    with refused("ValidationException", message):
        db.call("UpdateTable", {"TableName": indexed_table, "GlobalSecondaryIndexUpdates": updates})


def test_a_key_attribute_keeps_its_type(db: Target, fresh_table: MakeTable) -> None:
    """A new index may not define an attribute of the table's key anew (observed for indexes of every kind)."""
    change = new_index("gsi", "a")
    change["AttributeDefinitions"] = [{"AttributeName": "a", "AttributeType": "N"}]
    wording = re.compile(re.escape(INVALID) + r"Attributes cannot be redefined\. Please check that your attribute .+")
    with refused("ValidationException", wording):
        db.call("UpdateTable", {"TableName": fresh_table(), **change})


def test_the_throughput_of_an_index_can_be_changed(db: Target, fresh_table: MakeTable) -> None:
    units = PROVISIONED["ProvisionedThroughput"]
    gsi = {**index("gsi", "a", projection=ALL), "ProvisionedThroughput": units}
    table = fresh_table(**PROVISIONED, GlobalSecondaryIndexes=[gsi])
    raised = {"ReadCapacityUnits": 7, "WriteCapacityUnits": 5}
    update = {"Update": {"IndexName": "gsi", "ProvisionedThroughput": raised}}
    db.call("UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": [update]})
    [described] = active(db, table)["GlobalSecondaryIndexes"]
    assert described["ProvisionedThroughput"]["ReadCapacityUnits"] == 7
    refusal: Refusal = db.refuse("UpdateTable", {"TableName": table, "GlobalSecondaryIndexUpdates": [update]})
    assert refusal.message.startswith("The provisioned throughput for the index gsi will not change.")
