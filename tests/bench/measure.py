"""Timing that holds on a busy machine: sides take turns, a round gives one ratio, median and range are kept."""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

# One turn of one side: given the turn's number, seconds per operation.
Side = Callable[[int], float]


@dataclass(frozen=True, slots=True)
class Spread:
    middle: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Bar:
    """What a figure has to reach. Figures are compared unrounded."""

    sense: Literal["at least", "at most"]
    limit: float

    def reached_by(self, figure: float) -> bool:
        return figure >= self.limit if self.sense == "at least" else figure <= self.limit


@dataclass(frozen=True, slots=True)
class Line:
    """One figure of the report; `figure` is a ratio, or an amount when `unit` says so."""

    work: str
    ours: str
    peer: str
    figure: Spread
    unit: str
    bar: Bar | None

    @property
    def verdict(self) -> str:
        if self.bar is None:
            return ""
        return "reached" if self.bar.reached_by(self.figure.middle) else "MISSED"


@dataclass(frozen=True, slots=True)
class Section:
    """One comparison: its lines, or the reason why there are none."""

    title: str
    lines: tuple[Line, ...] = ()
    notes: tuple[str, ...] = ()
    sides: tuple[str, str] = ("ours", "peer")


def at_least(limit: float) -> Bar:
    return Bar("at least", limit)


def at_most(limit: float) -> Bar:
    return Bar("at most", limit)


def interleave(sides: Mapping[str, Side], rounds: int) -> dict[str, tuple[float, ...]]:
    """Every side once per round, in turning order, after one round (number 0) that only warms up."""
    names = list(sides)
    times: dict[str, list[float]] = {name: [] for name in names}
    for turn in range(rounds + 1):
        for name in names if turn % 2 else reversed(names):
            seconds = sides[name](turn)
            if turn:
                times[name].append(seconds)
    return {name: tuple(values) for name, values in times.items()}


def seconds_per_call(call: Callable[[Any], object], arguments: Sequence[Any]) -> float:
    """The mean over calls made one after the other."""
    begun = time.perf_counter()
    for argument in arguments:
        call(argument)
    return (time.perf_counter() - begun) / len(arguments)


def spread(values: Iterable[float]) -> Spread:
    kept = sorted(values)
    return Spread(median(kept), kept[0], kept[-1])


def ratios(over: Sequence[float], under: Sequence[float]) -> tuple[float, ...]:
    """Round by round, so that what slowed a whole round down cancels out."""
    return tuple(a / b for a, b in zip(over, under, strict=True))


def times_faster(work: str, ours: Sequence[float], peer: Sequence[float], bar: Bar | None) -> Line:
    """How often we do it while the peer does it once."""
    return Line(work, duration(median(ours)), duration(median(peer)), spread(ratios(peer, ours)), "×", bar)


def times_the_time(work: str, ours: Sequence[float], peer: Sequence[float], bar: Bar | None) -> Line:
    """How much of the other's time we take."""
    return Line(work, duration(median(ours)), duration(median(peer)), spread(ratios(ours, peer)), "×", bar)


def milliseconds(work: str, seconds: Sequence[float], bar: Bar | None) -> Line:
    """A figure of ours alone."""
    return Line(work, duration(median(seconds)), "", spread(value * 1e3 for value in seconds), "ms", bar)


def duration(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{_digits(seconds * 1e6)} µs"
    return f"{_digits(seconds * 1e3)} ms"


def _digits(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}"
