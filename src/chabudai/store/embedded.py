"""The store in this process: straight into the engine, no HTTP and no bytes in between."""

from collections.abc import Mapping
from typing import Any

from chabudai.engine import DiskFull, DynamoDBError, Engine, NoSpaceLeft, StorageError
from chabudai.engine.storage.sqlite import Durability
from chabudai.store.errors import CannotOpenStore, RequestRefused, StoreClosed, StoreFailed, StoreFull, refusal
from chabudai.store.protocol import Store

_CLOSED = "The store is closed."


class EmbeddedStore(Store):
    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._is_closed = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed(_CLOSED)
        try:
            return self._engine.call(operation, request)
        except DynamoDBError as error:
            raise _refusal(error) from None
        except StorageError as error:
            raise _failure(error) from error

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed(_CLOSED)
        try:
            return self._engine.call_encoded(operation, request)
        except DynamoDBError as error:
            raise _refusal(error) from None
        except StorageError as error:
            raise _failure(error) from error

    def close(self) -> None:
        self._is_closed = True
        self._engine.close()


def open_embedded(path: str, durability: Durability) -> EmbeddedStore:
    """The tables of a file, made if it is not there, or of memory."""
    try:
        return EmbeddedStore(Engine.open(path, durability=durability))
    except StorageError as error:
        raise CannotOpenStore(str(error)) from error


def _refusal(error: DynamoDBError) -> RequestRefused:
    if isinstance(error, NoSpaceLeft):
        return StoreFull(error.code, error.message, error.fields)
    return refusal(error.code, error.message, error.fields)


def _failure(error: StorageError) -> RequestRefused:
    """A thread's first call opens the file once more, which may be refused then."""
    kind = StoreFull if isinstance(error, DiskFull) else StoreFailed
    return kind("InternalServerError", str(error), {})
