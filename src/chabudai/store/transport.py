"""Signed requests over HTTP, one reply each: straight to the endpoint, or through the proxy of the environment."""

import ssl
from pathlib import Path
from urllib.parse import urlsplit

from chabudai.store.connections import ConnectionPool, Connections, HttpTimeouts
from chabudai.store.endpoints import Endpoint
from chabudai.store.proxies import ProxiedConnections, proxy_of
from chabudai.store.replies import HttpReply

DEFAULT_TIMEOUTS = HttpTimeouts()


class Transport:
    """The way to one endpoint. Threads may share it."""

    def __init__(self, endpoint: Endpoint, timeouts: HttpTimeouts = DEFAULT_TIMEOUTS) -> None:
        self.url = endpoint.url
        self._endpoint = endpoint
        self._connections = {url: _open_connections(url, endpoint.certificates, timeouts) for url in endpoint.urls}

    def post(self, operation: str, body: bytes) -> HttpReply:
        request = self._endpoint.sign(operation, body)
        return self._connections[request.url].post(request.headers, body)

    def close(self) -> None:
        for connections in self._connections.values():
            connections.close()


def trusted_tls(certificates: str) -> ssl.SSLContext:
    """TLS that trusts a file or a folder of certificates, and nobody else."""
    is_folder = Path(certificates).is_dir()
    tls = ssl.create_default_context(
        cafile=None if is_folder else certificates, capath=certificates if is_folder else None
    )
    tls.set_alpn_protocols(["http/1.1"])
    return tls


def _open_connections(url: str, certificates: str, timeouts: HttpTimeouts) -> Connections:
    proxy = proxy_of(url)
    if proxy is not None:
        return ProxiedConnections(url, proxy, trusted_tls(certificates), timeouts)
    return ConnectionPool(url, trusted_tls(certificates) if urlsplit(url).scheme == "https" else None, timeouts)
