"""One process that answers the site's requests until told to stop."""

import signal
import socket
from collections.abc import Callable

import uvicorn

from chabudai.site.compose import Site, compose
from chabudai.site.settings import SiteSettings
from chabudai.site.supervisor import exit_cleanly
from chabudai.wire.descriptors import max_connections

_MOST_CONNECTIONS = 4096  # of one process; the next are answered with 503
_FINISHING_SECONDS = 10  # for requests under way when the process is told to stop


def serve(site: Site, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """Until SIGINT (KeyboardInterrupt) or SIGTERM (SystemExit), once what was asked before is answered."""
    signal.signal(signal.SIGTERM, exit_cleanly)
    config = uvicorn.Config(
        site.application,
        log_level="warning",
        access_log=False,  # nobody reads it, and each line would be put together first
        server_header=False,
        proxy_headers=False,  # the site has a setting of its own for that, and trusts nobody by default
        limit_concurrency=max_connections(_MOST_CONNECTIONS),
        timeout_graceful_shutdown=_FINISHING_SECONDS,
    )
    _Server(config, on_ready).run(sockets=[listener])


def compose_and_serve(settings: SiteSettings, listener: socket.socket, on_ready: Callable[[], None]) -> None:
    """The work of one of several processes."""
    with compose(settings) as site:
        serve(site, listener, on_ready)


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, on_ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_ready = on_ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._on_ready()
