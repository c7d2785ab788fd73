"""A store in which somebody else is a little faster: before a transaction is sent, they do something of their own."""

from collections.abc import Callable, Mapping
from typing import Any

from chabudai.store import Store


class RacingStore(Store):
    """Passes every call on; `meddle` is called before each transaction, as often as `times` says."""

    def __init__(self, store: Store, meddle: Callable[[], object], times: int) -> None:
        self._store = store
        self._meddle = meddle
        self._times = times

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == "TransactWriteItems" and self._times:
            self._times -= 1
            self._meddle()
        return self._store.call(operation, request)

    def close(self) -> None:
        """The store belongs to whoever gave it."""
