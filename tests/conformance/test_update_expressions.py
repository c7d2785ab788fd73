"""UpdateExpression: what SET, REMOVE, ADD and DELETE make of an item, and every refusal of one with its words.

Messages and paths as recorded by dynalite's suite against DynamoDB; nesting of functions, sums and what a list becomes
as ScyllaDB Alternator's suite found them there; sizes as captured by ExtendDB's suite. Functions in the wrong kind of
expression: the words of Amazon's own DynamoDB local.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.items import Item, fetch, key_of, ordered, put
from tests.conformance.target import Target, refused, unique

Values = dict[str, Any]
UPDATE = "Invalid UpdateExpression: "
WRONG_PATH = "The document path provided in the update expression is invalid for update"
WRONG_TYPE = "An operand in the update expression has an incorrect data type"
NOT_THERE = "The provided expression refers to an attribute that does not exist in the item"
OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"


def request(expression: str, values: Values | None = None, names: dict[str, str] | None = None) -> dict[str, Any]:
    whole: dict[str, Any] = {"UpdateExpression": expression}
    if values:
        whole["ExpressionAttributeValues"] = values
    if names:
        whole["ExpressionAttributeNames"] = names
    return whole


def lists(*numbers: int) -> dict[str, Any]:
    return {"L": [{"N": str(number)} for number in numbers]}


N1, N2, N5 = {"N": "1"}, {"N": "2"}, {"N": "5"}
CHANGES: list[tuple[Item, str, Values | None, Item]] = [
    ({}, "SET b = :v", {":v": N1}, {"b": N1}),
    ({"b": {"S": "x"}}, "SET b = :v", {":v": N1}, {"b": N1}),
    ({"b": N1}, "SET c = b", None, {"b": N1, "c": N1}),
    ({"b": N1, "c": N2}, "SET b = c, c = b", None, {"b": N2, "c": N1}),
    ({"b": N1}, "SET b = :v, c = b", {":v": N2}, {"b": N2, "c": N1}),
    ({"b": N1}, "SET c = b REMOVE b", None, {"c": N1}),
    ({"b": N1}, "set b = b + :v", {":v": N2}, {"b": {"N": "3"}}),
    ({"b": N1}, "SET b = :v - b", {":v": N2}, {"b": N1}),
    ({"b": N1}, "SET b = (b - :v)", {":v": N2}, {"b": {"N": "-1"}}),
    ({"b": N1}, "SET c = ((b)+(:v))", {":v": N2}, {"b": N1, "c": {"N": "3"}}),
    ({}, "SET b = :v + :w", {":v": {"N": "0.1"}, ":w": {"N": "0.2"}}, {"b": {"N": "0.3"}}),
    ({}, "SET b = :v + :w", {":v": N1, ":w": {"N": "1e22"}}, {"b": {"N": "10000000000000000000001"}}),
    ({}, "SET b = :v - :w", {":v": {"N": "1e22"}, ":w": N1}, {"b": {"N": "9999999999999999999999"}}),
    ({}, "SET b = :v - :v", {":v": {"N": "1.5"}}, {"b": {"N": "0"}}),
    ({}, "SET b = if_not_exists(b, :v)", {":v": N1}, {"b": N1}),
    ({"b": N2}, "SET b = if_not_exists(b, :v)", {":v": N1}, {"b": N2}),
    ({"b": N2}, "SET c = if_not_exists(b, :v)", {":v": N1}, {"b": N2, "c": N2}),
    ({"b": N2}, "SET c = if_not_exists(d, b)", None, {"b": N2, "c": N2}),
    ({}, "SET b = if_not_exists(b, :v) + :v", {":v": N1}, {"b": N2}),
    ({}, "SET b = if_not_exists(b, if_not_exists(c, :v))", {":v": N1}, {"b": N1}),
    ({"b": lists(1)}, "SET b = list_append(b, :v)", {":v": lists(2, 3)}, {"b": lists(1, 2, 3)}),
    ({"b": lists(1)}, "SET b = list_append(:v, b)", {":v": lists(2)}, {"b": lists(2, 1)}),
    ({"b": lists(1)}, "SET b = list_append(b, b)", None, {"b": lists(1, 1)}),
    (
        {},
        "SET b = list_append(if_not_exists(b, :e), :v)",
        {":e": {"L": []}, ":v": lists(1)},
        {"b": lists(1)},
    ),
    ({"m": {"M": {"x": N1}}}, "SET m.y = :v", {":v": N2}, {"m": {"M": {"x": N1, "y": N2}}}),
    ({"m": {"M": {"x": N1}}}, "SET m.x = m.x + :v", {":v": N1}, {"m": {"M": {"x": N2}}}),
    ({"m": {"M": {"x": {"M": {"y": N1}}}}}, "SET m.x.y = :v", {":v": N2}, {"m": {"M": {"x": {"M": {"y": N2}}}}}),
    ({"l": lists(1, 2)}, "SET l[1] = :v", {":v": N5}, {"l": lists(1, 5)}),
    ({"l": lists(1, 2)}, "SET l[2] = :v", {":v": N5}, {"l": lists(1, 2, 5)}),
    ({"l": lists(1, 2)}, "SET l[9] = :v", {":v": N5}, {"l": lists(1, 2, 5)}),
    ({"l": lists(1)}, "SET l[7] = :w, l[3] = :v", {":v": N2, ":w": N5}, {"l": lists(1, 2, 5)}),
    ({"l": lists()}, "SET l[0] = :v", {":v": N5}, {"l": lists(5)}),
    ({"l": {"L": [{"M": {"x": N1}}]}}, "SET l[0].x = :v", {":v": N2}, {"l": {"L": [{"M": {"x": N2}}]}}),
    ({"l": {"L": [lists(1)]}}, "SET l[0][0] = :v", {":v": N2}, {"l": {"L": [lists(2)]}}),
    ({"b": N1, "c": N2}, "REMOVE b", None, {"c": N2}),
    ({"b": N1}, "REMOVE nothing", None, {"b": N1}),
    ({"m": {"M": {"x": N1, "y": N2}}}, "REMOVE m.x", None, {"m": {"M": {"y": N2}}}),
    ({"m": {"M": {"x": N1}}}, "REMOVE m.x, m.nothing", None, {"m": {"M": {}}}),
    ({"l": lists(0, 1, 2, 3)}, "REMOVE l[1]", None, {"l": lists(0, 2, 3)}),
    ({"l": lists(0, 1, 2, 3)}, "REMOVE l[0], l[2]", None, {"l": lists(1, 3)}),
    ({"l": lists(0, 1, 2, 3)}, "REMOVE l[2], l[0], l[9]", None, {"l": lists(1, 3)}),
    ({"l": lists(0, 1, 2)}, "REMOVE l[0] SET l[2] = :v", {":v": N5}, {"l": lists(1, 5)}),
    ({}, "ADD b :v", {":v": N5}, {"b": N5}),
    ({"b": N1}, "ADD b :v", {":v": N1}, {"b": N2}),
    ({"b": N1}, "add b :v", {":v": {"N": "-1"}}, {"b": {"N": "0"}}),
    ({}, "ADD b :v", {":v": {"SS": ["x"]}}, {"b": {"SS": ["x"]}}),
    ({"b": {"SS": ["x", "y"]}}, "ADD b :v", {":v": {"SS": ["y", "z"]}}, {"b": {"SS": ["x", "y", "z"]}}),
    ({"b": {"NS": ["1", "2"]}}, "ADD b :v", {":v": {"NS": ["2.0", "3"]}}, {"b": {"NS": ["1", "2", "3"]}}),
    ({"b": {"BS": ["YQ=="]}}, "ADD b :v", {":v": {"BS": ["Yg=="]}}, {"b": {"BS": ["YQ==", "Yg=="]}}),
    ({"m": {"M": {}}}, "ADD m.x :v", {":v": N1}, {"m": {"M": {"x": N1}}}),
    ({"l": lists(1)}, "ADD l[0] :v, l[5] :v", {":v": N1}, {"l": lists(2, 1)}),
    ({"b": {"SS": ["x", "y"]}}, "DELETE b :v", {":v": {"SS": ["y", "z"]}}, {"b": {"SS": ["x"]}}),
    ({"b": {"SS": ["x"]}}, "DELETE b :v", {":v": {"SS": ["x", "y"]}}, {}),
    ({"b": {"NS": ["1", "2"]}}, "delete b :v", {":v": {"NS": ["1.0"]}}, {"b": {"NS": ["2"]}}),
    ({}, "DELETE b :v", {":v": {"SS": ["x"]}}, {}),
    ({"m": {"M": {"x": {"SS": ["x"]}}}}, "DELETE m.x :v", {":v": {"SS": ["x"]}}, {"m": {"M": {}}}),
    (
        {"b": N1, "c": N2, "d": {"SS": ["x", "y"]}},
        "ADD b :v DELETE d :d REMOVE c SET e = c, f = b",
        {":v": N1, ":d": {"SS": ["x"]}},
        {"b": N2, "d": {"SS": ["y"]}, "e": N2, "f": N1},
    ),
    (
        {"b": {"M": {"a": N1, "b": N2, "c": {"N": "3"}}}, "c": lists(1, 3)},
        "SET b.c=((c[1])+(b.a)), b.a = :s, c[1] = :s, c[4] = b.a - b.b, c[2] = b.c ADD c[8] :t, c[6] :v",
        {":s": {"S": "s"}, ":t": {"SS": ["t"]}, ":v": N2},
        {
            "b": {"M": {"a": {"S": "s"}, "b": N2, "c": {"N": "4"}}},
            "c": {"L": [N1, {"S": "s"}, {"N": "3"}, {"N": "-1"}, N2, {"SS": ["t"]}]},
        },
    ),
]


@pytest.mark.parametrize(("before", "expression", "values", "after"), CHANGES)
def test_an_update_makes_of_an_item(
    db: Target, hash_table: str, before: Item, expression: str, values: Values | None, after: Item
) -> None:
    """Every right-hand side reads the item as it was, and list positions are those of the list as it was."""
    item = put(db, hash_table, **before)
    db.call("UpdateItem", {"TableName": hash_table, "Key": key_of(item), **request(expression, values)})
    assert ordered(fetch(db, hash_table, key_of(item))) == {**key_of(item), **after}


def test_a_dot_in_a_placeholder_is_part_of_the_name(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, m={"M": {"x": N1}})
    change = request("SET #x = :v", {":v": N2}, {"#x": "m.x"})
    db.call("UpdateItem", {"TableName": hash_table, "Key": key_of(item), **change})
    assert fetch(db, hash_table, key_of(item)) == {**item, "m.x": N2}


DOCUMENT: Item = {
    "s": {"S": "s"},
    "n": N1,
    "ss": {"SS": ["1"]},
    "ns": {"NS": ["1"]},
    "m": {"M": {"1": {"S": "a"}, "ss": {"SS": ["1"]}}},
    "l": {"L": [{"S": "a"}, {"S": "b"}]},
}
SS = {":v": {"SS": ["a"]}}
FAULTS: list[tuple[str, Values | None, str]] = [
    *[
        (f"{action.format(path)} SET y2 = :v", SS, WRONG_PATH)
        for action in ("REMOVE {}", "ADD {} :v", "DELETE {} :v")
        for path in ("s.x", "s[1]", "absent.x", "absent[1]", "m[1]", "l.x", "n.x", "ss[0]")
    ],
    *[
        (f"SET {path} = :v", SS, WRONG_PATH)
        for path in ("s.x", "s[1]", "absent.x", "absent[1]", "m[1]", "l.x", "m.absent.x", "l[5].x")
    ],
    ("SET y2 = absent", None, NOT_THERE),
    ("SET y2 = m.absent", None, NOT_THERE),
    ("SET y2 = l[2]", None, NOT_THERE),
    ("SET y2 = absent + :v", {":v": N1}, NOT_THERE),
    ("SET y2 = list_append(absent, :v)", {":v": {"L": []}}, NOT_THERE),
    ("SET y2 = if_not_exists(absent, absent2)", None, NOT_THERE),
    ("SET y2 = s + :v", {":v": N1}, WRONG_TYPE),
    ("SET y2 = :v - m", {":v": N1}, WRONG_TYPE),
    ("SET y2 = n + ns", None, WRONG_TYPE),
    ("SET y2 = list_append(ss, if_not_exists(absent, :v))", {":v": {"L": []}}, WRONG_TYPE),
    ("SET y2 = list_append(l, n)", None, WRONG_TYPE),
    ("SET y2 = if_not_exists(s, :v) + :v", {":v": N1}, WRONG_TYPE),
    ("ADD s :v", {":v": N1}, WRONG_TYPE),
    ("ADD ns :v", {":v": N1}, WRONG_TYPE),
    ("ADD n :v", {":v": {"NS": ["1"]}}, WRONG_TYPE),
    ("ADD ss :v", {":v": {"NS": ["1"]}}, WRONG_TYPE),
    ("ADD l :v", {":v": {"SS": ["1"]}}, WRONG_TYPE),
    ("DELETE ns :v", {":v": {"SS": ["1"]}}, WRONG_TYPE),
    ("DELETE n :v", {":v": {"NS": ["1"]}}, WRONG_TYPE),
    ("DELETE m.ss :v", {":v": {"NS": ["1"]}}, WRONG_TYPE),
    ("DELETE m.ss :v", {":v": {"BS": ["YQ=="]}}, WRONG_TYPE),
]


@pytest.mark.parametrize(("expression", "values", "message"), FAULTS)
def test_an_update_that_the_item_does_not_allow_changes_nothing(
    db: Target, hash_table: str, expression: str, values: Values | None, message: str
) -> None:
    item = put(db, hash_table, **DOCUMENT)
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": hash_table, "Key": key_of(item), **request(expression, values)})
    assert fetch(db, hash_table, key_of(item)) == item


@pytest.mark.parametrize(
    ("expression", "message"),
    [("SET b.a = a", WRONG_PATH), ("SET b[1] = a", WRONG_PATH), ("SET c = b", NOT_THERE), ("REMOVE b.c", WRONG_PATH)],
)
def test_an_update_that_no_item_allows_makes_none(db: Target, hash_table: str, expression: str, message: str) -> None:
    key = {"a": {"S": unique()}}
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": hash_table, "Key": key, **request(expression)})
    assert fetch(db, hash_table, key) is None


@pytest.mark.parametrize(
    ("before", "expression", "added"),
    [
        ("9e125", "SET n = n + :v", "9e125"),
        ("-9e125", "SET n = n - :v", "9e125"),
        ("9e125", "ADD n :v", "9e125"),
        ("1e50", "SET n = n + :v", "1"),
        ("1e50", "SET n = n - :v", "1"),
        ("1e50", "ADD n :v", "1"),
        ("1", "ADD n :v", "1e-38"),
    ],
)
def test_a_sum_beyond_range_or_precision_is_refused(
    db: Target, hash_table: str, before: str, expression: str, added: str
) -> None:
    """DynamoDB speaks of an overflow even where only digits would be lost."""
    item = put(db, hash_table, n={"N": before})
    values = {":v": {"N": added}}
    with refused("ValidationException", OVERFLOW):
        db.call("UpdateItem", {"TableName": hash_table, "Key": key_of(item), **request(expression, values)})


def refuse(
    db: Target,
    expression: str,
    message: str | re.Pattern[str],
    values: Values | None = None,
    names: dict[str, str] | None = None,
) -> None:
    """Every fault of an expression is found before the table is looked up."""
    with refused("ValidationException", message):
        db.call("UpdateItem", {"TableName": "nowhere", "Key": {}, **request(expression, values, names)})


@pytest.mark.parametrize(
    "expression",
    [
        "whatever",
        "set",
        "set a",
        "set a =",
        "set a = b,",
        "add a",
        "delete a",
        "remove",
        "remove a,",
        "set a=set",
        "remove a = b",
        "add a = b",
        "delete a = b",
        "delete a b",
        "delete a if_not_exist(b)",
        "add abort b",
        "add a if_not_exist(b)",
        "remove a b",
        "set a b",
        "set :a = b",
        "add :a b",
        "delete :a b",
        "remove :a",
        "set a = b / c",
        "set a = b * c",
        'set a[1] = "eight"',
        "set a[1] = 1",
        "set a[:x] = b",
        "SET a = if_not_exist(a, 100)",
        "SET if_not_exist(a, b) = a",
        "set (a = (b + c))",
        "set a = (b.c).d + e",
        "set a = (b.c)[0] + e",
        "set a = b + c + d",
        "set a = if_not_exists(b, :v + :w)",
        "set a = _f(b)",
        "set a = b, set c = d",
        pytest.param("(" * 4000, id="parentheses"),
    ],
)
def test_what_is_no_update_is_a_syntax_error(db: Target, expression: str) -> None:
    refuse(db, expression, re.compile(UPDATE + 'Syntax error; token: ".*", near: ".*"', re.DOTALL))


def test_a_syntax_error_shows_the_token_among_its_neighbours(db: Target) -> None:
    message = UPDATE + 'Syntax error; token: "INVALID", near: "INVALID SYNTAX"'
    refuse(db, "INVALID SYNTAX HERE", message, {":v": {"S": "val"}})


UNUSED = {":a": {"S": "a"}, ":b": {"S": "a"}}
UNUSED_NAMES = {"#a": "a", "#b": "b"}


@pytest.mark.parametrize(
    ("expression", "word"), [(" set #c = :c set abOrt = true ", "abOrt"), (" remove Absolute ", "Absolute")]
)
def test_reserved_words_need_a_placeholder(db: Target, expression: str, word: str) -> None:
    message = f"{UPDATE}Attribute name is a reserved keyword; reserved keyword: {word}"
    refuse(db, expression, message, UNUSED, UNUSED_NAMES)


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("set #c = if_not_exist(:c) set c = d", "if_not_exist"),
        ("set b = f(c)", "f"),
        ("set b = IF_NOT_EXISTS(b, c)", "IF_NOT_EXISTS"),
    ],
)
def test_unknown_functions_are_refused(db: Target, expression: str, name: str) -> None:
    refuse(db, expression, f"{UPDATE}Invalid function name; function: {name}", UNUSED, UNUSED_NAMES)


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("set b = size(c)", "size"),
        ("set b = attribute_exists(c)", "attribute_exists"),
        ("set b = contains(c, d)", "contains"),
    ],
)
def test_functions_of_conditions_are_refused(db: Target, expression: str, name: str) -> None:
    refuse(db, expression, f"{UPDATE}The function is not allowed in an update expression; function: {name}")


def test_a_list_is_not_appended_to_within_an_appending(db: Target) -> None:
    message = "The function is not allowed to be used this way in an expression; function: list_append"
    refuse(db, "SET b = list_append(list_append(:v, :v), :v)", UPDATE + message, {":v": {"L": []}})


@pytest.mark.parametrize(
    ("expression", "section"),
    [
        ("set a = #c set c = :d", "SET"),
        ("remove #d set a = b remove e", "REMOVE"),
        ("add #d :e set a = b add e :f", "ADD"),
        ("delete #d :e set a = b delete #e :f", "DELETE"),
    ],
)
def test_each_section_stands_once(db: Target, expression: str, section: str) -> None:
    message = f'{UPDATE}The "{section}" section can only be used once in an update expression;'
    refuse(db, expression, message, UNUSED, UNUSED_NAMES)


def test_names_and_values_must_be_defined(db: Target) -> None:
    name = "An expression attribute name used in the document path is not defined; attribute name: #c"
    value = "An expression attribute value used in expression is not defined; attribute value: :c"
    refuse(db, "SET #c = if_not_exists(:c)", UPDATE + name, UNUSED, UNUSED_NAMES)
    refuse(db, "SET #a = if_not_exists(:c)", UPDATE + value, UNUSED, UNUSED_NAMES)
    refuse(db, "SET b = :c", UPDATE + value)


@pytest.mark.parametrize(
    ("expression", "one", "two"),
    [
        ("set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)", "[c, [1], a]", "[c]"),
        ("set #c[3].#d = a, #c[3] = a", "[c, [3], [3]]", "[c, [3]]"),
        ("set b = a, b = a, #c = a, #d = a", "[b]", "[b]"),
        ("set b = a, #c = a, #d = a remove b", "[b]", "[b]"),
        ("set b.x = a, #c = a, #d = a remove b", "[b, x]", "[b]"),
    ],
)
def test_paths_may_not_overlap(db: Target, expression: str, one: str, two: str) -> None:
    message = "Two document paths overlap with each other; must remove or rewrite one of these paths; "
    names = {"#c": "c", "#d": "[3]"}
    refuse(db, expression, f"{UPDATE}{message}path one: {one}, path two: {two}", names=names)


@pytest.mark.parametrize(
    ("expression", "one", "two"),
    [
        ("set #c[3].#d = a, #c.#d[3] = if_not_exists(a)", "[c, [3], [3]]", "[c, [3], [3]]"),
        ("remove a.#c set a[1] = #d", "[a, c]", "[a, [1]]"),
    ],
)
def test_a_thing_is_not_a_map_and_a_list(db: Target, expression: str, one: str, two: str) -> None:
    message = "Two document paths conflict with each other; must remove or rewrite one of these paths; "
    names = {"#b": "b", "#c": "c", "#d": "[3]"}
    refuse(db, expression, f"{UPDATE}{message}path one: {one}, path two: {two}", names=names)


UNFIT_TO_ADD = {
    "STRING": {"S": "a"},
    "NULL": {"NULL": True},
    "BOOLEAN": {"BOOL": False},
    "BINARY": {"B": "YQ=="},
    "MAP": {"M": {"a": {"L": [{"N": "1"}]}}},
    "LIST": {"L": [{"N": "1"}]},
}
UNFIT_TO_DELETE = UNFIT_TO_ADD | {"NUMBER": {"N": "1"}}


@pytest.mark.parametrize("type_", UNFIT_TO_ADD)
def test_only_numbers_and_sets_are_added(db: Target, type_: str) -> None:
    message = f"Incorrect operand type for operator or function; operator: ADD, operand type: {type_}, "
    values = {":a": UNFIT_TO_ADD[type_], ":b": {"S": "a"}}
    refuse(db, "add b.c :a", f"{UPDATE}{message}typeSet: ALLOWED_FOR_ADD_OPERAND", values)


@pytest.mark.parametrize("type_", UNFIT_TO_DELETE)
def test_only_sets_are_deleted(db: Target, type_: str) -> None:
    """Reports differ on the name of the set of types that closes this message."""
    message = f"Incorrect operand type for operator or function; operator: DELETE, operand type: {type_}, typeSet: "
    values = {":a": UNFIT_TO_DELETE[type_], ":b": {"S": "a"}}
    refuse(db, "delete b.c :a", re.compile(UPDATE + message + "ALLOWED_FOR_(ADD|DELETE)_OPERAND"), values)


@pytest.mark.parametrize(
    ("expression", "name", "count"),
    [
        ("set a = if_not_exists(c)", "if_not_exists", 1),
        ("set a = if_not_exists(c, d, e)", "if_not_exists", 3),
        ("set a = list_append(c)", "list_append", 1),
    ],
)
def test_functions_have_a_number_of_operands(db: Target, expression: str, name: str, count: int) -> None:
    message = "Incorrect number of operands for operator or function; operator or function: "
    refuse(db, expression, f"{UPDATE}{message}{name}, number of operands: {count}", UNUSED, UNUSED_NAMES)


@pytest.mark.parametrize(
    "expression", ["set a = if_not_exists(:a, c)", "set a = if_not_exists(if_not_exists(a, b), c)"]
)
def test_existence_is_asked_of_a_path(db: Target, expression: str) -> None:
    message = "Operator or function requires a document path; operator or function: if_not_exists"
    refuse(db, expression, UPDATE + message, UNUSED, UNUSED_NAMES)


EVERY_TYPE: Values = {
    ":S": {"S": "a"},
    ":N": {"N": "1"},
    ":B": {"B": "YQ=="},
    ":BOOL": {"BOOL": False},
    ":NULL": {"NULL": True},
    ":SS": {"SS": ["a"]},
    ":NS": {"NS": ["1"]},
    ":BS": {"BS": ["YQ=="]},
    ":M": {"M": {}},
    ":L": {"L": []},
}


@pytest.mark.parametrize(
    ("expression", "operator", "kind"),
    [
        *[(f"set a = list_append(:{kind}, a)", "list_append", kind) for kind in ("S", "B", "BOOL", "NULL", "SS", "M")],
        ("set a = list_append(a, :N)", "list_append", "N"),
        *[(f"set a = a + :{kind}", "+", kind) for kind in ("S", "BOOL", "NULL", "SS", "NS", "BS", "M", "L")],
        *[(f"set a = :{kind} - a", "-", kind) for kind in ("S", "B", "BOOL", "NULL", "SS", "NS", "BS", "M", "L")],
        ("set a = :S + :B", "+", "S"),
    ],
)
def test_operands_have_a_type(db: Target, expression: str, operator: str, kind: str) -> None:
    message = "Incorrect operand type for operator or function; operator or function: "
    refuse(db, expression, f"{UPDATE}{message}{operator}, operand type: {kind}", EVERY_TYPE, UNUSED_NAMES)


def test_all_placeholders_must_be_used_in_one_of_the_expressions(db: Target) -> None:
    names = re.compile(r"Value provided in ExpressionAttributeNames unused in expressions: keys: {(#a, #b|#b, #a)}")
    values = re.compile(r"Value provided in ExpressionAttributeValues unused in expressions: keys: {(:a, :c|:c, :a)}")
    both = {
        "TableName": "nowhere",
        "Key": {},
        "UpdateExpression": "remove a set b = list_append(b, if_not_exists(a, :a))",
        "ConditionExpression": "a = :b",
        "ExpressionAttributeValues": UNUSED,
        "ExpressionAttributeNames": UNUSED_NAMES,
    }
    with refused("ValidationException", names):
        db.call("UpdateItem", both)
    del both["ExpressionAttributeNames"]
    with refused("ValidationException", values):
        more = {**UNUSED, ":c": {"S": "a"}}
        db.call("UpdateItem", {**both, "UpdateExpression": "remove a", "ExpressionAttributeValues": more})


def test_placeholders_are_shared_by_both_expressions(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, b=N1)
    change = request("SET #b = :v", {":v": N1}, {"#b": "b"})
    db.call(
        "UpdateItem",
        {"TableName": hash_table, "Key": key_of(item), "ConditionExpression": "#b = :v", **change},
    )


def test_an_expression_has_at_most_4096_bytes(db: Target, hash_table: str) -> None:
    key = {"a": {"S": unique()}}
    fits = "SET" + " " * 4086 + "b = :v"
    assert len(fits) == 4095
    db.call("UpdateItem", {"TableName": hash_table, "Key": key, **request(fits + " ", {":v": N1})})
    refuse(db, fits + "  ", UPDATE + "Expression size has exceeded the maximum allowed size;", {":v": N1})


def test_a_path_has_at_most_32_elements(db: Target) -> None:
    path = ".".join(["n"] * 33)
    refuse(db, f"REMOVE {path}", f"{UPDATE}The document path has too many nesting levels; nesting levels: 33")


def test_a_list_index_has_a_range(db: Target) -> None:
    message = "List index is not within the allowable range; index: [2147483648]"
    refuse(db, "REMOVE l[2147483648]", UPDATE + message)
