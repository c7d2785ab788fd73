"""PutItem: what is kept and answered, every refusal with its words, and which of several faults is named.

Messages and their order as recorded by dynalite's suite against DynamoDB, brought up to the wording that the
dynamodb-conformance and ExtendDB projects captured in 2026; capacity of indexes as measured by the former.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import (
    NAME_PATTERN,
    NULL,
    broken,
    detected,
    misplaced,
    no_longer,
    no_shorter,
    one_of,
    placed,
)
from tests.conformance.items import Item, arms, fetch, key_of, put
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import CONDITION_FAILED, EMPTY_KEY, NO_SUCH_TABLE

INVALID = "One or more parameter values were invalid: "
EMPTY_BINARY_KEY = EMPTY_KEY.replace("string", "binary")
BAD_CAPACITY = broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE"))
BAD_METRICS = broken("hi", "returnItemCollectionMetrics", one_of("SIZE", "NONE"))
BAD_RETURN = broken("hi", "returnValues", one_of("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW"))


def test_an_item_is_kept_whole_and_nothing_is_answered(db: Target, hash_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "x"}}
    assert db.call("PutItem", {"TableName": hash_table, "Item": item}) == {}
    assert fetch(db, hash_table, key_of(item)) == item


def test_an_item_replaces_the_one_under_its_key_whole(db: Target, hash_table: str) -> None:
    old = put(db, hash_table, b={"S": "x"}, c={"S": "y"})
    new = put(db, hash_table, a=old["a"], c={"N": "1"})
    assert fetch(db, hash_table, key_of(old)) == new


def test_items_with_one_partition_key_and_two_sort_keys_are_two(db: Target, range_table: str) -> None:
    a = {"S": unique()}
    first = put(db, range_table, a=a, b={"S": "1"}, c={"S": "x"})
    second = put(db, range_table, a=a, b={"S": "2"})
    assert fetch(db, range_table, key_of(first, "a", "b")) == first
    assert fetch(db, range_table, key_of(second, "a", "b")) == second


def test_all_old_answers_what_was_replaced(db: Target, hash_table: str) -> None:
    old = put(db, hash_table, b={"N": "-0015.789e6"}, c={"S": "a"})
    request = {"TableName": hash_table, "Item": {"a": old["a"]}, "ReturnValues": "ALL_OLD"}
    assert db.call("PutItem", request) == {"Attributes": {**old, "b": {"N": "-15789000"}}}


def test_all_old_answers_nothing_for_a_new_item(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}, "ReturnValues": "ALL_OLD"}
    assert db.call("PutItem", request) == {}


def test_members_that_dynamodb_does_not_know_are_not_seen(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}, "Whatever": [1, {"x": None}]}
    assert db.call("PutItem", request) == {}


SHAPES = {
    "TableName": "String",
    "Item": "Map<AttributeValue>",
    "Item.x": "Value<AttributeValue>",
    "Expected": "Map<ExpectedAttributeValue>",
    "Expected.x": "Value<ExpectedAttributeValue>",
    "Expected.x.Exists": "Boolean",
    "Expected.x.Value": "Structure<AttributeValue>",
    "Expected.x.AttributeValueList": "List",
    "Expected.x.AttributeValueList.0": "Value<AttributeValue>",
    "Expected.x.ComparisonOperator": "String",
    "ConditionalOperator": "String",
    "ReturnConsumedCapacity": "String",
    "ReturnItemCollectionMetrics": "String",
    "ReturnValues": "String",
    "ReturnValuesOnConditionCheckFailure": "String",
    "ConditionExpression": "String",
    "ExpressionAttributeValues": "Map<AttributeValue>",
    "ExpressionAttributeValues.x": "Value<AttributeValue>",
    "ExpressionAttributeNames.x": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(SHAPES))
def test_members_of_the_wrong_kind_are_refused_first(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("PutItem", placed(path, value))


@pytest.mark.parametrize("names", [[], True, 1, "x"])
def test_expression_attribute_names_are_a_map(db: Target, names: Any) -> None:
    unrecognized = "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>"
    with refused("SerializationException", unrecognized if names == [] else "Unexpected field type"):
        db.call("PutItem", {"ExpressionAttributeNames": names})


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL), broken(None, "item", NULL)]),
        ({"TableName": "abc", "Item": None}, [broken(None, "item", NULL)]),
        ({"TableName": "", "Item": {}}, [broken("", "tableName", no_shorter(1))]),
        ({"TableName": "ab", "Item": {}}, [broken("ab", "tableName", no_shorter(3))]),
        ({"TableName": "a" * 256, "Item": {}}, [broken("a" * 256, "tableName", no_longer(255))]),
        ({"TableName": "abc;", "Item": {}}, [broken("abc;", "tableName", NAME_PATTERN)]),
        (
            {
                "TableName": "abc",
                "Item": {},
                "ReturnConsumedCapacity": "hi",
                "ReturnItemCollectionMetrics": "hi",
                "ReturnValues": "hi",
            },
            [BAD_CAPACITY, BAD_METRICS, BAD_RETURN],
        ),
        ({"TableName": "", "Item": {}, "ReturnValues": "hi"}, [broken("", "tableName", no_shorter(1)), BAD_RETURN]),
        (
            {"TableName": "abc", "Item": {}, "ConditionalOperator": "XOR"},
            [broken("XOR", "conditionalOperator", one_of("OR", "AND"))],
        ),
    ],
)
def test_constraints_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("PutItem", request_)


@pytest.mark.parametrize("value", ["hi", "all_old", "ALL_NEW", ""])
def test_return_values_on_condition_check_failure_has_two_values(db: Target, hash_table: str, value: str) -> None:
    """The API reference names ALL_OLD and NONE; no source has the order in which the message lists them."""
    heading = f"1 validation error detected: Value '{value}' at 'returnValuesOnConditionCheckFailure' "
    constraint = r"failed to satisfy constraint: Member must satisfy enum value set: \[(ALL_OLD, NONE|NONE, ALL_OLD)\]"
    with refused("ValidationException", re.compile(re.escape(heading) + constraint)):
        db.call(
            "PutItem",
            {"TableName": hash_table, "Item": {"a": {"S": "x"}}, "ReturnValuesOnConditionCheckFailure": value},
        )


@pytest.mark.parametrize("value", ["UPDATED_OLD", "ALL_NEW", "UPDATED_NEW"])
def test_only_old_values_can_be_returned(db: Target, hash_table: str, value: str) -> None:
    with refused("ValidationException", "ReturnValues can only be ALL_OLD or NONE"):
        db.call("PutItem", {"TableName": hash_table, "Item": {"a": {"S": "x"}}, "ReturnValues": value})


BAD_VALUE: Item = {"a": {}}
BAD_EXPECTED: Item = {"a": {}}
ORDER: list[tuple[dict[str, Any], str]] = [
    (
        {
            "Item": BAD_VALUE,
            "Expected": BAD_EXPECTED,
            "ExpressionAttributeNames": {},
            "ExpressionAttributeValues": {},
            "ConditionExpression": "",
        },
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}",
    ),
    (
        {
            "Item": BAD_VALUE,
            "Expected": BAD_EXPECTED,
            "ExpressionAttributeNames": {},
            "ExpressionAttributeValues": {},
        },
        "ExpressionAttributeNames can only be specified when using expressions",
    ),
    (
        {"Item": BAD_VALUE, "Expected": BAD_EXPECTED, "ExpressionAttributeValues": {}},
        "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null",
    ),
    (
        {"Item": BAD_VALUE, "Expected": BAD_EXPECTED, "ReturnValues": "ALL_NEW"},
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ),
    (
        {"Item": {"a": {"S": "x" * 409_600}}, "Expected": BAD_EXPECTED, "ReturnValues": "ALL_NEW"},
        "ReturnValues can only be ALL_OLD or NONE",
    ),
    (
        {"Item": {"a": {"S": "x" * 409_600}}, "Expected": BAD_EXPECTED},
        "Item size has exceeded the maximum allowed size",
    ),
    ({"Item": {}, "Expected": BAD_EXPECTED}, INVALID + "Value must be provided when Exists is null for Attribute: a"),
    (
        {
            "Item": {},
            "ExpressionAttributeNames": {},
            "ExpressionAttributeValues": {},
            "ConditionExpression": "",
        },
        "ExpressionAttributeNames must not be empty",
    ),
    (
        {
            "Item": {},
            "ExpressionAttributeNames": {"a": "a"},
            "ExpressionAttributeValues": {},
            "ConditionExpression": "",
        },
        'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
    ),
    (
        {"Item": {}, "ExpressionAttributeValues": {}, "ConditionExpression": ""},
        "ExpressionAttributeValues must not be empty",
    ),
    (
        {"Item": {}, "ExpressionAttributeValues": {":b": {}, "b": {"S": "a"}}, "ConditionExpression": ""},
        'ExpressionAttributeValues contains invalid key: Syntax error; key: "b"',
    ),
    (
        {"Item": {}, "ExpressionAttributeValues": {":b": {}}, "ConditionExpression": ""},
        "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, "
        "must contain exactly one of the supported datatypes for key :b",
    ),
    ({"Item": {}, "ConditionExpression": ""}, "Invalid ConditionExpression: The expression can not be empty;"),
    (
        {"Item": {}, "ExpressionAttributeValues": {":b": {"S": "x"}}, "ConditionExpression": "attribute_exists(a)"},
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:b}",
    ),
]


@pytest.mark.parametrize(("request_", "message"), ORDER)
def test_of_several_faults_the_first_is_named(db: Target, request_: dict[str, Any], message: str) -> None:
    """Each request has this fault, some that come later, and a table that does not exist."""
    with refused("ValidationException", message):
        db.call("PutItem", {"TableName": "nowhere", **request_})


@pytest.mark.parametrize("item", [{}, {"a": {"N": "1"}}, {"a": {"S": ""}}, {"a": {"S": "x" * 2049}}])
def test_a_missing_table_is_noticed_before_the_key(db: Target, item: Item) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        db.call("PutItem", {"TableName": unique("nowhere"), "Item": item})


@pytest.mark.parametrize("item", [{}, {"b": {"S": "a"}}, {"A": {"S": "names have a case"}}])
def test_an_item_without_its_partition_key_is_refused(db: Target, hash_table: str, item: Item) -> None:
    with refused("ValidationException", INVALID + "Missing the key a in the item"):
        db.call("PutItem", {"TableName": hash_table, "Item": item})


def test_an_item_without_its_sort_key_is_refused(db: Target, range_table: str) -> None:
    with refused("ValidationException", INVALID + "Missing the key b in the item"):
        db.call("PutItem", {"TableName": range_table, "Item": {"a": {"S": "a"}}})


@pytest.mark.parametrize(
    "value",
    [
        {"B": "abcd"},
        {"N": "1"},
        {"BOOL": True},
        {"NULL": True},
        {"SS": ["a"]},
        {"NS": ["1"]},
        {"BS": ["aaaa"]},
        {"M": {}},
        {"L": []},
    ],
)
def test_a_key_of_another_type_is_refused(db: Target, hash_table: str, value: dict[str, Any]) -> None:
    message = f"{INVALID}Type mismatch for key a expected: S actual: {next(iter(value))}"
    with refused("ValidationException", message):
        db.call("PutItem", {"TableName": hash_table, "Item": {"a": value}})


def test_an_empty_string_is_no_key(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        db.call("PutItem", {"TableName": hash_table, "Item": {"a": {"S": ""}}})


def test_an_empty_binary_is_no_key(db: Target, binary_table: str) -> None:
    with refused("ValidationException", EMPTY_BINARY_KEY + "b"):
        db.call("PutItem", {"TableName": binary_table, "Item": {"a": {"S": "a"}, "b": {"B": ""}}})


@pytest.mark.parametrize("character", ["x", "é", "台"])
def test_a_partition_key_has_at_most_2048_bytes(db: Target, hash_table: str, character: str) -> None:
    key = unique()
    key += character * ((2048 - len(key)) // len(character.encode()))
    key += "x" * (2048 - len(key.encode()))
    put(db, hash_table, a={"S": key})
    message = INVALID + "Size of hashkey has exceeded the maximum size limit of2048 bytes"
    with refused("ValidationException", message):
        put(db, hash_table, a={"S": key + "x"})


def test_a_sort_key_has_at_most_1024_bytes(db: Target, range_table: str) -> None:
    put(db, range_table, b={"S": "x" * 1024})
    message = INVALID + "Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
    with refused("ValidationException", message):
        put(db, range_table, b={"S": "x" * 1025})


@pytest.mark.parametrize("value", [{"N": "1"}, {"B": "YQ=="}, {"BOOL": True}, {"SS": ["a"]}, {"M": {}}, {"NULL": True}])
def test_an_index_key_of_another_type_is_refused(db: Target, indexed_table: str, value: dict[str, Any]) -> None:
    message = f"{INVALID}Type mismatch for Index Key c Expected: S Actual: {next(iter(value))} IndexName: index"
    with refused("ValidationException", re.compile(re.escape(message) + r"\d")):
        put(db, indexed_table, b={"S": "b"}, c=value)


def test_an_empty_string_is_no_index_key(db: Target, indexed_table: str) -> None:
    message = (
        "One or more parameter values are not valid. A value specified for a secondary index key is not supported. "
        "The AttributeValue for a key attribute cannot contain an empty string value. IndexName: index"
    )
    with refused("ValidationException", re.compile(re.escape(message) + r"\d, IndexKey: c")):
        put(db, indexed_table, b={"S": "b"}, c={"S": ""})


def test_an_index_key_is_bound_to_the_size_of_a_key(db: Target, indexed_table: str) -> None:
    put(db, indexed_table, b={"S": "b"}, c={"S": "x" * 1024})
    with refused("ValidationException", re.compile(re.escape(INVALID) + ".+ 1024 bytes.*")):
        put(db, indexed_table, b={"S": "b"}, c={"S": "x" * 1025})


def test_an_item_without_an_index_key_is_kept(db: Target, indexed_table: str) -> None:
    item = put(db, indexed_table, b={"S": "b"}, e={"S": "e"})
    assert fetch(db, indexed_table, key_of(item, "a", "b")) == item


def test_a_failed_condition_keeps_the_old_item(db: Target, hash_table: str) -> None:
    old = put(db, hash_table, b={"S": "old"})
    request = {"TableName": hash_table, "Item": {"a": old["a"]}, "ConditionExpression": "attribute_not_exists(a)"}
    refusal = db.refuse("PutItem", request)
    assert (refusal.code, refusal.message) == ("ConditionalCheckFailedException", CONDITION_FAILED)
    assert "Item" not in refusal.fields
    assert fetch(db, hash_table, key_of(old)) == old


@pytest.mark.parametrize("wanted", ["ALL_OLD", "NONE"])
def test_a_failed_condition_may_show_the_item_that_failed_it(db: Target, hash_table: str, wanted: str) -> None:
    old = put(db, hash_table, b={"S": "old"}, c={"L": [{"N": "1"}]})
    request = {
        "TableName": hash_table,
        "Item": {"a": old["a"]},
        "ConditionExpression": "attribute_not_exists(a)",
        "ReturnValuesOnConditionCheckFailure": wanted,
    }
    refusal = db.refuse("PutItem", request)
    assert refusal.code == "ConditionalCheckFailedException"
    assert refusal.fields.get("Item") == (old if wanted == "ALL_OLD" else None)


def test_a_condition_that_fails_on_no_item_shows_none(db: Target, hash_table: str) -> None:
    request = {
        "TableName": hash_table,
        "Item": {"a": {"S": unique()}},
        "ConditionExpression": "attribute_exists(a)",
        "ReturnValuesOnConditionCheckFailure": "ALL_OLD",
    }
    refusal = db.refuse("PutItem", request)
    assert refusal.code == "ConditionalCheckFailedException"
    assert "Item" not in refusal.fields


@pytest.mark.parametrize("wanted", ["ALL_OLD", "NONE"])
def test_a_condition_that_holds_shows_nothing(db: Target, hash_table: str, wanted: str) -> None:
    old = put(db, hash_table)
    request = {
        "TableName": hash_table,
        "Item": old,
        "ConditionExpression": "attribute_exists(a)",
        "ReturnValuesOnConditionCheckFailure": wanted,
    }
    assert db.call("PutItem", request) == {}


def test_conditions_look_at_the_old_item_and_not_at_the_new(db: Target, hash_table: str) -> None:
    old = put(db, hash_table, b={"N": "1"})
    request = {
        "TableName": hash_table,
        "Item": {"a": old["a"], "b": {"N": "2"}},
        "ConditionExpression": "b = :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}},
    }
    assert db.call("PutItem", request) == {}
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        db.call("PutItem", request)


def test_capacity_is_answered_when_asked_for(db: Target, hash_table: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}}
    total = db.call("PutItem", {**request, "ReturnConsumedCapacity": "TOTAL"})
    indexes = db.call("PutItem", {**request, "ReturnConsumedCapacity": "INDEXES"})
    none = db.call("PutItem", {**request, "ReturnConsumedCapacity": "NONE"})
    assert total == {"ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": 1}}
    assert indexes == {"ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": 1, "Table": {"CapacityUnits": 1}}}
    assert none == {}


@pytest.mark.parametrize(("old", "new", "units"), [(10, 3000, 3), (3000, 10, 3), (5000, 3000, 5), (10, 10, 1)])
def test_a_replacement_costs_the_bigger_of_the_two(db: Target, hash_table: str, old: int, new: int, units: int) -> None:
    first = put(db, hash_table, b={"S": "x" * old})
    request = {"TableName": hash_table, "Item": {"a": first["a"], "b": {"S": "x" * new}}}
    answer = db.call("PutItem", {**request, "ReturnConsumedCapacity": "TOTAL"})
    assert answer["ConsumedCapacity"]["CapacityUnits"] == units


def test_each_index_that_a_put_changes_is_charged(db: Target, ladder_table: str) -> None:
    def cost(key: str, *names: str) -> dict[str, float]:
        item = {"a": {"S": key}, "b": {"S": "b"}} | {name: {"S": name} for name in names}
        return arms(db.call("PutItem", {"TableName": ladder_table, "Item": item, "ReturnConsumedCapacity": "INDEXES"}))

    both = unique()
    assert cost(unique(), "g", "p") == {"total": 2, "table": 1, "gsi": 1}
    assert cost(unique(), "l") == {"total": 2, "table": 1, "lsi": 1}
    assert cost(unique(), "o") == {"total": 1, "table": 1}
    assert cost(both, "g", "l", "p") == {"total": 3, "table": 1, "gsi": 1, "lsi": 1}
    assert cost(both, "g", "l", "p") == {"total": 1, "table": 1}, "the same item again changes no index"
    assert cost(both, "l", "p") == {"total": 3, "table": 1, "gsi": 1, "lsi": 1}, "leaving an index is a write, too"


def test_total_capacity_holds_the_indexes_too(db: Target, ladder_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "b"}, "g": {"S": "g"}}
    answer = db.call("PutItem", {"TableName": ladder_table, "Item": item, "ReturnConsumedCapacity": "TOTAL"})
    assert answer == {"ConsumedCapacity": {"TableName": ladder_table, "CapacityUnits": 2}}


def test_collection_metrics_are_for_tables_with_local_indexes(db: Target, indexed_table: str, range_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "b"}}
    request = {"Item": item, "ReturnItemCollectionMetrics": "SIZE"}
    metrics = {"ItemCollectionKey": {"a": item["a"]}, "SizeEstimateRangeGB": [0.0, 1.0]}
    assert db.call("PutItem", {"TableName": indexed_table, **request}) == {"ItemCollectionMetrics": metrics}
    assert db.call("PutItem", {"TableName": range_table, **request}) == {}
    assert db.call("PutItem", {"TableName": indexed_table, "Item": item, "ReturnItemCollectionMetrics": "NONE"}) == {}
