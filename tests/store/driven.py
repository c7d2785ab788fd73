"""An async store as one that waits: its event loop runs in a thread, so that one suite tests both kinds."""

import asyncio
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar

from chabudai.store import AsyncStore, Store

T = TypeVar("T")


class DrivenStore(Store):
    """Calls from any thread become tasks of the one loop, within the context of their caller."""

    def __init__(self, open_store: Callable[[], AsyncStore]) -> None:
        self.store = open_store()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="event loop", daemon=True)
        self._thread.start()

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        return self.run(self.store.call(operation, request))

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(60)

    def close(self) -> None:
        if not self._loop.is_closed():
            self.run(self._close())
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()

    async def _close(self) -> None:
        await self.store.close()
        await self._loop.shutdown_default_executor()
