"""The store in this process: straight into the engine, no HTTP and no bytes in between."""

from collections.abc import Mapping
from typing import Any

from chabudai.engine import DynamoDBError, Engine
from chabudai.store.errors import refusal
from chabudai.store.protocol import Closing


class EmbeddedStore(Closing):
    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return self.engine.call(operation, request)
        except DynamoDBError as error:
            raise refusal(error.code, error.message, error.fields) from None

    def close(self) -> None:
        self.engine.close()
