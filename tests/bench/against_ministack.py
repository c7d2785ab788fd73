"""A transaction of 43 actions at our endpoint and at ministack's, both through boto3."""

from typing import Any

import boto3
from botocore.config import Config
from tests.bench import peers, servers, workload
from tests.bench.ground import Ground
from tests.bench.measure import Section, Side, at_least, interleave, seconds_per_call, times_faster
from tests.bench.scale import Scale

CALLS = 20
ACTIONS_THAT_ADD = 22
# Far from the numbers of the items that were loaded.
NEW_FROM = 20_000_000


def run(scale: Scale, ground: Ground) -> Section:
    command = peers.ministack()
    port = servers.free_port()
    environment = {"GATEWAY_PORT": str(port), "BIND_HOST": "127.0.0.1", "SERVICES": "dynamodb", "LOG_LEVEL": "ERROR"}
    with (
        servers.serving(command, ground.folder / "ministack.log", port, environment),
        ground.endpoint(scale.items) as ours,
    ):
        servers.load(port, scale.items)
        sides = {"ours": _side(ours, scale), "ministack": _side(port, scale)}
        times = interleave(sides, scale.rounds)
    line = times_faster("TransactWrite of 43 actions", times["ours"], times["ministack"], at_least(5))
    return Section(
        f"Endpoint, against ministack {peers.MINISTACK}",
        (line,),
        ("Both through boto3, whose own work is in both times. Ours is durable, ministack holds its items in memory.",),
    )


def _side(port: int, scale: Scale) -> Side:
    client = _client(port)

    def turn_of(turn: int) -> float:
        calls = scale.calls(CALLS)
        firsts = [NEW_FROM + (turn * calls + n) * ACTIONS_THAT_ADD for n in range(calls)]
        requests = [workload.transaction(first, scale.items) for first in firsts]
        return seconds_per_call(lambda request: client.transact_write_items(**request), requests)

    return turn_of


def _client(port: int) -> Any:
    return boto3.client(
        "dynamodb",
        endpoint_url=f"http://127.0.0.1:{port}",
        region_name="us-east-1",
        aws_access_key_id="bench",
        aws_secret_access_key="bench",
        config=Config(retries={"total_max_attempts": 1}),
    )
