"""Stores over HTTP as tests want them: with timeouts, retries and pauses of their own."""

from collections.abc import Callable
from typing import Protocol

from tests.store.driven import DrivenStore

from chabudai.store import Store
from chabudai.store.async_remote import AsyncRemoteStore
from chabudai.store.async_transport import AsyncTransport
from chabudai.store.connections import HttpTimeouts
from chabudai.store.endpoints import Endpoint
from chabudai.store.remote import RemoteStore
from chabudai.store.retries import RetryPolicy
from chabudai.store.transport import DEFAULT_TIMEOUTS, Transport

ONCE = RetryPolicy(tries=1)


class Connect(Protocol):
    def __call__(
        self,
        endpoint: Endpoint,
        retry_policy: RetryPolicy = ...,
        sleep: Callable[[float], None] = ...,
        timeouts: HttpTimeouts = ...,
    ) -> Store: ...


def connect_threads(
    endpoint: Endpoint,
    retry_policy: RetryPolicy = ONCE,
    sleep: Callable[[float], None] = lambda _: None,
    timeouts: HttpTimeouts = DEFAULT_TIMEOUTS,
) -> Store:
    return RemoteStore(Transport(endpoint, timeouts), retry_policy, sleep)


def connect_tasks(
    endpoint: Endpoint,
    retry_policy: RetryPolicy = ONCE,
    sleep: Callable[[float], None] = lambda _: None,
    timeouts: HttpTimeouts = DEFAULT_TIMEOUTS,
) -> Store:
    async def sleep_in_task(seconds: float) -> None:
        sleep(seconds)

    return DrivenStore(lambda: AsyncRemoteStore(AsyncTransport(endpoint, timeouts), retry_policy, sleep_in_task))
