"""The toolkit over HTTP beside PynamoDB, dyntastic, pydynox and plain boto3: one endpoint, one table, the same work."""

import sys

from tests.bench import servers, toolkit_clothes
from tests.bench.against_models_boto3 import Boto3
from tests.bench.against_models_dyntastic import Dyntastics
from tests.bench.against_models_pydynox import Pydynox
from tests.bench.against_models_pynamodb import PynamoDB
from tests.bench.against_models_works import WORKS, Model, Work
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_least, interleave, seconds_per_call, times_faster
from tests.bench.scale import Scale
from tests.bench.toolkit import Typed

from chabudai import table

BARS: dict[tuple[str, str], Bar] = {
    ("clothes", Boto3.name): at_least(4),
    **{(work.method, Pydynox.name): at_least(1) for work in WORKS},
}


def run(scale: Scale, ground: Ground) -> Section:
    path = toolkit_clothes.file(ground, scale.items)
    command = [sys.executable, "-m", "chabudai", "dynamodb", "--db", str(path), "--port", "0"]
    with servers.serving(command, ground.folder / "models.log") as port:
        url = f"http://127.0.0.1:{port}"
        with table.open(url) as store:
            lines = [line for work in WORKS for line in _compare(work, scale, Typed(store), peers(url))]
    return Section(
        "The toolkit over HTTP, against models of others",
        tuple(lines),
        (
            "All at our own durable endpoint, whose time is in every figure, and on one connection each. boto3 is its "
            "client with TypeSerializer and TypeDeserializer, which gives dictionaries; the others give objects.",
            "The update adds one to a number that is copied into the sort key of an index. Here that is "
            "`add(wear_count=1)`; the peers' users have to write out what it does (read, compute the key, update under "
            "the condition that the number is unchanged, again when it is not), or the key goes stale.",
        ),
    )


def peers(url: str) -> list[Model]:
    return [Boto3(url), PynamoDB(url), Dyntastics(url), Pydynox(url)]


def _compare(work: Work, scale: Scale, ours: Model, others: list[Model]) -> list[Line]:
    times = interleave({model.name: _side(work, scale, model) for model in (ours, *others)}, scale.rounds)
    return [
        times_faster(
            f"{work.name}, {peer.name}", times[ours.name], times[peer.name], BARS.get((work.method, peer.name))
        )
        for peer in others
    ]


def _side(work: Work, scale: Scale, model: Model) -> Side:
    call = getattr(model, work.method)
    amount = scale.calls(work.over_http)
    return lambda turn: seconds_per_call(call, work.arguments(model.name, turn, amount, scale.items))
