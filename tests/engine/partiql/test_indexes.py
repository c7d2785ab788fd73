"""SELECT from "table"."index": whose items it finds, what it answers of them, and what it refuses."""

from collections.abc import Callable
from typing import Any

import pytest

from .conftest import Refusal, Run

NOT_PROJECTED = (
    "One or more parameter values were invalid: Secondary index {} does not project one or more filter attributes: {}"
)


@pytest.fixture(autouse=True)
def items(put: Callable[..., None]) -> None:
    for sk, gpk in (("1", "x"), ("2", "z"), ("4", "x")):
        put(
            "Indexed",
            pk={"S": "p"},
            sk={"S": sk},
            gpk={"S": gpk},
            lsk={"S": "l" + sk},
            kept={"S": "k" + sk},
            other={"S": "o" + sk},
        )
    put("Indexed", pk={"S": "p"}, sk={"S": "3"}, other={"S": "o3"})


def sort_keys(found: dict[str, Any]) -> list[str]:
    return [item["sk"]["S"] for item in found["Items"]]


def test_an_index_finds_only_what_it_holds(run: Run) -> None:
    assert sort_keys(run("SELECT sk FROM Indexed.\"g-all\" WHERE gpk = 'x'")) == ["1", "4"]
    assert sorted(sort_keys(run('SELECT sk FROM Indexed."g-all"'))) == ["1", "2", "4"]
    assert sort_keys(run("SELECT sk FROM Indexed.\"l-keys\" WHERE pk = 'p' AND lsk > 'l1' ORDER BY lsk DESC")) == [
        "4",
        "2",
    ]


@pytest.mark.parametrize(
    ("index", "where", "names"),
    [
        ("g-all", "gpk = 'z'", {"pk", "sk", "gpk", "lsk", "kept", "other"}),
        ("g-keys", "gpk = 'z'", {"pk", "sk", "gpk"}),
        ("g-inc", "gpk = 'z'", {"pk", "sk", "gpk", "kept"}),
        ("l-keys", "pk = 'p' AND lsk = 'l2'", {"pk", "sk", "lsk"}),
    ],
)
def test_a_star_is_what_the_index_projects(run: Run, index: str, where: str, names: set[str]) -> None:
    (item,) = run(f'SELECT * FROM Indexed."{index}" WHERE {where}')["Items"]
    assert item.keys() == names


def test_a_local_index_fetches_what_it_does_not_hold(run: Run) -> None:
    found = run("SELECT other FROM Indexed.\"l-keys\" WHERE pk = 'p'", ReturnConsumedCapacity="INDEXES")
    assert [item["other"]["S"] for item in found["Items"]] == ["o1", "o2", "o4"]
    assert found["ConsumedCapacity"]["Table"]["CapacityUnits"] > 0


def test_a_global_index_refuses_what_it_does_not_hold(refusal: Refusal) -> None:
    message = "One or more parameter values were invalid: Global secondary index g-inc does not project [zz, other]"
    assert refusal("SELECT zz, kept, other FROM Indexed.\"g-inc\" WHERE gpk = 'x'").message == message


@pytest.mark.parametrize(
    ("index", "where", "names"),
    [
        ("g-inc", "gpk = 'x' AND other = 'o1'", "[other]"),
        ("g-inc", "gpk = 'x' AND NOT (other = 'o1' OR kept = 'k1')", "[other]"),
        ("g-inc", "gpk = 'x' AND other IS MISSING", "[other]"),
        ("g-inc", "gpk IN ['x', 'y'] AND begins_with(other, 'o')", "[other]"),
        ("g-inc", "gpk = 'x' AND b = 1 AND (a = 2 OR kept = '3')", "[a, b]"),
        ("g-inc", "gpk = 'x' AND (zz = 1 OR aa = 2 OR mm = 3)", "[zz, aa, mm]"),
        ("g-inc", "(gpk = 'x' OR gpk = 'z') AND zz = 1", "[zz]"),
        ("l-keys", "pk = 'p' AND lsk BETWEEN 'l1' AND 'l4' AND other = 'o1'", "[other]"),
    ],
)
def test_a_read_by_the_index_key_refuses_a_filter_by_what_it_does_not_hold(
    refusal: Refusal, index: str, where: str, names: str
) -> None:
    assert refusal(f'SELECT pk FROM Indexed."{index}" WHERE {where}').message == NOT_PROJECTED.format(index, names)


@pytest.mark.parametrize(
    ("index", "where", "found"),
    [
        ("g-inc", "other = 'o1'", ""),
        ("l-keys", "other = 'o1'", ""),
        ("g-keys", "NOT other = 'o1'", "1 2 4"),
        ("g-inc", "gpk = 'x' AND kept = 'k4'", "4"),
        ("g-inc", "(gpk = 'x' AND other = 'o1') OR gpk = 'z'", "2"),
        ("g-inc", "gpk = 'x' AND (gpk = 'z' OR other = 'o1')", ""),
        ("g-all", "gpk = 'x' AND other = 'o4'", "4"),
        ("g-all", "sk = '2'", "2"),
    ],
)
def test_any_other_filter_sees_the_index_as_it_is(run: Run, index: str, where: str, found: str) -> None:
    assert sorted(sort_keys(run(f'SELECT sk FROM Indexed."{index}" WHERE {where}'))) == found.split()


@pytest.mark.parametrize("index", ["no-such-index", "Indexed"])
def test_an_index_that_the_table_has_not_is_refused_without_its_name(refusal: Refusal, index: str) -> None:
    refused = refusal(f"SELECT * FROM Indexed.\"{index}\" WHERE pk = 'p'")
    assert (refused.code, refused.message) == ("ValidationException", "The table does not have the specified index")


def test_a_global_index_cannot_be_read_consistently(run: Run, refusal: Refusal) -> None:
    message = "Strongly consistent read is not supported on Global Secondary Indexes"
    assert refusal("SELECT * FROM Indexed.\"g-all\" WHERE gpk = 'x'", ConsistentRead=True).message == message
    assert run("SELECT * FROM Indexed.\"l-keys\" WHERE pk = 'p'", ConsistentRead=True)["Items"]


def test_reading_an_index_is_charged_to_the_index(run: Run) -> None:
    found = run("SELECT pk FROM Indexed.\"g-all\" WHERE gpk = 'x'", ReturnConsumedCapacity="INDEXES")
    assert found["ConsumedCapacity"] == {
        "TableName": "Indexed",
        "CapacityUnits": 0.5,
        "Table": {"CapacityUnits": 0.0},
        "GlobalSecondaryIndexes": {"g-all": {"CapacityUnits": 0.5}},
    }


def test_pages_of_an_index_go_on_behind_its_own_key(run: Run) -> None:
    statement = "SELECT sk FROM Indexed.\"g-all\" WHERE gpk = 'x'"
    first = run(statement, Limit=1)
    assert first["LastEvaluatedKey"] == {"pk": {"S": "p"}, "sk": {"S": "1"}, "gpk": {"S": "x"}}
    assert sort_keys(run(statement, NextToken=first["NextToken"])) == ["4"]
