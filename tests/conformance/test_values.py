"""Attribute values: their shapes, numbers, sizes and limits, as PutItem admits, refuses, stores and weighs them.

Messages as recorded by dynalite's suite against DynamoDB; the bytes of numbers and the levels of nesting as measured
against DynamoDB by the dynamodb-conformance project (2026), the bytes of lists and maps by ExtendDB's suite; the range
and the spelling of numbers from the API reference and ScyllaDB Alternator's suite, which runs against DynamoDB too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.conformance.faults import either, misplaced
from tests.conformance.items import fetch, ordered, put
from tests.conformance.target import Target, refused, unique

Value = dict[str, Any]
INVALID = "One or more parameter values were invalid: "
EMPTY = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
SEVERAL = "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes"
NOT_NUMERIC = "The parameter cannot be converted to a numeric value"
OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
TOO_PRECISE = "Attempting to store more than 38 significant digits in a Number"
TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
)
TOO_BIG = "Item size has exceeded the maximum allowed size"
LARGEST_ITEM = 409_600

EVERY_TYPE: Value = {
    "M": {
        "string": {"S": "a"},
        "number": {"N": "-56.789"},
        "binary": {"B": "Yg=="},
        "true": {"BOOL": True},
        "false": {"BOOL": False},
        "null": {"NULL": True},
        "strings": {"SS": ["a", "b"]},
        "numbers": {"NS": ["-56.789", "1"]},
        "binaries": {"BS": ["YQ==", "Yg=="]},
        "list": {"L": [{"S": "a"}, {"N": "1"}, {"L": []}, {"M": {}}]},
        "map": {"M": {"x": {"M": {"y": {"L": [{"NULL": True}]}}}}},
    }
}


@pytest.mark.parametrize(
    "value",
    [
        EVERY_TYPE,
        *EVERY_TYPE["M"].values(),
        {"S": ""},
        {"B": ""},
        {"SS": [""]},
        {"BS": [""]},
        {"L": []},
        {"M": {}},
        {"S": "\u0000"},
        {"S": "ちゃぶ台 🍚"},
        {"S": '"\\/\b\f\n\r\t'},
    ],
)
def test_a_value_comes_back_as_it_was_put(db: Target, hash_table: str, value: Value) -> None:
    item = put(db, hash_table, v=value)
    assert ordered(fetch(db, hash_table, {"a": item["a"]})) == ordered(item)


STRING = "String"
SHAPES = {
    "Item.v": "Value<AttributeValue>",
    "Item.v.S": STRING,
    "Item.v.N": STRING,
    "Item.v.BOOL": "Boolean",
    "Item.v.NULL": "Boolean",
    "Item.v.SS": "List",
    "Item.v.SS.0": STRING,
    "Item.v.NS": "List",
    "Item.v.NS.0": STRING,
    "Item.v.BS": "List",
    "Item.v.L": "List",
    "Item.v.L.0": "Value<AttributeValue>",
    "Item.v.L.0.N": STRING,
    "Item.v.M": "Map<AttributeValue>",
    "Item.v.M.x": "Value<AttributeValue>",
    "Item.v.M.x.N": STRING,
}


@pytest.mark.parametrize(("path", "value", "message"), misplaced(SHAPES))
def test_json_of_the_wrong_kind_is_no_attribute_value(
    db: Target, hash_table: str, path: str, value: Any, message: str
) -> None:
    holder: Any = value
    for part in reversed(path.split(".")[1:]):
        holder = [holder] if part == "0" else {part: holder}
    with refused("SerializationException", message):
        db.call("PutItem", {"TableName": hash_table, "Item": {"a": {"S": unique()}, **holder}})


@pytest.mark.parametrize("within", ["B", "BS"])
@pytest.mark.parametrize(
    ("value", "message"),
    [
        (True, "only base-64-encoded strings are convertible to bytes"),
        (23, "only base-64-encoded strings are convertible to bytes"),
        ([], "Unrecognized collection type class java.nio.ByteBuffer"),
        ({}, "Start of structure or map found where not expected"),
        ("23456", "Base64 encoded length is expected a multiple of 4 bytes but found: 5"),
        ("+/+=", "Invalid last non-pad Base64 character dectected"),
    ],
)
def test_binary_is_base64_text(db: Target, hash_table: str, within: str, value: Any, message: str) -> None:
    binary = {"B": value} if within == "B" else {"BS": [value]}
    with refused("SerializationException", message):
        db.call("PutItem", {"TableName": hash_table, "Item": {"a": {"S": unique()}, "v": binary}})


@pytest.mark.parametrize(
    ("written", "kept"), [("true", True), ("TRUE", True), ("1", True), ("yes", True), ("no", False)]
)
def test_a_boolean_may_be_spelled_as_text(db: Target, hash_table: str, written: str, kept: bool) -> None:
    item = put(db, hash_table, v={"BOOL": written})
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "v": {"BOOL": kept}}


def test_members_that_are_null_count_as_absent(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, v={"S": "a", "N": None, "L": None})
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "v": {"S": "a"}}


BAD_VALUES: list[tuple[Value, str]] = [
    ({}, EMPTY),
    ({"X": "unknown types are not seen"}, EMPTY),
    ({"S": "a", "B": "YQ=="}, SEVERAL),
    ({"S": "a", "N": "1"}, SEVERAL),
    ({"NULL": False}, INVALID + "Null attribute value types must have the value of true"),
    ({"SS": []}, INVALID + "An string set  may not be empty"),
    ({"NS": []}, INVALID + "An number set  may not be empty"),
    ({"BS": []}, INVALID + "Binary sets should not be empty"),
    ({"SS": ["a", "a"]}, INVALID + "Input collection [a, a] contains duplicates."),
    ({"SS": ["b", "a", "b"]}, INVALID + "Input collection [b, a, b] contains duplicates."),
    ({"BS": ["Yg==", "Yg=="]}, INVALID + "Input collection [Yg==, Yg==]of type BS contains duplicates."),
    ({"NS": ["1", "1"]}, "Input collection contains duplicates"),
    ({"NS": ["1", "1.0"]}, "Input collection contains duplicates"),
    ({"NS": ["100", "1e2"]}, "Input collection contains duplicates"),
    ({"N": ""}, NOT_NUMERIC),
    ({"N": "b"}, f"{NOT_NUMERIC}: b"),
    ({"S": "a", "N": "b"}, f"{NOT_NUMERIC}: b"),
    ({"NS": ["1", ""]}, NOT_NUMERIC),
    ({"NS": ["1", "b"]}, f"{NOT_NUMERIC}: b"),
    ({"N": "1e126"}, OVERFLOW),
    ({"N": "-1e126"}, OVERFLOW),
    ({"N": "11e125"}, OVERFLOW),
    ({"N": "1e1000"}, OVERFLOW),
    ({"N": "1e-131"}, UNDERFLOW),
    ({"N": "-1e-131"}, UNDERFLOW),
    ({"N": "0.9e-130"}, UNDERFLOW),
    ({"N": "123456789012345678901234567890123456789"}, TOO_PRECISE),
    ({"N": "-1.23456789012345678901234567890123456789"}, TOO_PRECISE),
    ({"NS": ["1", "123456789012345678901234567890123456789"]}, TOO_PRECISE),
]
HOLDERS: dict[str, Callable[[Value], Value]] = {
    "plainly": lambda value: value,
    "in a list": lambda value: {"L": [{"S": "first"}, value]},
    "in a map": lambda value: {"M": {"x": {"M": {"y": value}}}},
}


@pytest.mark.parametrize("holder", HOLDERS)
@pytest.mark.parametrize(("value", "message"), BAD_VALUES)
def test_a_bad_value_is_refused_wherever_it_stands(
    db: Target, hash_table: str, holder: str, value: Value, message: str
) -> None:
    item = {"a": {"S": unique()}, "v": HOLDERS[holder](value)}
    with refused("ValidationException", message):
        db.call("PutItem", {"TableName": hash_table, "Item": item})


@pytest.mark.parametrize(("value", "message"), BAD_VALUES)
def test_a_bad_value_is_refused_before_the_table_is_looked_up(db: Target, value: Value, message: str) -> None:
    with refused("ValidationException", message):
        db.call("PutItem", {"TableName": "nowhere", "Item": {"a": value}})


@pytest.mark.parametrize("text", ["NaN", "Infinity", "-Infinity", "dog", " 1", "1 ", "1,5", "0x10", "1e", "--1", "1_0"])
def test_what_is_not_a_decimal_number_is_refused(db: Target, hash_table: str, text: str) -> None:
    with refused("ValidationException", f"{NOT_NUMERIC}: {text}"):
        put(db, hash_table, v={"N": text})


NINES = "9" * 38


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("1.0", "1"),
        ("+3", "3"),
        (".123", "0.123"),
        ("5.", "5"),
        ("00042", "42"),
        ("0042.1200", "42.12"),
        ("-0", "0"),
        ("-0.00", "0"),
        ("0e1000", "0"),
        ("1e+5", "100000"),
        ("1.5E2", "150"),
        ("-17.4E3", "-17400"),
        ("1.5e-3", "0.0015"),
        ("-0015.789e6", "-15789000"),
        ("0000012345678901234567890123456789012345678", "12345678901234567890123456789012345678"),
        ("-00001.23456789012345678901234567890123456780000", "-1.2345678901234567890123456789012345678"),
        ("0009.99999999999999999999999999999999999990000e125", NINES + "0" * 88),
        ("-9.9999999999999999999999999999999999999E+125", "-" + NINES + "0" * 88),
        ("1E125", "1" + "0" * 125),
        ("0001.000e-130", "0." + "0" * 129 + "1"),
        ("-1e-130", "-0." + "0" * 129 + "1"),
        ("0.00000000000000000000000000000000000001", "0." + "0" * 37 + "1"),
    ],
)
def test_a_number_is_kept_in_its_plain_spelling(db: Target, hash_table: str, written: str, kept: str) -> None:
    item = put(db, hash_table, v={"N": written}, w={"L": [{"NS": [written]}]})
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "v": {"N": kept}, "w": {"L": [{"NS": [kept]}]}}


@pytest.mark.parametrize(("one", "other"), [("1", "1.00"), ("100", "1e2"), ("-0", "0"), ("0.5", "5e-1")])
def test_two_spellings_of_a_number_are_one_key(db: Target, number_table: str, one: str, other: str) -> None:
    a = {"S": unique()}
    put(db, number_table, a=a, b={"N": one}, c={"S": "first"})
    put(db, number_table, a=a, b={"N": other}, c={"S": "second"})
    found = fetch(db, number_table, {"a": a, "b": {"N": one}})
    assert found is not None
    assert found["c"] == {"S": "second"}


def nested(levels: int, value: Value) -> Value:
    for level in range(levels):
        value = {"M": {"x": value}} if level % 2 else {"L": [value]}
    return value


def test_thirty_two_levels_are_kept(db: Target, hash_table: str) -> None:
    """The attribute's own value is the first level: 31 lists and maps around a leaf."""
    item = put(db, hash_table, v=nested(31, {"S": "leaf"}))
    assert fetch(db, hash_table, {"a": item["a"]}) == item


@pytest.mark.parametrize("levels", [32, 33, 64])
def test_more_than_thirty_two_levels_are_refused(db: Target, hash_table: str, levels: int) -> None:
    with refused("ValidationException", TOO_DEEP):
        put(db, hash_table, v=nested(levels, {"S": "leaf"}))


def test_an_item_may_weigh_400_kb_with_its_names(db: Target, hash_table: str) -> None:
    key = unique()
    item = {"a": {"S": key}, "bbb": {"S": "x" * (LARGEST_ITEM - 1 - len(key) - 3)}}
    db.call("PutItem", {"TableName": hash_table, "Item": item})
    assert fetch(db, hash_table, {"a": {"S": key}}) == item


def test_an_item_of_one_byte_more_is_refused(db: Target, hash_table: str) -> None:
    key = unique()
    item = {"a": {"S": key}, "bbb": {"S": "x" * (LARGEST_ITEM - 1 - len(key) - 2)}}
    with refused("ValidationException", TOO_BIG):
        db.call("PutItem", {"TableName": hash_table, "Item": item})


def test_sizes_are_counted_in_bytes_of_utf_8(db: Target, hash_table: str) -> None:
    key = unique()
    item = {"a": {"S": key}, "b": {"S": "台" * (LARGEST_ITEM // 3)}}
    with refused("ValidationException", TOO_BIG):
        db.call("PutItem", {"TableName": hash_table, "Item": item})


def test_a_list_of_small_things_reaches_the_limit_by_its_overhead(db: Target, hash_table: str) -> None:
    """150,000 strings of two bytes, and one more byte for each: 450,000."""
    with refused("ValidationException", TOO_BIG):
        put(db, hash_table, v={"L": [{"S": "aa"}] * 150_000})


WEIGHTS: list[tuple[Value, int]] = [
    ({"N": "0"}, 1),
    ({"N": "-0"}, 1),
    ({"N": "1"}, 2),
    ({"N": "12"}, 2),
    ({"N": "15"}, 2),
    ({"N": "123"}, 3),
    ({"N": "1234"}, 3),
    ({"N": "123456"}, 4),
    ({"N": "12345678901234567890123456789012345678"}, 20),
    ({"N": "0042"}, 2),
    ({"N": "100"}, 2),
    ({"N": "1010"}, 3),
    ({"N": "0.0000001"}, 2),
    ({"N": "1E125"}, 2),
    ({"N": "1E-100"}, 2),
    ({"N": "1.5"}, 3),
    ({"N": "1.200"}, 3),
    ({"N": "1.234"}, 4),
    ({"N": "3.14159"}, 5),
    ({"N": "100.5"}, 4),
    ({"N": "0.15"}, 2),
    ({"N": "-42"}, 3),
    ({"S": ""}, 0),
    ({"S": "台"}, 3),
    ({"S": "🍚"}, 4),
    ({"B": ""}, 0),
    ({"B": "AQID"}, 3),
    ({"BOOL": True}, 1),
    ({"BOOL": False}, 1),
    ({"NULL": True}, 1),
    ({"SS": ["a", "bcd"]}, 4),
    ({"NS": ["1", "123"]}, 5),
    ({"BS": ["AQI=", "Ag==", "AQ=="]}, 4),
    ({"L": []}, 3),
    ({"M": {}}, 3),
    ({"L": [{"S": "aa"}]}, 3 + 1 + 2),
    ({"L": [{"S": "aa"}, {"BOOL": True}]}, 3 + 1 + 2 + 1 + 1),
    ({"M": {"key": {"S": "v"}}}, 3 + 1 + 3 + 1),
    ({"L": [{"M": {"a": {"S": "b"}}}]}, 3 + 1 + (3 + 1 + 1 + 1)),
    ({"M": {"k": {"L": [{"S": "b"}]}}}, 3 + 1 + 1 + (3 + 1 + 1)),
]


@pytest.mark.parametrize(("value", "bytes_"), WEIGHTS)
def test_each_value_weighs_what_dynamodb_says(db: Target, hash_table: str, value: Value, bytes_: int) -> None:
    """An item of exactly 1,024 bytes costs one write unit, and two with one byte more."""
    key = unique()
    padding = 1024 - (1 + len(key)) - (1 + bytes_) - 1
    for more, units in ((0, 1), (1, 2)):
        item = {"a": {"S": key}, "v": value, "p": {"S": "x" * (padding + more)}}
        answer = db.call("PutItem", {"TableName": hash_table, "Item": item, "ReturnConsumedCapacity": "TOTAL"})
        assert answer["ConsumedCapacity"]["CapacityUnits"] == units


def test_attribute_names_may_have_65535_bytes(db: Target, hash_table: str) -> None:
    name = "n" * 65535
    item = put(db, hash_table, **{name: {"S": "v"}})
    assert fetch(db, hash_table, {"a": item["a"]}) == item


@pytest.mark.parametrize(
    ("name", "message"),
    [("n" * 65536, "Attribute name is too large, must be less than 65536 bytes"), ("", "Empty attribute name")],
    ids=["too long", "empty"],
)
def test_other_attribute_names_are_refused(db: Target, hash_table: str, name: str, message: str) -> None:
    """No source says whether AWS puts its usual introduction before these two."""
    with refused("ValidationException", either(message, INVALID + message)):
        put(db, hash_table, **{name: {"S": "v"}})
