"""Put against the least that could be written: the same rows into bare SQLite, one transaction each."""

import json
import os
from pathlib import Path
from typing import Any, Literal

import apsw
from tests.bench import workload
from tests.bench.ground import Ground
from tests.bench.measure import Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale

from chabudai.engine import Engine

Durability = Literal["full", "relaxed"]
# The item's key and text, then its key in each index.
Row = tuple[bytes, bytes, bytes, bytes, bytes]

CALLS = {"relaxed": 2000, "full": 500}
INDEXES = ("createdSk", "wearSk", "wornSk")
INSERT = f"INSERT OR REPLACE INTO item(key, body, {', '.join(INDEXES)}) VALUES(?, ?, ?, ?, ?)"


def run(scale: Scale, ground: Ground) -> Section:
    lines = (
        _compare("relaxed", "Put, relaxed", 2.5, scale, ground),
        _compare("full", "Put, durable", 1.5, scale, ground),
    )
    return Section(
        "Put, against the same rows in bare SQLite",
        lines,
        ("Bare: keys and JSON made beforehand, one row and three index entries in one transaction, WAL.",),
        ("ours", "bare"),
    )


def _compare(durability: Durability, name: str, limit: float, scale: Scale, ground: Ground) -> Line:
    amount = scale.calls(CALLS[durability])
    bare = Bare(ground.folder / f"bare-{durability}.db")
    put = bare.put_durably if durability == "full" else bare.put
    with Engine.open(ground.copy(scale.items), durability=durability) as engine:
        for number in range(scale.items):
            bare.put(_row(number, scale.items))
        sides: dict[str, Side] = {
            "ours": lambda turn: seconds_per_call(
                lambda request: engine.call("PutItem", request),
                [workload.put(number, scale.items) for number in _new(turn, amount, scale.items)],
            ),
            "bare": lambda turn: seconds_per_call(
                put, [_row(number, scale.items) for number in _new(turn, amount, scale.items)]
            ),
        }
        times = interleave(sides, scale.rounds)
    bare.close()
    return times_the_time(name, times["ours"], times["bare"], at_most(limit))


def _new(turn: int, amount: int, count: int) -> range:
    return range(count + turn * amount, count + (turn + 1) * amount)


def _row(number: int, count: int) -> Row:
    item = workload.item(number, count)
    text = json.dumps(item, ensure_ascii=False, separators=(",", ":")).encode()
    key = _key(item, "PK", "SK")
    # As in the engine, the item's own key stands behind an index's, which need not be unique.
    created, wear, worn = (_key(item, "listPk", sort) + key for sort in INDEXES)
    return key, text, created, wear, worn


def _key(item: dict[str, Any], partition: str, sort: str) -> bytes:
    return f"{item[partition]['S']}\0{item[sort]['S']}".encode()


class Bare:
    """A table of items with a unique key and three indexed columns, written with nothing in between."""

    def __init__(self, path: Path) -> None:
        self._connection = apsw.Connection(str(path))
        self._run = self._connection.execute
        # No sync by SQLite itself: a durable put is one fdatasync of the log, as the engine's is.
        self._connection.pragma("journal_mode", "wal")
        self._connection.pragma("synchronous", "off")
        self._run(f"CREATE TABLE item(id INTEGER PRIMARY KEY, key BLOB UNIQUE, body BLOB, {', '.join(INDEXES)})")
        for index in INDEXES:
            self._run(f"CREATE INDEX by_{index} ON item({index})")
        self._log = os.open(f"{path}-wal", os.O_RDWR)

    def put(self, row: Row) -> None:
        run = self._run
        run("BEGIN IMMEDIATE")
        run(INSERT, row)
        run("COMMIT")

    def put_durably(self, row: Row) -> None:
        self.put(row)
        os.fdatasync(self._log)

    def close(self) -> None:
        os.close(self._log)
        self._connection.close()
