"""The endpoint as a whole: it listens, serves until it is told to stop, and finishes what is under way."""

import asyncio
import contextlib
import signal
import socket
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from chabudai.engine.engine import Engine
from chabudai.engine.identity import Identity
from chabudai.wire.connection import Connection
from chabudai.wire.connection_registry import ConnectionRegistry
from chabudai.wire.descriptors import max_connections
from chabudai.wire.dispatch import Dispatcher
from chabudai.wire.eventloop import new_event_loop
from chabudai.wire.limits import EndpointLimits
from chabudai.wire.routing import Router
from chabudai.wire.signature import AccessKey, Verifier

_BACKLOG = 2048


@dataclass(frozen=True, slots=True)
class EndpointSettings:
    host: str = "127.0.0.1"
    port: int = 8000  # 0 takes a free one
    region: str = Identity().region  # named by the health page
    access_key: AccessKey | None = None
    limits: EndpointLimits = field(default_factory=EndpointLimits)


class EndpointServer:
    """Made within a running event loop; `url` is known once it has started."""

    def __init__(self, engine: Engine, settings: EndpointSettings) -> None:
        self.url = ""
        self._settings = settings
        limits = replace(settings.limits, connections=max_connections(settings.limits.connections))
        verifier = Verifier(settings.access_key) if settings.access_key else None
        router = Router(engine.operations.names, settings.region, limits.body, verifier)
        self._dispatcher = Dispatcher(engine, router, limits)
        self._registry = ConnectionRegistry(limits, self._dispatcher, asyncio.get_running_loop().time)
        self._listener: asyncio.Server | None = None
        self._watch: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Raises OSError when the address cannot be had."""
        loop = asyncio.get_running_loop()
        host, port = self._settings.host, self._settings.port
        if port == 0:  # a name with several addresses would get a different free port on each
            host = str((await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM))[0][4][0])
        listener = await loop.create_server(lambda: Connection(self._registry), host, port, backlog=_BACKLOG)
        self._listener = listener
        self.url = _url(host, listener.sockets[0].getsockname()[1])
        self._watch = asyncio.create_task(self._registry.watch_deadlines())

    async def stop(self) -> None:
        """Take no new connection, answer what is under way, end the threads. The engine stays open."""
        if self._listener is not None:
            self._listener.close()
        if self._watch is not None:
            self._watch.cancel()
        await self._registry.close()
        await asyncio.to_thread(self._dispatcher.close)


def serve(engine: Engine, settings: EndpointSettings, announce: Callable[[str], None]) -> None:
    """Serve until SIGINT or SIGTERM; `announce` is told the URL."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        runner.run(_serve(engine, settings, announce))


async def _serve(engine: Engine, settings: EndpointSettings, announce: Callable[[str], None]) -> None:
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl-C raises KeyboardInterrupt instead
        for name in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(name, stop.set)
    server = EndpointServer(engine, settings)
    try:
        await server.start()
        announce(server.url)
        await stop.wait()
    finally:
        await server.stop()


def _url(host: str, port: int) -> str:
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
