"""INSERT, UPDATE and DELETE: what they write, what they return, and when they are refused."""

from collections.abc import Callable
from typing import Any

import pytest

from chabudai.engine import Engine

from .conftest import Refusal, Run

Put = Callable[..., None]
Get = Callable[..., dict[str, Any] | None]
INVALID = "One or more parameter values were invalid: "
NO_KEY = "Where clause does not contain a mandatory equality on all key attributes"
MISMATCH = "Key attribute's data type should match its data type in table's schema: Key "
KEY = {"pk": {"S": "a"}, "sk": {"S": "1"}}
WHERE = " WHERE pk = 'a' AND sk = '1'"


def test_an_insert_keeps_values_of_every_kind(run: Run, get: Get) -> None:
    literal = (
        "{'pk': 'a', 'sk': '1', 'n': -1.50e2, 'yes': true, 'none': null, 's': 'it''s', 'm': {'e': {}},"
        " 'l': [1, 'x', []], 'ns': <<1, 34, 4.5>>, 'ss': <<'a', 'b'>>, 'p': ?}"
    )
    assert run(f"INSERT INTO Music VALUE {literal}", {"B": "AQID"}) == {"Items": []}
    assert get("Music", **KEY) == {
        **KEY,
        "n": {"N": "-150"},
        "yes": {"BOOL": True},
        "none": {"NULL": True},
        "s": {"S": "it's"},
        "m": {"M": {"e": {"M": {}}}},
        "l": {"L": [{"N": "1"}, {"S": "x"}, {"L": []}]},
        "ns": {"NS": ["1", "34", "4.5"]},
        "ss": {"SS": ["a", "b"]},
        "p": {"B": "AQID"},
    }


def test_an_insert_never_replaces_an_item(run: Run, refusal: Refusal, put: Put, get: Get) -> None:
    put("Music", **KEY, n={"N": "1"})
    refused = refusal("INSERT INTO Music VALUE {'pk': 'a', 'sk': '1', 'n': 2}")
    assert (refused.code, refused.message) == ("DuplicateItemException", "Duplicate primary key exists in table")
    assert get("Music", **KEY) == {**KEY, "n": {"N": "1"}}
    run("DELETE FROM Music" + WHERE)
    run("INSERT INTO Music VALUE {'pk': 'a', 'sk': '1', 'n': 2}")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("{'pk': 'a'}", "Key attribute should be present in the item: Key sk"),
        ("{'pk': 'a', 'sk': 1}", MISMATCH + "sk"),
        ("{'pk': 'a', 'sk': '1', 'x': <<>>}", "Empty bags are not supported"),
        (
            "{'pk': 'a', 'sk': '1', 'x': <<1, 'a'>>}",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
        ),
        ("{'pk': 'a', 'sk': '1', 'x': <<'a', 'a'>>}", INVALID + "Input collection [a, a] contains duplicates."),
        (
            "{'pk': 'a', 'sk': '1', 'x': <<2, 2.0>>}",
            INVALID + "Input collection [2, 2.0] contains duplicates! under root",
        ),
        ("{'pk': 'a', 'pk': 'b'}", "Duplicate keys in tuple. Key: pk under root"),
        (
            "[1]",
            "Unsupported format in item expression. Please use struct format {...} to express item values for insert"
            " statement.",
        ),
        (
            "{'pk': 'a', 'sk': '1', 'x': " + "{'a':" * 32 + "1" + "}" * 33,
            "Nesting Levels have exceeded supported limits under root" + ".a" * 32,
        ),
        (
            "{'pk': 'a', 'sk': '1', 'm': {'x': 1e126}}",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under root.x",
        ),
    ],
)
def test_an_item_that_cannot_be_inserted_is_refused(refusal: Refusal, value: str, message: str) -> None:
    assert refusal(f"INSERT INTO Music VALUE {value}").message == message


def test_a_parameter_within_a_literal_is_refused(refusal: Refusal) -> None:
    insert = "INSERT INTO Music VALUE {'pk': 'a', 'sk': '1', 'm': {'k': ?}}"
    span = f"1:{insert.index('?') + 1}:1"
    assert refusal(insert, {"S": "v"}).message == f"Unsupported data type: Parameter under key root.k at {span}"


def test_a_function_within_an_item_is_refused_by_its_name(refusal: Refusal) -> None:
    insert = "INSERT INTO Music VALUE {'pk': 'a', 'sk': '1', 'ss': set_add(<<'a'>>, <<'b'>>)}"
    span = f"1:{insert.index('set_add') + 1}:7"
    assert refusal(insert).message == f"Unsupported data type: set_add under key root at {span}"


def test_an_insert_of_several_items_is_refused(refusal: Refusal) -> None:
    message = (
        "Unsupported operation: Inserting multiple items in a single statement is not supported,"
        ' use "INSERT INTO tableName VALUE item" instead'
    )
    assert refusal("INSERT INTO Music <<{'pk': 'a'}, {'pk': 'b'}>>").message == message
    assert refusal("INSERT INTO Music VALUES ('a', 'b')").message == message


def test_an_update_does_all_that_updates_can_do(run: Run, put: Put, get: Get) -> None:
    put(
        "Music",
        **KEY,
        n={"N": "1"},
        m={"M": {"x": {"S": "old"}}},
        l={"L": [{"S": "a"}, {"S": "b"}]},
        tags={"SS": ["a", "b"]},
        alone={"SS": ["o"]},
        gone={"S": "x"},
    )
    run(
        "UPDATE Music SET n = n + 100 SET m.x = 'new', m.y = [1, <<2>>] SET l = list_append(l, ['c'])"
        " SET tags = set_add(tags, <<'c'>>) SET alone = set_delete(alone, <<'o'>>) SET fresh = set_add(fresh, <<1>>)"
        ' REMOVE gone SET copy = n, "a-b" = ? SET less = n - - 2' + WHERE,
        {"BOOL": True},
    )
    assert get("Music", **KEY) == {
        **KEY,
        "n": {"N": "101"},
        "m": {"M": {"x": {"S": "new"}, "y": {"L": [{"N": "1"}, {"NS": ["2"]}]}}},
        "l": {"L": [{"S": "a"}, {"S": "b"}, {"S": "c"}]},
        "tags": {"SS": ["a", "b", "c"]},
        "fresh": {"NS": ["1"]},
        "copy": {"N": "1"},
        "a-b": {"BOOL": True},
        "less": {"N": "3"},
    }


def test_an_update_may_begin_with_from(run: Run, put: Put) -> None:
    put("Plain", pk={"S": "a"}, a={"N": "1"})
    returned = run("FROM Plain WHERE pk = ? AND a = 1 SET c = ? REMOVE a RETURNING ALL NEW *", {"S": "a"}, {"N": "7"})
    assert returned["Items"] == [{"pk": {"S": "a"}, "c": {"N": "7"}}]


def test_an_update_of_a_missing_item_fails_its_condition(refusal: Refusal, get: Get) -> None:
    for where in (WHERE, WHERE + " AND x IS MISSING"):
        refused = refusal("UPDATE Music SET n = 1" + where)
        assert (refused.code, refused.message) == (
            "ConditionalCheckFailedException",
            "The conditional request failed",
        )
    assert get("Music", **KEY) is None


def test_a_condition_that_fails_can_show_the_item(refusal: Refusal, put: Put, get: Get) -> None:
    put("Music", **KEY, n={"N": "1"})
    for statement in ("UPDATE Music SET n = 2", "DELETE FROM Music"):
        assert refusal(statement + WHERE + " AND n = 5").fields == {}
        shown = refusal(statement + WHERE + " AND n = 5", ReturnValuesOnConditionCheckFailure="ALL_OLD")
        assert shown.fields == {"Item": {**KEY, "n": {"N": "1"}}}
    assert get("Music", **KEY) == {**KEY, "n": {"N": "1"}}


@pytest.mark.parametrize(
    ("statement", "returned"),
    [
        ("SET a = 'new' {} RETURNING ALL OLD *", {**KEY, "a": {"S": "old"}, "b": {"S": "same"}}),
        ("SET a = 'new' {} RETURNING ALL NEW *", {**KEY, "a": {"S": "new"}, "b": {"S": "same"}}),
        ("SET a = 'new' {} RETURNING MODIFIED OLD *", {"a": {"S": "old"}}),
        ("SET a = 'new' {} RETURNING MODIFIED NEW *", {"a": {"S": "new"}}),
        ("SET c = 'new' {} RETURNING MODIFIED OLD *", None),
        ("SET c = 'new' {} RETURNING MODIFIED NEW *", {"c": {"S": "new"}}),
        ("REMOVE a {} RETURNING MODIFIED OLD *", {"a": {"S": "old"}}),
        ("REMOVE a {} RETURNING MODIFIED NEW *", None),
        ("SET a = 'new' {}", None),
    ],
)
def test_an_update_returns_what_is_asked_for(
    run: Run, put: Put, statement: str, returned: dict[str, Any] | None
) -> None:
    put("Music", **KEY, a={"S": "old"}, b={"S": "same"})
    items = run("UPDATE Music " + statement.format(WHERE))["Items"]
    assert items == ([] if returned is None else [returned])


@pytest.mark.parametrize(
    ("statement", "new", "old"),
    [
        ("SET tags[2] = 'y', tags[0] = 'x'", ["x", "y"], ["a", "c"]),
        ("SET tags[5] = 'd'", None, None),
        ("SET tags[3] = 'd'", ["d"], None),
        ("REMOVE tags[1]", ["c"], ["b"]),
        ("REMOVE tags[2]", None, ["c"]),
    ],
)
def test_modified_list_elements_are_returned_without_the_others(
    run: Run, put: Put, statement: str, new: list[str] | None, old: list[str] | None
) -> None:
    for image, expected in (("NEW", new), ("OLD", old)):
        put("Plain", pk={"S": "a"}, tags={"L": [{"S": "a"}, {"S": "b"}, {"S": "c"}]})
        items = run(f"UPDATE Plain {statement} WHERE pk = 'a' RETURNING MODIFIED {image} *")["Items"]
        wanted = [] if expected is None else [{"tags": {"L": [{"S": each} for each in expected]}}]
        assert items == wanted


def test_a_delete_removes_its_item_and_returns_it_when_asked(run: Run, put: Put, get: Get) -> None:
    put("Music", **KEY, n={"N": "1"})
    delete = "DELETE FROM Music WHERE (pk = 'a' AND sk = '1') AND n = 1 RETURNING ALL OLD *"
    assert run(delete)["Items"] == [{**KEY, "n": {"N": "1"}}]
    assert get("Music", **KEY) is None
    assert run(delete)["Items"] == []


@pytest.mark.parametrize("variant", ["MODIFIED OLD", "MODIFIED NEW", "ALL NEW"])
def test_a_delete_returns_nothing_but_the_old_item(refusal: Refusal, variant: str) -> None:
    message = (
        f"Invalid returning clause: RETURNING {variant} *. Only RETURNING ALL OLD * is allowed in DELETE statements."
    )
    assert refusal(f"DELETE FROM Music{WHERE} RETURNING {variant} *").message == message


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("", NO_KEY),
        (" WHERE n = 1", NO_KEY),
        (" WHERE pk = 'a'", NO_KEY),
        (" WHERE pk IN ['a'] AND sk = '1'", NO_KEY),
        (" WHERE pk = 'a' AND sk > '1'", NO_KEY),
        (" WHERE pk = 'a' OR sk = '1'", NO_KEY),
        (" WHERE pk = 'a' AND sk = 1", MISMATCH + "sk"),
        (
            WHERE + " AND pk = 'b'",
            "Multiple conditions on same key pk. Only single item Update/Insert/Delete are supported",
        ),
    ],
)
def test_a_write_must_name_one_item_by_its_whole_key(refusal: Refusal, where: str, message: str) -> None:
    for statement in ("UPDATE Music SET n = 2", "DELETE FROM Music"):
        assert refusal(statement + where).message == message


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("SET pk = 'b'", INVALID + "Cannot update attribute pk. This attribute is part of the key"),
        ("SET a.b = 1", "The document path provided in the update expression is invalid for update"),
        ("SET a[0] = 1", "The document path provided in the update expression is invalid for update"),
        ("SET a = b", "The provided expression refers to an attribute that does not exist in the item"),
        (
            "SET a = list_append(a, [1])",
            "The provided expression refers to an attribute that does not exist in the item",
        ),
        ("SET n = set_add(n, <<1>>)", "An operand in the update expression has an incorrect data type"),
        ("SET n = s + 1", "An operand in the update expression has an incorrect data type"),
        (
            "SET n = 'a' + 1",
            "Incorrect operand type for operator or function; operator or function: +, operand type: S",
        ),
        (
            "SET n = n - null",
            "Incorrect operand type for operator or function; operator or function: -, operand type: NULL",
        ),
        ("SET n = if_not_exists(n, 1)", "Unrecognized function: if_not_exists at 1:22:13"),
        ("SET n = n * 2", "Unsupported operator in Update Expression. Operator: *"),
        ("SET n = n IS NULL", "IS operator is not supported in update expressions"),
        (
            "SET n = 1 SET n = 2",
            "Two document paths overlap with each other; must remove or rewrite one of these paths;"
            " path one: [n], path two: [n]",
        ),
        ("SET x = [?]", "Unsupported data type: Parameter under key root[0] at 1:23:1"),
        (
            "SET x = set_add(tags, <<1>>)",
            "The first argument to SET_ADD must equal the assignment value at 1:22:7",
        ),
        (
            "SET tags = set_delete(tags, ['x'])",
            "The second argument to SET_DELETE must be a value with type SET at 1:36:4",
        ),
    ],
)
def test_an_update_that_cannot_be_done_is_refused(refusal: Refusal, put: Put, change: str, message: str) -> None:
    put("Music", **KEY, n={"N": "1"}, s={"S": "s"}, tags={"SS": ["t"]})
    parameters = [{"S": "v"}] if "?" in change else []
    assert refusal(f"UPDATE Music {change}{WHERE}", *parameters).message == message


def test_a_write_on_an_index_is_refused(refusal: Refusal) -> None:
    for statement in ('UPDATE Indexed."g-all" SET a = 1', 'DELETE FROM Indexed."g-all"'):
        assert refusal(statement + WHERE).message == "This operation is not supported on an index"


def test_a_write_tells_the_capacity_that_it_used(run: Run) -> None:
    inserted = run("INSERT INTO Indexed VALUE {'pk': 'a', 'sk': '1', 'gpk': 'g'}", ReturnConsumedCapacity="TOTAL")
    assert inserted["ConsumedCapacity"] == {"TableName": "Indexed", "CapacityUnits": 4.0}
    assert "ConsumedCapacity" not in run("DELETE FROM Indexed" + WHERE, ReturnConsumedCapacity="NONE")


def test_writes_are_recorded_in_the_stream(engine: Engine, run: Run) -> None:
    engine.call(
        "UpdateTable",
        {"TableName": "Plain", "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}},
    )
    run("INSERT INTO Plain VALUE {'pk': 'a'}")
    run("UPDATE Plain SET n = 1 WHERE pk = 'a'")
    run("DELETE FROM Plain WHERE pk = 'a'")
    records = engine.transact(lambda context: context.reader.all("SELECT record FROM stream_records"))
    assert [each for (record,) in records for each in ("INSERT", "MODIFY", "REMOVE") if each.encode() in record] == [
        "INSERT",
        "MODIFY",
        "REMOVE",
    ]
