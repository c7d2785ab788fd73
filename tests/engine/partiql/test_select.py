"""SELECT: which items it finds, in which order, and what it answers of each."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from chabudai.engine import Engine
from chabudai.engine.errors import DynamoDBError

from .conftest import Refusal, Run

S = "SELECT * FROM Music WHERE "


@pytest.fixture(autouse=True)
def songs(put: Callable[..., None]) -> None:
    for pk in "ab":
        for sk in "123":
            put(
                "Music",
                pk={"S": pk},
                sk={"S": sk},
                n={"N": sk},
                kind={"S": "odd" if sk in "13" else "even"},
                m={"M": {"x": {"S": pk + sk}, "l": {"L": [{"N": sk}, {"L": [{"S": "deep"}]}]}}},
                tags={"SS": [pk, sk]},
            )
    put("Music", pk={"S": "c"}, sk={"S": "1"}, nul={"NULL": True}, yes={"BOOL": True}, bin={"B": "AQID"})


@pytest.fixture
def keys(run: Run) -> Callable[..., list[str]]:
    def keys(where: str, *parameters: dict[str, Any]) -> list[str]:
        items = run(f"SELECT pk, sk FROM Music WHERE {where}", *parameters)["Items"]
        return [item["pk"]["S"] + item["sk"]["S"] for item in items]

    return keys


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("pk = 'a'", "a1 a2 a3"),
        ("'a' = pk AND '2' < sk", "a3"),
        ("pk = 'a' AND sk = '2'", "a2"),
        ("pk = 'a' AND sk = '2' AND n = 1", ""),
        ("pk = 'a' AND begins_with(sk, '3')", "a3"),
        ("pk = 'a' AND sk BETWEEN '2' AND '3'", "a2 a3"),
        ("pk = 'a' AND sk > '1' AND sk <= '2'", "a2"),
        ("pk = 'a' AND sk NOT BETWEEN '2' AND '3'", "a1"),
        ("pk = 'a' AND (sk = '3' OR sk = '1')", "a3 a1"),
        ("pk = 'a' AND sk IN ['1', '2']", "a1 a2"),
        ("pk = 'a' AND sk IN ('1', '9')", "a1"),
        ("pk = 'a' AND sk NOT IN ['1', '2']", "a3"),
        ("pk = 'a' AND (sk < '2' OR sk > '2' OR sk = '2')", "a1 a3 a2"),
        ("pk = 'a' AND NOT sk = '1'", "a2 a3"),
        ("pk = 'a' AND sk <> '1'", "a2 a3"),
        ("pk = 'a' AND sk != '1' AND sk > '0'", "a2 a3"),
        ("pk = 'a' AND NOT sk = '1' OR pk = 'a' AND sk = '2'", "a2 a3"),
        ("pk = 'a' AND sk <> '1' OR pk = 'a' AND sk = '2'", "a2 a3"),
        ("pk = 'a' AND sk = '2' OR pk = 'a' AND NOT begins_with(sk, 'x')", "a1 a2 a3"),
        ("pk = 'a' AND NOT sk IN ['1', '3'] OR pk = 'a' AND sk = '2'", "a2"),
        ("pk = 'a' AND NOT sk > '5' OR pk = 'a' AND sk = '2'", "a1 a2 a3"),
        ("pk = 'a' OR pk = 'a' AND NOT sk = '1'", "a1 a2 a3"),
        ("pk = 'a' AND (sk = '1' OR sk = '3' OR sk <> '2' AND n = 9 OR sk > '3')", "a1 a3"),
        ("pk IN ['b', 'a'] AND (sk = '1' OR sk <> '1' AND n = 3)", "b1 b3 a1 a3"),
        ("pk = 'a' AND sk = '1' AND sk > '0'", "a1"),
        ("pk = 'a' AND sk = '1' AND sk > '5'", ""),
        ("pk = 'a' AND pk = 'b'", ""),
        ("pk = 'a' AND pk = 'a'", "a1 a2 a3"),
        ("pk = 'a' AND attribute_exists(pk)", "a1 a2 a3"),
        ("pk IN ['a', 'b'] AND kind = 'even'", "a2 b2"),
        ("pk IN ['b', 'a'] AND sk IN ['1', '2']", "b1 b2 a1 a2"),
        ("(pk = 'a' AND n = 1) OR (pk = 'b' AND n = 2)", "a1 b2"),
        ("pk = 'a' AND m.x = 'a2'", "a2"),
        ("pk = 'a' AND m.l[0] = 2", "a2"),
        ("pk = 'a' AND m['x'] = 'a2'", "a2"),
        ("pk = 'a' AND contains(tags, '2')", "a2"),
        ("pk = 'a' AND NOT contains(\"kind\", 'odd')", "a2"),
        ("pk = 'a' AND size(tags) = 2 AND n >= 2.0", "a2 a3"),
        ("pk = 'a' AND attribute_type(n, 'N') AND n > - - 1", "a2 a3"),
        ("pk = 'c' AND nul IS NULL", "c1"),
        ("pk = 'c' AND absent IS NULL", ""),
        ("pk = 'c' AND absent IS NOT NULL", "c1"),
        ("pk = 'c' AND absent IS MISSING AND nul IS NOT MISSING", "c1"),
        ("pk = 'c' AND yes IS BOOLEAN AND yes = TRUE", "c1"),
        ("pk = 'c' AND attribute_exists(absent) = false AND true = attribute_exists(yes)", "c1"),
        ("pk = 'c' AND attribute_exists(yes) = 1", ""),
        ("pk = 'c' AND attribute_exists(yes) <> 1", "c1"),
        ("pk = 'c' AND attribute_exists(absent) <> TRUE", "c1"),
        ("pk = 'c' AND attribute_exists(absent) IN [true, false]", "c1"),
        ("pk = 'c' AND attribute_exists(absent) IN [true, 1]", ""),
        ("pk = 'c' AND (attribute_exists(yes) = TRUE) = FALSE", ""),
        ("pk = 'a' AND tags = <<'2', 'a'>>", "a2"),
        ("pk = 'a' AND n = 2e0", "a2"),
    ],
)
def test_a_where_clause_with_a_partition_finds_its_items(
    keys: Callable[..., list[str]], where: str, found: str
) -> None:
    assert keys(where) == found.split()


@pytest.mark.parametrize(
    ("where", "found"),
    [
        ("n = 2", "a2 b2"),
        ("pk > 'a' AND n = 1", "b1"),
        ("pk = 'a' OR sk = '1'", "a1 a2 a3 b1 c1"),
        ("pk > 1", ""),
        ("NOT m.x = 'a1'", "a2 a3 b1 b2 b3 c1"),
        ("bin = ?", "c1"),
    ],
)
def test_a_where_clause_without_a_partition_reads_the_whole_table(
    keys: Callable[..., list[str]], where: str, found: str
) -> None:
    parameters = [{"B": "AQID"}] if "?" in where else []
    assert sorted(keys(where, *parameters)) == found.split()


def test_parameters_stand_in_the_order_of_their_question_marks(keys: Callable[..., list[str]]) -> None:
    assert keys("pk = ? AND sk IN [?, '3'] AND n < ?", {"S": "a"}, {"S": "1"}, {"N": "3"}) == ["a1"]


@pytest.mark.parametrize("given", [[], [{"S": "a"}], [{"S": "a"}, {"S": "b"}, {"S": "c"}]])
def test_the_number_of_parameters_must_be_right(refusal: Refusal, given: list[dict[str, Any]]) -> None:
    message = "Number of parameters in request and statement don't match."
    assert refusal(S + "pk = ? AND sk = ?", *given).message == message


def test_columns_are_named_by_what_their_path_ends_with(run: Run) -> None:
    found = run("SELECT pk, m.x, m.l[1][0], absent FROM Music WHERE pk = 'a' AND sk = '1'")["Items"]
    assert found == [{"pk": {"S": "a"}, "x": {"S": "a1"}, "l[1][0]": {"S": "deep"}}]


def test_an_item_without_the_columns_is_an_empty_one(run: Run) -> None:
    assert run("SELECT absent FROM Music WHERE pk = 'a'")["Items"] == [{}, {}, {}]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("pk = 'a' ORDER BY sk", "a1 a2 a3"),
        ("pk = 'a' ORDER BY sk DESC", "a3 a2 a1"),
        ("pk = 'a' ORDER BY pk ASC", "a3 a2 a1"),
        ("pk = 'a' AND sk IN ['1', '3', '2'] ORDER BY sk DESC", "a3 a2 a1"),
        ("pk IN ['a', 'b'] ORDER BY pk DESC, sk ASC", "b1 b2 b3 a1 a2 a3"),
        ("pk IN ['b', 'a'] ORDER BY pk", "a3 a2 a1 b3 b2 b1"),
    ],
)
def test_items_come_in_the_order_that_is_asked_for(keys: Callable[..., list[str]], order: str, found: str) -> None:
    assert keys(order) == found.split()


@pytest.mark.parametrize(
    ("end", "message"),
    [
        ("ORDER BY sk", "Must have WHERE clause in the statement when using ORDER BY clause."),
        ("WHERE pk = 'a' ORDER BY n", "Attribute n in ORDER BY clause must be part of the primary key"),
        (
            "WHERE pk > 'a' ORDER BY sk",
            "Must have at least one non-optional hash key condition in WHERE clause when using ORDER BY clause.",
        ),
        (
            "WHERE pk IN ['a', 'b'] ORDER BY sk",
            "Must have hash key in ORDER BY clause when more than one hash key condition specified in WHERE clause.",
        ),
    ],
)
def test_an_order_that_cannot_be_read_is_refused(refusal: Refusal, end: str, message: str) -> None:
    assert refusal(f"SELECT * FROM Music {end}").message == message


OVERLAPPING = "Overlapping conditions with range keys are not supported in where clause"
MISMATCH = "Key attribute's data type should match its data type in table's schema: Key "
EMPTY = (
    "One or more parameter values are not valid."
    " The AttributeValue for a key attribute cannot contain an empty string value. Key: "
)
IN_FIFTY_ONE = "[" + ", ".join(f"'{each}'" for each in range(51)) + "]"
OPERAND = "Incorrect operand type for operator or function; operator or function: "


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("pk IN ['a', 'a']", OVERLAPPING),
        ("pk = 'a' OR pk = 'a'", OVERLAPPING),
        ("pk = 'a' AND (sk > '0' OR sk < '5')", OVERLAPPING),
        ("pk = 'a' AND (sk = '1' OR n = 2)", OVERLAPPING),
        ("pk = 'a' AND n = 1 OR pk = 'a' AND sk = '2'", OVERLAPPING),
        ("pk = 'a' AND n <> 1 OR pk = 'a' AND sk = '2'", OVERLAPPING),
        ("pk = 'a' AND sk <> '1' OR pk = 'a' AND sk > '1' OR pk = 'a' AND sk > '2'", OVERLAPPING),
        ("pk = 1 OR pk = 'a'", MISMATCH + "pk"),
        ("pk = 'a' AND sk IN ['1', 2]", MISMATCH + "sk"),
        ("pk = ''", EMPTY + "pk"),
        ("pk = 'a' AND sk > ''", EMPTY + "sk"),
        (f"pk IN {IN_FIFTY_ONE}", "Too many decomposed read operations for a given query."),
        (f"pk = 'a' AND sk IN {IN_FIFTY_ONE}", "Too many decomposed read operations for a given query."),
        (
            "n IN [" + ", ".join(map(str, range(101))) + "]",
            "The IN operator is provided with too many operands; number of operands: 101",
        ),
        ("pk = 'a' AND n < TRUE", OPERAND + "<, operand type: BOOL"),
        ("pk = 'a' AND attribute_exists(n) > FALSE", OPERAND + ">, operand type: BOOL"),
        ("pk = 'a' AND n BETWEEN [1] AND 2", OPERAND + "BETWEEN, operand type: L"),
        ("pk = 'a' AND attribute_type(n, 1)", OPERAND + "attribute_type, operand type: N"),
        ("pk = 'a' AND begins_with(n, 1)", OPERAND + "begins_with, operand type: N"),
        ("pk = 'a' AND upper(n) = 'A'", "Unrecognized function: upper at 1:40:5"),
        ("pk = 'a' AND n = MISSING", "MISSING must be compared using IS operator"),
        ("pk = 'a' AND n", "The arguments to AND/OR must be Expressions"),
        ("NOT n", "The argument to NOT must be a Type or Expression"),
        ("n", "WHERE clause must contain an expression that resolves to a boolean"),
        ("n LIKE 'a%'", "Unsupported operator in Condition Expression. Operator: LIKE"),
        ("n > -?", "Number of parameters in request and statement don't match."),
        ("n > -n", "Unsupported operator in Condition Expression. Operator: -"),
        (
            "n IS DATE",
            "Unsupported data type for IS operator: DATE. Supported data types are"
            " [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]",
        ),
        ("pk = 'a' AND EXISTS(n)", "Unrecognized function: exists at 1:40:6"),
        (
            "n = 1e126",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under root",
        ),
        (
            "n = [1, 1e-131]",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range under root[1]",
        ),
        (
            "n = 123456789012345678901234567890123456789",
            "Attempting to store more than 38 significant digits in a Number under root",
        ),
    ],
)
def test_a_where_clause_that_cannot_be_answered_is_refused(refusal: Refusal, where: str, message: str) -> None:
    refused = refusal(S + where)
    assert (refused.code, refused.message) == ("ValidationException", message)


def test_operands_are_checked_before_the_table_is_looked_up(refusal: Refusal) -> None:
    missing = "SELECT * FROM NoSuchTable WHERE pk = ?"
    assert refusal(missing, {"S": "a"}).code == "ResourceNotFoundException"
    assert refusal(missing + " AND n < ?", {"S": "a"}, {"BOOL": True}).message == OPERAND + "<, operand type: BOOL"


def test_a_parameter_is_checked_before_the_statement_is_read(refusal: Refusal) -> None:
    duplicates = "One or more parameter values were invalid: Input collection [a, a] contains duplicates."
    assert refusal("SELECT nonsense", {"SS": ["a", "a"]}).message == duplicates


def test_an_exists_by_itself_is_refused(refusal: Refusal) -> None:
    message = "EXISTS can only be used in ExecuteTransaction write requests."
    assert refusal("EXISTS(SELECT * FROM Music WHERE pk = 'a' AND sk = '1' AND n = 1)").message == message


def test_numbers_may_be_written_in_every_way(run: Run, put: Callable[..., None]) -> None:
    put("Numbers", pk={"N": "7310000"})
    put("Numbers", pk={"N": "-7.3"})
    for literal in ("7.31e6", "7.31E6", "7.31e+6", "731e4", "73100000e-1"):
        assert run(f"SELECT * FROM Numbers WHERE pk = {literal}")["Items"] == [{"pk": {"N": "7310000"}}]
    assert run("SELECT * FROM Numbers WHERE pk = -.73e1")["Items"] == [{"pk": {"N": "-7.3"}}]


def _conditions() -> st.SearchStrategy[str]:
    atoms = st.one_of(
        st.builds("sk {} '{}'".format, st.sampled_from(["=", "<>", "<", "<=", ">", ">="]), st.sampled_from("0123")),
        st.builds("n {} {}".format, st.sampled_from(["=", "<>", "<", ">="]), st.integers(0, 4)),
        st.builds("sk BETWEEN '{}' AND '{}'".format, st.just("1"), st.sampled_from("123")),
        st.builds("sk IN ['{}']".format, st.sampled_from("123")),
        st.builds("pk = '{}'".format, st.sampled_from("ab")),
    )
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.builds("({} AND {})".format, inner, inner),
            st.builds("({} OR {})".format, inner, inner),
            st.builds("NOT {}".format, inner),
        ),
        max_leaves=6,
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(condition=_conditions(), partition=st.sampled_from(["pk = 'a'", "pk IN ['a', 'b']", "(pk = 'a' OR pk = 'c')"]))
def test_reading_by_the_key_finds_what_a_scan_would_find(engine: Engine, condition: str, partition: str) -> None:
    """NOT NOT keeps a condition's meaning, but hides its key from being read by."""
    by_scan = {"Statement": f"SELECT pk, sk FROM Music WHERE NOT NOT ({partition} AND {condition})"}
    by_key = {"Statement": f"SELECT pk, sk FROM Music WHERE {partition} AND {condition}"}
    try:
        found = engine.call("ExecuteStatement", by_key)["Items"]
    except DynamoDBError as error:
        # Alternatives that overlap are refused by the key, and no fault; there is nothing to compare then.
        if error.message != OVERLAPPING:
            raise
        reject()
    expected = engine.call("ExecuteStatement", by_scan)["Items"]
    assert sorted(map(str, found)) == sorted(map(str, expected))
