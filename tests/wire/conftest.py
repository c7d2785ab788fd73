"""One endpoint for most tests of the wire, in front of an engine in memory with one table."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.wire.endpoint import Endpoint, serving

from chabudai.engine.engine import Engine
from chabudai.wire.server import EndpointSettings

TABLE: dict[str, Any] = {
    "TableName": "things",
    "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "S"}],
    "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}],
    "BillingMode": "PAY_PER_REQUEST",
}


@pytest.fixture(scope="session")
def engine() -> Iterator[Engine]:
    with Engine.open(":memory:") as engine:
        engine.call("CreateTable", TABLE)
        yield engine


@pytest.fixture(scope="session")
def endpoint(engine: Engine) -> Iterator[Endpoint]:
    with serving(engine, EndpointSettings(port=0)) as endpoint:
        yield endpoint


@pytest.fixture
def port(endpoint: Endpoint) -> int:
    return endpoint.port
