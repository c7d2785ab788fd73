"""The way through a proxy that the environment names: urllib3's, which knows every kind of them."""

import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

import urllib3
from botocore.httpsession import ProxyConfiguration
from botocore.utils import get_environ_proxies
from urllib3.exceptions import ConnectTimeoutError, HTTPError, NewConnectionError

from chabudai.store.connections import Connections, HttpTimeouts
from chabudai.store.errors import not_connected, unreachable
from chabudai.store.replies import HttpReply

_POOL_SIZE = 50


def proxy_of(url: str) -> str | None:
    """The proxy that requests to a URL go through, in this environment."""
    proxy: str | None = ProxyConfiguration(get_environ_proxies(url)).proxy_url_for(url)
    return proxy


class ProxiedConnections(Connections):
    """`tls` says whom to trust, of endpoints and of proxies that have TLS themselves."""

    def __init__(self, url: str, proxy: str, tls: ssl.SSLContext, timeouts: HttpTimeouts) -> None:
        parts = urlsplit(url)
        self._url = url
        self._manager = urllib3.ProxyManager(
            proxy,
            proxy_headers=ProxyConfiguration().proxy_headers_for(proxy),
            maxsize=_POOL_SIZE,
            timeout=urllib3.Timeout(connect=timeouts.connect, read=timeouts.read),
            ssl_context=tls,
            proxy_ssl_context=tls,
        )
        self._pool = self._manager.connection_from_url(url)
        # A proxy is told the whole address, unless it only passes on what is encrypted.
        self._target = url if parts.scheme == "http" else parts.path or "/"

    def post(self, headers: Mapping[str, str], body: bytes) -> HttpReply:
        try:
            answer = self._pool.urlopen(
                "POST", self._target, body, headers, retries=False, assert_same_host=False, decode_content=False
            )
        except (ConnectTimeoutError, NewConnectionError) as error:
            raise not_connected(self._url, f": {error}") from error
        except HTTPError as error:
            raise unreachable(self._url, f": {error}") from error
        return HttpReply(answer.status, answer.headers.get("x-amz-crc32"), answer.data)

    def close(self) -> None:
        self._pool.close()
        self._manager.clear()
