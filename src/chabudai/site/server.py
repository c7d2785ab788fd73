"""One process that answers the site's requests until told to stop."""

import math
import signal
import socket
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import uvicorn

from chabudai.site.compose import Site, compose
from chabudai.site.connection import SiteConnection, SiteServerState
from chabudai.site.connection_registry import ConnectionLimits, ConnectionRegistry
from chabudai.site.settings import SiteSettings
from chabudai.site.supervisor import exit_cleanly
from chabudai.wire.descriptors import max_connections

_BACKLOG = 512  # connections that the system holds for us, and may give us all at once
_OTHER_FILES = 256 + _BACKLOG  # the database for each thread, what is uploaded, programs that are run
_FINISHING_SECONDS = 10  # for requests under way when the process is told to stop


def serve(site: Site, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """Until SIGINT (KeyboardInterrupt) or SIGTERM (SystemExit), once what was asked before is answered."""
    signal.signal(signal.SIGTERM, exit_cleanly)
    SiteServer(site.application, _limits(is_behind_proxy=site.is_behind_proxy), on_ready).run(sockets=[listener])


def compose_and_serve(settings: SiteSettings, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """The work of one of several processes."""
    with compose(settings) as site:
        serve(site, listener, on_ready)


class SiteServer(uvicorn.Server):
    def __init__(self, application: Any, limits: ConnectionLimits, on_ready: Callable[[], None]) -> None:
        config = uvicorn.Config(
            application,
            http=SiteConnection,
            ws="none",
            log_level="error",  # what strangers send that is no request would fill it
            access_log=False,  # nobody reads it, and each line would be put together first
            server_header=False,
            proxy_headers=False,  # the site has a setting of its own for that, and trusts nobody by default
            backlog=_BACKLOG,
            timeout_keep_alive=math.ceil(limits.idle_seconds),
            timeout_graceful_shutdown=_FINISHING_SECONDS,
        )
        super().__init__(config)
        self.registry = ConnectionRegistry(limits)
        self._on_ready = on_ready
        self.server_state = SiteServerState(self.registry)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second."""
        if counter % 10 == 0:
            self.registry.sweep()
        return await super().on_tick(counter)


def _limits(*, is_behind_proxy: bool) -> ConnectionLimits:
    """As many connections as the system lets us have; all that a proxy passes on comes from its own address."""
    limits = ConnectionLimits()
    most = max_connections(limits.connections, _OTHER_FILES)
    of_network = most if is_behind_proxy else min(limits.connections_of_network, max(1, most // 4))
    return replace(limits, connections=most, connections_of_network=of_network)
