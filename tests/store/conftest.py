"""Every kind of store that keeps the contract: in memory, in a file, at our endpoint, at a foreign one; each twice."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest
from moto.server import ThreadedMotoServer
from tests.store.driven import DrivenStore
from tests.store.remotes import Connect, connect_tasks, connect_threads
from tests.store.tables import unique
from tests.wire.endpoint import serving

from chabudai import store
from chabudai.engine import Engine
from chabudai.wire.server import EndpointSettings

PLACES = ("memory", "file", "endpoint", "foreign")
KINDS = (*PLACES, *(f"{place}-async" for place in PLACES))
SETTINGS_OF_AWS = ("AWS_PROFILE", "AWS_DEFAULT_PROFILE", "AWS_SESSION_TOKEN", "AWS_REGION", "AWS_CA_BUNDLE")


@pytest.fixture(scope="session", params=KINDS)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[store.Store]:
    with ExitStack() as stack:
        place, _, is_async = request.param.partition("-")
        address = stack.enter_context(_address(place, tmp_path_factory.mktemp("store")))
        with pytest.MonkeyPatch.context() as patch:
            _set_keys(patch)
            opened = DrivenStore(lambda: store.open_async(address)) if is_async else store.open(address)
        yield stack.enter_context(opened)


@pytest.fixture
def table(opened: store.Store) -> str:
    """A table of the test's own: key (PK, SK), with the index by-state on (state, SK)."""
    name = unique()
    opened.call(
        "CreateTable",
        {
            "TableName": name,
            "AttributeDefinitions": [{"AttributeName": a, "AttributeType": "S"} for a in ("PK", "SK", "state")],
            "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
            "GlobalSecondaryIndexes": [
                {
                    "IndexName": "by-state",
                    "KeySchema": [
                        {"AttributeName": "state", "KeyType": "HASH"},
                        {"AttributeName": "SK", "KeyType": "RANGE"},
                    ],
                    "Projection": {"ProjectionType": "ALL"},
                }
            ],
            "BillingMode": "PAY_PER_REQUEST",
        },
    )
    return name


@pytest.fixture
def keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Credentials as boto3 finds them in the environment, whatever this machine has."""
    _set_keys(monkeypatch)


@pytest.fixture
def no_keys(keys: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("AWS_ACCESS_KEY_ID")
    monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")


@pytest.fixture(params=[connect_threads, connect_tasks], ids=["threads", "tasks"])
def connect(request: pytest.FixtureRequest) -> Connect:
    """Every kind of store over HTTP."""
    way: Connect = request.param
    return way


@contextmanager
def _address(kind: str, folder: Path) -> Iterator[str]:
    match kind:
        case "memory":
            yield ":memory:"
        case "file":
            yield str(folder / "household.db")
        case "endpoint":
            with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
                yield endpoint.url
        case _:
            server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
            server.start()
            host, port = server.get_host_and_port()
            yield f"http://{host}:{port}"
            server.stop()


def _set_keys(patch: pytest.MonkeyPatch) -> None:
    for name in SETTINGS_OF_AWS:
        patch.delenv(name, raising=False)
    patch.setenv("AWS_ACCESS_KEY_ID", "AKIDEXAMPLE")
    patch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    patch.setenv("AWS_CONFIG_FILE", "/nowhere/config")
    patch.setenv("AWS_SHARED_CREDENTIALS_FILE", "/nowhere/credentials")
    patch.setenv("AWS_EC2_METADATA_DISABLED", "true")
