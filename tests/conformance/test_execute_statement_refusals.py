"""ExecuteStatement: statements that are refused, in DynamoDB's words and in its order.

The words are those of the public dynamodb-conformance captures of 2026 and of the messages that AWS ships in DynamoDB
local; several of them end with the position of the token, `at <line>:<column>:<length>`.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.conformance.faults import at_least, misplaced, no_longer, no_shorter, placed
from tests.conformance.items import fetch, put
from tests.conformance.statements import NOT_WELL_FORMED, at, execute
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import BAD_CAPACITY, NO_SUCH_TABLE, TOO_DEEP, collected, empty, failure, missing

LEFTOVER = f"{NOT_WELL_FORMED}Unexpected token after expression"
OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
NOT_A_NUMBER = "The parameter cannot be converted to a numeric value"
INVALID = "One or more parameter values were invalid: "
NO_KEY = "Where clause does not contain a mandatory equality on all key attributes"


def placed_somewhere(message: str) -> re.Pattern[str]:
    """The message with or without the position: the sources have the sentence only."""
    return re.compile(re.escape(message) + r"( at \d+:\d+:\d+)?")


@pytest.mark.parametrize(
    ("path", "value", "message"),
    misplaced(
        {
            "Statement": "String",
            "Parameters": "List",
            "Parameters.0": "Value<AttributeValue>",
            "Parameters.0.S": "String",
            "ConsistentRead": "Boolean",
            "NextToken": "String",
            "Limit": "Integer",
            "ReturnConsumedCapacity": "String",
        }
    ),
)
def test_a_wrong_json_type_is_a_serialization_error(db: Target, path: str, value: Any, message: str) -> None:
    with refused("SerializationException", message):
        db.call("ExecuteStatement", placed(path, value))


@pytest.mark.parametrize(
    ("request_", "failures"),
    [
        ({}, [missing("statement")]),
        ({"Statement": ""}, [failure("statement", no_shorter(1), "")]),
        ({"Statement": "S" * 8193}, [failure("statement", no_longer(8192), "S+")]),
        ({"Statement": "S", "Parameters": []}, [empty("parameters")]),
        ({"Statement": "S", "NextToken": ""}, [failure("nextToken", no_shorter(1), "")]),
        ({"Statement": "S", "Limit": 0}, [failure("limit", at_least(1), "0")]),
        ({"ReturnConsumedCapacity": "hi"}, [BAD_CAPACITY, missing("statement")]),
    ],
)
def test_failed_constraints_are_collected(db: Target, request_: dict[str, Any], failures: list[str]) -> None:
    with refused("ValidationException", collected(*failures)):
        db.call("ExecuteStatement", request_)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('SLECT * FROM "abc"', f"{NOT_WELL_FORMED}Expected data manipulation"),
        ("SELECT * FROM \"abc\" WHERE a = 'x' foo", LEFTOVER),
        ("SELECT * FROM \"abc\" WHERE a = 'x')", LEFTOVER),
        ('SELECT * FROM "abc" WHERE a = 1 e5', LEFTOVER),
        ("SELECT * FROM \"abc\" ORDER BY a WHERE a = 'x'", LEFTOVER),
        ("INSERT INTO \"abc\" VALUE {'a': 'x'} foo", LEFTOVER),
        ("INSERT INTO \"abc\" t VALUE {'a': 'x'}", LEFTOVER),
        ("UPDATE \"abc\" SET b = 9 WHERE a = 'x' foo", LEFTOVER),
        ("DELETE FROM \"abc\" WHERE a = 'x' foo", LEFTOVER),
        ("DELETE FROM \"abc\" WHERE a = 'x' ORDER BY a", LEFTOVER),
        ('SELECT * FROM "abc" WHERE a = 1e2147483648', NOT_WELL_FORMED),
        ('SELECT * FROM "abc" WHERE a = 1.5e-2147483647', NOT_WELL_FORMED),
        ('SELECT * FROM "abc" WHERE a = 1 # note', NOT_WELL_FORMED),
        ('SELECT * FROM "abc" WHERE a = 1 /* note', NOT_WELL_FORMED),
        ("SELECT * FROM \"abc\" t WHERE a = 'x'", "Aliasing is not supported"),
        ("SELECT * FROM \"abc\" AS t WHERE a = 'x'", "Aliasing is not supported"),
        ("UPDATE \"abc\" t SET b = 3 WHERE a = 'x'", "Aliasing is not supported"),
        ("DELETE FROM \"abc\" t WHERE a = 'x'", "Aliasing is not supported"),
        ("SELECT * FROM \"\" WHERE a = 'x'", "Path component cannot be an empty string"),
        ('SELECT * FROM "abc"."" WHERE a = \'x\'', "Path component cannot be an empty string"),
        ('SELECT * FROM "abc"."i"."x" WHERE a = \'x\'', "A path may contain at most 2 components in the FROM clause"),
    ],
)
def test_a_statement_that_cannot_be_read_is_refused_before_its_table_is_looked_for(
    db: Target, statement: str, message: str
) -> None:
    with refused("ValidationException", message):
        execute(db, statement)


@pytest.mark.parametrize("statement", ['SELECT * FROM "abc', 'SELECT * FROM "abc" WHERE a = \'x', "SELECT", "FROM"])
def test_a_statement_that_breaks_off_is_refused(db: Target, statement: str) -> None:
    with refused("ValidationException", re.compile(re.escape(NOT_WELL_FORMED.rstrip()) + ".*")):
        execute(db, statement)


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("SELECT * FROM {} WHERE a = 1e126", f"{OVERFLOW} under root"),
        ("SELECT * FROM {} WHERE a = 1e-131", f"{UNDERFLOW} under root"),
        (
            f"SELECT * FROM {{}} WHERE a = {'1' * 39}",
            "Attempting to store more than 38 significant digits in a Number under root",
        ),
        ("INSERT INTO {} VALUE {{'a': 'x', 'n': 1e126}}", f"{OVERFLOW} under root"),
        ("INSERT INTO {} VALUE {{'a': 'x', 'm': {{'x': 1e126}}}}", f"{OVERFLOW} under root.x"),
        ("INSERT INTO {} VALUE {{'a': 'x', 'l': [1, 1e126]}}", f"{OVERFLOW} under root[1]"),
        ("UPDATE {} SET n = 1e-131 WHERE a = 'x'", f"{UNDERFLOW} under root"),
    ],
)
def test_a_number_beyond_the_range_is_refused_with_its_place(
    db: Target, hash_table: str, statement: str, message: str
) -> None:
    with refused("ValidationException", message):
        execute(db, statement.format(f'"{hash_table}"'))


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM {} WHERE a = 'x' AND n = ?",
        "INSERT INTO {} VALUE {{'a': 'x', 'n': ?}}",
        "UPDATE {} SET n = ? WHERE a = 'x'",
        "SELECT * FROM {} WHERE a = ?",
    ],
)
@pytest.mark.parametrize(
    ("parameter", "message"),
    [
        ({"N": "abc"}, f"{NOT_A_NUMBER}: abc"),
        ({"N": ""}, NOT_A_NUMBER),
        ({"N": "1e99999999999"}, f"{NOT_A_NUMBER}: 1e99999999999"),
        ({"N": "1e2147483647"}, UNDERFLOW),
        ({"L": [{"N": "1"}, {"N": "abc"}]}, f"{NOT_A_NUMBER}: abc"),
        ({"NS": ["1", "abc"]}, f"{NOT_A_NUMBER}: abc"),
        ({"N": "1e126"}, OVERFLOW),
    ],
)
def test_a_bad_number_among_the_parameters_is_refused_wherever_it_is_used(
    db: Target, hash_table: str, statement: str, parameter: dict[str, Any], message: str
) -> None:
    with refused("ValidationException", message):
        execute(db, statement.format(f'"{hash_table}"'), parameter)


def test_of_two_bad_parameters_the_first_is_told(db: Target, hash_table: str) -> None:
    deep: dict[str, Any] = {"S": "leaf"}
    for _ in range(40):
        deep = {"M": {"n": deep}}
    statement = f"SELECT * FROM \"{hash_table}\" WHERE a = 'x' AND x = ? AND y = ?"
    with refused("ValidationException", TOO_DEEP):
        execute(db, statement, deep, {"N": "abc"})
    with refused("ValidationException", f"{NOT_A_NUMBER}: abc"):
        execute(db, statement, {"N": "abc"}, deep)


@pytest.mark.parametrize("path", ["m.inner", "m.new", "nothing", "m.left"])
def test_a_keyword_is_no_name_unless_quoted(db: Target, hash_table: str, path: str) -> None:
    statement = f"SELECT * FROM \"{hash_table}\" WHERE a = 'x' AND attribute_exists({{}})"
    with refused("ValidationException", re.compile(re.escape(NOT_WELL_FORMED) + ".+")):
        execute(db, statement.format(path))
    assert execute(db, statement.format(".".join(f'"{part}"' for part in path.split("."))))["Items"] == []


@pytest.mark.parametrize("count", [0, 1, 3])
def test_there_are_as_many_parameters_as_question_marks(db: Target, hash_table: str, count: int) -> None:
    statement = f'SELECT * FROM "{hash_table}" WHERE a = ? AND b = ?'
    with refused("ValidationException", "Number of parameters in request and statement don't match."):
        execute(db, statement, *({"S": "x"} for _ in range(count)))


def test_a_missing_table_is_told_when_the_statement_is_sound(db: Target) -> None:
    table = unique("none")
    with refused("ResourceNotFoundException", re.compile(NO_SUCH_TABLE + ".*")):
        execute(db, f'SELECT * FROM "{table}" WHERE a = ?', {"S": "x"})
    with refused("ResourceNotFoundException", re.compile(NO_SUCH_TABLE + ".*")):
        execute(db, f"INSERT INTO \"{table}\" VALUE {{'a': 'x'}}")


@pytest.mark.parametrize("operator", ["<", "<=", ">", ">="])
@pytest.mark.parametrize(
    "operand",
    [
        {"BOOL": True},
        {"NULL": True},
        {"L": []},
        {"M": {}},
        {"SS": ["a"]},
        {"NS": ["1"]},
        {"BS": ["AQI="]},
    ],
)
def test_only_ordered_types_are_compared_by_order_and_that_comes_before_the_table(
    db: Target, operator: str, operand: dict[str, Any]
) -> None:
    (kind,) = operand
    message = f"Incorrect operand type for operator or function; operator or function: {operator}, operand type: {kind}"
    with refused("ValidationException", message):
        execute(db, f'SELECT a FROM "{unique("none")}" WHERE a = ? AND v {operator} ?', {"S": "x"}, operand)


@pytest.mark.parametrize(
    ("condition", "message"),
    [
        (
            "attribute_exists('ss')",
            "Operator or function requires a document path; operator or function: attribute_exists",
        ),
        (
            "attribute_exists()",
            "Incorrect number of operands for operator or function; "
            "operator or function: attribute_exists, number of operands: 0",
        ),
        (
            "attribute_exists(x, y)",
            "Incorrect number of operands for operator or function; "
            "operator or function: attribute_exists, number of operands: 2",
        ),
        ("EXISTS(ss)", "Unrecognized function: exists at {EXISTS}"),
        ("set_add(ss, <<'x'>>) = ss", "Unrecognized function: set_add at {set_add}"),
        ("nonsense(ss)", "Unrecognized function: nonsense at {nonsense}"),
    ],
)
def test_a_wrong_function_in_a_condition_is_refused(db: Target, hash_table: str, condition: str, message: str) -> None:
    statement = f"SELECT * FROM \"{hash_table}\" WHERE a = 'x' AND {condition}"
    token = condition.split("(")[0]
    with refused("ValidationException", message.replace(f"{{{token}}}", at(statement, token))):
        execute(db, statement)


@pytest.mark.parametrize(
    ("clause", "token", "message"),
    [
        ("t = set_add(ss, <<'x'>>)", "set_add", "The first argument to SET_ADD must equal the assignment value"),
        ("ss = set_add(<<'a'>>, <<'b'>>)", "set_add", "The first argument to SET_ADD must equal the assignment value"),
        ("ss = set_add(ss)", "set_add", "SET_ADD must have exactly two arguments"),
        ("ss = set_add(ss, <<'x'>>, <<'y'>>)", "set_add", "SET_ADD must have exactly two arguments"),
        (
            "t = set_delete(ss, <<'a'>>)",
            "set_delete",
            "The first argument to SET_DELETE must equal the assignment value",
        ),
    ],
)
def test_set_functions_want_the_attribute_itself_and_a_set(
    db: Target, hash_table: str, clause: str, token: str, message: str
) -> None:
    statement = f"UPDATE \"{hash_table}\" SET {clause} WHERE a = 'x'"
    with refused("ValidationException", f"{message} at {at(statement, token)}"):
        execute(db, statement)


@pytest.mark.parametrize("wrong", ["'x'", "['x']"])
def test_only_a_set_is_added_to_a_set(db: Target, hash_table: str, wrong: str) -> None:
    statement = f"UPDATE \"{hash_table}\" SET ss = set_add(ss, {wrong}) WHERE a = 'x'"
    place = at(statement, "ss", after="set_add(")
    with refused("ValidationException", f"The second argument to SET_ADD must be a value with type SET at {place}"):
        execute(db, statement)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("ss = set_add(ss, <<1>>)", "An operand in the update expression has an incorrect data type"),
        ("s = set_add(s, <<'x'>>)", "An operand in the update expression has an incorrect data type"),
        ("ss = set_add(ss, <<'x', 'x'>>)", f"{INVALID}Input collection [x, x] contains duplicates."),
        ("ss = set_add(ss, <<>>)", "Empty bags are not supported"),
        ("s = s + 1", "An operand in the update expression has an incorrect data type"),
    ],
)
def test_an_update_that_the_item_does_not_allow_is_refused(
    db: Target, hash_table: str, clause: str, message: str
) -> None:
    item = put(db, hash_table, s={"S": "s"}, ss={"SS": ["a"]})
    with refused("ValidationException", message):
        execute(db, f'UPDATE "{hash_table}" SET {clause} WHERE a = ?', item["a"])
    assert fetch(db, hash_table, {"a": item["a"]}) == item


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET z = 1 WHERE a = 'x'",
        "UPDATE {} SET z = 1 WHERE n = 1",
        "UPDATE {} SET z = 1 WHERE a = 'x' AND b > 'y'",
        "DELETE FROM {} WHERE a = 'x'",
        "DELETE FROM {} WHERE b = 'x'",
        "FROM {} WHERE n = 1 SET z = 1",
    ],
)
def test_a_write_names_the_whole_key_by_equality(db: Target, range_table: str, statement: str) -> None:
    with refused("ValidationException", placed_somewhere(NO_KEY)):
        execute(db, statement.format(f'"{range_table}"'))


@pytest.mark.parametrize("statement", ["UPDATE {} SET z = 1", "DELETE FROM {}"])
def test_a_write_without_a_condition_is_refused(db: Target, hash_table: str, statement: str) -> None:
    refusal = db.refuse("ExecuteStatement", {"Statement": statement.format(f'"{hash_table}"')})
    assert refusal.code == "ValidationException"


def test_an_insert_without_the_key_is_refused(db: Target, range_table: str) -> None:
    pattern = rf"{INVALID}Missing the key b in the item|Key attribute should be present in the item: Key b.*"
    with refused("ValidationException", re.compile(pattern)):
        execute(db, f"INSERT INTO \"{range_table}\" VALUE {{'a': 'x'}}")


def test_only_one_item_is_inserted_by_a_statement(db: Target, hash_table: str) -> None:
    refusal = db.refuse("ExecuteStatement", {"Statement": f"INSERT INTO \"{hash_table}\" VALUES ({{'a': 'x'}})"})
    assert refusal.code == "ValidationException"


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        (
            "INSERT INTO {} VALUE {{'a': 'w', 'b': 'w'}}",
            "FROM clause may only contain a single table name in data manipulation statements",
        ),
        ("UPDATE {} SET z = 1 WHERE a = 'w' AND b = 'w'", "This operation is not supported on an index"),
        ("DELETE FROM {} WHERE a = 'w' AND b = 'w'", "This operation is not supported on an index"),
    ],
)
def test_an_index_is_not_written(db: Target, indexed_table: str, statement: str, message: str) -> None:
    with refused("ValidationException", placed_somewhere(message)):
        execute(db, statement.format(f'"{indexed_table}"."index3"'))


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ('SELECT * FROM "{}"."none" WHERE a = \'x\'', "The table does not have the specified index"),
        ('SELECT f FROM "{}"."index4" WHERE c = \'x\'', f"{INVALID}Global secondary index index4 does not project [f]"),
        ('SELECT g, f FROM "{}"."index5"', f"{INVALID}Global secondary index index5 does not project [g, f]"),
        (
            "SELECT a FROM \"{}\".\"index4\" WHERE c = 'x' AND f = 'x'",
            f"{INVALID}Secondary index index4 does not project one or more filter attributes: [f]",
        ),
        (
            "SELECT a FROM \"{}\".\"index2\" WHERE a = 'x' AND f = 'x'",
            f"{INVALID}Secondary index index2 does not project one or more filter attributes: [f]",
        ),
        (
            'SELECT a FROM "{}"."index4" WHERE c = \'x\' AND f IS MISSING',
            f"{INVALID}Secondary index index4 does not project one or more filter attributes: [f]",
        ),
    ],
)
def test_an_index_is_read_within_what_it_holds(db: Target, indexed_table: str, statement: str, message: str) -> None:
    with refused("ValidationException", message):
        execute(db, statement.format(indexed_table))


def test_a_global_index_is_not_read_consistently(db: Target, indexed_table: str) -> None:
    with refused("ValidationException", "Strongly consistent read is not supported on Global Secondary Indexes"):
        execute(db, f'SELECT * FROM "{indexed_table}"."index3" WHERE c = \'x\'', ConsistentRead=True)


@pytest.mark.parametrize(
    ("clause", "message"),
    [
        ("ORDER BY b", "Must have WHERE clause in the statement when using ORDER BY clause."),
        (
            "WHERE b = 'x' ORDER BY b",
            "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.",
        ),
        (
            "WHERE a IN ['x', 'y'] ORDER BY b",
            "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.",
        ),
        (
            "WHERE a = 'x' AND b > '1' OR a = 'x' AND b > '2'",
            "Overlapping conditions with range keys are not supported in where clause",
        ),
    ],
)
def test_order_and_alternatives_need_the_key(db: Target, range_table: str, clause: str, message: str) -> None:
    with refused("ValidationException", placed_somewhere(message)):
        execute(db, f'SELECT * FROM "{range_table}" {clause}')


def test_order_is_by_the_key(db: Target, range_table: str) -> None:
    # "Attribute" is what DynamoDB has been seen to say, "Variable reference" what DynamoDB local says.
    pattern = r"(Attribute|Variable reference) c in ORDER BY clause must be part of the primary key( at \d+:\d+:\d+)?"
    with refused("ValidationException", re.compile(pattern)):
        execute(db, f"SELECT * FROM \"{range_table}\" WHERE a = 'x' ORDER BY c")


@pytest.mark.parametrize("returning", ["MODIFIED OLD *", "ALL NEW *", "MODIFIED NEW *"])
def test_a_delete_returns_all_old_or_nothing(db: Target, hash_table: str, returning: str) -> None:
    message = (
        f"Invalid returning clause: RETURNING {returning}. Only RETURNING ALL OLD * is allowed in DELETE statements."
    )
    with refused("ValidationException", message):
        execute(db, f"DELETE FROM \"{hash_table}\" WHERE a = 'x' RETURNING {returning}")


def test_exists_belongs_into_a_transaction(db: Target, hash_table: str) -> None:
    statement = f"EXISTS(SELECT * FROM \"{hash_table}\" WHERE a = 'x' AND n = 1)"
    with refused(
        "ValidationException", placed_somewhere("EXISTS can only be used in ExecuteTransaction write requests.")
    ):
        execute(db, statement)


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM {} LIMIT 1",
        "SELECT COUNT(*) FROM {}",
        "SELECT a FROM {} GROUP BY a",
        "SELECT *, a FROM {}",
        "SELECT a, a FROM {} WHERE a = 'x'",
        "SELECT VALUE a FROM {}",
        "SELECT * FROM {}, {}",
        "CREATE TABLE abc",
        "DROP TABLE abc",
        "SELECT * FROM {} WHERE a = MISSING",
    ],
)
def test_what_other_dialects_have_is_refused(db: Target, hash_table: str, statement: str) -> None:
    refusal = db.refuse("ExecuteStatement", {"Statement": statement.format(*[f'"{hash_table}"'] * 2)})
    assert refusal.code == "ValidationException"


def test_a_refused_statement_changes_nothing(db: Target, hash_table: str) -> None:
    item, key = put(db, hash_table), unique()
    for statement in (
        f"DELETE FROM \"{hash_table}\" WHERE a = '{item['a']['S']}' ORDER BY a",
        f"DELETE FROM \"{hash_table}\" t WHERE a = '{item['a']['S']}'",
        f"INSERT INTO \"{hash_table}\" VALUE {{'a': '{key}'}} foo",
    ):
        assert db.refuse("ExecuteStatement", {"Statement": statement}).code == "ValidationException"
    assert fetch(db, hash_table, {"a": item["a"]}) == item
    assert fetch(db, hash_table, {"a": {"S": key}}) is None
