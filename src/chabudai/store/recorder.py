"""The calls of a store, recorded per request: for the call log at the foot of a page, and for tests."""

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from typing import Any

from chabudai.store.calls import PendingCall, RecordedCall
from chabudai.store.errors import StoreError
from chabudai.store.protocol import AsyncStore, Store

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
        return _record(self._store.call, operation, request, recordings)

    def call_encoded(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        recordings = _recordings.get()
        if not recordings:
            return self._store.call_encoded(operation, request)
        return _record(self._store.call_encoded, operation, request, recordings)

    def close(self) -> None:
        self._store.close()


def _record(
    call: Callable[[str, Mapping[str, Any]], dict[str, Any]],
    operation: str,
    request: Mapping[str, Any],
    recordings: tuple[list[RecordedCall], ...],
) -> dict[str, Any]:
    recording = CallRecording(PendingCall(_pattern.get(), operation, request), recordings)
    try:
        return recording.record_answer(call(operation, recording.request))
    except StoreError as error:
        recording.record_error(error)
        raise


class AsyncRecordingStore(AsyncStore):
    """The same for the calls of tasks."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        recordings = _recordings.get()
        if not recordings:
            return await self._store.call(operation, request)
        recording = CallRecording(PendingCall(_pattern.get(), operation, request), recordings)
        try:
            return recording.record_answer(await self._store.call(operation, recording.request))
        except StoreError as error:
            recording.record_error(error)
            raise

    async def close(self) -> None:
        await self._store.close()


class CallRecording:
    """One call that is being recorded; it begins with this."""

    def __init__(self, pending: PendingCall, recordings: tuple[list[RecordedCall], ...]) -> None:
        self._pending = pending
        self._recordings = recordings
        self._is_metered_for_us = pending.needs_metering
        self.request = pending.with_metering() if self._is_metered_for_us else pending.request
        self._begun = time.perf_counter()

    def record_answer(self, response: dict[str, Any]) -> dict[str, Any]:
        """The answer as the caller wants it."""
        seconds = time.perf_counter() - self._begun
        name = "ConsumedCapacity"
        consumed = response.pop(name, None) if self._is_metered_for_us else response.get(name)
        self._append(self._pending.record_answer(response, consumed, seconds))
        return response

    def record_error(self, error: StoreError) -> None:
        self._append(self._pending.record_error(error, time.perf_counter() - self._begun))

    def _append(self, call: RecordedCall) -> None:
        for calls in self._recordings:
            calls.append(call)


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
