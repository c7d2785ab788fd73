"""The figures as Markdown: on the terminal as they come, and whole in docs/benchmarks.md."""

import os
import platform
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import version
from statistics import median

import apsw
from tests.bench import peers
from tests.bench.measure import Bar, Line, Section, Spread

HEAD = "| work | {} | {} | ratio (median) | range | bar | |\n| --- | ---: | ---: | ---: | ---: | ---: | --- |"
INTRODUCTION = """\
# Benchmarks

Written by `make bench`. Sides take turns within one run, after a round that warms them up; each round gives one \
ratio, and the table shows the median of {rounds} with the lowest and highest. Items are of 400 bytes, in a table with \
three global indexes that project ALL; {items:,} of them unless a row says otherwise. Times are per call.

A bar of «≥» asks how many times faster than the peer we are, one of «≤» how much of the other's time we may take.
"""


def document(sections: Sequence[Section], rounds: int, items: int) -> str:
    parts = [INTRODUCTION.format(rounds=rounds, items=items), machine(), *map(section, sections)]
    return "\n".join(parts)


def section(made: Section) -> str:
    parts = [f"## {made.title}\n"]
    if made.lines:
        parts.append("\n".join([HEAD.format(*made.sides), *map(_row, made.lines)]) + "\n")
    parts.extend(f"{note}\n" for note in made.notes)
    return "\n".join(parts)


def _row(line: Line) -> str:
    cells = (
        line.work,
        line.ours,
        line.peer,
        figure(line.figure.middle, line.unit),
        _range(line.figure),
        _bar(line.bar, line.unit),
        line.verdict,
    )
    return f"| {' | '.join(cells)} |"


def figure(value: float, unit: str) -> str:
    return f"{_number(value)} {unit}"


def _range(values: Spread) -> str:
    return f"{_number(values.low)}–{_number(values.high)}"


def _bar(bar: Bar | None, unit: str) -> str:
    if bar is None:
        return ""
    sign = "≥" if bar.sense == "at least" else "≤"
    return f"{sign} {bar.limit:g} {unit}"


def _number(value: float) -> str:
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def tally(sections: Sequence[Section]) -> str:
    verdicts = [line.verdict for made in sections for line in made.lines if line.bar]
    missed = verdicts.count("MISSED")
    return f"{len(verdicts) - missed} of {len(verdicts)} bars reached, {missed} missed"


def machine() -> str:
    facts = (
        f"{os.cpu_count()} cores ({platform.machine()}), {platform.system()}",
        f"Python {platform.python_version()}, SQLite {apsw.sqlite_lib_version()} through apsw",
        f"moto {version('moto')}, dynalite {peers.DYNALITE}, ministack {peers.MINISTACK}, boto3 {version('boto3')}",
        f"PynamoDB {version('pynamodb')}, dyntastic {version('dyntastic')}, pydynox {version('pydynox')}",
        f"one write of 12 KB with fdatasync: {_sync_microseconds():.0f} µs",
    )
    return "\n".join(["## Machine\n", *(f"- {fact}" for fact in facts)]) + "\n"


def _sync_microseconds() -> float:
    """What the disk asks for every durable write that does not share it."""
    with tempfile.TemporaryFile() as file:
        file.write(bytes(1 << 20))
        file.flush()
        os.fsync(file.fileno())
        spent = []
        for _ in range(200):
            file.seek(0)
            begun = time.perf_counter()
            os.write(file.fileno(), bytes(12288))
            os.fdatasync(file.fileno())
            spent.append(time.perf_counter() - begun)
    return median(spent) * 1e6
