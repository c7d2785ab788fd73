"""Many threads on one engine: no write lost, no transaction seen in half, one sync for many, no connection left."""

import os
import random
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.engine.tables import THINGS, definition, get, put, scan

from chabudai.engine.engine import Engine
from chabudai.engine.errors import ConditionalCheckFailed, EngineError, ResourceInUse, ResourceNotFound
from chabudai.engine.values import Item

THREADS = 16
MEMBERS = [{"PK": {"S": f"member {n}"}} for n in range(5)]


@pytest.fixture(params=["household.db", ":memory:"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    path = ":memory:" if request.param == ":memory:" else tmp_path / request.param
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
        yield engine


def in_threads(*works: Callable[[], None]) -> None:
    """All at once; the first that fails makes the test fail."""
    failures: list[BaseException] = []

    def guarded(work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=guarded, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "a thread hangs"
    if failures:
        raise failures[0]


def test_sixteen_threads_read_and_write_and_nothing_is_lost(engine: Engine) -> None:
    def work(thread: int) -> Callable[[], None]:
        chance = random.Random(thread)

        def mix() -> None:
            for n in range(40):
                put(engine, f"{thread} {n}", text={"S": "x" * chance.randrange(500)})
                assert get(engine, f"{thread} {chance.randrange(n + 1)}") is not None
                add_one(engine)
                if n % 10 == 0:
                    assert len(scan(engine)) > n

        return mix

    in_threads(*[work(thread) for thread in range(THREADS)])
    assert len(scan(engine)) == THREADS * 40 + 1
    assert get(engine, "counter") == {"PK": {"S": "counter"}, "n": {"N": str(THREADS * 40)}}
    assert engine.check() == []


def test_conditional_increments_lose_no_race(engine: Engine) -> None:
    put(engine, "counter", n={"N": "0"})

    def count() -> None:
        done = 0
        while done < 10:
            found = get(engine, "counter")
            assert found is not None
            try:
                add_one(engine, seen=found["n"])
            except ConditionalCheckFailed:
                continue
            done += 1

    in_threads(*[count] * 8)
    assert get(engine, "counter") == {"PK": {"S": "counter"}, "n": {"N": "80"}}


def add_one(engine: Engine, seen: dict[str, Any] | None = None) -> None:
    condition = {"ConditionExpression": "n = :seen"} if seen else {}
    request = {
        "TableName": THINGS,
        "Key": {"PK": {"S": "counter"}},
        "UpdateExpression": "ADD n :one",
        "ExpressionAttributeValues": {":one": {"N": "1"}, **({":seen": seen} if seen else {})},
    }
    engine.call("UpdateItem", {**request, **condition})


def batch_get(engine: Engine) -> list[Item]:
    keys = {"Keys": MEMBERS}
    return list(engine.call("BatchGetItem", {"RequestItems": {THINGS: keys}})["Responses"][THINGS])


def transact_get(engine: Engine) -> list[Item]:
    gets = [{"Get": {"TableName": THINGS, "Key": key}} for key in MEMBERS]
    return [each["Item"] for each in engine.call("TransactGetItems", {"TransactItems": gets})["Responses"]]


@pytest.mark.parametrize("read", [batch_get, transact_get, scan])
def test_readers_see_whole_transactions_only(engine: Engine, read: Callable[[Engine], list[Item]]) -> None:
    stopping = threading.Event()
    writing = threading.Lock()
    step = 0

    def move() -> None:
        nonlocal step
        while not stopping.is_set():
            with writing:
                step += 1
                items = [{**key, "step": {"N": str(step)}} for key in MEMBERS]
                actions = [{"Put": {"TableName": THINGS, "Item": item}} for item in items]
                engine.call("TransactWriteItems", {"TransactItems": actions})

    def watch() -> None:
        seen = 0
        try:
            for _ in range(150):
                steps = {int(item["step"]["N"]) for item in read(engine)}
                assert len(steps) == 1
                assert min(steps) >= seen
                seen = max(steps)
        finally:
            stopping.set()

    items = [{**key, "step": {"N": "0"}} for key in MEMBERS]
    for item in items:
        engine.call("PutItem", {"TableName": THINGS, "Item": item})
    in_threads(move, move, watch, watch)
    assert step > 0


def test_sixteen_writers_share_syncs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk is made to take two milliseconds, as a good one does."""
    syncs = 0
    really_sync = os.fdatasync

    def sync(file: int) -> None:
        nonlocal syncs
        syncs += 1
        time.sleep(0.002)
        really_sync(file)

    with Engine.open(tmp_path / "household.db") as engine:
        engine.call("CreateTable", definition())

        def write(thread: int) -> Callable[[], None]:
            def work() -> None:
                for n in range(20):
                    put(engine, f"{thread} {n}")

            return work

        monkeypatch.setattr(os, "fdatasync", sync)
        in_threads(*[write(thread) for thread in range(THREADS)])
        monkeypatch.undo()
    assert 0 < syncs < THREADS * 20 / 3


def test_one_writer_syncs_each_write_and_a_relaxed_one_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    syncs: list[int] = []
    monkeypatch.setattr(os, "fdatasync", syncs.append)
    with Engine.open(tmp_path / "full.db") as engine:
        engine.call("CreateTable", definition())
        for n in range(5):
            put(engine, str(n))
        assert len(syncs) == 6
    with Engine.open(tmp_path / "relaxed.db", durability="relaxed") as engine:
        engine.call("CreateTable", definition())
        assert len(syncs) == 6


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="open files are counted in /proc")
def test_a_thread_that_ends_leaves_no_connection_open(tmp_path: Path) -> None:
    with Engine.open(tmp_path / "household.db") as engine:
        engine.call("CreateTable", definition())

        def use() -> None:
            put(engine, "cup")
            scan(engine)

        in_threads(use)
        before = len(os.listdir("/proc/self/fd"))
        for _ in range(30):
            in_threads(use, use)
        assert len(os.listdir("/proc/self/fd")) <= before + 2


def test_closing_waits_for_nobody_for_long_and_leaves_a_whole_file(tmp_path: Path) -> None:
    """Whoever still reads or writes is told; what was acknowledged is there."""
    path = tmp_path / "household.db"
    engine = Engine.open(path)
    engine.call("CreateTable", definition())
    acknowledged: list[str] = []
    told: list[EngineError] = []

    def use(thread: int) -> Callable[[], None]:
        def work() -> None:
            try:
                for n in range(1_000_000):
                    put(engine, f"{thread} {n}")
                    acknowledged.append(f"{thread} {n}")
                    get(engine, f"{thread} {n}")
            except EngineError as error:
                told.append(error)

        return work

    def close() -> None:
        time.sleep(0.2)
        engine.close()

    in_threads(*[use(thread) for thread in range(6)], close)
    assert len(told) == 6
    with Engine.open(path) as again:
        assert {item["PK"]["S"] for item in scan(again)} >= set(acknowledged)
        assert again.check() == []


def test_tables_come_and_go_under_those_who_use_them(engine: Engine) -> None:
    def remake() -> None:
        for _ in range(30):
            engine.call("DeleteTable", {"TableName": THINGS})
            engine.call("CreateTable", definition())
            time.sleep(0.002)

    def use() -> None:
        for n in range(150):
            try:
                put(engine, str(n))
                scan(engine)
                engine.call("DescribeTable", {"TableName": THINGS})
                engine.call("ListTables", {})
            except (ResourceNotFound, ResourceInUse):
                continue

    in_threads(remake, use, use, use)
    assert engine.check() == []
