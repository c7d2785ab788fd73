"""Update expressions: what they make of an item, and each refusal in DynamoDB's words."""

from collections.abc import Mapping
from contextlib import suppress
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.engine.errors import ValidationFailed
from chabudai.engine.expressions.placeholders import RequestPlaceholders
from chabudai.engine.expressions.updates import Update, parse_update
from chabudai.engine.values import TOO_DEEP

MISSING = "The provided expression refers to an attribute that does not exist in the item"
BAD_PATH = "The document path provided in the update expression is invalid for update"
BAD_TYPE = "An operand in the update expression has an incorrect data type"


def number(value: int) -> dict[str, str]:
    return {"N": str(value)}


def numbers(*values: int) -> dict[str, Any]:
    return {"L": [number(value) for value in values]}


def update(text: str, values: Mapping[str, Any] | None = None, names: Mapping[str, str] | None = None) -> Update:
    return parse_update(text, RequestPlaceholders.parse(names, values))


def refusal(text: str, values: Mapping[str, Any] | None = None, names: Mapping[str, str] | None = None) -> str:
    with pytest.raises(ValidationFailed) as caught:
        update(text, values, names)
    return caught.value.message.removeprefix("Invalid UpdateExpression: ")


@pytest.mark.parametrize(
    ("before", "text", "values", "after"),
    [
        ({}, "SET a = :v", {":v": number(1)}, {"a": number(1)}),
        ({"a": number(1)}, "set b = a", None, {"a": number(1), "b": number(1)}),
        ({"a": number(1)}, "SET a = :v REMOVE c", {":v": number(2)}, {"a": number(2)}),
        ({"a": number(1), "b": number(2)}, "SET a = b, b = a", None, {"a": number(2), "b": number(1)}),
        ({"a": number(5)}, "SET a = a + :v", {":v": number(3)}, {"a": number(8)}),
        ({"a": number(5)}, "SET a = :v - a", {":v": number(3)}, {"a": number(-2)}),
        ({"a": number(5)}, "SET a = ((a)+(:v))", {":v": number(3)}, {"a": number(8)}),
        ({"a": number(5)}, "SET a = (a - :v)", {":v": number(3)}, {"a": number(2)}),
        ({}, "SET a = if_not_exists(a, :v) + :v", {":v": number(3)}, {"a": number(6)}),
        ({"a": number(1)}, "SET a = if_not_exists(a, :v)", {":v": number(3)}, {"a": number(1)}),
        ({"k": number(1)}, "SET a = if_not_exists(a, if_not_exists(b, k))", None, {"k": number(1), "a": number(1)}),
        ({"a": numbers(1)}, "SET a = list_append(a, :v)", {":v": numbers(2)}, {"a": numbers(1, 2)}),
        ({}, "SET a = list_append(if_not_exists(a, :e), :v)", {":e": numbers(), ":v": numbers(2)}, {"a": numbers(2)}),
        ({"a": number(1), "b": number(2)}, "REMOVE a, c", None, {"b": number(2)}),
        ({}, "ADD a :v", {":v": number(2)}, {"a": number(2)}),
        ({"a": number(1)}, "ADD a :v", {":v": {"N": "0.5"}}, {"a": {"N": "1.5"}}),
        ({}, "ADD a :v", {":v": {"SS": ["x"]}}, {"a": {"SS": ["x"]}}),
        ({"a": {"SS": ["x", "y"]}}, "ADD a :v", {":v": {"SS": ["y", "z"]}}, {"a": {"SS": ["x", "y", "z"]}}),
        ({"a": {"NS": ["1", "2"]}}, "DELETE a :v", {":v": {"NS": ["2.0", "9"]}}, {"a": {"NS": ["1"]}}),
        ({"a": {"NS": ["1"]}, "b": number(1)}, "DELETE a :v", {":v": {"NS": ["1"]}}, {"b": number(1)}),
        ({"b": number(1)}, "DELETE a :v", {":v": {"NS": ["1"]}}, {"b": number(1)}),
        ({"a": {"M": {"b": number(1)}}}, "SET a.c = a.b", None, {"a": {"M": {"b": number(1), "c": number(1)}}}),
        ({"a": {"M": {"b": number(1)}}}, "REMOVE a.b", None, {"a": {"M": {}}}),
        ({"a": {"M": {"b": {"SS": ["x"]}}}}, "DELETE a.b :v", {":v": {"SS": ["x"]}}, {"a": {"M": {}}}),
        ({"a": {"M": {}}}, "ADD a.n :v", {":v": number(4)}, {"a": {"M": {"n": number(4)}}}),
        ({"a": numbers(1)}, "REMOVE a[0], a[7]", None, {"a": numbers()}),
        (
            {"a": numbers(2, 3, 4, 5, 6, 7)},
            "REMOVE a[1] SET a[3] = :v",
            {":v": number(17)},
            {"a": numbers(2, 4, 17, 6, 7)},
        ),
        (
            {"a": numbers(0)},
            "SET a[84] = :a, a[37] = :b, a[17] = :c, a[50] = :d",
            {":a": number(1), ":b": number(2), ":c": number(3), ":d": number(4)},
            {"a": numbers(0, 3, 2, 4, 1)},
        ),
        (
            {"k": {"S": "k"}, "b": {"M": {"a": number(1), "b": number(2), "c": number(3)}}, "c": numbers(1, 3)},
            "set b.c=((c[1])+(b.a)),b.a = k,c[1] = k, c[4] = b.a - b.b, c[2] = b.c add c[8] :b, c[6] :a",
            {":a": number(2), ":b": {"SS": ["a"]}},
            {
                "k": {"S": "k"},
                "b": {"M": {"a": {"S": "k"}, "b": number(2), "c": number(4)}},
                "c": {"L": [number(1), {"S": "k"}, number(3), number(-1), number(2), {"SS": ["a"]}]},
            },
        ),
    ],
)
def test_an_update_makes_a_new_item(
    before: dict[str, Any], text: str, values: dict[str, Any] | None, after: dict[str, Any]
) -> None:
    untouched = deepcopy(before)
    assert update(text, values).apply(before) == after
    assert before == untouched


@pytest.mark.parametrize(
    ("text", "values", "message"),
    [
        ("SET c = gone", None, MISSING),
        ("SET e = list_append(gone, l)", None, MISSING),
        ("SET e = gone + n", None, MISSING),
        ("SET e = if_not_exists(gone, gone2)", None, MISSING),
        ("SET e = s + n", None, BAD_TYPE),
        ("SET e = n - m", None, BAD_TYPE),
        ("SET e = list_append(ns, if_not_exists(f, :v))", {":v": numbers()}, BAD_TYPE),
        ("ADD s :v", {":v": number(1)}, BAD_TYPE),
        ("ADD ns :v", {":v": number(1)}, BAD_TYPE),
        ("ADD m :v", {":v": {"NS": ["1"]}}, BAD_TYPE),
        ("DELETE ns :v", {":v": {"SS": ["1"]}}, BAD_TYPE),
        ("DELETE m.ss :v", {":v": {"NS": ["1"]}}, BAD_TYPE),
        ("SET s.a = :v", {":v": number(1)}, BAD_PATH),
        ("SET gone.a = :v", {":v": number(1)}, BAD_PATH),
        ("SET gone[1] = :v", {":v": number(1)}, BAD_PATH),
        ("SET m[1] = :v", {":v": number(1)}, BAD_PATH),
        ("SET l.a = :v", {":v": number(1)}, BAD_PATH),
        ("SET l[9].a = :v", {":v": number(1)}, BAD_PATH),
        ("REMOVE s.a", None, BAD_PATH),
        ("REMOVE gone[1]", None, BAD_PATH),
        ("DELETE gone.a :v", {":v": {"SS": ["a"]}}, BAD_PATH),
        ("ADD l.a :v", {":v": {"SS": ["a"]}}, BAD_PATH),
        (
            "SET n = big + :v",
            {":v": {"N": "0.1"}},
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        (
            "ADD huge :v",
            {":v": {"N": "9e125"}},
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
    ],
)
def test_an_update_that_does_not_fit_the_item_is_refused(
    text: str, values: dict[str, Any] | None, message: str
) -> None:
    item: dict[str, Any] = {
        "s": {"S": "x"},
        "n": number(1),
        "ns": {"NS": ["1"]},
        "m": {"M": {"ss": {"SS": ["1"]}}},
        "l": numbers(1, 2),
        "big": {"N": "1" * 38},
        "huge": {"N": "9" + "0" * 125},
    }
    with pytest.raises(ValidationFailed) as caught:
        update(text, values).apply(item)
    assert caught.value.message == message


def test_what_did_not_change_is_shared_with_the_old_item() -> None:
    before: dict[str, Any] = {"a": {"M": {"b": numbers(1), "c": numbers(2)}}, "d": {"M": {}}}
    after = update("SET a.b[0] = :v", {":v": number(9)}).apply(before)
    assert after["d"] is before["d"]
    assert after["a"]["M"]["c"] is before["a"]["M"]["c"]
    assert after["a"]["M"]["b"] == numbers(9)


def test_a_document_cannot_be_nested_ever_deeper_into_itself() -> None:
    item: dict[str, Any] = {"a": {"M": {}}}
    deepen = update("SET a.b = a")
    for _ in range(30):
        item = deepen.apply(item)
    with pytest.raises(ValidationFailed) as caught:
        deepen.apply(item)
    assert caught.value.message == TOO_DEEP


def test_an_update_knows_what_it_touches_and_what_it_looks_into() -> None:
    parsed = update("SET #a.b[1] = c.d, e = :v REMOVE f ADD g :v", {":v": number(1)}, {"#a": "x.y"})
    assert parsed.paths == (("x.y", "b", 1), ("e",), ("f",), ("g",))
    assert parsed.nested == {"x.y", "c"}
    assert not parsed.only_removes
    assert update("REMOVE a DELETE b :v", {":v": {"SS": ["x"]}}).only_removes


def test_the_touched_parts_keep_their_structure_and_lists_close_their_gaps() -> None:
    item: dict[str, Any] = {"a": {"M": {"b": {"S": "dog"}, "c": numbers(1, 2, 3)}}, "d": {"S": "cat"}}
    assert update("SET a.b = :v", {":v": number(1)}).pick(item) == {"a": {"M": {"b": {"S": "dog"}}}}
    assert update("REMOVE a.c[2], a.c[0], a.c[9], a.x").pick(item) == {"a": {"M": {"c": numbers(1, 3)}}}
    assert update("SET a.c[100] = :v", {":v": number(1)}).pick(item) == {}


@pytest.mark.parametrize(
    ("text", "token", "near"),
    [
        ("INVALID SYNTAX HERE", "INVALID", "INVALID SYNTAX"),
        ("ADD hits : incr", ":", "hits : incr"),
        ("SET a = :v,", "<EOF>", ","),
        ("set a", "<EOF>", "a"),
        ("set a=set", "set", "=set"),
        ("remove a = b", "=", "a = b"),
        ("delete a b", "b", "a b"),
        ("add a if_not_exist(b)", "if_not_exist", "a if_not_exist("),
        ("remove a b", "b", "a b"),
        ("set :a = b", ":a", "set :a ="),
        ("set a = b / c", "/", "b / c"),
        ('set a[1] = "eight"', '"', '= "eight'),
        ("SET if_not_exist(a, b) = a", "(", "if_not_exist(a"),
        ("set (a = (b + c))", "(", "set (a"),
        ("set a = (b.c).d + e", ".", ").d"),
        ("set a = b + c + d", "+", "c + d"),
        ("set a = (b + c) + d", "+", ") + d"),
        ("set a = if_not_exists(b, c + d)", "+", "c + d"),
        ("set a = b set", "<EOF>", "set"),
    ],
)
def test_a_syntax_error_names_the_token_and_its_neighbours(text: str, token: str, near: str) -> None:
    assert refusal(text) == f'Syntax error; token: "{token}", near: "{near}"'


RESERVED = "Attribute name is a reserved keyword; reserved keyword: "
UNKNOWN = "Invalid function name; function: "
MISUSED = "The function is not allowed to be used this way in an expression; function: "
NO_NAME = "An expression attribute name used in the document path is not defined; attribute name: "
NO_VALUE = "An expression attribute value used in expression is not defined; attribute value: "
COUNT = "Incorrect number of operands for operator or function; operator or function: "
TYPE = "Incorrect operand type for operator or function; operator or function: "
CLASH = " with each other; must remove or rewrite one of these paths; path one: "
NAMES = {"#b": "b", "#c": "c", "#d": "[3]"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "The expression can not be empty;"),
        (" set #c = :c set abOrt = true ", RESERVED + "abOrt"),
        (" remove Absolute ", RESERVED + "Absolute"),
        ("set #c = if_not_exist(:c) set c = d", UNKNOWN + "if_not_exist"),
        ("set a = size(b)", "The function is not allowed in an update expression; function: size"),
        ("set a = list_append(list_append(b, c), d)", MISUSED + "list_append"),
        ("set a = #e set c = :d", 'The "SET" section can only be used once in an update expression;'),
        ("remove #e set a = b remove e", 'The "REMOVE" section can only be used once in an update expression;'),
        ("add #e :e set a = b add e :f", 'The "ADD" section can only be used once in an update expression;'),
        ("SET #e = if_not_exists(:c)", NO_NAME + "#e"),
        ("SET #b = if_not_exists(:c)", NO_VALUE + ":c"),
        (
            "set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)",
            "Two document paths overlap" + CLASH + "[c, [1], a], path two: [c]",
        ),
        ("set #c[3].#d = a, #c[3] = a", "Two document paths overlap" + CLASH + "[c, [3], [3]], path two: [c, [3]]"),
        ("set a = b, a = c", "Two document paths overlap" + CLASH + "[a], path two: [a]"),
        ("set a.b = b, a.b.c = c", "Two document paths overlap" + CLASH + "[a, b], path two: [a, b, c]"),
        (
            "set #c[3].#d = a, #c.#d[3] = if_not_exists(a)",
            "Two document paths conflict" + CLASH + "[c, [3], [3]], path two: [c, [3], [3]]",
        ),
        ("remove a.#c set a[1] = #d", "Two document paths conflict" + CLASH + "[a, c], path two: [a, [1]]"),
        ("set a = if_not_exists(c)", COUNT + "if_not_exists, number of operands: 1"),
        ("set a = list_append(c, d, e)", COUNT + "list_append, number of operands: 3"),
        (
            "set a = if_not_exists(if_not_exists(a, b), c)",
            "Operator or function requires a document path; operator or function: if_not_exists",
        ),
        ("set a = ((b))", "The expression has redundant parentheses;"),
        ("set a.b[99999999999] = c", "List index is not within the allowable range; index: [99999999999]"),
    ],
)
def test_a_tree_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    assert refusal(text, names=NAMES) == message


@pytest.mark.parametrize(
    ("text", "value", "message"),
    [
        ("set a = list_append(:a, a)", {"S": "a"}, TYPE + "list_append, operand type: S"),
        ("set a = list_append(a, :a)", {"M": {}}, TYPE + "list_append, operand type: M"),
        ("set a = a + :a", {"S": "a"}, TYPE + "+, operand type: S"),
        ("set a = :a - a", {"NS": ["1"]}, TYPE + "-, operand type: NS"),
        (
            "set b = list_append(:a, a) add a.b :a",
            {"S": "a"},
            "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, "
            "typeSet: ALLOWED_FOR_ADD_OPERAND",
        ),
        (
            "delete a.b :a",
            {"N": "1"},
            "Incorrect operand type for operator or function; operator: DELETE, operand type: NUMBER, "
            "typeSet: ALLOWED_FOR_DELETE_OPERAND",
        ),
        (
            "add a.b :a",
            {"BOOL": True},
            "Incorrect operand type for operator or function; operator: ADD, operand type: BOOLEAN, "
            "typeSet: ALLOWED_FOR_ADD_OPERAND",
        ),
    ],
)
def test_a_value_that_does_not_fit_is_refused_before_any_item_is_read(
    text: str, value: dict[str, Any], message: str
) -> None:
    assert refusal(text, {":a": value}) == message


def test_arithmetic_and_functions_count_as_operators() -> None:
    update("SET " + ",".join(f"a{index}=b+c" for index in range(300)))
    message = refusal("SET " + ",".join(f"a{index}=b+c" for index in range(301)))
    assert message == "The expression contains too many operators; operator count: 301"


WORDS = ["SET", "REMOVE", "ADD", "DELETE", "a", "b.c", "d[1]", "#n", ":v", "=", ",", "+", "(", ")", "if_not_exists("]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_any_heap_of_words_is_an_update_or_refused(words: list[str]) -> None:
    item: dict[str, Any] = {"a": number(1), "b": {"M": {"c": {"NS": ["1"]}}}, "d": numbers(1, 2)}
    untouched = deepcopy(item)
    with suppress(ValidationFailed):
        update(" ".join(words), {":v": {"NS": ["1"]}}, {"#n": "e"}).apply(item)
    assert item == untouched


@given(st.lists(st.integers(), max_size=8), st.sets(st.integers(0, 10), min_size=1), st.sets(st.integers(0, 12)))
def test_indices_are_those_of_the_list_as_it_was(elements: list[int], removed: set[int], replaced: set[int]) -> None:
    replaced -= removed
    text = "REMOVE " + ",".join(f"l[{index}]" for index in removed)
    if replaced:
        text += " SET " + ",".join(f"l[{index}] = :v" for index in replaced)
    after = update(text, {":v": {"S": "x"}} if replaced else None).apply({"l": numbers(*elements)})
    kept = [
        {"S": "x"} if index in replaced else number(element)
        for index, element in enumerate(elements)
        if index not in removed
    ]
    assert after["l"]["L"] == kept + [{"S": "x"} for index in replaced if index >= len(elements)]


@given(st.integers(-(10**37), 10**37), st.integers(-(10**37), 10**37))
def test_sums_are_exact(one: int, other: int) -> None:
    item = {"a": number(one), "b": number(other)}
    assert update("SET c = a + b, d = a - b").apply(item) == {
        **item,
        "c": number(one + other),
        "d": number(one - other),
    }
