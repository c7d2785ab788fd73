"""Every model in the comparison does the same work: it reads what ours wrote, and leaves every key right."""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from tests.bench import against_models, toolkit_clothes, workload
from tests.bench.against_models_boto3 import stored
from tests.bench.against_models_works import Model
from tests.bench.toolkit import Bare, Typed, with_requests
from tests.bench.toolkit_clothes import Closet, Clothing, Values
from tests.wire.endpoint import serving

from chabudai.engine import Engine
from chabudai.store import Store
from chabudai.store.embedded import EmbeddedStore
from chabudai.table import TypedStore
from chabudai.wire.server import EndpointSettings

COUNT = 200
PEERS = ("boto3", "PynamoDB", "dyntastic", "pydynox")
FIELDS = tuple(Clothing.layout.by_stored)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        toolkit_clothes.load(EmbeddedStore(engine), COUNT)
        yield engine


@pytest.fixture(scope="module")
def models(engine: Engine) -> Iterator[dict[str, Model]]:
    with serving(engine, EndpointSettings(port=0)) as endpoint, pytest.MonkeyPatch.context() as patch:
        for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
            patch.setenv(name, "bench")
        made = {model.name: model for model in against_models.peers(endpoint.url)}
        ours = Typed(TypedStore(EmbeddedStore(engine)))
        bare = Bare(engine)
        yield {**made, ours.name: ours, bare.name: bare}


@pytest.mark.parametrize("name", PEERS)
def test_a_peer_reads_what_ours_reads(models: dict[str, Model], name: str) -> None:
    wanted = toolkit_clothes.values(7, COUNT)
    assert read(models[name].get(wanted)) == read(models["chabudai"].get(wanted))
    assert list(map(read, models[name].clothes(wanted))) == list(map(read, models["chabudai"].clothes(wanted)))
    assert len(models[name].clothes(wanted)) == workload.ITEMS_PER_PARTITION


@pytest.mark.parametrize("name", [*PEERS, "chabudai", "engine.call"])
def test_wearing_counts_one_and_moves_the_index_key(models: dict[str, Model], engine: Engine, name: str) -> None:
    clothing = toolkit_clothes.values(11, COUNT)
    before = models["chabudai"].get(clothing)
    models[name].wear(with_requests(clothing))
    after = models["chabudai"].get(clothing)
    assert after == before.model_copy(update={"wear_count": before.wear_count + 1})
    assert models["engine.call"].get(with_requests(clothing)) == Clothing.layout.to_item(Clothing.layout.values(after))


@pytest.mark.parametrize("name", [*PEERS, "chabudai", "engine.call"])
def test_what_is_put_is_stored_alike(models: dict[str, Model], engine: Engine, name: str) -> None:
    clothing = {**toolkit_clothes.values(COUNT + 1, COUNT), "wardrobe_id": f"put by {name}"}
    item = toolkit_clothes.item(clothing)
    models[name].put(with_requests(clothing) if name == "engine.call" else clothing)
    found = models["engine.call"].get(with_requests(clothing))
    seasons = found["season"].pop("L" if name == "pydynox" else "SS")  # a set of texts is a list to pydynox
    assert {season["S"] if name == "pydynox" else season for season in seasons} == clothing["season"]
    assert {**found, "season": None} == {**item, "season": None}


class Spy(Store):
    """Passes calls on, and keeps what was asked."""

    def __init__(self, engine: Engine) -> None:
        self.calls: list[tuple[str, Mapping[str, Any]]] = []
        self._engine = engine

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        self.calls.append((operation, request))
        return self._engine.call(operation, request)

    def close(self) -> None:
        self._engine.close()


@pytest.mark.parametrize("work", ["get", "clothes", "wear", "put"])
def test_bare_calls_are_given_the_requests_that_the_toolkit_sends(work: str) -> None:
    sent = []
    for make in (lambda spy: Typed(TypedStore(spy)), Bare):
        with Engine.open(":memory:") as engine:
            toolkit_clothes.load(EmbeddedStore(engine), COUNT)
            spy, clothing = Spy(engine), toolkit_clothes.values(13, COUNT)
            model: Any = make(spy)
            getattr(model, work)(with_requests(clothing) if model.name == "engine.call" else clothing)
            sent.append(spy.calls)
    assert sent[0] == sent[1]


def test_what_peers_write_by_hand_are_the_keys_of_the_design() -> None:
    clothing = toolkit_clothes.values(5, COUNT)
    by_hand, by_design = stored(clothing), toolkit_clothes.item(clothing)
    assert by_hand.keys() == by_design.keys()
    keys = {*Closet.primary.attributes, *(name for index in Closet.indexes for name in index.attributes)}
    assert {name: {"S": by_hand[name]} for name in keys} == {name: by_design[name] for name in keys}


def test_every_clothing_is_of_four_hundred_bytes() -> None:
    sizes = {workload.size(toolkit_clothes.item(toolkit_clothes.values(n, 10_000))) for n in range(0, 10_000, 37)}
    assert sizes == {workload.ITEM_BYTES}


def read(clothing: object) -> Values:
    """The fields that a model gave, keys left aside."""
    given = clothing if isinstance(clothing, dict) else {name: getattr(clothing, name) for name in FIELDS}
    return {name: set(given[name]) if name == "season" else given[name] for name in FIELDS}
