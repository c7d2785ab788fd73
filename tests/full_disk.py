"""A store on a disk that is full: it is read as ever, and nothing can be written."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from chabudai.store import Store
from chabudai.store.errors import StoreFull
from chabudai.table import TypedStore

_READING = ("GetItem", "Query", "Scan", "BatchGetItem", "TransactGetItems", "Describe", "List")


class FullStore(Store):
    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        _check(operation)
        return self._store.call(operation, request)

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        _check(operation)
        return self._store.call_encoded(operation, request)

    def stored_name(self, table: str) -> str:
        return self._store.stored_name(table)

    def close(self) -> None:
        self._store.close()


@contextmanager
def full(store: TypedStore) -> Iterator[None]:
    roomy = store.raw
    store.raw = FullStore(roomy)
    try:
        yield
    finally:
        store.raw = roomy


def _check(operation: str) -> None:
    if not operation.startswith(_READING):
        raise StoreFull("InternalServerError", "There is no space left on the disk; nothing was written.", {})
