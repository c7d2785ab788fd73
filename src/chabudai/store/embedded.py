"""The store in this process: straight into the engine, no HTTP and no bytes in between."""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from chabudai.engine import DynamoDBError, Engine, StorageError
from chabudai.engine.storage.sqlite import Durability
from chabudai.store.errors import CannotOpenStore, StoreClosed, refusal
from chabudai.store.protocol import Store

CallEngine: TypeAlias = Callable[[str, Mapping[str, Any]], dict[str, Any]]


class EmbeddedStore(Store):
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_closed = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(self._engine.call, operation, request)

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self._ask(self._engine.call_encoded, operation, request)

    def close(self) -> None:
        self._is_closed = True
        self._engine.close()

    def _ask(self, ask: CallEngine, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed("The store is closed.")
        try:
            return ask(operation, request)
        except DynamoDBError as error:
            raise refusal(error.code, error.message, error.fields) from None
        except StorageError as error:  # a thread's first call opens the file once more
            raise refusal("InternalServerError", str(error), {}) from error


def open_embedded(path: str, durability: Durability) -> EmbeddedStore:
    """The tables of a file, made if it is not there, or of memory."""
    try:
        return EmbeddedStore(Engine.open(path, durability=durability))
    except StorageError as error:
        raise CannotOpenStore(str(error)) from error
