"""Our endpoint against dynalite, in memory and with a path, asked by a raw client in a process of its own."""

import subprocess
import sys
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass

from tests.bench import peers, servers
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_least, interleave, times_faster
from tests.bench.scale import Scale


@dataclass(frozen=True, slots=True)
class Work:
    operation: str
    connections: int
    in_memory: Bar | None
    with_path: Bar | None
    ours: int
    """Requests per round to us; `peers` to dynalite."""
    peers: int


WORKS = (
    Work("GetItem", 1, at_least(3), at_least(3.5), 4000, 1500),
    Work("GetItem", 16, at_least(2), at_least(2.5), 8000, 3000),
    Work("PutItem", 1, None, None, 1000, 500),
    Work("PutItem", 16, at_least(1.5), at_least(2), 4000, 1000),
)


def run(scale: Scale, ground: Ground) -> Section:
    program = peers.dynalite()
    with ExitStack() as stack:
        ours = stack.enter_context(ground.endpoint(scale.items))
        memory = stack.enter_context(_dynalite([*program], ground, "memory"))
        path = stack.enter_context(_dynalite([*program, "--path", str(ground.folder / "dynalite")], ground, "path"))
        for port in (memory, path):
            servers.load(port, scale.items)
        lines = [line for work in WORKS for line in _compare(work, scale, ours, memory, path)]
    return Section(
        f"Endpoint, against dynalite {peers.DYNALITE}",
        tuple(lines),
        ("Our writes are durable before they are answered; dynalite syncs none of its own, with a path or without.",),
    )


def _dynalite(command: list[str], ground: Ground, name: str) -> AbstractContextManager[int]:
    port = servers.free_port()
    options = ["--host", "127.0.0.1", "--port", str(port), "--createTableMs", "0"]
    return servers.serving([*command, *options], ground.folder / f"dynalite-{name}.log", port)


def _compare(work: Work, scale: Scale, ours: int, memory: int, path: int) -> list[Line]:
    sides = {
        "ours": _side(work, scale, ours, work.ours),
        "memory": _side(work, scale, memory, work.peers),
        "path": _side(work, scale, path, work.peers),
    }
    times = interleave(sides, scale.rounds)
    name = f"{work.operation.removesuffix('Item')}, {work.connections} connection{'s' * (work.connections > 1)}"
    return [
        times_faster(f"{name}, dynalite in memory", times["ours"], times["memory"], work.in_memory),
        times_faster(f"{name}, dynalite with a path", times["ours"], times["path"], work.with_path),
    ]


def _side(work: Work, scale: Scale, port: int, amount: int) -> Side:
    def turn_of(turn: int) -> float:
        arguments = (port, work.connections, work.operation, turn, scale.calls(amount), scale.items)
        command = [sys.executable, "-m", "tests.bench.rawclient", *map(str, arguments)]
        return float(subprocess.run(command, check=True, capture_output=True, text=True).stdout)

    return turn_of
