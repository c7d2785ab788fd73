"""Our side: database files loaded once per run, opened or served from a folder that is thrown away."""

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench import servers, workload

from chabudai.engine import Engine


@dataclass(slots=True)
class Ground:
    folder: Path
    rates: dict[int, float] = field(default_factory=dict)
    """Items per second while a file of that many items was loaded."""
    copies: int = 0

    def file(self, count: int) -> Path:
        """A closed file of `count` items, synced to the disk; loaded on the first wish."""
        path = self.folder / f"{count}.db"
        if count not in self.rates:
            self.rates[count] = count / _load(path, count)
            os.sync()
        return path

    def copy(self, count: int) -> Path:
        """The same file for one comparison alone, which may write to it."""
        self.copies += 1
        path = self.folder / f"copy-{self.copies}.db"
        shutil.copy(self.file(count), path)
        return path

    @contextmanager
    def endpoint(self, count: int) -> Iterator[int]:
        """Our endpoint on a copy, durable as by default; gives its port."""
        command = [sys.executable, "-m", "chabudai", "dynamodb", "--db", str(self.copy(count)), "--port", "0"]
        with servers.serving(command, self.folder / "endpoint.log") as port:
            yield port


def _load(path: Path, count: int) -> float:
    """Seconds spent in the engine, the making of the requests not counted."""
    spent = 0.0
    with Engine.open(path, durability="relaxed") as engine:
        engine.call("CreateTable", workload.table_request())
        for request in workload.batches(0, count, count):
            begun = time.perf_counter()
            engine.call("BatchWriteItem", request)
            spent += time.perf_counter() - begun
    return spent
