"""ExecuteStatement, SELECT: one table or index read in PartiQL. Writes and refusals have files of their own.

Rules from the developer guide (PartiQL for DynamoDB reference) and, where it is silent, from the public
dynamodb-conformance captures of 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.items import Item, put
from tests.conformance.statements import execute, select
from tests.conformance.tables import MakeTable, index, keys
from tests.conformance.target import Target, refused, unique

RICH: Item = {
    "n": {"N": "5"},
    "s": {"S": "abc"},
    "ss": {"SS": ["a", "b"]},
    "l": {"L": [{"N": "1"}, {"S": "two"}]},
    "m": {"M": {"sub": {"S": "x"}, "deep": {"M": {"est": {"N": "7"}}}}},
    "nul": {"NULL": True},
    "flag": {"BOOL": True},
    "bin": {"B": "AQID"},
}


@pytest.fixture(scope="session")
def rich(db: Target, hash_table: str) -> Item:
    return put(db, hash_table, **RICH)


def test_an_item_is_selected_by_its_key(db: Target, hash_table: str, rich: Item) -> None:
    statement = f"SELECT * FROM \"{hash_table}\" WHERE a = '{rich['a']['S']}'"
    assert execute(db, statement) == {"Items": [rich]}
    assert execute(db, f'SELECT * FROM "{hash_table}" WHERE a = ?', rich["a"]) == {"Items": [rich]}


def test_a_key_that_matches_nothing_selects_nothing(db: Target, hash_table: str) -> None:
    assert execute(db, f"SELECT * FROM \"{hash_table}\" WHERE a = '{unique()}'") == {"Items": []}


@pytest.mark.parametrize(
    ("projection", "expected"),
    [
        ("n, s", {"n": {"N": "5"}, "s": {"S": "abc"}}),
        ('"n"', {"n": {"N": "5"}}),
        ("m", {"m": RICH["m"]}),
        ("m.sub", {"sub": {"S": "x"}}),
        ("m.deep.est", {"est": {"N": "7"}}),
        ("absent", {}),
        ("s, absent", {"s": {"S": "abc"}}),
    ],
)
def test_a_projection_names_what_comes_back(
    db: Target, hash_table: str, rich: Item, projection: str, expected: Item
) -> None:
    assert select(db, f'SELECT {projection} FROM "{hash_table}" WHERE a = ?', rich["a"]) == [expected]


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("n = 5", True),
        ("n = 5.0", True),
        ("n = 6", False),
        ("n <> 6", True),
        ("n < 6", True),
        ("n <= 5", True),
        ("n > 5", False),
        ("n >= 5", True),
        ("n = '5'", False),
        ("n BETWEEN 1 AND 5", True),
        ("n BETWEEN 6 AND 9", False),
        ("n IN [1, 5]", True),
        ("n IN (1, 5)", True),
        ("s IN ['x', 'y']", False),
        ("NOT n = 5", False),
        ("n = 5 AND s = 'xyz'", False),
        ("(n = 1 OR s = 'abc')", True),
        ("\"s\" = 'abc'", True),
        ("flag = true", True),
        ("flag = false", False),
        ("m.sub = 'x'", True),
        ("m.deep.est = 7", True),
        ("m.absent = 7", False),
        ("l[0] = 1", True),
        ("l[1] = 'two'", True),
        ("l[7] = 1", False),
        ("begins_with(s, 'ab')", True),
        ("begins_with(s, 'bc')", False),
        ("contains(s, 'bc')", True),
        ("contains(ss, 'b')", True),
        ("contains(ss, 'c')", False),
        ("contains(l, 'two')", True),
        ("size(s) = 3", True),
        ("size(s) = 4", False),
        ("size(l) < 3", True),
        ("attribute_type(ss, 'SS')", True),
        ("attribute_type(ss, 'S')", False),
        ("attribute_exists(ss)", True),
        ('attribute_exists("ss")', True),
        ("ATTRIBUTE_EXISTS(ss)", True),
        ("attribute_exists(m.sub)", True),
        ("attribute_exists(absent)", False),
        ("attribute_not_exists(absent)", True),
        ("NOT attribute_exists(absent)", True),
        ("attribute_exists(ss) = true", True),
        ("absent IS MISSING", True),
        ("s IS MISSING", False),
        ("s IS NOT MISSING", True),
        ("nul IS NULL", True),
        ("s IS NULL", False),
        ("s IS NOT NULL", True),
        ("nul IS NOT NULL", False),
        ("s IS STRING", True),
        ("flag IS BOOL", True),
        ("s IS BOOL", False),
    ],
)
def test_a_condition_filters(db: Target, hash_table: str, rich: Item, condition: str, holds: bool) -> None:
    found = select(db, f'SELECT a FROM "{hash_table}" WHERE a = ? AND {condition}', rich["a"])
    assert found == ([{"a": rich["a"]}] if holds else [])


@pytest.mark.parametrize(
    ("kept", "same", "other"),
    [
        ({"SS": ["a", "b"]}, {"SS": ["b", "a"]}, {"SS": ["a", "c"]}),
        ({"NS": ["1", "2"]}, {"NS": ["2.0", "1"]}, {"NS": ["1", "3"]}),
        ({"BS": ["AQI=", "AwQ="]}, {"BS": ["AwQ=", "AQI="]}, {"BS": ["AQI="]}),
        ({"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "a"}, {"S": "b"}]}, {"L": [{"S": "b"}, {"S": "a"}]}),
        (
            {"M": {"x": {"N": "1"}, "y": {"N": "2"}}},
            {"M": {"y": {"N": "2"}, "x": {"N": "1"}}},
            {"M": {"x": {"N": "1"}}},
        ),
        ({"B": "AQID"}, {"B": "AQID"}, {"B": "AQIE"}),
        ({"NULL": True}, {"NULL": True}, {"S": "not null"}),
        ({"N": "1"}, {"N": "1.00"}, {"S": "1"}),
    ],
)
def test_values_of_every_type_are_compared_as_in_a_condition_expression(
    db: Target, hash_table: str, kept: Item, same: Item, other: Item
) -> None:
    item = put(db, hash_table, v=kept)
    for value, equal in ((same, True), (other, False)):
        for operator, holds in (("=", equal), ("<>", not equal)):
            statement = f'SELECT a FROM "{hash_table}" WHERE a = ? AND v {operator} ?'
            assert bool(select(db, statement, item["a"], value)) is holds, (operator, value)


def test_binary_is_ordered_by_its_bytes(db: Target, hash_table: str, rich: Item) -> None:
    statement = f'SELECT a FROM "{hash_table}" WHERE a = ? AND bin'
    assert len(select(db, f"{statement} < ?", rich["a"], {"B": "AQIE"})) == 1
    assert len(select(db, f"{statement} > ?", rich["a"], {"B": "AQIE"})) == 0


@pytest.mark.parametrize(
    ("literal", "number"),
    [
        ("7.31e6", "7310000"),
        ("7.31E6", "7310000"),
        ("731e+4", "7310000"),
        ("73100000e-1", "7310000"),
        (".73e1", "7.3"),
        ("-.73e1", "-7.3"),
    ],
)
def test_a_number_may_be_written_in_many_ways(db: Target, number_table: str, literal: str, number: str) -> None:
    item = put(db, number_table, b={"N": number})
    assert select(db, f'SELECT * FROM "{number_table}" WHERE a = ? AND b = {literal}', item["a"]) == [item]


def test_a_quote_in_a_string_is_written_twice(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, s={"S": "it's"})
    assert select(db, f"SELECT * FROM \"{hash_table}\" WHERE a = ? AND s = 'it''s'", item["a"]) == [item]


@pytest.mark.parametrize(
    "statement",
    [
        'SELECT * FROM "{table}" WHERE a = ? -- a note',
        'SELECT * FROM "{table}" -- a note\nWHERE a = ?',
        '-- a note\nSELECT * FROM "{table}" WHERE a = ?',
        'SELECT * FROM "{table}" /* a note */ WHERE a = ?',
        'SELECT * FROM "{table}" WHERE a = ? /* a note */',
        'select * from "{table}" where a = ?',
        'SELECT\n*\nFROM\t"{table}"\r\nWHERE a=?',
        'SELECT * FROM "{table}" WHERE a = ?;',
    ],
)
def test_comments_white_space_and_the_case_of_keywords_change_nothing(
    db: Target, hash_table: str, rich: Item, statement: str
) -> None:
    assert select(db, statement.format(table=hash_table), rich["a"]) == [rich]


@pytest.fixture(scope="session")
def shelf(db: Target, range_table: str) -> dict[str, Any]:
    """A hash key with the sort keys 1 to 4 in the table with two keys."""
    hash_key = {"S": unique()}
    for number in "1234":
        item = {"a": hash_key, "b": {"S": number}, "even": {"BOOL": number in "24"}}
        db.call("PutItem", {"TableName": range_table, "Item": item})
    return hash_key


@pytest.mark.parametrize(
    ("condition", "found"),
    [
        ("a = '{a}'", "1234"),
        ("a = '{a}' AND b = '2'", "2"),
        ("a = '{a}' AND b > '2'", "34"),
        ("a = '{a}' AND b BETWEEN '2' AND '3'", "23"),
        ("a = '{a}' AND begins_with(b, '4')", "4"),
        ("a = '{a}' AND b IN ['1', '3', '9']", "13"),
        ("a = '{a}' AND b <> '2'", "134"),
        ("a = '{a}' AND NOT b = '2'", "134"),
        ("a = '{a}' AND NOT begins_with(b, '4')", "123"),
        ("a = '{a}' AND NOT b IN ['1', '3']", "24"),
        ("a = '{a}' AND even = true", "24"),
        ("a = '{a}' AND (b = '1' OR b = '4')", "14"),
        ("a = '{a}' AND b = '1' OR a = '{a}' AND b = '4'", "14"),
        ("a = '{a}' AND NOT b = '1' OR a = '{a}' AND b = '2'", "234"),
        ("a IN ['{a}', 'nobody'] AND b < '3'", "12"),
        ("b < '3' AND a = '{a}'", "12"),
        ("'{a}' = a", "1234"),
    ],
)
def test_conditions_on_the_sort_key(
    db: Target, range_table: str, shelf: dict[str, Any], condition: str, found: str
) -> None:
    statement = f'SELECT b FROM "{range_table}" WHERE {condition.format(a=shelf["S"])}'
    assert sorted(item["b"]["S"] for item in select(db, statement)) == list(found)


@pytest.mark.parametrize(("order", "found"), [("", "1234"), ("ASC", "1234"), ("DESC", "4321")])
def test_order_by_the_sort_key(db: Target, range_table: str, shelf: dict[str, Any], order: str, found: str) -> None:
    statement = f'SELECT b FROM "{range_table}" WHERE a = ? ORDER BY b {order}'
    assert [item["b"]["S"] for item in select(db, statement, shelf)] == list(found)


def test_order_holds_across_pages(db: Target, range_table: str, shelf: dict[str, Any]) -> None:
    statement = f'SELECT b FROM "{range_table}" WHERE a = ? ORDER BY b DESC'
    assert [item["b"]["S"] for item in select(db, statement, shelf, Limit=1)] == list("4321")


def test_a_limit_counts_what_is_read_not_what_is_kept(db: Target, range_table: str, shelf: dict[str, Any]) -> None:
    statement = f'SELECT b FROM "{range_table}" WHERE a = ? AND even = true'
    first = execute(db, statement, shelf, Limit=1)
    assert first["Items"] == []
    second = execute(db, statement, shelf, Limit=1, NextToken=first["NextToken"])
    assert second["Items"] == [{"b": {"S": "2"}}]
    assert select(db, statement, shelf, Limit=3) == [{"b": {"S": "2"}}, {"b": {"S": "4"}}]


def test_the_last_page_has_no_token(db: Target, range_table: str, shelf: dict[str, Any]) -> None:
    assert "NextToken" not in execute(db, f'SELECT * FROM "{range_table}" WHERE a = ?', shelf, Limit=9)


def test_a_token_belongs_to_its_statement(db: Target, range_table: str, shelf: dict[str, Any]) -> None:
    token = execute(db, f'SELECT * FROM "{range_table}" WHERE a = ?', shelf, Limit=1)["NextToken"]
    with refused("ValidationException", "NextToken does not match request"):
        execute(db, f'SELECT b FROM "{range_table}" WHERE a = ?', shelf, NextToken=token)
    with refused("ValidationException", "Invalid NextToken"):
        execute(db, f'SELECT * FROM "{range_table}" WHERE a = ?', shelf, NextToken="bm8gdG9rZW4=")


def test_without_a_key_the_whole_table_is_read(db: Target, fresh_table: MakeTable) -> None:
    table = fresh_table()
    items = [put(db, table, n={"N": str(n)}) for n in range(4)]
    found = select(db, f'SELECT * FROM "{table}"')
    assert sorted(found, key=lambda item: str(item["n"]["N"])) == items
    assert select(db, f'SELECT * FROM "{table}" WHERE n > 2') == items[3:]
    assert len(select(db, f'SELECT a FROM "{table}"', Limit=3)) == 4


@pytest.fixture(scope="session")
def indexed(db: Target, indexed_table: str) -> dict[str, Any]:
    """Three items in all indexes and one, number 3, in none; c is shared, d and e are not."""
    hash_key, shared = {"S": unique()}, {"S": unique()}
    for number in "124":
        attributes = {"c": shared, "d": {"S": f"d{number}"}, "e": {"S": f"e{number}"}, "f": {"S": f"f{number}"}}
        db.call("PutItem", {"TableName": indexed_table, "Item": {"a": hash_key, "b": {"S": number}, **attributes}})
    db.call("PutItem", {"TableName": indexed_table, "Item": {"a": hash_key, "b": {"S": "3"}, "f": {"S": "f3"}}})
    return {"a": hash_key, "c": shared}


def _keys(items: list[Item]) -> list[str]:
    return sorted("".join(sorted(item)) for item in items)


@pytest.mark.parametrize(
    ("name", "key", "attributes"),
    [("index1", "a", "abcdef"), ("index2", "a", "abcd"), ("index3", "c", "abcdef"), ("index4", "c", "abcde")],
)
def test_a_star_on_an_index_is_what_the_index_projects(
    db: Target, indexed_table: str, indexed: dict[str, Any], name: str, key: str, attributes: str
) -> None:
    statement = f'SELECT * FROM "{indexed_table}"."{name}" WHERE {key} = ?'
    assert _keys(select(db, statement, indexed[key], ConsistentRead=False)) == [attributes] * 3


def test_an_index_may_be_scanned(db: Target, indexed_table: str, indexed: dict[str, Any]) -> None:
    statement = f'SELECT b FROM "{indexed_table}"."index3" WHERE a = ?'
    found = select(db, statement, indexed["a"], ConsistentRead=False)
    assert sorted(item["b"]["S"] for item in found) == ["1", "2", "4"]


def test_a_local_index_is_read_consistently_and_fetches_what_it_does_not_project(
    db: Target, indexed_table: str, indexed: dict[str, Any]
) -> None:
    statement = f'SELECT f FROM "{indexed_table}"."index2" WHERE a = ? AND d = ?'
    assert select(db, statement, indexed["a"], {"S": "d2"}) == [{"f": {"S": "f2"}}]


def test_order_by_the_sort_key_of_an_index(db: Target, indexed_table: str, indexed: dict[str, Any]) -> None:
    statement = f'SELECT d FROM "{indexed_table}"."index2" WHERE a = ? ORDER BY d DESC'
    assert [item["d"]["S"] for item in select(db, statement, indexed["a"])] == ["d4", "d2", "d1"]


def test_pages_of_an_index(db: Target, indexed_table: str, indexed: dict[str, Any]) -> None:
    statement = f'SELECT b FROM "{indexed_table}"."index4" WHERE c = ?'
    found = select(db, statement, indexed["c"], ConsistentRead=False, Limit=1)
    assert sorted(item["b"]["S"] for item in found) == ["1", "2", "4"]


def test_an_unprojected_attribute_in_a_scan_of_an_index_is_as_good_as_missing(
    db: Target, fresh_table: MakeTable
) -> None:
    definition = index("keys", "c", projection={"ProjectionType": "KEYS_ONLY"})
    parameters = keys("a:S")
    parameters["AttributeDefinitions"].append({"AttributeName": "c", "AttributeType": "S"})
    table = fresh_table(**parameters, GlobalSecondaryIndexes=[definition])
    for value in "xy":
        put(db, table, c={"S": "c"}, f={"S": value})
    statement = f'SELECT a FROM "{table}"."keys" WHERE '
    assert select(db, f"{statement} f = 'x'", ConsistentRead=False) == []
    assert len(select(db, f"{statement} NOT f = 'x'", ConsistentRead=False)) == 2


@pytest.mark.parametrize(
    ("statement", "consistent", "units"),
    [
        ("SELECT * FROM {} WHERE a = ?", False, 0.5),
        ("SELECT * FROM {} WHERE a = ?", True, 1.0),
        ("SELECT a FROM {} WHERE a = ? AND n = 0", False, 0.5),
    ],
)
def test_a_read_is_paid_before_the_filter_and_the_projection(
    db: Target, hash_table: str, rich: Item, statement: str, consistent: bool, units: float
) -> None:
    statement = statement.format(f'"{hash_table}"')
    answer = execute(db, statement, rich["a"], ConsistentRead=consistent, ReturnConsumedCapacity="TOTAL")
    assert answer["ConsumedCapacity"] == {"TableName": hash_table, "CapacityUnits": units}


def test_reading_an_index_is_paid_at_the_index(db: Target, indexed_table: str, indexed: dict[str, Any]) -> None:
    statement = f'SELECT b FROM "{indexed_table}"."index3" WHERE c = ?'
    cost = execute(db, statement, indexed["c"], ReturnConsumedCapacity="INDEXES")["ConsumedCapacity"]
    assert cost["CapacityUnits"] == 0.5
    assert cost["GlobalSecondaryIndexes"] == {"index3": {"CapacityUnits": 0.5}}
    assert cost["Table"] == {"CapacityUnits": 0.0}
