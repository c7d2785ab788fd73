"""The store in this process: straight into the engine, no HTTP and no bytes in between."""

from collections.abc import Mapping
from typing import Any

from chabudai.engine import DynamoDBError, Engine
from chabudai.store.errors import StoreClosed, refusal
from chabudai.store.protocol import Store


class EmbeddedStore(Store):
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_closed = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed("The store is closed.")
        try:
            return self._engine.call(operation, request)
        except DynamoDBError as error:
            raise refusal(error.code, error.message, error.fields) from None

    def close(self) -> None:
        self._is_closed = True
        self._engine.close()
