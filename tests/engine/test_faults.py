"""When the disk fails: a clear error, nothing lost that was acknowledged, and work goes on once the disk does."""

import errno
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.engine.peer import ROOT
from tests.engine.tables import definition, get, names, put, scan

from chabudai.engine.engine import Engine
from chabudai.engine.errors import EngineError, InternalFailed, SyncFailed


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "household.db"


def limit_pages(engine: Engine, pages: int) -> None:
    """As if the disk had room for so many pages of the database."""
    engine.transact(lambda context: context.writer.execute(f"PRAGMA max_page_count = {pages}").fetchall())


def put_until_full(engine: Engine) -> tuple[list[str], InternalFailed]:
    """What was acknowledged, and what was told when nothing more fitted."""
    done: list[str] = []
    try:
        while True:
            name = f"item {len(done):05}"
            put(engine, name, text={"S": "x" * 1000})
            done.append(name)
    except InternalFailed as error:
        return done, error


@pytest.mark.parametrize("where", ["household.db", ":memory:"])
def test_a_full_disk_is_told_and_writing_goes_on_once_there_is_room(tmp_path: Path, where: str) -> None:
    path = where if where == ":memory:" else str(tmp_path / where)
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        limit_pages(engine, 60)
        done, error = put_until_full(engine)
        assert error.message == f"There is no space left on the disk of {path}; nothing was written."
        assert names(scan(engine)) == done
        assert engine.check() == []
        limit_pages(engine, 10_000)
        put(engine, "one more")
        assert names(scan(engine)) == [*done, "one more"]
        assert engine.check() == []


def test_a_transaction_that_does_not_fit_leaves_nothing_behind(path: Path) -> None:
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        put(engine, "before")
        limit_pages(engine, 60)
        items = [{"PK": {"S": str(n)}, "text": {"S": "x" * 50_000}} for n in range(20)]
        actions = [{"Put": {"TableName": "things", "Item": item}} for item in items]
        with pytest.raises(InternalFailed, match="no space left"):
            engine.call("TransactWriteItems", {"TransactItems": actions})
        assert names(scan(engine)) == ["before"]
    with Engine.open(path) as engine:
        assert names(scan(engine)) == ["before"]


def test_a_really_full_disk_loses_nothing(tmp_path: Path) -> None:
    """On a file system of two megabytes, mounted where only the child sees it."""
    if shutil.which("unshare") is None or subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode:
        pytest.skip("a file system of its own can't be mounted here")
    command = ["unshare", "-rm", sys.executable, "-c", _ON_A_SMALL_DISK, str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=ROOT)
    if said.returncode == 77:
        pytest.skip("a file system of its own can't be mounted here")
    assert said.stderr == ""
    assert said.stdout == "NoSpaceLeft\nfine\n"


_ON_A_SMALL_DISK = """
import subprocess, sys
from pathlib import Path
from chabudai.engine.engine import Engine
from tests.engine.tables import definition, names, put, scan
from tests.engine.test_faults import put_until_full

folder = Path(sys.argv[1])
if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], capture_output=True).returncode:
    sys.exit(77)
path, ballast = folder / "household.db", folder / "ballast"
ballast.write_bytes(bytes(500_000))
with Engine.open(path) as engine:
    engine.call("CreateTable", definition())
    done, error = put_until_full(engine)
    print(type(error).__name__)
    assert len(done) > 100, done
    assert names(scan(engine)) == done
    ballast.unlink()
    put(engine, "one more")
with Engine.open(path) as engine:
    assert names(scan(engine)) == [*done, "one more"]
    assert engine.check() == []
print("fine")
"""


def failing_sync(_file: int) -> None:
    raise OSError(errno.EIO, "Input/output error")


def test_after_a_failed_sync_nothing_more_is_written_until_the_file_is_opened_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        put(engine, "before")
        with monkeypatch.context() as patch:
            patch.setattr(os, "fdatasync", failing_sync)
            with pytest.raises(InternalFailed, match="could not be synced to its disk"):
                put(engine, "unsure")
        # The disk works again, but what became of the failed pages nobody knows.
        for _ in range(2):
            with pytest.raises((InternalFailed, SyncFailed), match="could not be synced"):
                put(engine, "refused")
        assert get(engine, "before") is not None
    with Engine.open(path) as engine:
        assert get(engine, "before") is not None
        assert get(engine, "refused") is None
        put(engine, "after")
        assert engine.check() == []


def test_a_failed_sync_is_told_to_all_who_wait_for_it(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[type[EngineError]] = []
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())

        def write(name: str) -> None:
            try:
                put(engine, name)
            except EngineError as error:
                told.append(type(error))

        monkeypatch.setattr(os, "fdatasync", slowly(failing_sync))
        in_threads(8, write)
        monkeypatch.undo()
    assert len(told) == 8
    assert set(told) <= {InternalFailed, SyncFailed}


def test_what_is_acknowledged_was_in_the_log_when_it_was_synced(
    tmp_path: Path, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost power line leaves what was synced: the files are copied as each sync begins, and opened afterwards."""
    images: list[Path] = []
    acknowledged: list[tuple[str, int]] = []
    really_sync = os.fdatasync

    def sync(file: int) -> None:
        image = tmp_path / f"image {len(images)}.db"
        shutil.copy(f"{path}-wal", f"{image}-wal")
        shutil.copy(path, image)
        time.sleep(0.002)
        really_sync(file)
        images.append(image)

    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())

        def write(name: str) -> None:
            for n in range(6):
                put(engine, f"{name} {n}")
                acknowledged.append((f"{name} {n}", len(images) - 1))

        monkeypatch.setattr(os, "fdatasync", sync)
        in_threads(8, write)
        monkeypatch.undo()
    assert len(acknowledged) == 48
    for at, image in enumerate(images):
        with Engine.open(image) as survivor:
            kept = set(names(scan(survivor)))
            assert {name for name, last in acknowledged if last == at} <= kept


def slowly(sync: Callable[[int], None]) -> Callable[[int], None]:
    def slow(file: int) -> None:
        time.sleep(0.01)
        sync(file)

    return slow


def in_threads(count: int, work: Callable[[str], None]) -> None:
    threads = [threading.Thread(target=work, args=(f"thread {n}",)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
