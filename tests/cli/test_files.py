"""`backup` and `check` on real files: good, missing, foreign, newer, broken."""

import sqlite3
from pathlib import Path

import pytest
from tests.wire.conftest import TABLE

from chabudai.cli import main
from chabudai.engine.engine import Engine


@pytest.fixture
def household(tmp_path: Path) -> Path:
    path = tmp_path / "household.db"
    with Engine.open(path) as engine:
        engine.call("CreateTable", TABLE)
        for number in range(20):
            engine.call("PutItem", {"TableName": "things", "Item": {"PK": {"S": str(number)}}})
    return path


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    path = tmp_path / "foreign.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text)")
    connection.commit()
    connection.close()
    return path


def test_a_backup_is_a_whole_database(household: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "copy.db"
    assert main(["backup", "--db", str(household), str(target)]) == 0
    assert str(target) in capsys.readouterr().out
    assert main(["check", "--db", str(target)]) == 0
    with Engine.open(target) as engine:
        assert engine.call("Scan", {"TableName": "things"})["Count"] == 20


def test_a_backup_overwrites_nothing(household: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "copy.db"
    target.write_text("precious")
    assert main(["backup", "--db", str(household), str(target)]) == 1
    assert target.read_text() == "precious"
    assert_one_line(capsys, str(target))


def test_a_backup_to_a_missing_folder_is_refused(
    household: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backup", "--db", str(household), str(tmp_path / "none" / "copy.db")]) == 1
    assert_one_line(capsys, "copy.db")


def test_a_good_file_is_in_order(household: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--db", str(household)]) == 0
    assert "in order" in capsys.readouterr().out


def test_a_damaged_file_is_listed_with_exit_code_1(household: Path, capsys: pytest.CaptureFixture[str]) -> None:
    damage(household)
    assert main(["check", "--db", str(household)]) == 1
    captured = capsys.readouterr()
    assert len(captured.out.splitlines()) >= 1
    assert "problem" in captured.err


@pytest.mark.parametrize("command", [["check"], ["backup", "copy.db"], ["dynamodb", "--port", "0"]])
def test_a_foreign_file_is_left_alone(
    foreign: Path,
    command: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    before = foreign.read_bytes()
    assert main([*command, "--db", str(foreign)]) == 1
    assert_one_line(capsys, "foreign.db")
    assert foreign.read_bytes() == before


@pytest.mark.parametrize("command", [["check"], ["backup", "copy.db"]])
def test_a_missing_file_is_named_and_not_made(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*command, "--db", "missing.db"]) == 1
    assert_one_line(capsys, "missing.db")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_a_newer_format_is_refused(household: Path, capsys: pytest.CaptureFixture[str]) -> None:
    connection = sqlite3.connect(household)
    connection.execute("UPDATE format SET version = version + 1")
    connection.commit()
    connection.close()
    assert main(["check", "--db", str(household)]) == 1
    assert_one_line(capsys, "newer")


def test_a_file_that_is_no_database_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear all, " * 1000)
    assert main(["check", "--db", str(path)]) == 1
    assert_one_line(capsys, "letter.txt")


def assert_one_line(capsys: pytest.CaptureFixture[str], word: str) -> None:
    """What a person reads is one line that names the file, and no traceback."""
    told = capsys.readouterr().err
    assert told.startswith("chabudai: ")
    assert len(told.splitlines()) == 1
    assert word in told


def damage(path: Path) -> None:
    """Shorten one stored item behind the engine's back."""
    connection = sqlite3.connect(path)
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    for table in tables:
        columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
        if "item" in columns:
            connection.execute(f'UPDATE {table} SET item = CAST(\'{{"PK":{{"S":"other"}}}}\' AS BLOB)')
    connection.commit()
    connection.close()
