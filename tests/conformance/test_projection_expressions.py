"""ProjectionExpression, as GetItem reads it: what of a document is answered, and every refusal with its words.

Messages as recorded by dynalite's suite against DynamoDB; overlapping paths, sizes and placeholders as ExtendDB's suite
captured them at DynamoDB in 2026.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.items import Item, key_of, put
from tests.conformance.target import Target, refused, unique

PROJECTION = "Invalid ProjectionExpression: "
SCALAR_KEYS = "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "

DOCUMENT: Item = {
    "b": {"M": {"x": {"S": "x"}, "y": {"M": {"z": {"N": "1"}}}, "a.b": {"S": "dotted"}}},
    "c": {"L": [{"S": "0"}, {"S": "1"}, {"M": {"k": {"S": "2"}}}, {"L": [{"N": "3"}, {"N": "4"}]}]},
    "d": {"SS": ["p"]},
    "a.b": {"S": "dotted"},
}


def project(db: Target, table: str, key: Item, expression: str, names: dict[str, str] | None = None) -> dict[str, Any]:
    request: dict[str, Any] = {"TableName": table, "Key": key, "ProjectionExpression": expression}
    if names:
        request["ExpressionAttributeNames"] = names
    return db.call("GetItem", request)


@pytest.mark.parametrize(
    ("expression", "names", "part"),
    [
        ("d", None, {"d": {"SS": ["p"]}}),
        ("d, nothing", None, {"d": {"SS": ["p"]}}),
        ("\t#d\n", {"#d": "d"}, {"d": {"SS": ["p"]}}),
        ("#d_1", {"#d_1": "d"}, {"d": {"SS": ["p"]}}),
        ("#1", {"#1": "d"}, {"d": {"SS": ["p"]}}),
        ("b.x", None, {"b": {"M": {"x": {"S": "x"}}}}),
        ("b.y.z, b.x", None, {"b": {"M": {"x": {"S": "x"}, "y": {"M": {"z": {"N": "1"}}}}}}),
        ("b.#x", {"#x": "a.b"}, {"b": {"M": {"a.b": {"S": "dotted"}}}}),
        ("#x", {"#x": "a.b"}, {"a.b": {"S": "dotted"}}),
        ("c[0]", None, {"c": {"L": [{"S": "0"}]}}),
        ("c[1], c[0]", None, {"c": {"L": [{"S": "0"}, {"S": "1"}]}}),
        ("c[2].k", None, {"c": {"L": [{"M": {"k": {"S": "2"}}}]}}),
        ("c[3][1], c[0]", None, {"c": {"L": [{"S": "0"}, {"L": [{"N": "4"}]}]}}),
        ("c[3][1], c[9], c[0].k", None, {"c": {"L": [{"L": [{"N": "4"}]}]}}),
        ("c [ 0 ] , b . x", None, {"b": {"M": {"x": {"S": "x"}}}, "c": {"L": [{"S": "0"}]}}),
    ],
)
def test_only_what_is_asked_for_is_answered(
    db: Target, hash_table: str, expression: str, names: dict[str, str] | None, part: Item
) -> None:
    item = put(db, hash_table, **DOCUMENT)
    assert project(db, hash_table, key_of(item), expression, names) == {"Item": part}


@pytest.mark.parametrize("expression", ["nothing", "b.nothing", "b.x.y", "b[0]", "c.k", "c[4]", "d[0]"])
def test_an_item_of_which_nothing_is_asked_for_is_empty(db: Target, hash_table: str, expression: str) -> None:
    item = put(db, hash_table, **DOCUMENT)
    assert project(db, hash_table, key_of(item), expression) == {"Item": {}}


def test_a_key_is_answered_only_when_asked_for(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"S": "b"})
    assert project(db, hash_table, key_of(item), "b") == {"Item": {"b": {"S": "b"}}}
    assert project(db, hash_table, key_of(item), "a") == {"Item": key_of(item)}


def refuse(db: Target, expression: str, message: str | re.Pattern[str], names: dict[str, str] | None = None) -> None:
    """Every fault of an expression is found before the table is looked up."""
    with refused("ValidationException", message):
        project(db, "nowhere", {"a": {"S": "a"}}, expression, names)


@pytest.mark.parametrize(
    "expression",
    [
        "whatever(stuff)",
        ":a",
        "abort,",
        ",a",
        "a,,b",
        "a..b",
        "a.",
        ".a",
        "a[b]",
        "a[-1]",
        "a[1.5]",
        "a[]",
        "a[0",
        "[0]",
        "(a.b).c",
        "(a)",
        "(a),(b)",
        "(a,b)",
        "a-b",
        "a b",
        "_a",
        "a._b",
        "1a",
        "a.1",
        "ü",
        '"a"',
        "a;b",
    ],
)
def test_what_is_no_list_of_paths_is_a_syntax_error(db: Target, expression: str) -> None:
    refuse(db, expression, re.compile(PROJECTION + 'Syntax error; token: ".*", near: ".*"'))


def test_a_syntax_error_shows_the_token_among_its_neighbours(db: Target) -> None:
    refuse(db, "!!! INVALID !!!", PROJECTION + 'Syntax error; token: "!", near: "!!"')


@pytest.mark.parametrize(("expression", "word"), [("a.abORt", "abORt"), ("#a,ABSoLUTE", "ABSoLUTE"), ("Name", "Name")])
def test_reserved_words_need_a_placeholder(db: Target, expression: str, word: str) -> None:
    refuse(db, expression, f"{PROJECTION}Attribute name is a reserved keyword; reserved keyword: {word}")


@pytest.mark.parametrize("expression", ["a,b,a,#a", "b.#a", "c[0].#a"])
def test_placeholders_must_be_defined(db: Target, expression: str) -> None:
    message = "An expression attribute name used in the document path is not defined; attribute name: #a"
    refuse(db, expression, PROJECTION + message)


@pytest.mark.parametrize(
    ("expression", "one", "two"),
    [
        ("b, b", "[b]", "[b]"),
        ("b, b.c", "[b]", "[b, c]"),
        ("b.c, b", "[b, c]", "[b]"),
        ("b[1], b.a, #a.b, a", "[a, b]", "[a]"),
        ("a, #a[1]", "[a]", "[a, [1]]"),
        ("c[0], c", "[c, [0]]", "[c]"),
        ("#a.b.c, x, a.b", "[a, b, c]", "[a, b]"),
    ],
)
def test_paths_may_not_overlap(db: Target, expression: str, one: str, two: str) -> None:
    message = "Two document paths overlap with each other; must remove or rewrite one of these paths; "
    names = {"#a": "a"} if "#a" in expression else None
    refuse(db, expression, f"{PROJECTION}{message}path one: {one}, path two: {two}", names)


@pytest.mark.parametrize(
    ("expression", "one", "two"),
    [
        ("a.b, #a[1], #b", "[a, b]", "[a, [1]]"),
        ("a.b[1], #a[1], #b", "[a, b, [1]]", "[a, [1]]"),
        ("a[3].b, #a.#b.b", "[a, [3], b]", "[a, [3], b]"),
    ],
)
def test_a_thing_is_not_a_map_and_a_list(db: Target, expression: str, one: str, two: str) -> None:
    message = "Two document paths conflict with each other; must remove or rewrite one of these paths; "
    refuse(db, expression, f"{PROJECTION}{message}path one: {one}, path two: {two}", {"#a": "a", "#b": "[3]"})


@pytest.mark.parametrize("expression", ["b", "b,c"])
def test_all_placeholders_must_be_used(db: Target, expression: str) -> None:
    message = re.compile("Value provided in ExpressionAttributeNames unused in expressions: keys: {(#a, #b|#b, #a)}")
    refuse(db, expression, message, {"#a": "a", "#b": "b"})


def test_an_overlap_is_named_before_an_unused_placeholder(db: Target) -> None:
    refuse(db, "b, b.c", re.compile(PROJECTION + "Two document paths overlap.*"), {"#z": "z"})


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ({"a": "x"}, 'contains invalid key: Syntax error; key: "a"'),
        ({"#": "x"}, 'contains invalid key: Syntax error; key: "#"'),
        ({"#a-b": "x"}, 'contains invalid key: Syntax error; key: "#a-b"'),
        ({"#ä": "x"}, 'contains invalid key: Syntax error; key: "#ä"'),
        (
            {"#" + "a" * 255: "x"},
            "contains invalid key: The expression attribute map contains a key that is too long; size of key: 256",
        ),
        (
            {"#" + "-" * 255: "x"},
            "contains invalid key: The expression attribute map contains a key that is too long; size of key: 256",
        ),
        ({"#a": ""}, "contains invalid value: Empty attribute name for key #a"),
    ],
)
def test_placeholders_have_a_form(db: Target, names: dict[str, str], message: str) -> None:
    refuse(db, "#a", "ExpressionAttributeNames " + message, names)


def test_a_placeholder_stands_for_at_most_65535_bytes(db: Target, hash_table: str) -> None:
    """ScyllaDB Alternator's suite found the limit at DynamoDB; nobody has written the whole message down."""
    name = "n" * 65535
    item = put(db, hash_table, **{name: {"S": "long"}})
    assert project(db, hash_table, key_of(item), "#n", {"#n": name}) == {"Item": {name: {"S": "long"}}}
    refuse(db, "#n", re.compile("ExpressionAttributeNames contains invalid value: .*6553[56].*"), {"#n": name + "n"})


def test_a_placeholder_has_at_most_255_bytes(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b={"S": "b"})
    name = "#" + "n" * 254
    assert project(db, hash_table, key_of(item), name, {name: "b"}) == {"Item": {"b": {"S": "b"}}}


def test_an_expression_has_at_most_4096_bytes(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, **{"n" * 4096: {"S": "long"}})
    assert project(db, hash_table, key_of(item), "n" * 4096) == {"Item": {"n" * 4096: {"S": "long"}}}
    refuse(db, "n" * 4097, PROJECTION + "Expression size has exceeded the maximum allowed size;")


def test_the_size_is_that_of_the_text_without_what_it_stands_for(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    names = {f"#a{number}": f"attribute{number}" * 10 for number in range(600)}
    assert project(db, hash_table, key_of(item), ",".join(names), names) == {"Item": {}}


def test_a_path_has_at_most_32_elements(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    assert project(db, hash_table, key_of(item), ".".join(["n"] * 32)) == {"Item": {}}
    message = "The document path has too many nesting levels; nesting levels: 33"
    refuse(db, ".".join(["n"] * 33), PROJECTION + message)
    refuse(db, "n" + "[0]" * 32, PROJECTION + message)


def test_a_list_index_has_a_range(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, c={"L": [{"S": "0"}]})
    assert project(db, hash_table, key_of(item), "c[2147483647]") == {"Item": {}}
    message = "List index is not within the allowable range; index: [2147483648]"
    refuse(db, "c[2147483648]", PROJECTION + message)
    huge = "9" * 30
    refuse(db, f"c[{huge}]", f"{PROJECTION}List index is not within the allowable range; index: [{huge}]")


@pytest.mark.parametrize("expression", ["#a.b.c", "#a[0]"])
def test_nothing_is_looked_up_within_a_key(db: Target, hash_table: str, expression: str) -> None:
    with refused("ValidationException", SCALAR_KEYS + "Key: a"):
        project(db, hash_table, {"a": {"S": unique()}}, expression, {"#a": "a"})


@pytest.mark.parametrize("expression", ["d.b.c", "d[0]"])
def test_nothing_is_looked_up_within_an_index_key(db: Target, indexed_table: str, expression: str) -> None:
    with refused("ValidationException", SCALAR_KEYS + "IndexKey: d"):
        project(db, indexed_table, {"a": {"S": unique()}, "b": {"S": "b"}}, expression)
