"""Browsers of several people at one site, each with cookies of their own."""

import re
from collections.abc import Mapping
from typing import Any

from httpx import Cookies, Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.web.browser import Browser

_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')


class OwnCookiesBrowser(Browser):
    """Where there are accounts: `/account/forgot` is a page with a form for all."""

    def __init__(self, client: TestClient[Litestar], language: str) -> None:
        super().__init__(client)
        self.cookies = Cookies()
        self._language = language

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **options: Any) -> Response:
        self._client.cookies = self.cookies
        answer = super().ask(method, path, {"accept-language": self._language, **(headers or {})}, **options)
        self.cookies = self._client.cookies
        return answer

    def token(self) -> str:
        found = _TOKEN.search(self.get("/account/forgot").text)
        assert found
        return found[1]
