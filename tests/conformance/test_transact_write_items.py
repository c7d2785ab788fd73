"""TransactWriteItems: up to 100 puts, updates, deletes and checks, all of them or none.

Rules from the AWS API reference and the developer guide (Amazon DynamoDB Transactions: How it works); what is refused
outright and what cancels the transaction, and in which words, as the public dynamodb-conformance captures of 2026,
moto's and ScyllaDB's suites (both run against AWS) show it.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import either, misplaced, no_longer, no_shorter, placed
from tests.conformance.items import fetch
from tests.conformance.items import put as keep
from tests.conformance.target import Refusal, Target, refused, unique
from tests.conformance.wording import (
    BAD_CAPACITY,
    BAD_METRICS,
    CONDITION_FAILED,
    EMPTY_KEY,
    KEY_MISMATCH,
    NO_SUCH_TABLE,
    TOO_DEEP,
    collected,
    empty,
    failure,
    missing,
)

SAME_ITEM = "Transaction request cannot include multiple operations on one item"
CANCELLED = "Transaction cancelled, please refer cancellation reasons for specific reasons [{}]"
INVALID = "One or more parameter values were invalid: "
PASSED: dict[str, Any] = {"Code": "None"}
FAILED: dict[str, Any] = {"Code": "ConditionalCheckFailed", "Message": CONDITION_FAILED}

Action = dict[str, Any]


def put(table: str, item: dict[str, Any], **options: Any) -> Action:
    return {"Put": {"TableName": table, "Item": item, **options}}


def delete(table: str, key: dict[str, Any], **options: Any) -> Action:
    return {"Delete": {"TableName": table, "Key": key, **options}}


def check(table: str, key: dict[str, Any], **options: Any) -> Action:
    return {"ConditionCheck": {"TableName": table, "Key": key, "ConditionExpression": "attribute_exists(a)", **options}}


def update(table: str, key: dict[str, Any], **options: Any) -> Action:
    change: dict[str, Any] = {"UpdateExpression": "SET z = :z", "ExpressionAttributeValues": {":z": {"S": "z"}}}
    return {
        "Update": {"TableName": table, "Key": key, **(options if "UpdateExpression" in options else change | options)}
    }


def write(db: Target, *actions: Action, **options: Any) -> dict[str, Any]:
    return db.call("TransactWriteItems", {"TransactItems": list(actions), **options})


def cancelled(db: Target, *actions: Action) -> list[dict[str, Any]]:
    """The reasons of a transaction that must be cancelled; its message must name their codes in order."""
    refusal = db.refuse("TransactWriteItems", {"TransactItems": list(actions)})
    assert refusal.code == "TransactionCanceledException", refusal
    reasons: list[dict[str, Any]] = refusal.fields["CancellationReasons"]
    assert refusal.message == CANCELLED.format(", ".join(reason["Code"] for reason in reasons))
    return reasons


def deep(levels: int) -> dict[str, Any]:
    value: dict[str, Any] = {"S": "leaf"}
    for _ in range(levels):
        value = {"M": {"n": value}}
    return value


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced(
        {
            "TransactItems": "List",
            "TransactItems.0": "Value<TransactWriteItem>",
            "TransactItems.0.Put": "Structure<Put>",
            "TransactItems.0.Put.Item": "Map<AttributeValue>",
            "TransactItems.0.Put.Item.a": "Value<AttributeValue>",
            "TransactItems.0.Put.ConditionExpression": "String",
            "TransactItems.0.Put.ExpressionAttributeNames.#a": "String",
            "TransactItems.0.Delete": "Structure<Delete>",
            "TransactItems.0.Delete.Key": "Map<AttributeValue>",
            "TransactItems.0.Update": "Structure<Update>",
            "TransactItems.0.Update.UpdateExpression": "String",
            "TransactItems.0.Update.ExpressionAttributeValues": "Map<AttributeValue>",
            "TransactItems.0.ConditionCheck": "Structure<ConditionCheck>",
            "TransactItems.0.ConditionCheck.TableName": "String",
            "ClientRequestToken": "String",
            "ReturnConsumedCapacity": "String",
            "ReturnItemCollectionMetrics": "String",
        }
    ),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("TransactWriteItems", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("transactItems")]),
        (
            {"TransactItems": [], "ReturnConsumedCapacity": "hi", "ReturnItemCollectionMetrics": "hi"},
            [BAD_CAPACITY, BAD_METRICS, empty("transactItems")],
        ),
        (
            {"TransactItems": [put("abc", {"a": {"S": str(i)}}) for i in range(101)]},
            [failure("transactItems", no_longer(100), r"\[.+\]")],
        ),
        ({"TransactItems": [{"Put": {"TableName": "abc"}}]}, [missing("transactItems.1.member.put.item")]),
        (
            {"TransactItems": [{"Delete": {"TableName": "abc"}}]},
            [missing("transactItems.1.member.delete.key")],
        ),
        (
            {"TransactItems": [put("abc", {}), {"Update": {"TableName": "abc"}}]},
            [
                missing("transactItems.2.member.update.key"),
                missing("transactItems.2.member.update.updateExpression"),
            ],
        ),
        (
            {"TransactItems": [{"ConditionCheck": {"TableName": "abc"}}]},
            [
                missing("transactItems.1.member.conditionCheck.key"),
                missing("transactItems.1.member.conditionCheck.conditionExpression"),
            ],
        ),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("TransactWriteItems", request_)


@pytest.mark.parametrize("action", [put, update, delete, check])
def test_an_element_names_its_table(db: Target, action: Any) -> None:
    ((kind, parts),) = action("abc", {"a": {"S": "a"}}).items()
    del parts["TableName"]
    with refused("ValidationException", re.compile(".*(?i:tableName).*")):
        write(db, {kind: parts})


@pytest.mark.parametrize(
    ("token", "constraint"), [("", no_shorter(1)), ("x" * 37, no_longer(36))], ids=["empty", "37 characters"]
)
def test_an_idempotency_token_has_one_to_thirty_six_characters(db: Target, token: str, constraint: str) -> None:
    request = {"TransactItems": [put("abc", {"a": {"S": "a"}})], "ClientRequestToken": token}
    with refused("ValidationException", collected(failure("clientRequestToken", constraint, token))):
        db.call("TransactWriteItems", request)


@pytest.mark.parametrize("action", [put, update, delete, check])
@pytest.mark.parametrize("value", ["hi", "none", "UPDATED_OLD"])
def test_what_a_failed_condition_returns_is_all_old_or_none(db: Target, action: Any, value: str) -> None:
    made: Action = action("abc", {"a": {"S": "a"}}, ReturnValuesOnConditionCheckFailure=value)
    (kind,) = made
    path = f"transactItems.1.member.{kind[0].lower()}{kind[1:]}.returnValuesOnConditionCheckFailure"
    constraint = failure(path, "Member must satisfy enum value set: ", value) + r"\[(ALL_OLD, NONE|NONE, ALL_OLD)\]"
    with refused("ValidationException", collected(constraint)):
        write(db, made)


def test_an_element_holds_exactly_one_action(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    with refused("ValidationException", "TransactItems can only contain one of Check, Put, Update or Delete"):
        write(db, put(hash_table, key) | delete(hash_table, key))
    # Who sends none is told so, in words that differ between AWS's own clients.
    with refused("ValidationException", re.compile("Invalid Request: .+|TransactItems can only contain one of .+")):
        write(db, {"NoSuchAction": {"TableName": hash_table, "Item": key}})


@pytest.mark.parametrize(
    ("action", "message"),
    [
        (
            update("abc", {"a": {"S": "a"}}, UpdateExpression=""),
            "Invalid UpdateExpression: The expression can not be empty;",
        ),
        (
            update("abc", {"a": {"S": "a"}}, UpdateExpression="SET b = :b SET c = :b"),
            'Invalid UpdateExpression: The "SET" section can only be used once in an update expression;',
        ),
        (
            put("abc", {"a": {"S": "a"}}, ConditionExpression=""),
            "Invalid ConditionExpression: The expression can not be empty;",
        ),
        (
            put("abc", {"a": {"S": "a"}}, ConditionExpression="attribute_exists("),
            'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("',
        ),
        (
            put("abc", {"a": {"S": "a"}}, ConditionExpression="attribute_exists(#x)"),
            "Invalid ConditionExpression: An expression attribute name used in the document path is not defined; "
            "attribute name: #x",
        ),
        (
            delete("abc", {"a": {"S": "a"}}, ConditionExpression="a = :x"),
            "Invalid ConditionExpression: An expression attribute value used in expression is not defined; "
            "attribute value: :x",
        ),
        (
            check("abc", {"a": {"S": "a"}}, ExpressionAttributeValues={":v": {"S": "x"}}),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:v}",
        ),
        (
            check("abc", {"a": {"S": "a"}}, ExpressionAttributeNames={"#v": "x"}),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#v}",
        ),
        (
            put("abc", {"a": {"S": "a"}}, ExpressionAttributeNames={"#v": "x"}),
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            put("abc", {"a": {"S": "a"}}, ConditionExpression="attribute_exists(a)", ExpressionAttributeValues={}),
            "ExpressionAttributeValues must not be empty",
        ),
    ],
)
def test_a_bad_expression_in_any_element_is_refused_outright_before_a_missing_table(
    db: Target, action: Action, message: str
) -> None:
    with refused("ValidationException", message):
        write(db, put(unique("none"), {"a": {"S": "b"}}), action)


@pytest.mark.parametrize(
    ("value", "messages"),
    [
        ({}, ["Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"]),
        ({"N": "abc"}, ["The parameter cannot be converted to a numeric value: abc"]),
        (
            {"N": ""},
            [
                "The parameter cannot be converted to a numeric value",
                "The parameter cannot be converted to a numeric value: ",
            ],
        ),
        ({"N": "1e126"}, ["Number overflow. Attempting to store a number with magnitude larger than supported range"]),
        (
            {"SS": ["a", "a"]},
            [
                f"{INVALID}Input collection [a, a] contains duplicates.",
                f'{INVALID}Input collection ["a", "a"] contains duplicates.',
            ],
        ),
    ],
)
def test_a_bad_value_is_refused_outright_before_a_missing_table(
    db: Target, value: dict[str, Any], messages: list[str]
) -> None:
    key, table = {"a": {"S": "a"}}, unique("none")
    with refused("ValidationException", either(*messages)):
        write(db, put(table, {**key, "b": value}))
    with refused("ValidationException", either(*messages)):
        write(db, delete(table, {"a": value}))
    wrapped = [f"ExpressionAttributeValues contains invalid value: {message} for key :z" for message in messages]
    with refused("ValidationException", either(*messages, *wrapped)):
        write(db, update(table, key, ExpressionAttributeValues={":z": value}))


def test_between_two_bad_elements_the_first_wins(db: Target, hash_table: str) -> None:
    too_deep = put(hash_table, {"a": {"S": "a"}, "d": deep(32)})
    malformed = check(hash_table, {"a": {"S": "b"}}, ConditionExpression="attribute_exists(")
    with refused("ValidationException", TOO_DEEP):
        write(db, too_deep, malformed)
    with refused("ValidationException", 'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("'):
        write(db, malformed, too_deep)


def test_thirty_one_levels_of_nesting_are_written(db: Target, hash_table: str) -> None:
    item = {"a": {"S": unique()}, "d": deep(31)}
    write(db, put(hash_table, item))
    assert fetch(db, hash_table, {"a": item["a"]}) == item


def test_a_missing_table_is_refused_outright_before_the_same_item_twice(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    none = unique("none")
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        write(db, put(hash_table, key), put(none, key))
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        write(db, delete(none, key), put(none, key))
    assert fetch(db, hash_table, key) is None


@pytest.mark.parametrize("first", [put, update, delete, check])
@pytest.mark.parametrize("second", [put, update, delete, check])
def test_the_same_item_twice_is_refused_outright(db: Target, hash_table: str, first: Any, second: Any) -> None:
    key = {"a": {"S": unique()}}
    with refused("ValidationException", SAME_ITEM):
        write(db, first(hash_table, key), put(hash_table, {"a": {"S": unique()}}), second(hash_table, key))
    assert fetch(db, hash_table, key) is None


def test_the_same_item_is_known_whatever_the_order_and_spelling_of_its_key(db: Target, number_table: str) -> None:
    one, same = {"a": {"S": "a"}, "b": {"N": "100"}}, {"b": {"N": "1e2"}, "a": {"S": "a"}}
    with refused("ValidationException", SAME_ITEM):
        write(db, put(number_table, one), delete(number_table, same))


def test_the_same_key_in_two_tables_is_two_items(db: Target, hash_table: str, fresh_table: Any) -> None:
    other, key = fresh_table(), {"a": {"S": unique()}}
    write(db, put(hash_table, key), put(other, key))
    assert fetch(db, hash_table, key) == fetch(db, other, key) == key


@pytest.mark.parametrize("action", [put, update, delete, check])
def test_an_empty_string_as_a_key_is_refused_outright(db: Target, hash_table: str, action: Any) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        write(db, action(hash_table, {"a": {"S": ""}}))


@pytest.mark.parametrize("action", [update, delete, check])
@pytest.mark.parametrize("key", [{}, {"a": {"N": "5"}}, {"a": {"L": [{"S": "x"}]}}, {"a": {"S": "a"}, "b": {"S": "b"}}])
def test_a_key_that_does_not_match_the_schema_cancels_the_transaction(
    db: Target, hash_table: str, action: Any, key: dict[str, Any]
) -> None:
    assert cancelled(db, action(hash_table, key)) == [{"Code": "ValidationError", "Message": KEY_MISMATCH}]


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ({"a": {"N": "5"}}, f"{INVALID}Type mismatch for key a expected: S actual: N"),
        ({"a": {"L": [{"S": "x"}]}}, f"{INVALID}Type mismatch for key a expected: S actual: L"),
        ({"b": {"S": "x"}}, f"{INVALID}Missing the key a in the item"),
    ],
)
def test_an_item_without_a_fitting_key_cancels_the_transaction(
    db: Target, hash_table: str, item: dict[str, Any], message: str
) -> None:
    assert cancelled(db, put(hash_table, item)) == [{"Code": "ValidationError", "Message": message}]


def test_an_index_key_of_the_wrong_type_cancels_the_transaction(db: Target, indexed_table: str) -> None:
    (reason,) = cancelled(db, put(indexed_table, {"a": {"S": unique()}, "b": {"S": "b"}, "c": {"N": "1"}}))
    assert reason["Code"] == "ValidationError"
    assert "Type mismatch for Index Key c Expected: S Actual: N IndexName: index" in reason["Message"]


def test_of_several_bad_keys_only_the_first_is_told_and_no_condition_is_looked_at(db: Target, hash_table: str) -> None:
    reasons = cancelled(
        db,
        put(hash_table, {"a": {"N": "7"}}),
        put(hash_table, {"a": {"N": "8"}}),
        check(hash_table, {"a": {"S": unique()}}),
    )
    assert [reason["Code"] for reason in reasons] == ["ValidationError", "None", "None"]
    assert reasons[1:] == [PASSED, PASSED]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("SET n = n + :z", "An operand in the update expression has an incorrect data type"),
        ("SET b = nothing", "The provided expression refers to an attribute that does not exist in the item"),
        ("SET n.x = :z", "The document path provided in the update expression is invalid for update"),
    ],
)
def test_an_update_that_the_item_does_not_allow_cancels_the_transaction(
    db: Target, hash_table: str, change: str, message: str
) -> None:
    item = keep(db, hash_table, n={"S": "not a number"})
    values = {"ExpressionAttributeValues": {":z": {"N": "1"}}} if ":z" in change else {}
    action = update(hash_table, {"a": item["a"]}, UpdateExpression=change, **values)
    assert cancelled(db, action) == [{"Code": "ValidationError", "Message": message}]
    assert fetch(db, hash_table, {"a": item["a"]}) == item


def test_an_update_of_the_key_is_refused_in_one_way_or_the_other(db: Target, hash_table: str) -> None:
    values = {":z": {"S": "z"}}
    action = update(hash_table, {"a": {"S": unique()}}, UpdateExpression="SET a = :z", ExpressionAttributeValues=values)
    refusal = db.refuse("TransactWriteItems", {"TransactItems": [action]})
    assert _only_message(refusal) == f"{INVALID}Cannot update attribute a. This attribute is part of the key"


def test_every_action_takes_effect(db: Target, hash_table: str, range_table: str) -> None:
    gone, changed, checked = (keep(db, hash_table, n={"N": str(n)}) for n in range(3))
    new = {"a": {"S": unique()}, "b": {"S": "b"}, "c": {"S": "c"}}
    answer = write(
        db,
        delete(hash_table, {"a": gone["a"]}),
        update(hash_table, {"a": changed["a"]}),
        check(hash_table, {"a": checked["a"]}),
        put(range_table, new),
    )
    assert answer == {}
    assert fetch(db, hash_table, {"a": gone["a"]}) is None
    assert fetch(db, hash_table, {"a": changed["a"]}) == {**changed, "z": {"S": "z"}}
    assert fetch(db, hash_table, {"a": checked["a"]}) == checked
    assert fetch(db, range_table, {"a": new["a"], "b": new["b"]}) == new


def test_an_update_of_a_missing_item_makes_it_and_a_put_replaces_the_whole(db: Target, hash_table: str) -> None:
    item, missing_key = keep(db, hash_table, x={"S": "x"}), {"a": {"S": unique()}}
    write(db, put(hash_table, {"a": item["a"], "y": {"S": "y"}}), update(hash_table, missing_key))
    assert fetch(db, hash_table, {"a": item["a"]}) == {"a": item["a"], "y": {"S": "y"}}
    assert fetch(db, hash_table, missing_key) == {**missing_key, "z": {"S": "z"}}


def test_every_failed_condition_is_told_in_order_and_nothing_is_written(db: Target, hash_table: str) -> None:
    there, absent, new = keep(db, hash_table, n={"N": "1"}), {"a": {"S": unique()}}, {"a": {"S": unique()}}
    other = keep(db, hash_table, n={"N": "2"})
    reasons = cancelled(
        db,
        put(hash_table, new),
        update(hash_table, absent, ConditionExpression="attribute_exists(a)"),
        check(hash_table, {"a": there["a"]}),
        delete(hash_table, {"a": other["a"]}, ConditionExpression="attribute_not_exists(a)"),
    )
    assert reasons == [PASSED, FAILED, PASSED, FAILED]
    assert fetch(db, hash_table, new) is None
    assert fetch(db, hash_table, absent) is None
    assert fetch(db, hash_table, {"a": other["a"]}) == other


@pytest.mark.parametrize("action", [put, update, delete, check])
@pytest.mark.parametrize("wish", ["ALL_OLD", "NONE", None])
def test_a_failed_condition_shows_the_item_only_when_asked(
    db: Target, hash_table: str, action: Any, wish: str | None
) -> None:
    item = keep(db, hash_table, n={"N": "1"})
    option = {} if wish is None else {"ReturnValuesOnConditionCheckFailure": wish}
    made = action(hash_table, {"a": item["a"]}, ConditionExpression="attribute_not_exists(a)", **option)
    assert cancelled(db, made) == [{**FAILED, "Item": item} if wish == "ALL_OLD" else FAILED]


def test_a_failed_condition_on_a_missing_item_has_none_to_show(db: Target, hash_table: str) -> None:
    made = check(hash_table, {"a": {"S": unique()}}, ReturnValuesOnConditionCheckFailure="ALL_OLD")
    assert cancelled(db, made) == [FAILED]


def test_a_hundred_actions_are_carried_out(db: Target, range_table: str) -> None:
    hash_key = {"S": unique()}
    items = [{"a": hash_key, "b": {"S": f"{i:03}"}} for i in range(100)]
    write(db, *(put(range_table, item) for item in items))
    query = {
        "TableName": range_table,
        "KeyConditionExpression": "a = :a",
        "ExpressionAttributeValues": {":a": hash_key},
    }
    assert db.call("Query", {**query, "ConsistentRead": True})["Items"] == items


def test_four_megabytes_of_items_are_the_limit_of_the_request(db: Target, hash_table: str) -> None:
    """Slow for its size: it takes 4 MB to pass the limit. What counts is the request, not what lies in the table."""
    items = [{"a": {"S": unique()}, "b": {"S": "b" * 399_000}} for _ in range(11)]
    puts = [put(hash_table, item) for item in items]
    with refused("ValidationException", re.compile(".*size cannot exceed.*")):
        write(db, *puts)
    assert fetch(db, hash_table, {"a": items[0]["a"]}) is None
    write(db, *puts[:10])
    db.call("PutItem", {"TableName": hash_table, "Item": items[10]})
    write(db, *(delete(hash_table, {"a": item["a"]}) for item in items))
    assert fetch(db, hash_table, {"a": items[10]["a"]}) is None


def test_the_same_token_does_the_work_once(db: Target, hash_table: str) -> None:
    item, token = keep(db, hash_table, n={"N": "0"}), unique()
    values = {":one": {"N": "1"}}
    add = update(hash_table, {"a": item["a"]}, UpdateExpression="ADD n :one", ExpressionAttributeValues=values)
    for _ in range(3):
        assert write(db, add, ClientRequestToken=token) == {}
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "1"}}
    write(db, add)
    write(db, add, ClientRequestToken=unique())
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "3"}}


def test_a_repeated_token_costs_the_reading_of_the_item(db: Target, hash_table: str) -> None:
    key, token = {"a": {"S": unique()}}, unique()
    costs = [
        write(db, put(hash_table, key), ClientRequestToken=token, ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
        for _ in range(2)
    ]
    assert costs[0] == [{"TableName": hash_table, "CapacityUnits": 2.0, "WriteCapacityUnits": 2.0}]
    assert costs[1] == [{"TableName": hash_table, "CapacityUnits": 2.0, "ReadCapacityUnits": 2.0}]


def test_a_token_used_for_something_else_is_refused(db: Target, hash_table: str) -> None:
    token, other = unique(), {"a": {"S": unique()}}
    write(db, put(hash_table, {"a": {"S": unique()}}), ClientRequestToken=token)
    refusal = db.refuse("TransactWriteItems", {"TransactItems": [put(hash_table, other)], "ClientRequestToken": token})
    assert refusal.code == "IdempotentParameterMismatchException"
    assert fetch(db, hash_table, other) is None


@pytest.mark.parametrize(("size", "units"), [(100, 2.0), (1024, 2.0), (1025, 4.0), (2049, 6.0)])
def test_a_write_costs_two_units_for_every_kilobyte(db: Target, hash_table: str, size: int, units: float) -> None:
    key = {"a": {"S": unique()}}
    item = {**key, "b": {"S": "b" * (size - len("a") - len(key["a"]["S"]) - len("b"))}}
    cost = write(db, put(hash_table, item), ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": units, "WriteCapacityUnits": units}]
    # Deleting costs what the item that was there weighs.
    cost = write(db, delete(hash_table, key), ReturnConsumedCapacity="TOTAL")["ConsumedCapacity"]
    assert cost == [{"TableName": hash_table, "CapacityUnits": units, "WriteCapacityUnits": units}]


def test_the_figures_are_per_table_and_per_index(db: Target, hash_table: str, indexed_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "b"}, "d": {"S": "d"}}
    actions = [
        put(hash_table, {"a": {"S": unique()}}),
        put(indexed_table, item),
        put(hash_table, {"a": {"S": unique()}}),
    ]
    cost = write(db, *actions, ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    two, four, six = ({"CapacityUnits": units, "WriteCapacityUnits": units} for units in (2.0, 4.0, 6.0))
    figures = {each.pop("TableName"): each for each in cost}
    assert figures == {
        hash_table: {**four, "Table": four},
        indexed_table: {
            **six,
            "Table": two,
            "LocalSecondaryIndexes": {"index2": two},
            "GlobalSecondaryIndexes": {"index5": two},
        },
    }


def test_item_collections_are_measured_for_tables_with_local_indexes(
    db: Target, hash_table: str, indexed_table: str
) -> None:
    hash_key = {"S": unique()}
    actions = [put(hash_table, {"a": hash_key}), put(indexed_table, {"a": hash_key, "b": {"S": "b"}, "c": {"S": "c"}})]
    metrics = write(db, *actions, ReturnItemCollectionMetrics="SIZE")["ItemCollectionMetrics"]
    assert metrics == {indexed_table: [{"ItemCollectionKey": {"a": hash_key}, "SizeEstimateRangeGB": [0.0, 1.0]}]}


def _only_message(refusal: Refusal) -> str:
    """What is wrong, whether the whole request was refused or the transaction was cancelled for it."""
    if refusal.code == "ValidationException":
        return refusal.message
    assert refusal.code == "TransactionCanceledException"
    (reason,) = refusal.fields["CancellationReasons"]
    assert reason["Code"] == "ValidationError"
    return str(reason["Message"])
