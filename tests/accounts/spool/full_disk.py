"""A store whose disk is full when the test says so: it goes on reading, and takes nothing."""

from collections.abc import Mapping
from typing import Any

from chabudai.store.errors import StoreFailed
from chabudai.store.protocol import Store

_READS = ("GetItem", "BatchGetItem", "TransactGetItems", "Query", "Scan", "DescribeTable")


class FullDisk(Store):
    def __init__(self, store: Store) -> None:
        self._store = store
        self.is_full = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self.is_full and operation not in _READS:
            raise StoreFailed("InternalServerError", "There is no space left on the disk; nothing was written.", {})
        return self._store.call(operation, request)

    def close(self) -> None:
        self._store.close()
