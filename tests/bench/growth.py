"""The engine against itself: what a hundred times the items cost."""

from collections.abc import Callable
from typing import Literal

from tests.bench import workload
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale

from chabudai.engine import Engine

GETS, PAGES, PUTS = 3000, 800, 500

Requests = Callable[[int, int], list[workload.Request]]
"""(turn, items in the table) -> requests."""


def run(scale: Scale, ground: Ground) -> Section:
    durable = _lines(
        "full",
        {
            "Get": ("GetItem", _gets(scale), at_most(1.5)),
            "Query, a page of 25": ("Query", _pages(scale), at_most(1.5)),
            "Put, durable": ("PutItem", _puts(scale, 0), at_most(1.5)),
        },
        scale,
        ground,
    )
    relaxed = _lines("relaxed", {"Put, relaxed": ("PutItem", _puts(scale, 500_000), None)}, scale, ground)
    return Section(
        f"{scale.many:,} items, against {scale.items:,}",
        (*durable, *relaxed),
        (f"Loaded through BatchWriteItem, relaxed: {_rates(scale, ground)}.",),
        (f"{scale.many:,}", f"{scale.items:,}"),
    )


def _lines(
    durability: Literal["full", "relaxed"],
    works: dict[str, tuple[str, Requests, Bar | None]],
    scale: Scale,
    ground: Ground,
) -> list[Line]:
    with (
        Engine.open(ground.file(scale.many), durability=durability) as large,
        Engine.open(ground.file(scale.items), durability=durability) as small,
    ):
        return [
            _compare(name, operation, requests, bar, large, small, scale)
            for name, (operation, requests, bar) in works.items()
        ]


def _compare(
    name: str, operation: str, requests: Requests, bar: Bar | None, large: Engine, small: Engine, scale: Scale
) -> Line:
    def side(engine: Engine, count: int) -> Side:
        return lambda turn: seconds_per_call(lambda request: engine.call(operation, request), requests(turn, count))

    times = interleave({"large": side(large, scale.many), "small": side(small, scale.items)}, scale.rounds)
    return times_the_time(name, times["large"], times["small"], bar)


def _gets(scale: Scale) -> Requests:
    amount = scale.calls(GETS)
    return lambda turn, count: [workload.get(number, count) for number in workload.numbers(count, amount, turn)]


def _pages(scale: Scale) -> Requests:
    amount = scale.calls(PAGES)
    return lambda turn, count: [workload.query(number, count) for number in workload.numbers(count, amount, turn)]


def _puts(scale: Scale, offset: int) -> Requests:
    amount = scale.calls(PUTS)
    return lambda turn, count: [
        workload.put(count + offset + turn * amount + number, count) for number in range(amount)
    ]


def _rates(scale: Scale, ground: Ground) -> str:
    return ", ".join(f"{count:,} items at {ground.rates[count]:,.0f} items/s" for count in (scale.items, scale.many))
