"""The real engine, and a look at what is left behind: no process, no pipe, no thread."""

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from tests import engines

from chabudai.adapters.usi import EngineCommand


@pytest.fixture(scope="session")
def engine_command() -> EngineCommand:
    return engines.require_counting()


@pytest.fixture
def nothing_left() -> Iterator[None]:
    """For tests that start engines: among thousands of others, to look for what is left takes half a second."""
    gc.collect()
    pipes, threads = open_pipes(), threading.active_count()
    yield
    gc.collect()
    assert open_pipes() == pipes
    assert threading.active_count() == threads
    assert not children()


def open_pipes() -> list[str]:
    """Not files: another site that stands in this process opens and closes some of its own."""
    found = []
    for name in os.listdir("/proc/self/fd"):
        with suppress(FileNotFoundError):
            found.append(os.readlink(f"/proc/self/fd/{name}"))
    return sorted(each for each in found if each.startswith("pipe:"))


def children() -> list[int]:
    """Of this process, zombies included."""
    found = []
    for task in os.listdir("/proc/self/task"):
        with open(f"/proc/self/task/{task}/children") as file:
            found += [int(pid) for pid in file.read().split()]
    return [pid for pid in found if _is_engine(pid)]


def _is_engine(pid: int) -> bool:
    """Not a process that another test of this worker keeps, as a browser or a server is."""
    with open(f"/proc/{pid}/stat") as file:
        state = file.read().rsplit(")", 1)[1].split()[0]
    with open(f"/proc/{pid}/cmdline") as file:
        return state == "Z" or "fairy-stockfish" in file.read()
