"""A browser before a site: it keeps cookies, takes the token out of a page, and sends forms with it."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from litestar.types import ASGIApp, ControllerRouterHandler, Receive, Scope, Send
from tests.web.household import HANDLERS, settings

from chabudai import web
from chabudai.web import WebSettings

_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')


class Browser:
    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client
        self.cookies = client.cookies

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **options: Any) -> Response:
        """One request as it is; a redirect is not followed."""
        url = f"{str(self._client.base_url).rstrip('/')}{path}"  # whole, so that a path may begin with two slashes
        return self._client.request(method, url, headers=headers, follow_redirects=False, **options)

    def get(self, path: str, **headers: str) -> Response:
        return self.ask("GET", path, {name.replace("_", "-"): value for name, value in headers.items()})

    def follow(self, response: Response) -> Response:
        return self.get(response.headers["location"])

    def token(self) -> str:
        """The one that a page with a form gives to this browser."""
        found = _TOKEN.search(self.get("/probe/note").text)
        assert found
        return found[1]

    def submit(self, path: str, fields: Mapping[str, str] | None = None, **headers: str) -> Response:
        """A form, sent from one of our pages."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, named, data={"_csrf": self.token(), **(fields or {})})

    def sign_in(self, name: str) -> None:
        assert self.submit(f"/probe/session/{name}").status_code == 201


def from_this_machine(application: ASGIApp) -> Any:
    """The application as whoever sits there asks it."""

    async def serve(scope: Scope, receive: Receive, send: Send) -> None:
        seen = scope.copy()
        seen["client"] = ("127.0.0.1", 50000)
        await application(seen, receive, send)

    return serve


@contextmanager
def browsing(
    settings: WebSettings = settings(),  # noqa: B008 - it is frozen
    handlers: Iterable[ControllerRouterHandler] = HANDLERS,
    base_url: str = "http://house.test",
) -> Iterator[Browser]:
    with TestClient(web.build(handlers, settings), base_url=base_url) as client:
        yield Browser(client)
