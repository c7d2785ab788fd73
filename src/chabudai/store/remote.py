"""A store over HTTP: DynamoDB itself, or any endpoint. The JSON goes as it is, and comes back as it is."""

import time
from collections.abc import Callable, Mapping
from typing import Any

from chabudai.store.bodies import encode_body
from chabudai.store.endpoints import find_endpoint
from chabudai.store.errors import StoreClosed, StoreError
from chabudai.store.protocol import Store
from chabudai.store.replies import parse_reply
from chabudai.store.retries import SDK_RETRIES, RetryPolicy
from chabudai.store.transport import Transport


class RemoteStore(Store):
    """What is worth asking again is asked again; a transaction is carried out once, however often it is asked."""

    def __init__(
        self,
        transport: Transport,
        retry_policy: RetryPolicy = SDK_RETRIES,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = transport
        self._retry_policy = retry_policy
        self._sleep = sleep
        self._is_closed = False

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        body = encode_body(operation, request)
        transport = self._transport
        retries = self._retry_policy.begin()
        while True:
            if self._is_closed:
                raise StoreClosed("The store is closed.")
            try:
                return parse_reply(transport.post(operation, body), transport.url)
            except StoreError as error:
                pause = retries.pause_after(error)
                if pause is None:
                    raise
            self._sleep(pause)

    def close(self) -> None:
        self._is_closed = True
        self._transport.close()


def connect(address: str) -> RemoteStore:
    """A store at `dynamodb://REGION` or at a URL; nothing is sent yet."""
    return RemoteStore(Transport(find_endpoint(address)))
