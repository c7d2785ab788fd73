"""ExecuteStatement, INSERT, UPDATE and DELETE: one item written in PartiQL.

Rules from the developer guide (PartiQL for DynamoDB reference) and, where it is silent, from the public
dynamodb-conformance captures of 2026.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.conformance.items import Item, fetch, ordered, put
from tests.conformance.statements import execute
from tests.conformance.target import Target, refused, unique
from tests.conformance.wording import CONDITION_FAILED, DUPLICATE_ITEM

TOO_BIG = "Item size has exceeded the maximum allowed size"
TOO_BIG_UPDATE = "Item size to update has exceeded the maximum allowed size"


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ("'text'", {"S": "text"}),
        ("''", {"S": ""}),
        ("'it''s 草'", {"S": "it's 草"}),
        ("42", {"N": "42"}),
        ("-4.20", {"N": "-4.2"}),
        ("7.32e6", {"N": "7320000"}),
        (".5", {"N": "0.5"}),
        ("true", {"BOOL": True}),
        ("FALSE", {"BOOL": False}),
        ("null", {"NULL": True}),
        ("[1, 'two', [true]]", {"L": [{"N": "1"}, {"S": "two"}, {"L": [{"BOOL": True}]}]}),
        ("[]", {"L": []}),
        ("{'x': 1, 'y': {'z': null}}", {"M": {"x": {"N": "1"}, "y": {"M": {"z": {"NULL": True}}}}}),
        ("{}", {"M": {}}),
        ("<<'a'>>", {"SS": ["a"]}),
        ("<<1>>", {"NS": ["1"]}),
    ],
)
def test_a_literal_of_every_type_is_inserted(db: Target, hash_table: str, literal: str, value: Item) -> None:
    key = unique()
    assert execute(db, f"INSERT INTO \"{hash_table}\" VALUE {{'a': '{key}', 'v': {literal}}}") == {"Items": []}
    assert fetch(db, hash_table, {"a": {"S": key}}) == {"a": {"S": key}, "v": value}


def test_a_set_of_several_members_is_inserted(db: Target, hash_table: str) -> None:
    key = unique()
    execute(db, f"INSERT INTO \"{hash_table}\" VALUE {{'a': '{key}', 's': <<'x', 'y'>>, 'n': <<1, 2.50>>}}")
    sets = {"s": {"SS": ["x", "y"]}, "n": {"NS": ["1", "2.5"]}}
    assert ordered(fetch(db, hash_table, {"a": {"S": key}})) == {"a": {"S": key}, **sets}


@pytest.mark.parametrize(
    "value",
    [{"S": "x"}, {"N": "1"}, {"B": "AQI="}, {"BS": ["AQI="]}, {"L": [{"NULL": True}]}, {"M": {"x": {"S": "y"}}}],
)
def test_parameters_stand_for_values(db: Target, hash_table: str, value: dict[str, Any]) -> None:
    item: Item = {"a": {"S": unique()}, "v": value}
    statement = f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?, 'v': ?}}"
    assert execute(db, statement, item["a"], value) == {"Items": []}
    assert fetch(db, hash_table, {"a": item["a"]}) == item


def test_an_insert_does_not_replace(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, n={"N": "1"})
    statement = f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?, 'n': 2}}"
    with refused("DuplicateItemException", DUPLICATE_ITEM):
        execute(db, statement, item["a"])
    assert fetch(db, hash_table, {"a": item["a"]}) == item
    execute(db, f'DELETE FROM "{hash_table}" WHERE a = ?', item["a"])
    execute(db, statement, item["a"])
    assert fetch(db, hash_table, {"a": item["a"]}) == {**item, "n": {"N": "2"}}


BEFORE: Item = {
    "n": {"N": "1"},
    "s": {"S": "s"},
    "l": {"L": [{"N": "1"}, {"N": "2"}]},
    "m": {"M": {"x": {"N": "1"}}},
    "ss": {"SS": ["a", "b"]},
}


@pytest.mark.parametrize(
    ("clauses", "changed"),
    [
        ("SET s = 'new'", {"s": {"S": "new"}}),
        ("SET s = n", {"s": {"N": "1"}}),
        ("SET n = n + 1", {"n": {"N": "2"}}),
        ("SET n = n - 3", {"n": {"N": "-2"}}),
        ("SET fresh = 1", {"fresh": {"N": "1"}}),
        ("SET m.x = 'deep'", {"m": {"M": {"x": {"S": "deep"}}}}),
        ("SET m.y = 2", {"m": {"M": {"x": {"N": "1"}, "y": {"N": "2"}}}}),
        ("SET l[0] = 9", {"l": {"L": [{"N": "9"}, {"N": "2"}]}}),
        ("SET l = list_append(l, [3])", {"l": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}]}}),
        ("SET l = list_append([0], l)", {"l": {"L": [{"N": "0"}, {"N": "1"}, {"N": "2"}]}}),
        ("SET s = 'new' SET n = 5", {"s": {"S": "new"}, "n": {"N": "5"}}),
        ("SET s = 'new' REMOVE n", {"s": {"S": "new"}, "n": None}),
        ("REMOVE s REMOVE n", {"s": None, "n": None}),
        ("REMOVE m.x", {"m": {"M": {}}}),
        ("REMOVE l[0]", {"l": {"L": [{"N": "2"}]}}),
        ("REMOVE absent", {}),
        ("SET ss = set_add(ss, <<'b', 'c'>>)", {"ss": {"SS": ["a", "b", "c"]}}),
        ("SET ss = SET_ADD(ss, <<'c'>>)", {"ss": {"SS": ["a", "b", "c"]}}),
        ("SET fresh = set_add(fresh, <<'c'>>)", {"fresh": {"SS": ["c"]}}),
        ("SET ss = set_delete(ss, <<'a', 'z'>>)", {"ss": {"SS": ["b"]}}),
        ("SET ss = set_delete(ss, <<'a', 'b'>>)", {"ss": None}),
        ("SET fresh = set_delete(fresh, <<'a'>>)", {}),
    ],
)
@pytest.mark.parametrize("order", ["UPDATE {0} {1} WHERE a = ?", "FROM {0} WHERE a = ? {1}"])
def test_an_update_sets_and_removes(
    db: Target, hash_table: str, order: str, clauses: str, changed: dict[str, Any]
) -> None:
    item = put(db, hash_table, **BEFORE)
    assert execute(db, order.format(f'"{hash_table}"', clauses), item["a"]) == {"Items": []}
    after = {name: value for name, value in (item | changed).items() if value is not None}
    assert ordered(fetch(db, hash_table, {"a": item["a"]})) == after


@pytest.mark.parametrize(
    ("statement", "code"),
    [
        ("UPDATE {} SET z = 1 WHERE a = ? AND n = 1", None),
        ("UPDATE {} SET z = 1 WHERE a = ? AND n = 2", "ConditionalCheckFailedException"),
        ("UPDATE {} SET z = 1 WHERE a = ? AND attribute_exists(n)", None),
        ("UPDATE {} SET z = 1 WHERE a = ? AND absent IS NOT MISSING", "ConditionalCheckFailedException"),
        ("UPDATE {} SET z = 1 WHERE a = ? AND (n > 5 OR begins_with(s, 's'))", None),
        ("DELETE FROM {} WHERE a = ? AND n = 1", None),
        ("DELETE FROM {} WHERE a = ? AND n = 2", "ConditionalCheckFailedException"),
        ("DELETE FROM {} WHERE a = ? AND attribute_not_exists(n)", "ConditionalCheckFailedException"),
    ],
)
def test_what_follows_the_key_is_a_condition(db: Target, hash_table: str, statement: str, code: str | None) -> None:
    item = put(db, hash_table, **BEFORE)
    statement = statement.format(f'"{hash_table}"')
    if code is None:
        assert execute(db, statement, item["a"]) == {"Items": []}
        assert fetch(db, hash_table, {"a": item["a"]}) != item
    else:
        with refused(code, CONDITION_FAILED):
            execute(db, statement, item["a"])
        assert fetch(db, hash_table, {"a": item["a"]}) == item


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE {} SET z = 1 WHERE a = ?",
        "UPDATE {} REMOVE z WHERE a = ?",
        "UPDATE {} SET z = 1 WHERE a = ? AND attribute_not_exists(a)",
        "UPDATE {} SET ss = set_add(ss, <<'x'>>) WHERE a = ?",
        "FROM {} WHERE a = ? SET z = 1",
    ],
)
def test_an_update_does_not_make_an_item(db: Target, hash_table: str, statement: str) -> None:
    key = {"S": unique()}
    with refused("ConditionalCheckFailedException", CONDITION_FAILED):
        execute(db, statement.format(f'"{hash_table}"'), key)
    assert fetch(db, hash_table, {"a": key}) is None


def test_a_delete_removes_the_item_and_finding_none_is_no_fault(db: Target, hash_table: str) -> None:
    item = put(db, hash_table)
    for _ in range(2):
        assert execute(db, f'DELETE FROM "{hash_table}" WHERE a = ?', item["a"]) == {"Items": []}
    assert fetch(db, hash_table, {"a": item["a"]}) is None


@pytest.mark.parametrize(
    ("clauses", "returning", "expected"),
    [
        ("SET n = 2", "ALL OLD *", {"n": {"N": "1"}, "s": {"S": "s"}}),
        ("SET n = 2", "ALL NEW *", {"n": {"N": "2"}, "s": {"S": "s"}}),
        ("SET n = 2", "MODIFIED OLD *", {"n": {"N": "1"}}),
        ("SET n = 2", "MODIFIED NEW *", {"n": {"N": "2"}}),
        ("SET fresh = 2", "MODIFIED OLD *", None),
        ("REMOVE s", "MODIFIED NEW *", None),
        ("REMOVE s", "MODIFIED OLD *", {"s": {"S": "s"}}),
    ],
)
def test_an_update_returns_what_is_asked_for(
    db: Target, hash_table: str, clauses: str, returning: str, expected: Item | None
) -> None:
    item = put(db, hash_table, n={"N": "1"}, s={"S": "s"})
    answer = execute(db, f'UPDATE "{hash_table}" {clauses} WHERE a = ? RETURNING {returning}', item["a"])
    whole = {"a": item["a"]} if returning.startswith("ALL") else {}
    assert answer == {"Items": [] if expected is None else [whole | expected]}


def test_a_delete_returns_the_old_item(db: Target, hash_table: str) -> None:
    item = put(db, hash_table, n={"N": "1"})
    statement = f'DELETE FROM "{hash_table}" WHERE a = ? RETURNING ALL OLD *'
    assert execute(db, statement, item["a"]) == {"Items": [item]}
    assert execute(db, statement, item["a"]) == {"Items": []}


@pytest.mark.parametrize("wish", ["ALL_OLD", "NONE", None])
def test_a_failed_condition_shows_the_item_only_when_asked(db: Target, hash_table: str, wish: str | None) -> None:
    item = put(db, hash_table, n={"N": "1"})
    request: dict[str, Any] = {
        "Statement": f'UPDATE "{hash_table}" SET z = 1 WHERE a = ? AND n = 2',
        "Parameters": [item["a"]],
    }
    if wish:
        request["ReturnValuesOnConditionCheckFailure"] = wish
    refusal = db.refuse("ExecuteStatement", request)
    assert refusal.code == "ConditionalCheckFailedException"
    assert refusal.fields.get("Item") == (item if wish == "ALL_OLD" else None)


def test_indexes_follow_what_is_written(db: Target, indexed_table: str) -> None:
    key, c = {"S": unique()}, {"S": unique()}
    execute(db, f"INSERT INTO \"{indexed_table}\" VALUE {{'a': ?, 'b': 'b', 'c': ?}}", key, c)
    statement = f'SELECT a FROM "{indexed_table}"."index3" WHERE c = ?'
    assert execute(db, statement, c)["Items"] == [{"a": key}]
    execute(db, f"UPDATE \"{indexed_table}\" REMOVE c WHERE a = ? AND b = 'b'", key)
    assert execute(db, statement, c)["Items"] == []


def test_an_insert_is_as_big_as_an_item_may_be(db: Target, hash_table: str) -> None:
    statement = f"INSERT INTO \"{hash_table}\" VALUE {{'a': ?, 'b': ?}}"
    key = unique()
    room = 409_600 - len("a") - len(key) - len("b")
    with refused("ValidationException", TOO_BIG):
        execute(db, statement, {"S": key}, {"S": "b" * (room + 1)})
    execute(db, statement, {"S": key}, {"S": "b" * room})
    update = f'UPDATE "{hash_table}" SET b = ? WHERE a = ?'
    with refused("ValidationException", TOO_BIG_UPDATE):
        execute(db, update, {"S": "b" * (room + 1)}, {"S": key})
    execute(db, update, {"S": "c" * room}, {"S": key})
    execute(db, f'DELETE FROM "{hash_table}" WHERE a = ?', {"S": key})


@pytest.mark.parametrize(
    ("statement", "units"),
    [
        ("INSERT INTO {} VALUE {{'a': ?, 'b': 'b'}}", 1.0),
        ("UPDATE {} SET b = 'c' WHERE a = ?", 1.0),
        ("DELETE FROM {} WHERE a = ?", 1.0),
    ],
)
def test_a_write_costs_a_unit_for_every_kilobyte(db: Target, hash_table: str, statement: str, units: float) -> None:
    key = {"S": unique()} if statement.startswith("INSERT") else put(db, hash_table)["a"]
    answer = execute(db, statement.format(f'"{hash_table}"'), key, ReturnConsumedCapacity="TOTAL")
    assert answer["ConsumedCapacity"] == {"TableName": hash_table, "CapacityUnits": units}
