"""TransactWriteItems that is refused outright, or cancelled for a fault of one action, and in which words.

As the public dynamodb-conformance captures of 2026, moto's and ScyllaDB's suites (both run against AWS) show it.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import either, misplaced, no_longer, no_shorter, placed
from tests.conformance.items import fetch
from tests.conformance.items import put as keep
from tests.conformance.target import Refusal, Target, refused, unique
from tests.conformance.transactions import PASSED, Action, cancelled, check, delete, nested, put, update, write
from tests.conformance.wording import (
    BAD_CAPACITY,
    BAD_METRICS,
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
INVALID = "One or more parameter values were invalid: "


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
    too_deep = put(hash_table, {"a": {"S": "a"}, "d": nested(32)})
    malformed = check(hash_table, {"a": {"S": "b"}}, ConditionExpression="attribute_exists(")
    with refused("ValidationException", TOO_DEEP):
        write(db, too_deep, malformed)
    with refused("ValidationException", 'Invalid ConditionExpression: Syntax error; token: "<EOF>", near: "("'):
        write(db, malformed, too_deep)


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


def _only_message(refusal: Refusal) -> str:
    """What is wrong, whether the whole request was refused or the transaction was cancelled for it."""
    if refusal.code == "ValidationException":
        return refusal.message
    assert refusal.code == "TransactionCanceledException"
    (reason,) = refusal.fields["CancellationReasons"]
    assert reason["Code"] == "ValidationError"
    return str(reason["Message"])
