"""What was acknowledged is there after SIGKILL, whole, however often and whenever it strikes."""

import http.client
import json
import random
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.engine.peer import ROOT
from tests.engine.tables import THINGS, definition, get, scan
from tests.engine.writer import GROUP, THREADS

from chabudai.engine.engine import Engine

ROUNDS = 15
HTTP_ROUNDS = 4
SCOPE = "anyone/20260101/eu-west-1/dynamodb/aws4_request"


@dataclass
class Ledger:
    """What the killed processes told: what they were about to do, and what was acknowledged."""

    tried: Counter[str] = field(default_factory=Counter)
    did: Counter[str] = field(default_factory=Counter)

    def read(self, lines: list[str]) -> None:
        """A last line that is cut off was not told."""
        for line in lines:
            what, _, name = line.partition(" ")
            if what in ("tries", "did") and name.endswith("\n"):
                (self.tried if what == "tries" else self.did)[name.rstrip()] += 1

    def last_of_group(self, thread: int) -> int:
        """The newest acknowledged step of a thread's transactions, which are numbered upwards."""
        steps = [int(name.split()[2]) for name in self.did if name.startswith(f"group {thread} ")]
        return max(steps, default=0)


def test_a_process_killed_at_any_moment_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    """Fifteen processes start and are killed: five to ten seconds."""
    path = tmp_path / "household.db"
    chance = random.Random(4)
    ledger = Ledger()
    for turn in range(ROUNDS):
        ledger.read(killed_writer(path, turn, chance.uniform(0.0, 0.4)))
        with Engine.open(path) as engine:
            assert engine.check() == []
            check_everything(engine, ledger, turn)
    assert len(ledger.did) > 100


def killed_writer(path: Path, turn: int, seconds: float) -> list[str]:
    """What a writer told before it was killed, so many seconds after its first write."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.engine.writer", str(path), str(turn)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    lines = [process.stdout.readline()]
    reader = threading.Thread(target=lines.extend, args=(process.stdout,))
    reader.start()
    time.sleep(seconds)
    process.kill()
    reader.join()
    _, complaints = process.communicate()
    assert complaints == ""
    assert process.returncode == -9
    return lines


def check_everything(engine: Engine, ledger: Ledger, turn: int) -> None:
    for name in ledger.did:
        if name.startswith(f"put {turn} "):
            assert get(engine, name) is not None, f"{name} is lost"
    for name in ("conditional", "added"):
        counted = int((get(engine, name) or {"n": {"N": "0"}})["n"]["N"])
        assert ledger.did[name] <= counted <= ledger.tried[name], name
    for thread in range(THREADS):
        members = [get(engine, f"group {thread} {number}") for number in range(GROUP)]
        steps = {int(member["n"]["N"]) if member else 0 for member in members}
        assert len(steps) == 1, f"half a transaction: {steps}"
        assert steps.pop() >= ledger.last_of_group(thread)


def test_an_endpoint_killed_at_any_moment_loses_nothing_that_it_acknowledged(tmp_path: Path) -> None:
    """Four servers start and are killed: about three seconds."""
    path = tmp_path / "household.db"
    with Engine.open(path) as engine:
        engine.call("CreateTable", definition())
    chance = random.Random(5)
    acknowledged: list[str] = []
    for turn in range(HTTP_ROUNDS):
        acknowledged += written_over_http(path, turn, chance.uniform(0.1, 0.4))
        with Engine.open(path) as engine:
            assert engine.check() == []
            for name in acknowledged:
                kept = [get(engine, f"{name} {number}") is not None for number in range(GROUP)]
                assert kept == [True] * GROUP, f"{name} is lost"
            assert len(scan(engine)) % GROUP == 0, "half a transaction"
    assert len(acknowledged) > 50


def written_over_http(path: Path, turn: int, seconds: float) -> list[str]:
    """The transactions that were acknowledged before the server was killed under its clients."""
    acknowledged: list[str] = []
    with served(path) as (process, port):
        clients = [
            threading.Thread(target=write_until_it_breaks, args=(port, f"{turn} {client}", acknowledged))
            for client in range(8)
        ]
        for client in clients:
            client.start()
        time.sleep(seconds)
        process.kill()
        for client in clients:
            client.join()
    return acknowledged


@contextmanager
def served(path: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    command = [sys.executable, "-m", "chabudai", "dynamodb", "--db", str(path), "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    try:
        announced = re.search(r"http://127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert announced is not None
        yield process, int(announced[1])
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def write_until_it_breaks(port: int, name: str, acknowledged: list[str]) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    headers = {
        "Content-Type": "application/x-amz-json-1.0",
        "X-Amz-Target": "DynamoDB_20120810.TransactWriteItems",
        "X-Amz-Date": "20260101T000000Z",
        "Authorization": f"AWS4-HMAC-SHA256 Credential={SCOPE}, SignedHeaders=host, Signature=0123",
    }
    step = 0
    try:
        while True:
            step += 1
            connection.request("POST", "/", json.dumps(transaction(f"{name} {step}")), headers)
            response = connection.getresponse()
            response.read()
            assert response.status == 200
            acknowledged.append(f"{name} {step}")
    except (OSError, http.client.HTTPException):
        connection.close()


def transaction(name: str) -> dict[str, Any]:
    items = [{"PK": {"S": f"{name} {number}"}, "text": {"S": "x" * 300}} for number in range(GROUP)]
    return {"TransactItems": [{"Put": {"TableName": THINGS, "Item": item}} for item in items]}
