"""Key conditions: which comparisons a Query may make, and how they meet the keys of a table or index."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.key_conditions import KeyComparison, KeyCondition, match_keys, parse_key_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders

VALUES = {":a": {"S": "a"}, ":b": {"S": "b"}}
A, B = VALUES[":a"], VALUES[":b"]

TOO_MANY = "The number of query conditions ({}) exceeds the number of key attributes defined in the schema ({})"


def key_condition(text: str, values: Mapping[str, Any] | None = None) -> KeyCondition:
    return parse_key_condition(text, RequestPlaceholders.parse({"#k": "key"}, values or VALUES))


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("pk = :a", [KeyComparison("pk", "=", (A,))]),
        ("#k = :a", [KeyComparison("key", "=", (A,))]),
        ("(pk = :a) and (sk > :b)", [KeyComparison("pk", "=", (A,)), KeyComparison("sk", ">", (B,))]),
        ("sk BETWEEN :a AND :b AND pk = :a", [KeyComparison("sk", "BETWEEN", (A, B)), KeyComparison("pk", "=", (A,))]),
        ("pk = :a AND begins_with(sk, :b)", [KeyComparison("pk", "=", (A,)), KeyComparison("sk", "begins_with", (B,))]),
        (":a = pk AND :b <= sk", [KeyComparison("pk", "=", (A,)), KeyComparison("sk", ">=", (B,))]),
        (
            "(a = :a AND (b = :b AND c < :a))",
            [KeyComparison("a", "=", (A,)), KeyComparison("b", "=", (B,)), KeyComparison("c", "<", (A,))],
        ),
    ],
)
def test_a_key_condition_is_one_comparison_for_each_attribute(text: str, terms: list[KeyComparison]) -> None:
    assert list(key_condition(text).terms) == terms


NESTED = "KeyConditionExpressions cannot contain nested operations"
MULTIPLE = "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition"
DEEP = "KeyConditionExpressions cannot have conditions on nested attributes"
NONE = "Invalid condition in KeyConditionExpression: No key attribute specified"
TWICE = "KeyConditionExpressions must only contain one condition per key"
OPERATOR = "Invalid operator used in KeyConditionExpression: "
FIRST = "Invalid condition in KeyConditionExpression: {} operator must have the key attribute as its first operand"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a > b and size(b) > c or a > c", OPERATOR + "OR"),
        ("a in (b, size(c), d)", OPERATOR + "IN"),
        ("attribute_exists(a)", OPERATOR + "attribute_exists"),
        ("contains(a.d, b)", OPERATOR + "contains"),
        ("not a > b", OPERATOR + "NOT"),
        ("a <> b", OPERATOR + "<>"),
        (":a between size(b) and size(a) and b > :b", FIRST.format("BETWEEN")),
        ("begins_with(:a, b) and a > :b", FIRST.format("begins_with")),
        ("size(b) > a AND a.b > b AND b > c", NESTED),
        ("a > size(b.d)", NESTED),
        ("a between size(b) and size(a)", NESTED),
        ("b > a.b", MULTIPLE),
        ("b between c[1] and d", MULTIPLE),
        ("a between b and size(a)", MULTIPLE),
        ("begins_with(a, b)", MULTIPLE),
        ("b.d > a AND c.d > e.f", DEEP),
        ("b[0] > a", DEEP),
        (":b > :a AND a < :b", NONE),
        ("b > :a AND b < :a and c = :a and d = :a", TWICE),
        (" and ".join(f"k{index} = :a" for index in range(9)), "Conditions can be of length 1 or 2 only"),
    ],
)
def test_what_no_key_knows_is_told_after_all_syntax(text: str, message: str) -> None:
    parsed = key_condition(text)
    with pytest.raises(ValidationFailed) as caught:
        _ = parsed.terms
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        ("a > 4", 'Syntax error; token: "4", near: "> 4"'),
        (
            "attribute_type(a, :n)",
            "Incorrect operand type for operator or function; operator or function: attribute_type, operand type: N",
        ),
        (
            "a between :b and :a",
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {S:b}, upper bound operand: AttributeValue: {S:a}",
        ),
    ],
)
def test_a_key_condition_is_checked_like_any_condition(text: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        key_condition(text, {**VALUES, ":n": {"N": "1"}})
    assert caught.value.message == f"Invalid KeyConditionExpression: {message}"


def matched(text: str, hash_keys: str, range_keys: str = "") -> tuple[Sequence[str], Sequence[str]]:
    keys = [(name, "S") for name in hash_keys.split()], [(name, "S") for name in range_keys.split()]
    partition, sort = match_keys(key_condition(text).terms, *keys)
    return [term.name for term in partition], [term.name for term in sort]


def test_terms_are_matched_in_any_order_and_come_in_the_order_of_the_keys() -> None:
    assert matched("p = :a", "p") == (["p"], [])
    assert matched("p = :a", "p", "s") == (["p"], [])
    assert matched("s > :b AND p = :a", "p", "s") == (["p"], ["s"])
    assert matched("r2 > :a AND h2 = :a AND r1 = :b AND h1 = :a", "h1 h2", "r1 r2 r3") == (["h1", "h2"], ["r1", "r2"])
    assert matched("p = :a", "p", "r1 r2") == (["p"], [])


@pytest.mark.parametrize(
    ("text", "hash_keys", "range_keys", "message"),
    [
        ("z = :a", "p", "s", "Query condition missed key schema element: p"),
        ("s = :a", "p", "s", "Query condition missed key schema element: p"),
        ("p = :a AND z = :a", "p", "s", "Query condition missed key schema element: s"),
        ("p = :a AND z = :a", "p", "", TOO_MANY.format(2, 1)),
        ("p > :a", "p", "s", "Query key condition not supported"),
        ("begins_with(p, :a) AND s = :a", "p", "s", "Query key condition not supported"),
        ("p = :a AND s = :a AND z = :a", "p", "s", TOO_MANY.format(3, 2)),
        ("r1 = :a", "p", "r1 r2", "Query condition missed key schema element: p"),
        ("h1 = :a", "h1 h2", "r", "HASH key attributes h2 must have equality conditions specified in the query"),
        (
            "h1 = :a AND h2 > :a",
            "h1 h2",
            "r",
            "HASH key attributes h2 must have equality conditions specified in the query",
        ),
        (
            "p = :a AND r2 = :a",
            "p",
            "r1 r2",
            "RANGE key attributes r1 must have equality conditions specified in the query "
            "because a condition is present on key attribute r2",
        ),
        (
            "p = :a AND r1 > :a AND r2 = :a",
            "p",
            "r1 r2",
            "RANGE key attributes r1 must have equality conditions specified in the query "
            "because a condition is present on key attribute r2",
        ),
        ("p = :a AND z = :a", "p", "r1 r2", "Query condition missed key schema element: r1"),
        ("p = :a AND r1 = :a AND r2 = :a AND z = :a", "p", "r1 r2", "Query key condition not supported"),
    ],
)
def test_terms_that_do_not_meet_the_keys_are_refused(text: str, hash_keys: str, range_keys: str, message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        matched(text, hash_keys, range_keys)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("term", "message"),
    [
        (
            KeyComparison("p", "=", ({"N": "1"},)),
            "One or more parameter values were invalid: Condition parameter type does not match schema type",
        ),
        (
            KeyComparison("p", "=", ({"S": ""},)),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: p",
        ),
        (KeyComparison("p", "NE", ({"S": "a"},)), "Attempted conditional constraint is not an indexable operation"),
    ],
)
def test_a_term_whose_value_or_operator_no_key_can_have_is_refused(term: KeyComparison, message: str) -> None:
    with pytest.raises(ValidationFailed) as caught:
        match_keys([term], [("p", "S")], [])
    assert caught.value.message == message
