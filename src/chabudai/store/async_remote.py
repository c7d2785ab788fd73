"""A store over HTTP for asyncio: what `remote` does, without a thread for each that waits."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from chabudai.store.async_transport import AsyncTransport
from chabudai.store.bodies import encode_body
from chabudai.store.endpoints import find_endpoint
from chabudai.store.errors import StoreError
from chabudai.store.protocol import AsyncStore
from chabudai.store.replies import parse_reply
from chabudai.store.retries import SDK_RETRIES, RetryPolicy


class AsyncRemoteStore(AsyncStore):
    """What is worth asking again is asked again; a transaction is carried out once, however often it is asked."""

    def __init__(
        self,
        transport: AsyncTransport,
        retry_policy: RetryPolicy = SDK_RETRIES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._transport = transport
        self._retry_policy = retry_policy
        self._sleep = sleep

    async def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        body = encode_body(operation, request)
        transport = self._transport
        retries = self._retry_policy.begin()
        while True:
            try:
                return parse_reply(await transport.post(operation, body), transport.url)
            except StoreError as error:
                pause = retries.pause_after(error)
                if pause is None:
                    raise
            await self._sleep(pause)

    async def close(self) -> None:
        await self._transport.close()


def connect_async(address: str) -> AsyncRemoteStore:
    """A store at `dynamodb://REGION` or at a URL; nothing is sent yet."""
    return AsyncRemoteStore(AsyncTransport(find_endpoint(address)))
