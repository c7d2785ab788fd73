"""What was asked of a store, collected per request: for the drawer at the foot of a page, and for tests."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from chabudai.store.asked import Asked, Asking
from chabudai.store.errors import StoreError
from chabudai.store.protocol import Store

_pattern: ContextVar[str | None] = ContextVar("pattern", default=None)
_listeners: ContextVar[tuple[list[Asked], ...]] = ContextVar("listeners", default=())


class RecordingStore(Store):
    """Passes every call on, and tells whoever listens what it was."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        listeners = _listeners.get()
        if not listeners:
            return self._store.call(operation, request)
        return self._told(Asking(_pattern.get(), operation, request), listeners)

    def close(self) -> None:
        self._store.close()

    def _told(self, asking: Asking, listeners: tuple[list[Asked], ...]) -> dict[str, Any]:
        for_us = asking.is_metered_for_us
        request = asking.metered() if for_us else asking.request
        begun = time.perf_counter()
        try:
            response = self._store.call(asking.operation, request)
        except StoreError as error:
            _tell(listeners, asking.refused(error, time.perf_counter() - begun))
            raise
        seconds = time.perf_counter() - begun
        consumed = response.pop("ConsumedCapacity", None) if for_us else response.get("ConsumedCapacity")
        _tell(listeners, asking.answered(response, consumed, seconds))
        return response


@contextmanager
def listening() -> Iterator[list[Asked]]:
    """Everything that is asked within, in order, by this thread or task and those that inherit its context."""
    heard: list[Asked] = []
    token = _listeners.set((*_listeners.get(), heard))
    try:
        yield heard
    finally:
        _listeners.reset(token)


@contextmanager
def asking(pattern: str | None) -> Iterator[None]:
    """What is asked within is asked for the sake of this pattern."""
    token = _pattern.set(pattern)
    try:
        yield
    finally:
        _pattern.reset(token)


def _tell(listeners: tuple[list[Asked], ...], asked: Asked) -> None:
    for heard in listeners:
        heard.append(asked)
