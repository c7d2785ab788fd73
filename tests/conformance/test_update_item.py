"""UpdateItem: what it makes, changes and answers, every refusal of its own, and which of several faults is named.

Messages and their order as recorded by dynalite's suite against DynamoDB, brought up to the wording that the
dynamodb-conformance project captured in 2026; ReturnValues as ScyllaDB Alternator's suite found them at DynamoDB;
capacity of indexes and the size limit as measured by dynamodb-conformance. Expressions have a file of their own.
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
from tests.conformance.wording import CONDITION_FAILED, EMPTY_KEY, KEY_MISMATCH, NO_SUCH_TABLE

INVALID = "One or more parameter values were invalid: "
SCALAR_KEYS = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
ONE = {":v": {"N": "1"}}


def update(db: Target, table: str, key: Item, expression: str | None = None, **rest: Any) -> dict[str, Any]:
    request = {"TableName": table, "Key": key, **rest}
    if expression is not None:
        request["UpdateExpression"] = expression
    return db.call("UpdateItem", request)


def test_an_attribute_is_changed_and_the_others_stay(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"S": "b"}, c={"S": "c"})
    assert update(db, hash_table, key_of(item), "SET b = :v", ExpressionAttributeValues=ONE) == {}
    assert fetch(db, hash_table, key_of(item)) == {**item, "b": {"N": "1"}}


def test_an_item_that_was_not_there_is_made(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    update(db, hash_table, key, "SET b = :v", ExpressionAttributeValues=ONE)
    assert fetch(db, hash_table, key) == {**key, "b": {"N": "1"}}


@pytest.mark.parametrize("nothing", [{}, {"AttributeUpdates": {}}])
def test_an_update_of_nothing_makes_an_item_of_its_key(db: Target, hash_table: str, nothing: dict[str, Any]) -> None:
    key = {"a": {"S": unique()}}
    assert update(db, hash_table, key, ReturnValues="ALL_NEW", **nothing) == {"Attributes": key}
    assert fetch(db, hash_table, key) == key


@pytest.mark.parametrize("nothing", [{}, {"AttributeUpdates": {}}])
def test_an_update_of_nothing_changes_nothing(db: Target, hash_table: str, nothing: dict[str, Any]) -> None:
    item = put(db, hash_table, b={"S": "b"})
    assert update(db, hash_table, key_of(item), ReturnValues="UPDATED_NEW", **nothing) == {}
    assert update(db, hash_table, key_of(item), ReturnValues="UPDATED_OLD", **nothing) == {}
    assert update(db, hash_table, key_of(item), ReturnValues="ALL_NEW", **nothing) == {"Attributes": item}
    assert fetch(db, hash_table, key_of(item)) == item


@pytest.mark.parametrize(
    "removal",
    [
        {"UpdateExpression": "REMOVE b"},
        {"UpdateExpression": "REMOVE b, c"},
        {"AttributeUpdates": {"b": {"Action": "DELETE"}}},
    ],
)
@pytest.mark.parametrize("returned", ["NONE", "ALL_NEW", "ALL_OLD", "UPDATED_NEW", "UPDATED_OLD"])
def test_an_update_that_only_removes_makes_no_item(
    db: Target, hash_table: str, removal: dict[str, Any], returned: str
) -> None:
    key = {"a": {"S": unique()}}
    assert update(db, hash_table, key, ReturnValues=returned, **removal) == {}
    assert fetch(db, hash_table, key) is None


def test_an_update_that_removes_all_attributes_keeps_the_key(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"S": "b"}, c={"S": "c"})
    assert update(db, hash_table, key_of(item), "REMOVE b, c", ReturnValues="ALL_NEW") == {"Attributes": key_of(item)}
    assert fetch(db, hash_table, key_of(item)) == key_of(item)


BEFORE = {"b": {"S": "old"}, "c": {"S": "same"}, "d": {"S": "goes"}, "k": {"S": "kept"}}
CHANGE: dict[str, Any] = {
    "UpdateExpression": "SET b = :new, c = :same, e = :made REMOVE d, f",
    "ExpressionAttributeValues": {":new": {"S": "new"}, ":same": {"S": "same"}, ":made": {"S": "made"}},
}
AFTER = {"b": {"S": "new"}, "c": {"S": "same"}, "e": {"S": "made"}, "k": {"S": "kept"}}


@pytest.mark.parametrize(
    ("returned", "names", "whole", "from_"),
    [
        ("ALL_OLD", "bcdk", True, BEFORE),
        ("UPDATED_OLD", "bcd", False, BEFORE),
        ("ALL_NEW", "bcek", True, AFTER),
        ("UPDATED_NEW", "bce", False, AFTER),
    ],
)
def test_return_values_say_what_was_and_what_is(
    db: Target, hash_table: str, returned: str, names: str, whole: bool, from_: Item
) -> None:
    """Setting an attribute to what it was is an update, too; keys are only in the ALL_ kinds."""
    item = put(db, hash_table, **BEFORE)
    expected = {name: from_[name] for name in names} | (key_of(item) if whole else {})
    assert update(db, hash_table, key_of(item), ReturnValues=returned, **CHANGE) == {"Attributes": expected}


@pytest.mark.parametrize("returned", ["NONE", "ALL_OLD", "UPDATED_OLD"])
def test_nothing_old_is_answered_for_a_new_item(db: Target, hash_table: str, returned: str) -> None:
    assert update(db, hash_table, {"a": {"S": unique()}}, ReturnValues=returned, **CHANGE) == {}


@pytest.mark.parametrize(("returned", "whole"), [("ALL_NEW", True), ("UPDATED_NEW", False)])
def test_what_is_new_is_answered_for_a_new_item(db: Target, hash_table: str, returned: str, whole: bool) -> None:
    key = {"a": {"S": unique()}}
    made = {name: AFTER[name] for name in "bce"} | (key if whole else {})
    assert update(db, hash_table, key, ReturnValues=returned, **CHANGE) == {"Attributes": made}


DOCUMENT: Item = {"m": {"M": {"x": {"S": "dog"}, "l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}]}}}, "d": {"S": "cat"}}


@pytest.mark.parametrize(
    ("expression", "old", "new"),
    [
        ("SET m.x = :v", {"M": {"x": {"S": "dog"}}}, {"M": {"x": {"N": "9"}}}),
        ("SET m.l[1] = :v", {"M": {"l": {"L": [{"N": "2"}]}}}, {"M": {"l": {"L": [{"N": "9"}]}}}),
        (
            "SET m.l[2] = :v, m.x = :v, m.l[0] = :v",
            {"M": {"x": {"S": "dog"}, "l": {"L": [{"N": "1"}, {"N": "3"}]}}},
            {"M": {"x": {"N": "9"}, "l": {"L": [{"N": "9"}, {"N": "9"}]}}},
        ),
        ("SET m.y = :v", None, {"M": {"y": {"N": "9"}}}),
        ("SET m.l[100] = :v", None, None),
        ("REMOVE m.x", {"M": {"x": {"S": "dog"}}}, None),
        ("REMOVE m.l[1], m.l[7]", {"M": {"l": {"L": [{"N": "2"}]}}}, {"M": {"l": {"L": [{"N": "3"}]}}}),
        ("REMOVE m.l[2]", {"M": {"l": {"L": [{"N": "3"}]}}}, None),
        ("ADD m.l[0] :v", {"M": {"l": {"L": [{"N": "1"}]}}}, {"M": {"l": {"L": [{"N": "10"}]}}}),
    ],
)
def test_of_a_document_only_the_touched_paths_are_answered(
    db: Target, hash_table: str, expression: str, old: Any, new: Any
) -> None:
    """Paths are looked up as they were written: an element past the end is not found, a removed one shows its heir."""
    rest = {"ExpressionAttributeValues": {":v": {"N": "9"}}} if ":v" in expression else {}
    for returned, part in (("UPDATED_OLD", old), ("UPDATED_NEW", new)):
        item = put(db, hash_table, **DOCUMENT)
        expected = {} if part is None else {"Attributes": {"m": part}}
        assert update(db, hash_table, key_of(item), expression, ReturnValues=returned, **rest) == expected


def test_all_new_answers_the_whole_document(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, **DOCUMENT)
    answer = update(
        db, hash_table, key_of(item), "SET m.l[1] = :v", ReturnValues="ALL_NEW", ExpressionAttributeValues=ONE
    )
    document = {"M": {"x": {"S": "dog"}, "l": {"L": [{"N": "1"}, {"N": "1"}, {"N": "3"}]}}}
    assert answer == {"Attributes": {**item, "m": document}}


SHAPES = {
    "TableName": "String",
    "Key": "Map<AttributeValue>",
    "Key.x": "Value<AttributeValue>",
    "AttributeUpdates": "Map<AttributeValueUpdate>",
    "AttributeUpdates.x": "Value<AttributeValueUpdate>",
    "AttributeUpdates.x.Action": "String",
    "AttributeUpdates.x.Value": "Structure<AttributeValue>",
    "Expected": "Map<ExpectedAttributeValue>",
    "Expected.x": "Value<ExpectedAttributeValue>",
    "Expected.x.Exists": "Boolean",
    "Expected.x.Value": "Structure<AttributeValue>",
    "ConditionalOperator": "String",
    "ReturnConsumedCapacity": "String",
    "ReturnItemCollectionMetrics": "String",
    "ReturnValues": "String",
    "ReturnValuesOnConditionCheckFailure": "String",
    "ConditionExpression": "String",
    "UpdateExpression": "String",
    "ExpressionAttributeValues": "Map<AttributeValue>",
    "ExpressionAttributeValues.x": "Value<AttributeValue>",
    "ExpressionAttributeNames.x": "String",
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(SHAPES))
def test_members_of_the_wrong_kind_are_refused_first(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("UpdateItem", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "faults"),
    [
        ({}, [broken(None, "tableName", NULL), broken(None, "key", NULL)]),
        ({"TableName": "", "Key": {}}, [broken("", "tableName", no_shorter(1))]),
        ({"TableName": "ab", "Key": {}}, [broken("ab", "tableName", no_shorter(3))]),
        ({"TableName": "a" * 256, "Key": {}}, [broken("a" * 256, "tableName", no_longer(255))]),
        ({"TableName": "abc;", "Key": {}}, [broken("abc;", "tableName", NAME_PATTERN)]),
        (
            {
                "TableName": "abc",
                "ReturnConsumedCapacity": "hi",
                "ReturnItemCollectionMetrics": "hi",
                "ReturnValues": "none",
            },
            [
                broken("hi", "returnConsumedCapacity", one_of("INDEXES", "TOTAL", "NONE")),
                broken("hi", "returnItemCollectionMetrics", one_of("SIZE", "NONE")),
                broken("none", "returnValues", one_of("ALL_NEW", "UPDATED_OLD", "ALL_OLD", "NONE", "UPDATED_NEW")),
                broken(None, "key", NULL),
            ],
        ),
    ],
)
def test_constraints_are_collected(db: Target, request_: dict[str, Any], faults: list[str]) -> None:
    with refused("ValidationException", detected(*faults)):
        db.call("UpdateItem", request_)


def test_return_values_on_condition_check_failure_has_two_values(db: Target, hash_table: str) -> None:
    message = re.compile(
        "1 validation error detected: Value 'hi' at 'returnValuesOnConditionCheckFailure' failed to satisfy "
        r"constraint: Member must satisfy enum value set: \[(ALL_OLD, NONE|NONE, ALL_OLD)\]"
    )
    with refused("ValidationException", message):
        update(db, hash_table, {"a": {"S": "x"}}, ReturnValuesOnConditionCheckFailure="hi")


BAD_KEY: Item = {"a": {}}
BAD_EXPECTED: Item = {"a": {}}
BAD_UPDATE = {"b": {"x": "whatever"}}
EMPTY_EXPRESSIONS = {"ConditionExpression": "", "UpdateExpression": ""}
ORDER: list[tuple[dict[str, Any], str]] = [
    (
        {
            "Key": BAD_KEY,
            "Expected": BAD_EXPECTED,
            "AttributeUpdates": {},
            "ExpressionAttributeNames": {},
            "ExpressionAttributeValues": {},
            **EMPTY_EXPRESSIONS,
        },
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {AttributeUpdates, Expected} "
        "Expression parameters: {UpdateExpression, ConditionExpression}",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}},
        "ExpressionAttributeNames can only be specified when using expressions",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED, "ExpressionAttributeValues": {}},
        "ExpressionAttributeValues can only be specified when using expressions: "
        "UpdateExpression and ConditionExpression are null",
    ),
    (
        {"Key": BAD_KEY, "Expected": BAD_EXPECTED, "AttributeUpdates": BAD_UPDATE},
        "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes",
    ),
    (
        {"Key": {}, "Expected": BAD_EXPECTED, "AttributeUpdates": BAD_UPDATE},
        INVALID + "Only DELETE action is allowed when no attribute value is specified",
    ),
    ({"Key": {}, "Expected": BAD_EXPECTED}, INVALID + "Value must be provided when Exists is null for Attribute: a"),
    (
        {"Key": {}, "ExpressionAttributeNames": {}, "ExpressionAttributeValues": {}, **EMPTY_EXPRESSIONS},
        "ExpressionAttributeNames must not be empty",
    ),
    (
        {"Key": {}, "ExpressionAttributeNames": {"a": "a"}, "ExpressionAttributeValues": {}, **EMPTY_EXPRESSIONS},
        'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"',
    ),
    (
        {"Key": {}, "ExpressionAttributeValues": {}, **EMPTY_EXPRESSIONS},
        "ExpressionAttributeValues must not be empty",
    ),
    (
        {"Key": {}, "ExpressionAttributeValues": {":b": {"a": ""}, "b": {"S": "a"}}, **EMPTY_EXPRESSIONS},
        'ExpressionAttributeValues contains invalid key: Syntax error; key: "b"',
    ),
    (
        {"Key": {}, "ExpressionAttributeValues": {":b": {"NS": ["1", "b"]}}, **EMPTY_EXPRESSIONS},
        "ExpressionAttributeValues contains invalid value: "
        "The parameter cannot be converted to a numeric value: b for key :b",
    ),
    ({"Key": {}, **EMPTY_EXPRESSIONS}, "Invalid UpdateExpression: The expression can not be empty;"),
    (
        {"Key": {}, "UpdateExpression": "REMOVE b", "ConditionExpression": ""},
        "Invalid ConditionExpression: The expression can not be empty;",
    ),
    (
        {
            "Key": {},
            "UpdateExpression": "REMOVE b",
            "ExpressionAttributeNames": {"#a": "a"},
            "ExpressionAttributeValues": {":a": {"S": "a"}},
        },
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}",
    ),
    (
        {"Key": {}, "UpdateExpression": "REMOVE b", "ExpressionAttributeValues": {":a": {"S": "a"}}},
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a}",
    ),
]


@pytest.mark.parametrize(("request_", "message"), ORDER)
def test_of_several_faults_the_first_is_named(db: Target, request_: dict[str, Any], message: str) -> None:
    """Each request has this fault, some that come later, and a table that does not exist."""
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": "nowhere", **request_})


def test_a_missing_table_is_noticed_before_the_key(db: Target) -> None:
    with refused("ResourceNotFoundException", NO_SUCH_TABLE):
        update(db, unique("nowhere"), {}, "SET a = :v", ExpressionAttributeValues=ONE)


@pytest.mark.parametrize(
    "key",
    [
        {},
        {"b": {"S": "a"}},
        {"a": {"S": "a"}, "b": {"S": "a"}},
        {"a": {"N": "1"}},
        {"a": {"BOOL": True}},
        {"a": {"SS": ["a"]}},
        {"a": {"M": {}}},
    ],
)
def test_a_key_that_does_not_fit_the_schema_is_refused(db: Target, hash_table: str, key: Item) -> None:
    with refused("ValidationException", KEY_MISMATCH):
        update(db, hash_table, key, "SET a = :v", ExpressionAttributeValues=ONE)


def test_an_empty_string_is_no_key(db: Target, hash_table: str) -> None:
    with refused("ValidationException", EMPTY_KEY + "a"):
        update(db, hash_table, {"a": {"S": ""}})


@pytest.mark.parametrize(
    "change",
    [
        {"AttributeUpdates": {"a": {"Value": {"S": "x"}}}},
        {"AttributeUpdates": {"a": {"Action": "DELETE"}}},
        {"UpdateExpression": "SET a = :v", "ExpressionAttributeValues": {":v": {"S": "x"}}},
        {"UpdateExpression": "ADD a.b :v", "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "DELETE a :v", "ExpressionAttributeValues": {":v": {"NS": ["1"]}}},
        {"UpdateExpression": "REMOVE d SET b = :v, a = :v", "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "DELETE b :v REMOVE a", "ExpressionAttributeValues": {":v": {"NS": ["1"]}}},
        {"UpdateExpression": "SET #k = :v", "ExpressionAttributeNames": {"#k": "a"}, "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "SET a = a.b + a[1]"},
    ],
)
def test_the_partition_key_cannot_be_changed(db: Target, hash_table: str, change: dict[str, Any]) -> None:
    message = INVALID + "Cannot update attribute a. This attribute is part of the key"
    with refused("ValidationException", message):
        update(db, hash_table, {"a": {"S": unique()}}, **change)


@pytest.mark.parametrize(
    "change",
    [
        {"AttributeUpdates": {"d": {"Value": {"N": "1"}}, "b": {"Value": {"S": "x"}}}},
        {"UpdateExpression": "SET d[1] = :v ADD b.b :v", "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "REMOVE b"},
    ],
)
def test_the_sort_key_cannot_be_changed(db: Target, range_table: str, change: dict[str, Any]) -> None:
    message = INVALID + "Cannot update attribute b. This attribute is part of the key"
    with refused("ValidationException", message):
        update(db, range_table, {"a": {"S": unique()}, "b": {"S": "b"}}, **change)


@pytest.mark.parametrize(
    "change",
    [
        {"AttributeUpdates": {"c": {"Value": {"N": "1"}}}},
        {"UpdateExpression": "SET c = :v", "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "SET d.a = a ADD c :v", "ExpressionAttributeValues": ONE},
        {"UpdateExpression": "SET e = c[1], c = a + :v", "ExpressionAttributeValues": ONE},
    ],
)
def test_an_index_key_of_another_type_is_refused(db: Target, indexed_table: str, change: dict[str, Any]) -> None:
    message = INVALID + "Type mismatch for Index Key c Expected: S Actual: N IndexName: index"
    with refused("ValidationException", re.compile(re.escape(message) + r"\d")):
        update(db, indexed_table, {"a": {"S": unique()}, "b": {"S": "b"}}, **change)


@pytest.mark.parametrize("expression", ["SET c = e", "SET d = e", "SET c = if_not_exists(nothing, e)"])
def test_an_index_key_that_becomes_another_type_is_refused(db: Target, indexed_table: str, expression: str) -> None:
    item = put(db, indexed_table, b={"S": "b"}, e={"N": "1"})
    message = "The update expression attempted to update the secondary index key to unsupported type"
    with refused("ValidationException", message):
        update(db, indexed_table, key_of(item, "a", "b"), expression)
    assert fetch(db, indexed_table, key_of(item, "a", "b")) == item


def test_an_index_key_cannot_become_empty(db: Target, indexed_table: str) -> None:
    """No source has the whole of this message."""
    message = re.compile(r"One or more parameter values are not valid\. .+ cannot contain an empty string value.*")
    with refused("ValidationException", message):
        update(
            db,
            indexed_table,
            {"a": {"S": unique()}, "b": {"S": "b"}},
            "SET c = :v",
            ExpressionAttributeValues={":v": {"S": ""}},
        )


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("ADD d.b :v", ONE),
        ("SET d[1] = :v", ONE),
        ("REMOVE d[1]", None),
        ("SET e = list_append(a, b), f = d[1]", None),
    ],
)
def test_nothing_is_looked_up_within_an_index_key(
    db: Target, indexed_table: str, expression: str, values: Item | None
) -> None:
    rest = {"ExpressionAttributeValues": values} if values else {}
    with refused("ValidationException", SCALAR_KEYS + "IndexKey: d"):
        update(db, indexed_table, {"a": {"S": unique()}, "b": {"S": "b"}}, expression, **rest)


def test_an_updated_item_moves_within_its_indexes(db: Target, indexed_table: str) -> None:
    """LSI index2 projects c, GSI index4 projects e, index5 nothing but keys; GSIs follow at their leisure on AWS."""
    item = put(db, indexed_table, b={"S": "b"}, c={"S": unique()}, d={"S": "1"}, e={"S": "e"}, f={"S": "f"})
    update(
        db,
        indexed_table,
        key_of(item, "a", "b"),
        "SET d = :d REMOVE c",
        ExpressionAttributeValues={":d": {"S": "2"}},
    )

    def found(name: str, sort_key: str) -> Any:
        query = {
            "TableName": indexed_table,
            "IndexName": name,
            "ConsistentRead": True,
            "KeyConditionExpression": f"a = :a AND {sort_key} > :s",
            "ExpressionAttributeValues": {":a": item["a"], ":s": {"S": "0"}},
        }
        return db.call("Query", query)["Items"]

    assert found("index1", "c") == []
    assert found("index2", "d") == [{**key_of(item, "a", "b"), "d": {"S": "2"}}]


def test_a_failed_condition_changes_nothing(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"N": "1"})
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        update(
            db,
            hash_table,
            key_of(item),
            "SET b = b + :v",
            ConditionExpression="b > :v",
            ExpressionAttributeValues=ONE,
        )
    assert fetch(db, hash_table, key_of(item)) == item


def test_a_failed_condition_comes_before_a_failing_update(db: Target, hash_table: str) -> None:
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        update(db, hash_table, {"a": {"S": unique()}}, "SET b = c", ConditionExpression="attribute_exists(a)")


def test_a_failed_condition_makes_no_item(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        update(db, hash_table, key, ConditionExpression="attribute_exists(a)")
    assert fetch(db, hash_table, key) is None


@pytest.mark.parametrize("wanted", ["ALL_OLD", "NONE"])
def test_a_failed_condition_may_show_the_item_that_failed_it(db: Target, hash_table: str, wanted: str) -> None:
    item = put(db, hash_table, b={"N": "1"})
    request = {
        "TableName": hash_table,
        "UpdateExpression": "REMOVE b",
        "ConditionExpression": "attribute_exists(nothing)",
        "ReturnValuesOnConditionCheckFailure": wanted,
    }
    there = db.refuse("UpdateItem", {**request, "Key": key_of(item)})
    missing = db.refuse("UpdateItem", {**request, "Key": {"a": {"S": unique()}}})
    assert there.code == missing.code == "ConditionalCheckFailedException"
    assert there.fields.get("Item") == (item if wanted == "ALL_OLD" else None)
    assert "Item" not in missing.fields


@pytest.mark.parametrize("more", [0, 1])
def test_an_updated_item_may_weigh_400_kb(db: Target, hash_table: str, more: int) -> None:
    """With a key this long the item's own size is what binds; what an update itself weighs is bound elsewhere."""
    key = unique("a-partition-key-of-some-length")
    values = {":v": {"S": "x" * (409_600 - 1 - len(key) - 1 + more)}}
    if more:
        with refused("ValidationException", "Item size to update has exceeded the maximum allowed size"):
            update(db, hash_table, {"a": {"S": key}}, "SET b = :v", ExpressionAttributeValues=values)
    else:
        update(db, hash_table, {"a": {"S": key}}, "SET b = :v", ExpressionAttributeValues=values)
        assert fetch(db, hash_table, {"a": {"S": key}}) == {"a": {"S": key}, "b": values[":v"]}


@pytest.mark.parametrize("levels", [30, 31])
def test_an_update_cannot_nest_deeper_than_thirty_two_levels(db: Target, hash_table: str, levels: int) -> None:
    """The value may stand one level down: 31 levels of lists are full, with a leaf in the thirty-second."""
    value: dict[str, Any] = {"S": "leaf"}
    for _ in range(levels):
        value = {"L": [value]}
    item = put(db, hash_table, m={"M": {}})
    request = {"ExpressionAttributeValues": {":v": value}}
    if levels == 30:
        update(db, hash_table, key_of(item), "SET m.x = :v", **request)
        assert fetch(db, hash_table, key_of(item)) == {**item, "m": {"M": {"x": value}}}
    else:
        with refused("ValidationException", re.compile("Nesting Levels have exceeded supported limits.*")):
            update(db, hash_table, key_of(item), "SET m.x = :v", **request)


@pytest.mark.parametrize(("old", "new", "units"), [(0, 900, 1), (0, 3000, 3), (3000, 10, 3), (5000, 3000, 5)])
def test_an_update_costs_the_bigger_of_the_two(db: Target, hash_table: str, old: int, new: int, units: int) -> None:
    key = {"a": {"S": unique()}}
    if old:
        put(db, hash_table, **key, b={"S": "x" * old})
    values = {":v": {"S": "x" * new}}
    request = {"ExpressionAttributeValues": values, "ReturnConsumedCapacity": "INDEXES"}
    assert update(db, hash_table, key, "SET b = :v", **request) == {
        "ConsumedCapacity": {"TableName": hash_table, "CapacityUnits": units, "Table": {"CapacityUnits": units}}
    }


@pytest.mark.parametrize(
    ("expression", "units"),
    [
        ("SET o = :v", {"total": 2, "table": 1, "lsi": 1}),
        ("SET p = :v", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("SET g = :v", {"total": 4, "table": 1, "gsi": 2, "lsi": 1}),
        ("REMOVE g", {"total": 3, "table": 1, "gsi": 1, "lsi": 1}),
        ("SET l = :v", {"total": 3, "table": 1, "lsi": 2}),
    ],
)
def test_each_index_that_an_update_changes_is_charged(
    db: Target, ladder_table: str, expression: str, units: dict[str, float]
) -> None:
    """A changed index key is a deletion and an insertion; an attribute that is not projected costs an index nothing."""
    item = put(db, ladder_table, b={"S": "b"}, **{name: {"S": name} for name in "glpo"})
    rest = {"ExpressionAttributeValues": {":v": {"S": "new"}}} if ":v" in expression else {}
    key = key_of(item, "a", "b")
    assert arms(update(db, ladder_table, key, expression, ReturnConsumedCapacity="INDEXES", **rest)) == units


def test_collection_metrics_are_for_tables_with_local_indexes(db: Target, indexed_table: str, range_table: str) -> None:
    key = {"a": {"S": unique()}, "b": {"S": "b"}}
    metrics = {"ItemCollectionKey": {"a": key["a"]}, "SizeEstimateRangeGB": [0.0, 1.0]}
    answer = update(db, indexed_table, key, ReturnItemCollectionMetrics="SIZE")
    assert answer == {"ItemCollectionMetrics": metrics}
    assert update(db, range_table, key, ReturnItemCollectionMetrics="SIZE") == {}
