"""Signed requests over HTTP, one reply each, without a thread: aiohttp's connections. The only module with aiohttp."""

import asyncio
from io import BytesIO
from urllib.parse import urlsplit

import aiohttp
from yarl import URL

from chabudai.store.connections import HttpTimeouts
from chabudai.store.endpoints import Endpoint, SignedRequest
from chabudai.store.errors import StoreClosed, not_connected, unreachable
from chabudai.store.proxies import proxy_of
from chabudai.store.replies import HttpReply
from chabudai.store.transport import DEFAULT_TIMEOUTS, trusted_tls

_MOST_CONNECTIONS = 256
_AT_ONCE = 2**20  # a larger body goes out in pieces, between which the event loop turns


class AsyncTransport:
    """The way to one endpoint, for the tasks of the event loop that it is first used in."""

    def __init__(self, endpoint: Endpoint, timeouts: HttpTimeouts = DEFAULT_TIMEOUTS) -> None:
        self.url = endpoint.url
        self._endpoint = endpoint
        self._timeouts = timeouts
        self._proxies = {url: proxy_of(url) for url in endpoint.urls}
        self._session: aiohttp.ClientSession | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_closed = False

    async def post(self, operation: str, body: bytes) -> HttpReply:
        session = self._open_session()
        if self._endpoint.must_renew_credentials:
            request = await asyncio.to_thread(self._endpoint.sign, operation, body)
        else:
            request = self._endpoint.sign(operation, body)
        try:
            return await self._exchange(session, request)
        except aiohttp.SocketTimeoutError as error:
            reason = f"Read timed out. (read timeout={self._timeouts.read})"
            raise unreachable(request.url, f" in time: {reason}") from error
        except aiohttp.ConnectionTimeoutError as error:
            raise not_connected(request.url, f" in time: {error}") from error
        except aiohttp.ClientConnectorError as error:
            raise not_connected(request.url, f": {error!r}") from error
        except TimeoutError as error:
            raise unreachable(request.url, f" in time: {error}") from error
        except (aiohttp.ClientError, OSError) as error:
            raise unreachable(request.url, f": {error!r}") from error

    async def close(self) -> None:
        self._is_closed = True
        if self._session is not None:
            await self._session.close()

    def _open_session(self) -> aiohttp.ClientSession:
        if self._is_closed:
            raise StoreClosed("The store is closed.")
        loop = asyncio.get_running_loop()
        if self._session is None:
            self._loop = loop
            self._session = self._new_session()
        elif self._loop is not loop:
            raise RuntimeError("An async store belongs to the event loop that it was first used in: open one for each.")
        return self._session

    def _new_session(self) -> aiohttp.ClientSession:
        needs_tls = any(urlsplit(url).scheme == "https" for url in (*self._proxies, *self._proxies.values()))
        connector = aiohttp.TCPConnector(
            limit=_MOST_CONNECTIONS, ssl=trusted_tls(self._endpoint.certificates) if needs_tls else True
        )
        return aiohttp.ClientSession(
            connector=connector,
            timeout=aiohttp.ClientTimeout(
                total=None, sock_connect=self._timeouts.connect, sock_read=self._timeouts.read
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            auto_decompress=False,
        )

    async def _exchange(self, session: aiohttp.ClientSession, request: SignedRequest) -> HttpReply:
        async with session.post(
            URL(request.url, encoded=True),  # as it was signed
            data=request.body if len(request.body) <= _AT_ONCE else BytesIO(request.body),
            headers=request.headers,
            proxy=self._proxies[request.url],
            allow_redirects=False,
        ) as answer:
            return HttpReply(answer.status, answer.headers.get("x-amz-crc32"), await answer.read())
