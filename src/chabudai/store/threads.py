"""A store whose calls wait, for asyncio: each call in a thread of a pool that is the store's own."""

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any

from chabudai.store.errors import StoreClosed
from chabudai.store.protocol import AsyncStore, Store

_THREADS = 8


class ThreadedStore(AsyncStore):
    """What a thread has begun it ends, whatever becomes of the task that waits for it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="chabudai-store")
        self._is_closed = False

    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if self._is_closed:
            raise StoreClosed("The store is closed.")
        context = copy_context()  # so that what the store records is recorded for the task
        return await asyncio.get_running_loop().run_in_executor(
            self._threads, lambda: context.run(self._store.call, operation, request)
        )

    async def close(self) -> None:
        self._is_closed = True
        await asyncio.to_thread(self._finish)

    def _finish(self) -> None:
        self._threads.shutdown(wait=True)
        self._store.close()
