"""ConditionExpression, as PutItem reads it: every refusal of one with its words, which of several comes first, limits.

Messages and their order as recorded by dynalite's suite against DynamoDB (there for FilterExpression, which has the
same grammar); operand types, sizes and placeholders as ExtendDB's suite captured them at DynamoDB in 2026; limits from
the developer guide. Functions in the wrong kind of expression: the words of Amazon's own DynamoDB local.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.conditions import CONDITION, SCALAR_KEYS, Values, check, refuse, two, v
from tests.conformance.target import Target, refused, unique


@pytest.mark.parametrize(
    "condition",
    [
        "things are not gonna be ok",
        "a",
        "a =",
        "= a",
        "a = b c",
        "a > 4",
        "a == b",
        "a != b",
        "a = b AND",
        "a = b && c = d",
        "NOT",
        "attribute_exists(Pictures-RearView)",
        'attribute_exists("Pictures.RearView")',
        "attribute_exists(Pictures..RearView)",
        "attribute_exists(Pi#ctures.RearView)",
        "attribute_exists(asdf[a])",
        "attribute_exists(_c)",
        "attribute_exists(c._d)",
        "attribute_exists()",
        "attribute_exists(a",
        "a in b, c",
        "a > between",
        "a in b",
        "a in ()",
        "a in (b,c,)",
        "a between b",
        "a between b or c",
        "(a)between(b.(c.d))and(c)",
        "(a)between(b.c.d)and((c)",
        "#$.b > a",
        "a > :things.stuff",
        "b[:a] > a",
        "b[#_] > a",
        "ü > a",
        "(a)between(b.c[4.5].#d)and(:a)",
        "size(a).b > a",
        "(size(a)).b > a",
        "size(a)[0] > a",
        "(size(a))[0] > a",
        "a = b + c",
        "()",
        "(",
        pytest.param("(" * 4096, id="parentheses"),
    ],
)
def test_what_is_no_condition_is_a_syntax_error(db: Target, condition: str) -> None:
    refuse(db, condition, re.compile(CONDITION + 'Syntax error; token: ".*", near: ".*"', re.DOTALL))


@pytest.mark.parametrize(
    "condition",
    [
        "((a = b))",
        "a=a and a > ((views))",
        "(a)between(((b.c)).d)and(c)",
        "a > whatever((:things), ((a)))",
        "a=a AND ((a=a AND a=a)) AND a=a",
        "a=a OR ((a=a OR a=a)) OR a=a",
        "a=a AND ((a=a AND (a=a AND a=a)))",
        "((attribute_not_exists(a)))",
    ],
)
def test_redundant_parentheses_are_refused_before_all_else(db: Target, condition: str) -> None:
    refuse(db, condition, CONDITION + "The expression has redundant parentheses;")


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        ("a=a and whatever((:things)) > a", "whatever"),
        ("attRIbute_exIsts((views), #a)", "attRIbute_exIsts"),
        ("SIZE(a) > b", "SIZE"),
    ],
)
def test_unknown_functions_are_refused(db: Target, condition: str, name: str) -> None:
    refuse(db, condition, f"{CONDITION}Invalid function name; function: {name}")


@pytest.mark.parametrize("name", ["if_not_exists", "list_append"])
def test_functions_of_updates_are_refused(db: Target, name: str) -> None:
    message = f"The function is not allowed in a condition expression; function: {name}"
    refuse(db, f"a = {name}(b, c)", CONDITION + message)


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        ("a=a and attribute_exists((views), (#a)) > b", "attribute_exists"),
        ("attribute_not_exists(things) > b", "attribute_not_exists"),
        ("attribute_type(things, :a) > b", "attribute_type"),
        ("begins_with(things, a) > b", "begins_with"),
        ("contains(:things, c) > b", "contains"),
        ("size(contains(a, b)) > a", "contains"),
        ("size(things)", "size"),
        ("NOT size(things)", "size"),
        ("a between b and attribute_exists(things)", "attribute_exists"),
        ("a in (b, attribute_exists(things))", "attribute_exists"),
    ],
)
def test_functions_have_their_place(db: Target, condition: str, name: str) -> None:
    message = f"The function is not allowed to be used this way in an expression; function: {name}"
    refuse(db, condition, CONDITION + message)


@pytest.mark.parametrize(
    ("condition", "word"),
    [("attribute_exists(views, #a)", "views"), (":a < abOrT", "abOrT"), ("a.b.Status = :x", "Status")],
)
def test_reserved_words_need_a_placeholder(db: Target, condition: str, word: str) -> None:
    refuse(db, condition, f"{CONDITION}Attribute name is a reserved keyword; reserved keyword: {word}")


@pytest.mark.parametrize(
    ("condition", "name"),
    [
        ("attribute_exists(#Pictures.RearView, :a) and a=a", "#Pictures"),
        ("begins_with(Pictures.#RearView)", "#RearView"),
        ("(#P between :lo and :hi) and (#PC in (:cat1, :cat2))", "#P"),
        ("#4g > a", "#4g"),
        ("#_ > a", "#_"),
        ("(a)between(b.c[45].#d)and(:a)", "#d"),
    ],
)
def test_names_must_be_defined(db: Target, condition: str, name: str) -> None:
    message = "An expression attribute name used in the document path is not defined; attribute name: "
    refuse(db, condition, CONDITION + message + name)


@pytest.mark.parametrize(
    ("condition", "name"), [("begins_with(:hello, #a, #b)", ":hello"), (":a < :b", ":a"), (":_ > a", ":_")]
)
def test_values_must_be_defined(db: Target, condition: str, name: str) -> None:
    message = "An expression attribute value used in expression is not defined; attribute value: "
    refuse(db, condition, CONDITION + message + name)


@pytest.mark.parametrize(
    ("condition", "name", "count"),
    [
        ("attribute_exists(things, a) and a=a", "attribute_exists", 2),
        ("attribute_not_exists(things, b)", "attribute_not_exists", 2),
        ("attribute_type(things)", "attribute_type", 1),
        ("begins_with(things)", "begins_with", 1),
        ("begins_with(things, size(a), b)", "begins_with", 3),
        ("contains(things)", "contains", 1),
        ("size(things, a) > b", "size", 2),
    ],
)
def test_functions_have_a_number_of_operands(db: Target, condition: str, name: str, count: int) -> None:
    message = "Incorrect number of operands for operator or function; operator or function: "
    refuse(db, condition, f"{CONDITION}{message}{name}, number of operands: {count}")


@pytest.mark.parametrize(
    ("condition", "operator", "path"),
    [
        ("a = a AND #a = b AND :views > a", "=", "[a]"),
        ("#a <> a", "<>", "[a]"),
        ("a > #a", ">", "[a]"),
        ("((a=a) OR (a=a))", "=", "[a]"),
        ("((a=a) AND (a=a))", "=", "[a]"),
        ("contains(ab.bc[1].a, ab.bc[1].#a)", "contains", "[ab, bc, [1], a]"),
        ("begins_with(ab.bc[1].a, ab.bc[1].#a)", "begins_with", "[ab, bc, [1], a]"),
    ],
)
def test_a_thing_is_not_compared_with_itself(db: Target, condition: str, operator: str, path: str) -> None:
    message = "The first operand must be distinct from the remaining operands for this operator or function; "
    refuse(db, condition, f"{CONDITION}{message}operator: {operator}, first operand: {path}", names={"#a": "a"})


EVERY_TYPE: dict[str, dict[str, Any]] = {
    "S": {"S": "1"},
    "N": {"N": "1"},
    "B": {"B": "YQ=="},
    "BOOL": {"BOOL": True},
    "NULL": {"NULL": True},
    "L": {"L": []},
    "M": {"M": {}},
    "SS": {"SS": ["1"]},
    "NS": {"NS": ["1"]},
    "BS": {"BS": ["YQ=="]},
}
ORDERED = {"S", "N", "B"}
UNFIT = [
    *[
        (f"a {operator} :v", operator, kind)
        for operator in ("<", "<=", ">", ">=")
        for kind in EVERY_TYPE.keys() - ORDERED
    ],
    *[(":v < a", "<", kind) for kind in EVERY_TYPE.keys() - ORDERED],
    *[("a BETWEEN :v AND b", "BETWEEN", kind) for kind in EVERY_TYPE.keys() - ORDERED],
    *[("attribute_type(a, :v)", "attribute_type", kind) for kind in EVERY_TYPE.keys() - {"S"}],
    *[("begins_with(a, :v)", "begins_with", kind) for kind in EVERY_TYPE.keys() - {"S", "B"}],
    *[("begins_with(:v, a)", "begins_with", kind) for kind in EVERY_TYPE.keys() - {"S", "B"}],
    *[("size(:v) > a", "size", kind) for kind in ("N", "BOOL", "NULL")],
    ("attribute_exists(b) OR a > :v", ">", "BOOL"),
    ("NOT (a > :v)", ">", "BOOL"),
    ("size(a) > :v", ">", "BOOL"),
    ("size(size(a)) > :v", "size", "N"),
    ("begins_with(a, size(b)) AND a = :v", "begins_with", "N"),
]


@pytest.mark.parametrize(("condition", "operator", "kind"), sorted(UNFIT))
def test_operands_have_a_type(db: Target, condition: str, operator: str, kind: str) -> None:
    message = "Incorrect operand type for operator or function; operator or function: "
    refuse(db, condition, f"{CONDITION}{message}{operator}, operand type: {kind}", {":v": EVERY_TYPE[kind]})


@pytest.mark.parametrize("type_", ["1", "STRING", "s", ""])
def test_attribute_type_knows_ten_types(db: Target, type_: str) -> None:
    """In which order the message lists them changes from release to release."""
    message = f"{CONDITION}Invalid attribute type name found; type: {type_}, valid types: "
    types = r"\{((B|NULL|SS|BOOL|L|BS|N|NS|S|M),?){10}\}"
    refuse(db, "attribute_type(a, :v)", re.compile(re.escape(message) + types), v(S=type_))


@pytest.mark.parametrize(
    ("condition", "name"),
    [("attribute_exists(:v) and a=a", "attribute_exists"), ("attribute_not_exists(size(:v))", "attribute_not_exists")],
)
def test_existence_is_asked_of_a_path(db: Target, condition: str, name: str) -> None:
    message = "Operator or function requires a document path; operator or function: "
    refuse(db, condition, CONDITION + message + name, v(S="1"))


@pytest.mark.parametrize(
    ("lower", "upper", "bounds"),
    [
        ({"N": "2"}, {"N": "1"}, "{N:2}, upper bound operand: AttributeValue: {N:1}"),
        ({"N": "10"}, {"N": "9"}, "{N:10}, upper bound operand: AttributeValue: {N:9}"),
        ({"S": "b"}, {"S": "a"}, "{S:b}, upper bound operand: AttributeValue: {S:a}"),
    ],
)
def test_between_goes_upwards(db: Target, lower: Values, upper: Values, bounds: str) -> None:
    message = (
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; lower bound operand: "
    )
    refuse(db, "a BETWEEN :v AND :w", f"{CONDITION}{message}AttributeValue: {bounds}", two(lower, upper))


def test_between_has_bounds_of_one_type(db: Target) -> None:
    message = (
        "The BETWEEN operator requires same data type for lower and upper bounds; "
        "lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:2}"
    )
    refuse(db, "a BETWEEN :v AND :w", CONDITION + message, two({"N": "1"}, {"S": "2"}))


def test_in_takes_a_hundred_operands(db: Target, hash_table: str) -> None:
    values = {f":v{number}": {"N": str(number)} for number in range(101)}
    hundred = dict(list(values.items())[:100])
    check(db, hash_table, f"n IN ({', '.join(hundred)})", hundred)
    message = "The IN operator is provided with too many operands; number of operands: 101"
    refuse(db, f"n IN ({', '.join(values)})", CONDITION + message, values)


def test_an_expression_takes_300_operators(db: Target, hash_table: str) -> None:
    """150 comparisons and what joins them are 299; a NOT before them makes 300; one comparison more, 301."""
    check(db, hash_table, "NOT " + " OR ".join(["n=:v"] * 150), v(N="6"))
    message = "The expression contains too many operators; operator count: 301"
    refuse(db, " OR ".join(["n=:v"] * 151), CONDITION + message, v(N="6"))


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "condition",
    ["n=:v AND (" * 250 + "n=:v" + ")" * 250, "NOT " * 800 + "n=:v", "f(" * 1000 + "n" + ")" * 1000 + "=:v"],
)
def test_deep_expressions_are_refused_in_good_time(db: Target, condition: str) -> None:
    refuse(db, condition, re.compile(CONDITION + ".+", re.DOTALL), v(N="1"))


def test_an_expression_has_at_most_4096_bytes(db: Target, hash_table: str) -> None:
    check(db, hash_table, "n" + " " * 4091 + "= :v", v(N="5"))
    message = "Expression size has exceeded the maximum allowed size; expression size: 4097"
    refuse(db, "n" + " " * 4092 + "= :v", CONDITION + message, v(N="5"))
    refuse(db, "(" * 4097, CONDITION + message)


def test_a_path_has_at_most_32_elements(db: Target, hash_table: str) -> None:
    check(db, hash_table, f"attribute_not_exists({'.'.join(['n'] * 32)})", None)
    message = "The document path has too many nesting levels; nesting levels: 33"
    refuse(db, f"attribute_not_exists({'.'.join(['n'] * 33)})", CONDITION + message)


def test_a_list_index_has_a_range(db: Target, hash_table: str) -> None:
    check(db, hash_table, "attribute_not_exists(l[2147483647])", None)
    message = "List index is not within the allowable range; index: [2147483648]"
    refuse(db, "attribute_not_exists(l[2147483648])", CONDITION + message)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "must not be empty"),
        ({"v": {"N": "1"}}, 'contains invalid key: Syntax error; key: "v"'),
        ({":": {"N": "1"}}, 'contains invalid key: Syntax error; key: ":"'),
        ({":a-b": {"N": "1"}}, 'contains invalid key: Syntax error; key: ":a-b"'),
        (
            {":" + "a" * 255: {"N": "1"}},
            "contains invalid key: The expression attribute map contains a key that is too long;",
        ),
        (
            {":v": {}},
            "contains invalid value: Supplied AttributeValue is empty, "
            "must contain exactly one of the supported datatypes for key :v",
        ),
        (
            {":v": {"S": "a", "N": "1"}},
            "contains invalid value: Supplied AttributeValue has more than one datatypes set, "
            "must contain exactly one of the supported datatypes for key :v",
        ),
        (
            {":v": {"SS": []}},
            "contains invalid value: "
            "One or more parameter values were invalid: An string set  may not be empty for key :v",
        ),
        (
            {":v": {"N": "b"}},
            "contains invalid value: The parameter cannot be converted to a numeric value: b for key :v",
        ),
        (
            {":v": {"L": [{"NS": ["1", "1"]}]}},
            "contains invalid value: Input collection contains duplicates for key :v",
        ),
    ],
)
def test_expression_attribute_values_have_a_form(db: Target, values: Values, message: str) -> None:
    refuse(db, "a = :v", "ExpressionAttributeValues " + message, values)


def test_all_values_must_be_used(db: Target) -> None:
    message = "Value provided in ExpressionAttributeValues unused in expressions: keys: {(:w, :x|:x, :w)}"
    values = {":v": {"S": "a"}, ":w": {"S": "a"}, ":x": {"S": "a"}}
    refuse(db, "a = :v", re.compile(message), values)


def test_unused_names_are_named_before_unused_values(db: Target) -> None:
    message = "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"
    refuse(db, "attribute_exists(a)", message, v(S="a"), {"#a": "a"})


@pytest.mark.parametrize("condition", ["attribute_exists(a.b.c) and #a = b", "attribute_exists(#a.b.c)", "a[0] = #a"])
def test_nothing_is_looked_up_within_a_key(db: Target, hash_table: str, condition: str) -> None:
    request = {"TableName": hash_table, "Item": {"a": {"S": unique()}}, "ConditionExpression": condition}
    with refused("ValidationException", SCALAR_KEYS + "Key: a"):
        db.call("PutItem", {**request, "ExpressionAttributeNames": {"#a": "a"}})


def test_nothing_is_looked_up_within_an_index_key(db: Target, indexed_table: str) -> None:
    item = {"a": {"S": unique()}, "b": {"S": "b"}}
    request = {"TableName": indexed_table, "Item": item, "ConditionExpression": "attribute_exists(d.x)"}
    with refused("ValidationException", SCALAR_KEYS + "IndexKey: d"):
        db.call("PutItem", request)
