"""Backups: whole, of one moment, while others write; never over what is there, and nothing left of one that fails."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.engine.tables import THINGS, definition, get, put, scan

from chabudai.engine.engine import Engine
from chabudai.engine.errors import BrokenFile, FileNotWritable

GROUP = 5


def move_group(engine: Engine, group: int, step: int) -> None:
    """One transaction after which all members of a group tell the same step."""
    items = [{"PK": {"S": f"group {group} {member}"}, "step": {"N": str(step)}} for member in range(GROUP)]
    actions = [{"Put": {"TableName": THINGS, "Item": item}} for item in items]
    engine.call("TransactWriteItems", {"TransactItems": actions})


@contextmanager
def four_writers(engine: Engine) -> Iterator[list[int]]:
    """Threads that move a group each, for as long as the context lasts; the last step of each."""
    steps = [0] * 4
    stopping = threading.Event()

    def write(group: int) -> None:
        while not stopping.is_set():
            move_group(engine, group, steps[group] + 1)
            steps[group] += 1

    threads = [threading.Thread(target=write, args=(group,)) for group in range(4)]
    for thread in threads:
        thread.start()
    try:
        yield steps
    finally:
        stopping.set()
        for thread in threads:
            thread.join()


@pytest.mark.parametrize("source", ["household.db", ":memory:"])
def test_a_backup_while_four_threads_write_is_of_one_moment(tmp_path: Path, source: str) -> None:
    path = source if source == ":memory:" else tmp_path / source
    with Engine.open(path, durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        for n in range(500):
            put(engine, f"filler {n}", text={"S": "x" * 5000})
        for group in range(4):
            move_group(engine, group, 0)
        with four_writers(engine) as steps:
            for n in range(3):
                before = list(steps)
                engine.backup(tmp_path / f"copy {n}.db")
                check_copy(tmp_path / f"copy {n}.db", before)
        assert min(steps) > 0


def check_copy(path: Path, before: list[int]) -> None:
    """Whole transactions, and all that were acknowledged before it began."""
    with Engine.open_existing(path) as copy:
        assert copy.check() == []
        assert len(scan(copy)) == 500 + 4 * GROUP
        for group in range(4):
            members = [get(copy, f"group {group} {member}") for member in range(GROUP)]
            told = {int(member["step"]["N"]) for member in members if member}
            assert len(told) == 1
            assert told.pop() >= before[group]


def test_a_backup_ends_though_others_never_stop_writing(tmp_path: Path) -> None:
    """Forty megabytes in many steps, with a write between any two: the copy must not begin anew each time."""
    with Engine.open(tmp_path / "household.db", durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        for n in range(200):
            put(engine, f"filler {n}", text={"S": "x" * 200_000})
        for group in range(4):
            move_group(engine, group, 0)
        with four_writers(engine):
            engine.backup(tmp_path / "copy.db")
        with Engine.open_existing(tmp_path / "copy.db") as copy:
            assert copy.check() == []


def test_a_copy_is_a_database_of_its_own(tmp_path: Path) -> None:
    with Engine.open(tmp_path / "household.db") as engine:
        engine.call("CreateTable", definition())
        put(engine, "cup")
        engine.backup(tmp_path / "copy.db")
        with Engine.open_existing(tmp_path / "copy.db") as copy:
            put(copy, "pot")
            assert len(scan(copy)) == 2
        assert len(scan(engine)) == 1


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    target = tmp_path / "diary.txt"
    target.write_text("Dear diary")
    with Engine.open(tmp_path / "household.db") as engine:
        with pytest.raises(FileNotWritable, match="is already there"):
            engine.backup(target)
        with pytest.raises(FileNotWritable, match="is already there"):
            engine.backup(tmp_path / "household.db")
    assert target.read_text() == "Dear diary"


def test_a_backup_into_a_missing_folder_is_told(tmp_path: Path) -> None:
    with (
        Engine.open(tmp_path / "household.db") as engine,
        pytest.raises(FileNotWritable, match="its folder does not exist"),
    ):
        engine.backup(tmp_path / "nowhere" / "copy.db")


def test_nothing_is_left_of_a_backup_that_fails(tmp_path: Path) -> None:
    path = tmp_path / "household.db"
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        for n in range(100):
            put(engine, str(n), text={"S": "x" * 2000})
    with Engine.open(path) as engine:
        cut_short(path)
        with pytest.raises(BrokenFile, match=r"household\.db is damaged"):
            engine.backup(tmp_path / "copy.db")
    left = {each.name for each in tmp_path.iterdir()}
    assert left - {"household.db-wal", "household.db-shm"} == {"household.db"}  # a damaged file keeps its log


def cut_short(path: Path) -> None:
    """Claim more pages than there are, as a truncated file does."""
    file = sqlite3.connect(path)
    pages = file.execute("PRAGMA page_count").fetchone()[0]
    file.close()
    with path.open("r+b") as raw:
        raw.seek(28)
        raw.write((pages * 2).to_bytes(4, "big"))
