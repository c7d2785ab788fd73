"""An endpoint of their own for the clients that people use, and the table that each of them makes there."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.wire.endpoint import serving

from chabudai.engine.engine import Engine
from chabudai.wire.server import EndpointSettings

REGION = "ap-northeast-1"
CREDENTIALS = {"AWS_ACCESS_KEY_ID": "anything", "AWS_SECRET_ACCESS_KEY": "anything", "AWS_DEFAULT_REGION": REGION}


@pytest.fixture(scope="session")
def url() -> Iterator[str]:
    with Engine.open(":memory:") as engine, serving(engine, EndpointSettings(port=0)) as endpoint:
        yield endpoint.url


def orders(name: str) -> dict[str, Any]:
    """People and their orders: by person and time, by person and price (LSI), by state and time (GSI)."""
    return {
        "TableName": name,
        "AttributeDefinitions": [
            {"AttributeName": "PK", "AttributeType": "S"},
            {"AttributeName": "SK", "AttributeType": "S"},
            {"AttributeName": "price", "AttributeType": "N"},
            {"AttributeName": "state", "AttributeType": "S"},
        ],
        "KeySchema": [{"AttributeName": "PK", "KeyType": "HASH"}, {"AttributeName": "SK", "KeyType": "RANGE"}],
        "LocalSecondaryIndexes": [
            {
                "IndexName": "by-price",
                "KeySchema": [
                    {"AttributeName": "PK", "KeyType": "HASH"},
                    {"AttributeName": "price", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "ALL"},
            }
        ],
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "by-state",
                "KeySchema": [
                    {"AttributeName": "state", "KeyType": "HASH"},
                    {"AttributeName": "SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        "BillingMode": "PAY_PER_REQUEST",
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_AND_OLD_IMAGES"},
    }
