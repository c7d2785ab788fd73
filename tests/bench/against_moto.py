"""In process against moto in process: a call into our engine on a file, and boto3 answered by moto's memory."""

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import boto3
from moto import mock_aws
from tests.bench import workload
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_least, interleave, seconds_per_call, times_faster
from tests.bench.scale import Scale

from chabudai.engine import Engine

# Numbers for BatchWrite's new items start here, far beyond those of Put.
BATCHES_FROM = 5_000_000

Requests = Callable[[int, int, int], list[workload.Request]]


@dataclass(frozen=True, slots=True)
class Work:
    name: str
    operation: str
    method: str
    bar: Bar
    ours: int
    """Calls per round on our side; `peers` on moto's."""
    peers: int
    requests: Requests
    writes: bool


def run(scale: Scale, ground: Ground) -> Section:
    count = scale.items
    with (
        mock_aws(),
        Engine.open(ground.copy(count)) as durable,
        Engine.open(ground.copy(count), durability="relaxed") as relaxed,
    ):
        moto = boto3.client("dynamodb", region_name="us-east-1")
        moto.create_table(**workload.table_request())
        for request in workload.batches(0, count, count):
            moto.batch_write_item(**request)
        # What moto holds is no garbage of ours: neither side pays for the other's collections.
        gc.collect()
        gc.freeze()
        lines = [line for work in WORKS for line in _compare(work, scale, moto, durable, relaxed)]
        gc.unfreeze()
    return Section(
        "In process, against moto in process",
        tuple(lines),
        (
            f"{count:,} items on both sides. moto keeps them in memory and syncs nothing: *relaxed* is like against "
            "like, *durable* waits for the disk on every call.",
        ),
    )


def _compare(work: Work, scale: Scale, moto: Any, durable: Engine, relaxed: Engine) -> list[Line]:
    method = getattr(moto, work.method)
    engines = {"durable": durable, "relaxed": relaxed} if work.writes else {"": durable}
    sides: dict[str, Side] = {name: _side(work, scale, _caller(engine, work)) for name, engine in engines.items()}

    def peer(turn: int) -> float:
        requests = work.requests(turn, scale.calls(work.peers), scale.items)
        return seconds_per_call(lambda request: method(**request), requests)

    times = interleave({**sides, "moto": peer}, scale.rounds)
    # Like against like: moto syncs nothing, so the bar is for what syncs nothing either.
    return [
        times_faster(
            f"{work.name}, {name}" if name else work.name,
            times[name],
            times["moto"],
            None if name == "durable" else work.bar,
        )
        for name in sides
    ]


def _side(work: Work, scale: Scale, call: Callable[[workload.Request], object]) -> Side:
    amount = scale.calls(work.ours)
    return lambda turn: seconds_per_call(call, work.requests(turn, amount, scale.items))


def _caller(engine: Engine, work: Work) -> Callable[[workload.Request], object]:
    return lambda request: engine.call(work.operation, request)


def _gets(turn: int, amount: int, count: int) -> list[workload.Request]:
    return [workload.get(number, count) for number in workload.numbers(count, amount, turn)]


def _puts(turn: int, amount: int, count: int) -> list[workload.Request]:
    return [workload.put(count + turn * amount + number, count) for number in range(amount)]


def _updates(turn: int, amount: int, count: int) -> list[workload.Request]:
    return [workload.update(number, count) for number in workload.numbers(count, amount, turn)]


def _pages(turn: int, amount: int, count: int) -> list[workload.Request]:
    return [workload.query(number, count) for number in workload.numbers(count, amount, turn)]


def _batch_gets(turn: int, amount: int, count: int) -> list[workload.Request]:
    return [workload.batch_get(workload.spread_keys(count, 80, turn * amount + n), count) for n in range(amount)]


def _batch_writes(turn: int, amount: int, count: int) -> list[workload.Request]:
    first = BATCHES_FROM + turn * amount * 25
    return list(workload.batches(first, first + amount * 25, count))


WORKS = (
    Work("Get", "GetItem", "get_item", at_least(150), 4000, 60, _gets, writes=False),
    Work("Put", "PutItem", "put_item", at_least(15), 500, 60, _puts, writes=True),
    Work("Update", "UpdateItem", "update_item", at_least(60), 500, 60, _updates, writes=True),
    Work("Query, a page of 25", "Query", "query", at_least(400), 1000, 4, _pages, writes=False),
    Work("BatchGet of 80", "BatchGetItem", "batch_get_item", at_least(80), 200, 4, _batch_gets, writes=False),
    Work("BatchWrite of 25", "BatchWriteItem", "batch_write_item", at_least(8), 60, 6, _batch_writes, writes=True),
)
