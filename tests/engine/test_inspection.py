"""`check`: every kind of planted damage is found and told in words."""

import sqlite3
from pathlib import Path

import pytest
from tests.engine.tables import THINGS, definition, get, indexed, put

from chabudai.engine.engine import Engine


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Three things with an index on their colour and an expiry."""
    path = tmp_path / "household.db"
    with Engine.open(path) as engine:
        engine.call("CreateTable", indexed("by-color", "color"))
        setting = {"AttributeName": "until", "Enabled": True}
        engine.call("UpdateTimeToLive", {"TableName": THINGS, "TimeToLiveSpecification": setting})
        for name in ("cup", "pot", "tray"):
            put(engine, name, color={"S": "red"}, until={"N": "4000000000"})
        engine.sweep()
        assert engine.check() == []
    return path


def damage(path: Path, *statements: str) -> None:
    file = sqlite3.connect(path)
    for statement in statements:
        file.execute(statement)
    file.commit()
    file.close()


def faults(path: Path) -> list[str]:
    with Engine.open(path) as engine:
        return engine.check()


FIRST = f"Table {THINGS}, row 1: "


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE t1 SET x1 = x'00' WHERE id = 1", "the entry in index by-color is not that of its item."),
        ("UPDATE t1 SET x1 = NULL WHERE id = 1", "the entry in index by-color is not that of its item."),
        ("UPDATE t1 SET size = size + 1 WHERE id = 1", "the size is 21, but the item's is 20."),
        ("UPDATE t1 SET size = 'large' WHERE id = 1", "the size is large, but the item's is 20."),
        ("UPDATE t1 SET expires = 1 WHERE id = 1", "the entry in expiry is not that of its item."),
        ("UPDATE t1 SET item = x'ff' WHERE id = 1", "the item can't be read"),
        ("UPDATE t1 SET item = '[]' WHERE id = 1", "the item can't be read"),
        ("UPDATE t1 SET item = 7 WHERE id = 1", "the item can't be read"),
        ("""UPDATE t1 SET item = '{"PK": {"N": "x"}}' WHERE id = 1""", "the item can't be read"),
        ("""UPDATE t1 SET item = '{"PK": {}}' WHERE id = 1""", "the item can't be read"),
    ],
)
def test_what_does_not_belong_to_its_item_is_told(path: Path, statement: str, fault: str) -> None:
    damage(path, statement)
    found = faults(path)
    assert found[0].startswith(FIRST + fault)


def test_a_key_that_is_not_its_items_is_told(path: Path) -> None:
    damage(path, "UPDATE t1 SET key = x'0000000061' WHERE id = 1")
    assert FIRST + "the key is not that of its item." in faults(path)


def test_bytes_that_pass_for_text_are_told(path: Path) -> None:
    damage(path, "UPDATE t1 SET key = CAST(x'ff' AS TEXT) WHERE id = 1")
    assert faults(path)[0].startswith("The file can't be read to its end: ")


def test_an_item_without_its_key_is_told(path: Path) -> None:
    damage(path, """UPDATE t1 SET item = '{"other": {"S": "x"}}' WHERE id = 1""")
    assert FIRST + "the key is not that of its item." in faults(path)


def test_a_number_that_is_not_in_its_canonical_spelling_is_told(path: Path) -> None:
    damage(path, "UPDATE t1 SET item = replace(item, '4000000000', '4000000000.0') WHERE id = 1")
    assert faults(path) == [FIRST + "the item is not in canonical form."]


def test_each_damaged_row_is_told(path: Path) -> None:
    damage(path, "UPDATE t1 SET size = 1")
    assert len(faults(path)) == 3


def test_a_missing_table_is_told(path: Path) -> None:
    damage(path, "DROP TABLE t1")
    assert faults(path) == [f"Table {THINGS}: its rows are missing."]


@pytest.mark.parametrize("name", ["t1_key", "t1_expires", "t1_x1"])
def test_a_missing_index_is_told(path: Path, name: str) -> None:
    damage(path, f"DROP INDEX {name}")
    assert faults(path) == [f"Table {THINGS}: the database index {name} is missing."]


def test_an_index_that_sqlite_itself_finds_wrong_is_told(path: Path) -> None:
    damage(path, "CREATE TABLE spare (x1)", "CREATE INDEX spare_x1 ON spare(x1)")
    damage(
        path,
        "PRAGMA writable_schema = ON",
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'spare_x1')"
        " WHERE name = 't1_x1'",
    )
    assert any(fault.startswith("SQLite finds: ") for fault in faults(path))


def test_after_a_hundred_faults_the_rest_is_left_untold(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with Engine.open(path, durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        for n in range(120):
            put(engine, str(n))
    damage(path, "UPDATE t1 SET size = 1")
    assert len(faults(path)) == 100


def test_a_table_is_inspected_while_its_index_is_being_filled(tmp_path: Path) -> None:
    """Entries that are not there yet are no fault."""
    path = tmp_path / "household.db"
    with Engine.open(path) as engine:
        engine.call("CreateTable", indexed("by-color", "color"))
        put(engine, "cup", color={"S": "red"})
    damage(
        path,
        "UPDATE tables SET definition = replace(replace(definition, 'ACTIVE', 'CREATING'),"
        " '\"backfilled_to\":null', '\"backfilled_to\":0')",
        "UPDATE t1 SET x1 = NULL",
    )
    with Engine.open(path) as engine:
        assert engine.check() == []
        engine.sweep()
        assert engine.check() == []
        assert get(engine, "cup") is not None
        assert engine.call("Scan", {"TableName": THINGS, "IndexName": "by-color"})["Count"] == 1


def test_memory_is_inspected_too() -> None:
    with Engine.open(":memory:") as engine:
        engine.call("CreateTable", definition())
        put(engine, "cup")
        assert engine.check() == []
