"""The calls of a store, recorded per request: for the call log at the foot of a page, and for tests."""

import time
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any

from chabudai.store.calls import PendingCall, RecordedCall
from chabudai.store.errors import StoreError
from chabudai.store.protocol import Store

_pattern: ContextVar[str | None] = ContextVar("pattern", default=None)
_recordings: ContextVar[tuple[list[RecordedCall], ...]] = ContextVar("recordings", default=())


class RecordingStore(Store):
    """Passes every call on, and adds it to the recordings under way."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        recordings = _recordings.get()
        if not recordings:
            return self._store.call(operation, request)
        return self._record(PendingCall(_pattern.get(), operation, request), recordings)

    def close(self) -> None:
        self._store.close()

    def _record(self, pending: PendingCall, recordings: tuple[list[RecordedCall], ...]) -> dict[str, Any]:
        for_us = pending.needs_metering
        request = pending.with_metering() if for_us else pending.request
        begun = time.perf_counter()
        try:
            response = self._store.call(pending.operation, request)
        except StoreError as error:
            _append_to_all(recordings, pending.record_error(error, time.perf_counter() - begun))
            raise
        seconds = time.perf_counter() - begun
        consumed = response.pop("ConsumedCapacity", None) if for_us else response.get("ConsumedCapacity")
        _append_to_all(recordings, pending.record_answer(response, consumed, seconds))
        return response


@contextmanager
def record_calls() -> Iterator[list[RecordedCall]]:
    """Every call made within, in order, by this thread or task and those that inherit its context."""
    calls: list[RecordedCall] = []
    token = _recordings.set((*_recordings.get(), calls))
    try:
        yield calls
    finally:
        _recordings.reset(token)


def label_calls(pattern: str | None) -> AbstractContextManager[None]:
    """Calls made within are recorded under this access pattern."""
    return _Label(pattern)


class _Label(AbstractContextManager[None]):
    """Entered for each plan, and so without the generator of `contextmanager`."""

    __slots__ = ("_label", "_token")

    def __init__(self, label: str | None) -> None:
        self._label = label

    def __enter__(self) -> None:
        self._token = _pattern.set(self._label)

    def __exit__(self, *_: object) -> None:
        _pattern.reset(self._token)


def _append_to_all(recordings: tuple[list[RecordedCall], ...], call: RecordedCall) -> None:
    for calls in recordings:
        calls.append(call)
