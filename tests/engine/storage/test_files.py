"""Opening: a new file, a foreign one, a broken one, an older or a newer one, one that may not be written to."""

import os
import random
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.engine.tables import definition, get, put, scan

from chabudai.engine.engine import Engine
from chabudai.engine.errors import (
    BrokenFile,
    EngineError,
    FileMissing,
    FileNotWritable,
    ForeignFile,
    NewerFormat,
    StorageError,
)
from chabudai.engine.storage.files import APPLICATION_ID, FORMAT_VERSION

PAGE = 4096


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.db"


def fill(path: Path, items: int = 200) -> None:
    with Engine.open(path, durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        for n in range(items):
            put(engine, f"item {n}", text={"S": "x" * 200})


def refusal(path: Path) -> StorageError:
    with pytest.raises(StorageError) as caught:
        Engine.open(path)
    return caught.value


def test_a_file_that_is_not_there_is_made_and_found_again(path: Path) -> None:
    fill(path, items=1)
    with Engine.open(path) as engine:
        assert get(engine, "item 0") is not None


def test_an_empty_file_becomes_a_database(path: Path) -> None:
    path.touch()
    fill(path, items=1)
    with Engine.open(path) as engine:
        assert engine.check() == []


def test_a_file_that_must_be_there_and_is_not_is_told_and_not_made(path: Path) -> None:
    with pytest.raises(FileMissing, match="There is no database file at"):
        Engine.open_existing(path)
    assert not path.exists()


def test_a_missing_folder_is_told(tmp_path: Path) -> None:
    error = refusal(tmp_path / "nowhere" / "household.db")
    assert isinstance(error, FileNotWritable)
    assert "its folder does not exist" in str(error)


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    error = refusal(tmp_path)
    assert isinstance(error, FileNotWritable)
    assert "it is a folder" in str(error)


def test_a_text_file_is_refused_and_left_as_it_was(path: Path) -> None:
    path.write_text("Dear diary, " * 1000)
    assert isinstance(refusal(path), ForeignFile)
    assert path.read_text() == "Dear diary, " * 1000


def test_another_programs_sqlite_file_is_refused_and_left_as_it_was(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("INSERT INTO recipes VALUES ('okonomiyaki')")
    other.close()
    before = path.read_bytes()
    assert isinstance(refusal(path), ForeignFile)
    assert path.read_bytes() == before
    assert os.listdir(path.parent) == [path.name]


def test_another_programs_empty_sqlite_file_is_refused(path: Path) -> None:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA application_id = 1234")
    other.close()
    assert isinstance(refusal(path), ForeignFile)


def test_a_newer_format_is_refused_with_both_numbers_and_left_as_it_was(path: Path) -> None:
    fill(path, items=1)
    set_version(path, FORMAT_VERSION + 1)
    before = path.read_bytes()
    error = refusal(path)
    assert isinstance(error, NewerFormat)
    assert f"format {FORMAT_VERSION + 1}; this one knows up to {FORMAT_VERSION}" in str(error)
    assert path.read_bytes() == before


def test_a_file_of_version_0_is_migrated(path: Path) -> None:
    with sqlite3.connect(path) as old:
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    old.close()
    fill(path, items=1)
    with Engine.open(path) as engine:
        assert len(scan(engine)) == 1
    with sqlite3.connect(path) as migrated:
        assert migrated.execute("SELECT version FROM format").fetchall() == [(FORMAT_VERSION,)]
    migrated.close()


@pytest.mark.parametrize("version", [-1, 0, None, "one"])
def test_a_format_version_that_never_was_is_damage(path: Path, version: object) -> None:
    fill(path, items=1)
    with sqlite3.connect(path) as damaged:
        damaged.execute("DROP TABLE format")
        damaged.execute("CREATE TABLE format (version)")
        damaged.execute("INSERT INTO format VALUES (?)", (version,))
    damaged.close()
    assert isinstance(refusal(path), BrokenFile)


@pytest.mark.parametrize("kept", [PAGE // 2, 2 * PAGE, 5 * PAGE + 1])
def test_a_truncated_database_is_refused(path: Path, kept: int) -> None:
    fill(path)
    os.truncate(path, kept)
    assert isinstance(refusal(path), BrokenFile | ForeignFile)


@pytest.mark.parametrize("seed", range(12))
def test_random_bytes_in_the_middle_are_refused_or_reported_and_never_a_crash(path: Path, seed: int) -> None:
    fill(path)
    chance = random.Random(seed)
    content = bytearray(path.read_bytes())
    for _ in range(4):
        at = chance.randrange(100, len(content) - 64)
        content[at : at + 64] = chance.randbytes(64)
    path.write_bytes(content)
    try:
        engine = Engine.open(path)
    except BrokenFile:
        return
    with engine:
        # Not every byte of a page is in use: where nothing is reported, nothing is lost.
        assert engine.check() or {item["text"]["S"] for item in scan(engine)} == {"x" * 200}


def test_a_damaged_definition_of_a_table_is_refused(path: Path) -> None:
    fill(path, items=1)
    with sqlite3.connect(path) as damaged:
        damaged.execute("UPDATE tables SET definition = x'7b22ff'")
    damaged.close()
    error = refusal(path)
    assert isinstance(error, BrokenFile)
    assert "Restore it from a backup" in str(error)


def test_processes_that_make_the_same_new_file_at_once_all_open_it(tmp_path: Path) -> None:
    """Four interpreters start, and then open ten files each: two seconds."""
    others = [
        subprocess.Popen(
            [sys.executable, "-c", _OPEN_EACH, str(tmp_path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for other in others:
        assert other.stdout is not None
        other.stdout.readline()
    for n in range(10):
        for other in others:
            assert other.stdin is not None
            print(n, file=other.stdin, flush=True)
        for other in others:
            assert other.stdout is not None
            assert other.stdout.readline() == "{'TableNames': []}\n"
    for other in others:
        assert other.communicate(timeout=60) == ("", "")


_OPEN_EACH = """
import sys
from chabudai.engine.engine import Engine

print("ready", flush=True)
for name in sys.stdin:
    with Engine.open(f"{sys.argv[1]}/{name.strip()}.db") as engine:
        print(engine.call("ListTables", {}), flush=True)
"""


@pytest.fixture
def public_folder() -> Iterator[Path]:
    """Outside the folder of the tests, which only their own user may enter."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield folder
        folder.chmod(0o700)


@pytest.mark.parametrize(
    ("folder_mode", "file_mode", "reason"),
    [(0o555, 0o666, "its folder is read-only"), (0o777, 0o444, "it is read-only")],
    ids=["folder", "file"],
)
def test_what_may_not_be_written_to_is_told_at_opening(
    public_folder: Path, folder_mode: int, file_mode: int, reason: str
) -> None:
    path = public_folder / "household.db"
    fill(path, items=1)
    before = path.read_bytes()
    path.chmod(file_mode)
    public_folder.chmod(folder_mode)
    said = subprocess.run(
        [sys.executable, "-c", _OPEN_AS_NOBODY, str(path)], capture_output=True, text=True, timeout=60
    )
    assert said.stderr == ""
    assert said.stdout == f"FileNotWritable: {path} can't be opened for writing: {reason}.\n"
    assert path.read_bytes() == before


_OPEN_AS_NOBODY = """
import os, sys
from chabudai.engine.engine import Engine
from chabudai.engine.errors import EngineError

if os.getuid() == 0:  # whom no mode stops
    os.setgid(65534)
    os.setuid(65534)
try:
    Engine.open(sys.argv[1])
except EngineError as error:
    print(f"{type(error).__name__}: {error}")
"""


def set_version(path: Path, version: int) -> None:
    with sqlite3.connect(path) as file:
        file.execute("UPDATE format SET version = ?", (version,))
    file.close()


def test_an_engine_error_is_what_a_closed_engine_answers_in_any_thread(path: Path) -> None:
    fill(path, items=1)
    engine = Engine.open(path)
    get(engine, "item 0")
    engine.close()
    engine.close()
    with pytest.raises(EngineError):
        get(engine, "item 0")
