"""Conditions and filters: what they say of an item, and each refusal in DynamoDB's words."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.conditions import Condition, parse_condition
from chabudai.engine.expressions.placeholders import RequestPlaceholders

ITEM: dict[str, Any] = {
    "s": {"S": "hello"},
    "n": {"N": "5"},
    "b": {"B": "aGkgdGhlcmU="},
    "yes": {"BOOL": True},
    "nil": {"NULL": True},
    "ss": {"SS": ["dog", "cat"]},
    "ns": {"NS": ["2", "4"]},
    "bs": {"BS": ["aGk="]},
    "l": {"L": [{"S": "x"}, {"NS": ["1", "2"]}, {"M": {"deep": {"N": "7"}}}]},
    "m": {"M": {"x": {"N": "1"}, "y": {"L": [{"N": "-1"}, {"N": "2"}]}}},
}


def condition(text: str, values: Mapping[str, Any] | None = None, names: Mapping[str, str] | None = None) -> Condition:
    return parse_condition(text, RequestPlaceholders.parse(names, values), "FilterExpression")


def refusal(text: str, values: Mapping[str, Any] | None = None, names: Mapping[str, str] | None = None) -> str:
    with pytest.raises(ValidationFailed) as caught:
        condition(text, values, names)
    return caught.value.message.removeprefix("Invalid FilterExpression: ")


@pytest.mark.parametrize(
    ("text", "values", "expected"),
    [
        ("s = :v", {":v": {"S": "hello"}}, True),
        ("s = :v", {":v": {"S": "other"}}, False),
        ("s = :v", {":v": {"B": "aGk="}}, False),
        ("n = :v", {":v": {"N": "5.0"}}, True),
        ("ss = :v", {":v": {"SS": ["cat", "dog"]}}, True),
        ("l = :v", {":v": {"L": [{"S": "x"}, {"NS": ["2", "1"]}, {"M": {"deep": {"N": "7"}}}]}}, True),
        ("gone = :v", {":v": {"S": ""}}, False),
        ("gone = lost", None, False),
        ("s <> :v", {":v": {"S": "other"}}, True),
        ("gone <> :v", {":v": {"S": "other"}}, True),
        ("n < :v", {":v": {"N": "10"}}, True),
        ("n < :v", {":v": {"S": "9"}}, False),
        ("n >= :v", {":v": {"N": "5"}}, True),
        ("n > :v", {":v": {"N": "5"}}, False),
        ("gone < :v", {":v": {"N": "5"}}, False),
        ("yes < n", None, False),
        ("b > :v", {":v": {"B": "aGk="}}, True),
        ("n BETWEEN :a AND :b", {":a": {"N": "5"}, ":b": {"N": "5"}}, True),
        ("n between m.x and :b", {":b": {"N": "4"}}, False),
        ("s BETWEEN n AND s2", None, False),
        ("n IN (:a, :b)", {":a": {"S": "5"}, ":b": {"N": "5"}}, True),
        ("gone IN (:a)", {":a": {"NULL": True}}, False),
        ("nil IN (:a)", {":a": {"NULL": True}}, True),
        ("attribute_exists(m.y[1])", None, True),
        ("attribute_exists (m.y[2])", None, False),
        ("attribute_exists(m[0])", None, False),
        ("attribute_not_exists(l.a)", None, True),
        ("attribute_type(ss, :t)", {":t": {"S": "SS"}}, True),
        ("attribute_type(gone, :t)", {":t": {"S": "SS"}}, False),
        ("attribute_type(:v, :t)", {":v": {"N": "1"}, ":t": {"S": "N"}}, True),
        ("begins_with(s, :v)", {":v": {"S": "hell"}}, True),
        ("begins_with(:v, s)", {":v": {"S": "hello world"}}, True),
        ("begins_with(b, :v)", {":v": {"B": "aGk="}}, True),
        ("begins_with(n, :v)", {":v": {"S": "5"}}, False),
        ("contains(s, :v)", {":v": {"S": "ell"}}, True),
        ("contains(b, :v)", {":v": {"B": "dGhl"}}, True),
        ("contains(ss, :v)", {":v": {"S": "cat"}}, True),
        ("contains(ss, :v)", {":v": {"S": "ca"}}, False),
        ("contains(ns, :v)", {":v": {"N": "4"}}, True),
        ("contains(bs, :v)", {":v": {"B": "aGk="}}, True),
        ("contains(l, :v)", {":v": {"NS": ["2", "1"]}}, True),
        ("contains(m, :v)", {":v": {"S": "x"}}, False),
        ("contains(n, :v)", {":v": {"N": "5"}}, False),
        ("size(s) = n", None, True),
        ("size(b) = :v", {":v": {"N": "8"}}, True),
        ("size(ss) < size(l)", None, True),
        ("size(m) = :v", {":v": {"N": "2"}}, True),
        ("size(n) >= :v", {":v": {"N": "0"}}, False),
        ("size(yes) = :v", {":v": {"N": "1"}}, False),
        ("(size(s)) > m.x", None, True),
        ("m.x < m.y[1] AND NOT m.x = n", None, True),
        ("l[2].deep = :v", {":v": {"N": "7"}}, True),
        ("n = :v OR s = :v AND gone = :v", {":v": {"N": "5"}}, True),
        ("(n = :v OR s = :v) AND gone = :v", {":v": {"N": "5"}}, False),
        ("NOT NOT n = :v", {":v": {"N": "5"}}, True),
        ("NOT (n = :v AND s = :v)", {":v": {"N": "5"}}, True),
        ("((n = :v) and (n = :v))", {":v": {"N": "5"}}, True),
        (":a > :b", {":a": {"N": "2"}, ":b": {"N": "1"}}, True),
        ("  n\t=\r\n:v  ", {":v": {"N": "5"}}, True),
    ],
)
def test_a_condition_holds_or_not(text: str, values: dict[str, Any] | None, expected: bool) -> None:
    assert condition(text, values).holds(ITEM) is expected


def test_a_missing_item_has_no_attributes() -> None:
    assert condition("attribute_not_exists(PK)").holds(None)
    assert not condition("attribute_exists(PK)").holds(None)


def test_a_name_placeholder_stands_for_one_attribute_whatever_it_contains() -> None:
    asked = condition("#d = :v AND #d.#y <> :v", {":v": {"N": "1"}}, {"#d": "a.b", "#y": "year"})
    assert asked.holds({"a.b": {"N": "1"}})
    assert asked.attributes == {"a.b"}
    assert asked.nested == {"a.b"}


def test_the_length_of_a_string_counts_utf16_units() -> None:
    assert condition("size(s) = :v", {":v": {"N": "3"}}).holds({"s": {"S": "é𝄞"}})


def test_the_same_text_with_other_names_or_values_is_another_condition() -> None:
    for name, number in (("a", "1"), ("b", "2"), ("a", "3")):
        asked = condition("#n = :v", {":v": {"N": number}}, {"#n": name})
        assert asked.holds({name: {"N": number}})
        assert not asked.holds({"c": {"N": number}})


@pytest.mark.parametrize(
    ("text", "token", "near"),
    [
        ("a", "<EOF>", "a"),
        ("a = b AND NOT #flag", "<EOF>", "#flag"),
        ("things are not gonna be ok", "are", "things are not"),
        ("a > 4", "4", "> 4"),
        ("attribute_exists(Pictures-RearView)", "-", "Pictures-RearView"),
        ("attribute_exists(Pictures..RearView)", ".", "..RearView"),
        ("attribute_exists([1])", "[", "([1"),
        ("attribute_exists(asdf[a])", "a", "[a]"),
        ("a in b, c", "b", "in b,"),
        ("a in (b,c,)", ")", ",)"),
        ("a in ()", ")", "()"),
        ("a > between", "between", "> between"),
        ("(a)between(b.c.d)and((c)", "<EOF>", ")"),
        ("(a)between(b.(c.d))and(c)", "(", ".(c"),
        ("#$.b > a", "#", "#$"),
        ("a > :things.stuff", ".", ":things.stuff"),
        ("b[:a] > a", ":a", "[:a]"),
        ("ü > a", "ü", "ü >"),
        ("_a = b", "_", "_a"),
        ("a[01] = b", "1", "01]"),
        ("size(a).b > a", ".", ").b"),
        ("(size(a))[0] > a", "[", ")[0"),
        ("(a.b).c = b", ".", ").c"),
        ("a = b AND", "<EOF>", "AND"),
        ("a = b) AND c = d", ")", "b) AND"),
        ("(a = b) = c", "=", ") = c"),
        ("(NOT a)", ")", "a)"),
        ("size() > a", ")", "() >"),
        ("!!", "!", "!!"),
    ],
)
def test_a_syntax_error_names_the_token_and_its_neighbours(text: str, token: str, near: str) -> None:
    assert refusal(text) == f'Syntax error; token: "{token}", near: "{near}"'


REDUNDANT = "The expression has redundant parentheses;"
UNKNOWN = "Invalid function name; function: "
MISUSED = "The function is not allowed to be used this way in an expression; function: "
RESERVED = "Attribute name is a reserved keyword; reserved keyword: "
NO_NAME = "An expression attribute name used in the document path is not defined; attribute name: "
NO_VALUE = "An expression attribute value used in expression is not defined; attribute value: "
COUNT = "Incorrect number of operands for operator or function; operator or function: "
TYPE = "Incorrect operand type for operator or function; operator or function: "
SAME = "The first operand must be distinct from the remaining operands for this operator or function; operator: "


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a=a and a > ((views))", REDUNDANT),
        ("(a)between(((b.c)).d)and(c)", REDUNDANT),
        ("a > whatever((:things), ((a)))", REDUNDANT),
        ("a=a AND ((a=a AND a=a)) AND a=a", REDUNDANT),
        ("a=a OR ((a=a OR (a=a OR a=a)))", REDUNDANT),
        ("a=a and whatever((:things)) > a", UNKNOWN + "whatever"),
        ("attRIbute_exIsts((views), #a)", UNKNOWN + "attRIbute_exIsts"),
        ("if_not_exists(a, b) = c", "The function is not allowed in a condition expression; function: if_not_exists"),
        ("a=a and attribute_exists((views), (#a)) > b", MISUSED + "attribute_exists"),
        ("contains(:things, c) > b", MISUSED + "contains"),
        ("size(contains(a, b)) > a", MISUSED + "contains"),
        ("size(things)", MISUSED + "size"),
        ("a between b and attribute_exists(things)", MISUSED + "attribute_exists"),
        ("a in (b, attribute_exists(things))", MISUSED + "attribute_exists"),
        ("attribute_exists(views, #a)", RESERVED + "views"),
        (":a < abOrT", RESERVED + "abOrT"),
        ("a.b.Year = c", RESERVED + "Year"),
        ("a[2147483648] = b", "List index is not within the allowable range; index: [2147483648]"),
        ("attribute_exists(#Pictures.RearView, :a) and a=a", NO_NAME + "#Pictures"),
        ("begins_with(Pictures.#RearView)", NO_NAME + "#RearView"),
        ("(#P between :lo and :hi) and (#PC in (:cat1, :cat2))", NO_NAME + "#P"),
        ("#4g > a", NO_NAME + "#4g"),
        ("begins_with(:hello, #a, #b)", NO_VALUE + ":hello"),
        (":a < :b", NO_VALUE + ":a"),
        ("attribute_exists(things, a) and a=a", COUNT + "attribute_exists, number of operands: 2"),
        ("attribute_type(things)", COUNT + "attribute_type, number of operands: 1"),
        ("begins_with(things, size(a), b)", COUNT + "begins_with, number of operands: 3"),
        ("size(things, a) > b", COUNT + "size, number of operands: 2"),
        ("attribute_type(ab.bc[1].a, SS)", TYPE + "attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"),
        ("begins_with(a, size(b))", TYPE + "begins_with, operand type: N"),
        ("size(size(a)) > b", TYPE + "size, operand type: N"),
        ("a = a AND :views > a", SAME + "=, first operand: [a]"),
        ("((a=a) OR (a=a))", SAME + "=, first operand: [a]"),
        ("contains(ab.bc[1].a, ab.bc[1].a)", SAME + "contains, first operand: [ab, bc, [1], a]"),
        ("a IN (b, c, a)", SAME + "IN, first operand: [a]"),
        ("a BETWEEN b AND a", SAME + "BETWEEN, first operand: [a]"),
        ("a." * 32 + "a = b", "The document path has too many nesting levels; nesting levels: 33"),
    ],
)
def test_a_tree_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("a < :v", {":v": {"BOOL": True}}, TYPE + "<, operand type: BOOL"),
        ("a >= :v", {":v": {"NULL": True}}, TYPE + ">=, operand type: NULL"),
        (":v > a", {":v": {"L": []}}, TYPE + ">, operand type: L"),
        ("a BETWEEN :v AND :v", {":v": {"SS": ["a"]}}, TYPE + "BETWEEN, operand type: SS"),
        ("begins_with(a, :v)", {":v": {"N": "1"}}, TYPE + "begins_with, operand type: N"),
        ("begins_with(:v, a)", {":v": {"BS": ["YQ=="]}}, TYPE + "begins_with, operand type: BS"),
        ("size(:v) > a", {":v": {"BOOL": True}}, TYPE + "size, operand type: BOOL"),
        ("attribute_type(a, :v)", {":v": {"N": "1"}}, TYPE + "attribute_type, operand type: N"),
        (
            "attribute_type(a, :v)",
            {":v": {"S": "DOG"}},
            "Invalid attribute type name found; type: DOG, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}",
        ),
        (
            "attribute_exists(:v)",
            {":v": {"S": "1"}},
            "Operator or function requires a document path; operator or function: attribute_exists",
        ),
        (
            "attribute_not_exists(size(:v))",
            {":v": {"S": "1"}},
            "Operator or function requires a document path; operator or function: attribute_not_exists",
        ),
        ("attribute_not_exists(size(:v))", {":v": {"N": "1"}}, TYPE + "size, operand type: N"),
        (
            "a BETWEEN :v AND :w",
            {":v": {"N": "1"}, ":w": {"S": "a"}},
            "The BETWEEN operator requires same data type for lower and upper bounds; "
            "lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}",
        ),
        (
            "a BETWEEN :v AND :w",
            {":v": {"N": "10"}, ":w": {"N": "9"}},
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: AttributeValue: {N:10}, upper bound operand: AttributeValue: {N:9}",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused_before_any_item_is_read(
    text: str, values: dict[str, Any], message: str
) -> None:
    assert refusal(text, values) == message
    fitting = {name: {"S": "S"} for name in values}
    condition("attribute_exists(a)" if "exists" in text else text, fitting)


def test_one_text_is_checked_anew_for_each_request() -> None:
    condition("a < :v", {":v": {"N": "1"}})
    assert refusal("a < :v", {":v": {"M": {}}}) == TYPE + "<, operand type: M"
    assert refusal("a < :v") == NO_VALUE + ":v"


def test_in_takes_a_hundred_operands_and_counts_as_one_operator() -> None:
    values = {f":v{number}": {"N": str(number)} for number in range(101)}
    hundred = ",".join(list(values)[:100])
    assert condition(f"n IN ({hundred})", values).holds(ITEM)
    message = refusal(f"n IN ({hundred},:v100)", values)
    assert message == "The IN operator is provided with too many operands; number of operands: 101"


def test_three_hundred_operators_are_enough() -> None:
    values = {":v": {"N": "1"}}
    condition(" OR ".join(["a=:v"] * 150), values)
    message = refusal(" OR ".join(["a=:v"] * 151), values)
    assert message == "The expression contains too many operators; operator count: 301"


def test_an_expression_is_at_most_4096_bytes_long_and_not_empty() -> None:
    condition("a".ljust(4094) + "=b")
    message = refusal("é".ljust(4094) + "=b")
    assert message == "Expression size has exceeded the maximum allowed size; expression size: 4097"
    assert refusal("") == "The expression can not be empty;"


WORDS = [
    "a",
    "#n",
    ":v",
    "size(a)",
    "(",
    ")",
    "AND",
    "OR",
    "NOT",
    "BETWEEN",
    "IN",
    "=",
    "<>",
    "<",
    ",",
    ".",
    "[0]",
    "!",
]


@given(st.lists(st.sampled_from(WORDS), max_size=40))
def test_any_heap_of_words_is_a_condition_or_refused(words: list[str]) -> None:
    with suppress(ValidationFailed):
        assert condition(" ".join(words), {":v": {"N": "1"}}, {"#n": "b"}).holds(ITEM) in (True, False)


@given(st.text(max_size=60))
def test_any_text_is_a_condition_or_refused(text: str) -> None:
    with suppress(ValidationFailed):
        assert condition(text, {":v": {"N": "1"}}).holds(ITEM) in (True, False)


strings = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)


@given(strings, strings)
def test_strings_are_ordered_by_their_utf8_bytes(one: str, other: str) -> None:
    values = {":a": {"S": one}, ":b": {"S": other}}
    assert condition(":a < :b", values).holds(None) is (one.encode() < other.encode())
    assert condition(":a >= :b", values).holds(None) is (one.encode() >= other.encode())


@given(st.integers(-(10**30), 10**30), st.integers(-(10**30), 10**30))
def test_numbers_are_ordered_by_their_value(one: int, other: int) -> None:
    values = {":a": {"N": str(one)}, ":b": {"N": str(other)}}
    assert condition(":a < :b", values).holds(None) is (one < other)
    assert condition(":a <> :b", values).holds(None) is (one != other)


numbers = st.integers(0, 3)


@given(numbers, numbers, numbers)
def test_and_binds_tighter_than_or_and_not_tighter_than_and(a: int, b: int, c: int) -> None:
    item = {"a": {"N": str(a)}, "b": {"N": str(b)}, "c": {"N": str(c)}}
    values = {":one": {"N": "1"}}
    p, q, r = a > 1, b > 1, c > 1
    asked = condition("NOT a > :one AND b > :one OR NOT c > :one AND NOT b > :one", values)
    assert asked.holds(item) is ((not p and q) or (not r and not q))
    asked = condition("NOT (a > :one AND (b > :one OR NOT c > :one))", values)
    assert asked.holds(item) is (not (p and (q or not r)))
