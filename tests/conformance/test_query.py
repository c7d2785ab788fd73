"""Query: items of one partition, in order, by their sort key.

Rules from the AWS API reference and the developer guide (Key condition expressions for the Query operation); what is
refused is in test_query_validation, indexes in test_query_indexes, pages in test_query_paging.
"""

from __future__ import annotations

import base64
from typing import Any

import pytest
from tests.conformance.items import Item
from tests.conformance.reading import number, put_all, text
from tests.conformance.target import Target, unique


def ask(db: Target, table: str, condition: str, values: dict[str, Any], **more: Any) -> dict[str, Any]:
    request = {"TableName": table, "KeyConditionExpression": condition, "ExpressionAttributeValues": values}
    return db.call("Query", {**request, "ConsistentRead": True, **more})


def partition(key: str, *sort_values: dict[str, Any], **attributes: Any) -> list[Item]:
    return [{"a": text(key), "b": value, **attributes} for value in sort_values]


def binary(value: bytes) -> dict[str, Any]:
    return {"B": base64.b64encode(value).decode()}


def test_a_partition_without_items_answers_none(db: Target, hash_table: str, range_table: str) -> None:
    for table in (hash_table, range_table):
        answer = ask(db, table, "a = :a", {":a": text(unique())})
        assert answer == {"Count": 0, "ScannedCount": 0, "Items": []}


def test_a_table_without_sort_key_answers_one_item(db: Target, hash_table: str) -> None:
    item = {"a": text(unique()), "b": number(1)}
    put_all(db, hash_table, [item])
    assert ask(db, hash_table, "a = :a", {":a": item["a"]}) == {"Count": 1, "ScannedCount": 1, "Items": [item]}


@pytest.mark.parametrize(
    ("condition", "values", "expected"),
    [
        ("a = :a", {}, ["aa", "aab", "ab", "abc", "b"]),
        ("a = :a AND b = :b", {":b": text("ab")}, ["ab"]),
        ("a = :a AND b < :b", {":b": text("ab")}, ["aa", "aab"]),
        ("a = :a AND b <= :b", {":b": text("ab")}, ["aa", "aab", "ab"]),
        ("a = :a AND b > :b", {":b": text("ab")}, ["abc", "b"]),
        ("a = :a AND b >= :b", {":b": text("ab")}, ["ab", "abc", "b"]),
        ("a = :a AND b BETWEEN :b AND :c", {":b": text("aab"), ":c": text("abc")}, ["aab", "ab", "abc"]),
        ("a = :a AND b BETWEEN :b AND :b", {":b": text("ab")}, ["ab"]),
        ("a = :a AND begins_with(b, :b)", {":b": text("aa")}, ["aa", "aab"]),
        ("a = :a AND begins_with(b, :b)", {":b": text("z")}, []),
        ("b > :b AND a = :a", {":b": text("ab")}, ["abc", "b"]),
        (":a = a AND :b < b", {":b": text("ab")}, ["abc", "b"]),
        (":a = a AND :b >= b", {":b": text("ab")}, ["aa", "aab", "ab"]),
        ("(a = :a) AND (b = :b)", {":b": text("ab")}, ["ab"]),
        ("(a = :a AND b = :b)", {":b": text("ab")}, ["ab"]),
        ("a=:a and b between :b and :c", {":b": text("aa"), ":c": text("aab")}, ["aa", "aab"]),
    ],
)
def test_the_sort_key_narrows_by_every_operator(
    db: Target, range_table: str, condition: str, values: dict[str, Any], expected: list[str]
) -> None:
    key = unique()
    put_all(db, range_table, partition(key, *(text(each) for each in ("b", "ab", "aa", "abc", "aab"))))
    put_all(db, range_table, partition(unique(), text("ab")))
    answer = ask(db, range_table, condition, {":a": text(key), **values})
    assert [item["b"]["S"] for item in answer["Items"]] == expected
    assert answer["Count"] == answer["ScannedCount"] == len(expected)
    reverse = ask(db, range_table, condition, {":a": text(key), **values}, ScanIndexForward=False)
    assert [item["b"]["S"] for item in reverse["Items"]] == expected[::-1]


def test_strings_are_ordered_by_their_utf_8_bytes(db: Target, range_table: str) -> None:
    key = unique()
    ordered = ["1", "10", "2", "A", "B", "Z", "a", "aa", "b", "é", "表", "～", "😀"]
    put_all(db, range_table, partition(key, *(text(each) for each in reversed(ordered))))
    assert [item["b"]["S"] for item in ask(db, range_table, "a = :a", {":a": text(key)})["Items"]] == ordered


NUMBERS = [
    "-" + "9" * 38 + "0" * 88,
    "-99.1",
    "-10.1",
    "-9.9",
    "-9",
    "-1.01",
    "-1",
    "-0.9",
    "-0.09",
    "-0.01",
    "0",
    "0." + "0" * 129 + "1",
    "0.01",
    "0.09",
    "0.1",
    "0.9",
    "1",
    "1.1",
    "1.9",
    "9",
    "9.1",
    "10.1",
    "10.9",
    "99.1",
    "12345678901234567890123456789012345678",
    "12345678901234567890123456789012345679",
    "1" + "0" * 125,
]


def test_numbers_are_ordered_by_their_value(db: Target, number_table: str) -> None:
    key = unique()
    put_all(db, number_table, partition(key, *(number(each) for each in sorted(NUMBERS))))
    answer = ask(db, number_table, "a = :a", {":a": text(key)})
    assert [item["b"]["N"] for item in answer["Items"]] == NUMBERS


@pytest.mark.parametrize(
    ("condition", "values", "expected"),
    [
        ("b = :b", {":b": number("1.0")}, ["1"]),
        ("b = :b", {":b": number("1e0")}, ["1"]),
        ("b < :b", {":b": number("-1.5")}, ["-20", "-3"]),
        ("b BETWEEN :b AND :c", {":b": number("-3.000"), ":c": number("1e1")}, ["-3", "1", "10"]),
        ("b >= :b", {":b": number("9.99")}, ["10", "200"]),
    ],
)
def test_numbers_are_compared_by_their_value(
    db: Target, number_table: str, condition: str, values: dict[str, Any], expected: list[str]
) -> None:
    key = unique()
    put_all(db, number_table, partition(key, *(number(each) for each in (200, 1, -3, 10, -20))))
    answer = ask(db, number_table, f"a = :a AND {condition}", {":a": text(key), **values})
    assert [item["b"]["N"] for item in answer["Items"]] == expected


def test_binary_values_are_ordered_as_unsigned_bytes(db: Target, binary_table: str) -> None:
    key = unique()
    ordered = [b"\x00", b"\x00\x00", b"\x01", b"a", b"ab", b"b", b"\x7f", b"\x80", b"\xff", b"\xff\x00", b"\xff\xff"]
    put_all(db, binary_table, partition(key, *(binary(each) for each in reversed(ordered))))
    answer = ask(db, binary_table, "a = :a", {":a": text(key)})
    assert [item["b"] for item in answer["Items"]] == [binary(each) for each in ordered]


def test_a_prefix_of_the_highest_bytes_still_finds_what_begins_with_it(
    db: Target, binary_table: str, range_table: str
) -> None:
    key = unique()
    put_all(
        db, binary_table, partition(key, *(binary(each) for each in (b"\xfe", b"\xff", b"\xff\xff", b"\xff\xff\x01")))
    )
    values = {":a": text(key), ":b": binary(b"\xff\xff")}
    answer = ask(db, binary_table, "a = :a AND begins_with(b, :b)", values)
    assert [item["b"] for item in answer["Items"]] == [binary(b"\xff\xff"), binary(b"\xff\xff\x01")]
    last = "\U0010ffff"
    put_all(db, range_table, partition(key, text("\U0010fffe"), text(last), text(last + "a")))
    answer = ask(db, range_table, "a = :a AND begins_with(b, :b)", {":a": text(key), ":b": text(last)})
    assert [item["b"] for item in answer["Items"]] == [text(last), text(last + "a")]


def test_keys_that_begin_alike_are_different_partitions(db: Target, range_table: str) -> None:
    key = unique()
    for each in (key, key + "\x00", key + "\x00b", key + "b"):
        put_all(db, range_table, partition(each, text("b"), text("\x00")))
    answer = ask(db, range_table, "a = :a", {":a": text(key)})
    assert answer["Items"] == partition(key, text("\x00"), text("b"))


def test_a_filter_is_applied_after_the_items_are_counted(db: Target, range_table: str) -> None:
    key = unique()
    items = [{"a": text(key), "b": text(str(at)), "n": number(at)} for at in range(5)]
    put_all(db, range_table, items)
    values = {":a": text(key), ":n": number(3)}
    answer = ask(db, range_table, "a = :a", values, FilterExpression="n >= :n")
    assert answer == {"Count": 2, "ScannedCount": 5, "Items": items[3:]}
    answer = ask(db, range_table, "a = :a", values, FilterExpression="n > :n AND n < :n")
    assert answer == {"Count": 0, "ScannedCount": 5, "Items": []}


def test_names_and_values_are_shared_by_all_expressions_of_a_request(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, [{"a": text(key), "b": text(key), "size": text(key), "x.y": number(1)}])
    answer = ask(
        db,
        range_table,
        "#k = :v AND b = :v",
        {":v": text(key)},
        FilterExpression="#s = :v",
        ProjectionExpression="#s, #dotted",
        ExpressionAttributeNames={"#k": "a", "#s": "size", "#dotted": "x.y"},
    )
    assert answer["Items"] == [{"size": text(key), "x.y": number(1)}]


def test_only_projected_paths_are_answered(db: Target, range_table: str) -> None:
    key = unique()
    whole = {
        "a": text(key),
        "b": text("1"),
        "e": {"M": {"a": text("x"), "d": text("y"), "z": text("no")}},
        "f": {"L": [text("0"), text("1"), text("2")]},
    }
    put_all(
        db, range_table, [whole, {"a": text(key), "b": text("2")}, {"a": text(key), "b": text("3"), "e": text("s")}]
    )
    projection = "f[2], f[0], e.d, e.a, b"
    answer = ask(db, range_table, "a = :a", {":a": text(key)}, ProjectionExpression=projection)
    assert answer["Items"] == [
        {"b": text("1"), "e": {"M": {"a": text("x"), "d": text("y")}}, "f": {"L": [text("0"), text("2")]}},
        {"b": text("2")},
        {"b": text("3")},
    ]


def test_an_item_without_any_projected_attribute_is_an_empty_one(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, partition(key, text("1")))
    answer = ask(db, range_table, "a = :a", {":a": text(key)}, ProjectionExpression="nowhere")
    assert answer == {"Count": 1, "ScannedCount": 1, "Items": [{}]}


def test_what_was_deleted_or_replaced_is_not_found_as_it_was(db: Target, range_table: str) -> None:
    key = unique()
    put_all(db, range_table, partition(key, text("1"), text("2"), v=number(1)))
    put_all(db, range_table, partition(key, text("2"), v=number(2)))
    db.call("DeleteItem", {"TableName": range_table, "Key": {"a": text(key), "b": text("1")}})
    answer = ask(db, range_table, "a = :a", {":a": text(key)})
    assert answer["Items"] == partition(key, text("2"), v=number(2))
