"""Connections to one endpoint, kept alive and pooled by urllib3, through the proxy that the environment names."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import urllib3
from botocore.httpsession import ProxyConfiguration, get_cert_path
from botocore.utils import get_environ_proxies
from urllib3.exceptions import HTTPError

from chabudai.store.errors import StoreUnreachable
from chabudai.store.replies import HttpReply

_POOL_SIZE = 50


@dataclass(frozen=True, slots=True)
class HttpTimeouts:
    """Seconds to wait for a connection, and for the next bytes of an answer."""

    connect: float = 5.0
    read: float = 30.0


class ConnectionPool:
    """One for each thread that asks at the same time. `certificates` is a file or folder; without it the usual ones."""

    def __init__(self, url: str, certificates: str | None, timeouts: HttpTimeouts) -> None:
        proxies = ProxyConfiguration(get_environ_proxies(url))
        proxy = proxies.proxy_url_for(url)
        options: dict[str, Any] = {
            "maxsize": _POOL_SIZE,
            "timeout": urllib3.Timeout(connect=timeouts.connect, read=timeouts.read),
            "cert_reqs": "CERT_REQUIRED",
            **_certificate_options(certificates),
        }
        self.url = url
        self._manager = (
            urllib3.PoolManager(**options)
            if proxy is None
            else urllib3.ProxyManager(proxy, proxy_headers=proxies.proxy_headers_for(proxy), **options)
        )
        self._pool = self._manager.connection_from_url(url)
        place = urlsplit(url)
        # A proxy is told the whole address, unless it only passes on what is encrypted.
        self._target = url if proxy is not None and place.scheme == "http" else place.path or "/"

    def post(self, headers: Mapping[str, str], body: bytes) -> HttpReply:
        try:
            answer = self._pool.urlopen(
                "POST",
                self._target,
                body,
                headers,
                retries=False,
                assert_same_host=False,
                decode_content=False,
                enforce_content_length=False,
            )
        except HTTPError as error:
            raise StoreUnreachable(f"{self.url} gave no answer: {error}") from error
        return HttpReply(answer.status, answer.headers, answer.data)

    def close(self) -> None:
        self._pool.close()
        self._manager.clear()


def _certificate_options(certificates: str | None) -> dict[str, str]:
    place = Path(certificates or get_cert_path(True))
    return {"ca_cert_dir" if place.is_dir() else "ca_certs": str(place)}
