"""A real endpoint in a thread of the test process, in front of a real engine."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from chabudai.engine.engine import Engine
from chabudai.wire.eventloop import new_event_loop
from chabudai.wire.server import EndpointServer, EndpointSettings


@dataclass(frozen=True, slots=True)
class Endpoint:
    url: str
    loop: asyncio.AbstractEventLoop
    server: EndpointServer

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    def stop(self) -> None:
        """As SIGTERM does; returns when the last answer is sent."""
        asyncio.run_coroutine_threadsafe(self.server.stop(), self.loop).result(30)


@contextmanager
def serving(engine: Engine, settings: EndpointSettings) -> Iterator[Endpoint]:
    loop = new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name="endpoint")
    thread.start()
    endpoint = asyncio.run_coroutine_threadsafe(_start(engine, settings), loop).result(30)
    try:
        yield endpoint
    finally:
        endpoint.stop()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _start(engine: Engine, settings: EndpointSettings) -> Endpoint:
    server = EndpointServer(engine, settings)
    await server.start()
    return Endpoint(server.url, asyncio.get_running_loop(), server)
