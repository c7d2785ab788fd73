"""An async typed store as one that waits, so that one suite tests both: its calls are awaited in its loop's thread."""

from collections.abc import AsyncIterator, Iterator
from inspect import isasyncgen, iscoroutine
from typing import Any, cast

from tests.store.driven import DrivenStore

from chabudai.table import AsyncTypedStore, TypedStore


class AwaitedStore:
    def __init__(self, driven: DrivenStore, **options: Any) -> None:
        self.raw = driven
        self._typed = AsyncTypedStore(driven.store, **options)

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._typed, name)

        def call(*given: Any, **named: Any) -> Any:
            result = member(*given, **named)
            if isasyncgen(result):
                return self._iterate(result)
            return self.raw.run(result) if iscoroutine(result) else result

        return call

    def _iterate(self, rows: AsyncIterator[Any]) -> Iterator[Any]:
        while True:
            try:
                yield self.raw.run(cast("Any", anext(rows)))
            except StopAsyncIteration:
                return


def typed_store(opened: Any, **options: Any) -> TypedStore:
    """The typed store over any kind of store of the tests."""
    return (
        cast("TypedStore", AwaitedStore(opened, **options))
        if isinstance(opened, DrivenStore)
        else TypedStore(opened, **options)
    )
