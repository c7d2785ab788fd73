"""A household as an attacker finds it: who asks, every route there is, and what they get."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from httpx import Response
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from tests.site.conftest import PERSON, SITE, copy_pattern
from tests.site.crawl import Crawl
from tests.web.browser import from_this_machine

from chabudai.accounts import service
from chabudai.accounts.design import Person, new_password
from chabudai.adapters.clock import now
from chabudai.site.compose import Site, compose
from chabudai.site.settings import SiteSettings

ACTORS = ("nobody", "other", "reads", "scope", "forged", "host")
"""Nobody signed in; another person; the owner's token that only reads; their token for another app; the owner's
browser, sent by a page of another site; whoever asks under a foreign name."""
TABLE = Path(__file__).with_name("routes.txt")

_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')
_MISSING = "x1"
_SAFE = ("GET", "HEAD")
_CAPABILITIES = ("{key:str}", "{secret:str}", "{token:str}", "{share_code:str}", "{share_id:str}")
"""Parts of an address that are secrets themselves: whoever has one is let in, so an attacker has none."""

_WORDS = ("{day:str}", "{plural:str}", "{kind:str}", "{name:str}", "{month:str}", "{date:str}", "{size:str}")
"""Parts of an address that are nobody's."""


@dataclass(frozen=True, order=True)
class Route:
    path: str
    method: str

    def __str__(self) -> str:
        return f"{self.method} {self.path}"


@dataclass
class House:
    site: Site
    client: TestClient[Litestar]
    ids: Mapping[tuple[str, str], str]
    owner: Person
    stranger: Person
    _browsers: dict[str, tuple[dict[str, str], str]] = field(default_factory=dict)
    _tokens: dict[str, str] = field(default_factory=dict)

    def routes(self) -> list[Route]:
        found = [route for route in self.site.application.routes if isinstance(route, HTTPRoute)]
        return sorted(Route(route.path, method) for route in found for method in route.methods - {"OPTIONS"})

    def ask(self, actor: str, route: Route, *, is_missing: bool = False) -> Response:
        """With the owner's ids in the path, or with those of nothing."""
        path = self.address(route, is_missing=is_missing)
        if actor == "host":
            return self._send(route, path, {"host": "evil.test"}, {}, "")
        if actor == "reads":
            return self._send(route, path, self._bearer("reads", None), {}, "")
        if actor == "scope":
            parts = route.path.split("/")
            other = "tasks" if "todo" in parts[1:3] else "todo"
            return self._send(route, path, self._bearer(other, other), {}, "")
        if actor == "forged":
            cookies, _ = self._browser("owner")
            return self._send(route, path, {"origin": "https://evil.test", "sec-fetch-site": "cross-site"}, cookies, "")
        cookies, token = self._browser(actor)
        return self._send(route, path, {}, cookies, token)

    def address(self, route: Route, *, is_missing: bool) -> str:
        parts = route.path.split("/")
        before = ["", *parts]
        return "/".join(
            self._fill(before[place], part, is_missing=is_missing) if part.startswith("{") else part
            for place, part in enumerate(parts)
        )

    def has_foreign_ids(self, route: Route) -> bool:
        """Whether the owner's ids make another address of it than those of nothing."""
        return self.address(route, is_missing=False) != self.address(route, is_missing=True)

    def _fill(self, before: str, part: str, *, is_missing: bool) -> str:
        if part in _CAPABILITIES or (is_missing and part not in _WORDS):
            return _MISSING
        return self.ids.get((before, part)) or self.ids.get(("", part)) or _MISSING

    def _send(
        self, route: Route, path: str, headers: Mapping[str, str], cookies: Mapping[str, str], token: str
    ) -> Response:
        self.client.cookies.clear()
        is_api = path.startswith("/api")
        told = {"accept": "application/json" if is_api else "text/html", "accept-language": "en", **headers}
        told |= {"cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())} if cookies else {}
        told |= {"x-csrf-token": token} if token else {}
        body: dict[str, str] | None = {} if is_api and route.method not in _SAFE else None
        return self.client.request(route.method, path, headers=told, json=body, follow_redirects=False)

    def _bearer(self, name: str, scope: str | None) -> Mapping[str, str]:
        if name not in self._tokens:
            scopes = [scope] if scope else None
            made = service.make_token(self.site.accounts, self.owner, name=name, read_only=scope is None, scopes=scopes)
            self._tokens[name] = made.text
        return {"authorization": f"Bearer {self._tokens[name]}"}

    def _browser(self, actor: str) -> tuple[dict[str, str], str]:
        """Its cookies, and the token that a page gives to it. Whom a route signed out signs in again."""
        if actor in self._browsers:
            return self._browsers[actor]
        self.client.cookies.clear()
        if actor != "nobody":
            self.sign_in(actor)
        found = _TOKEN.search(self.client.get("/account/forgot").text)
        assert found
        self._browsers[actor] = dict(self.client.cookies.items()), found[1]
        return self._browsers[actor]

    def forget(self, actor: str) -> None:
        self._browsers.pop(actor, None)

    def sign_in(self, actor: str) -> None:
        self.client.cookies.clear()
        name = (self.owner if actor == "owner" else self.stranger).username
        found = _TOKEN.search(self.client.get("/sign-in").text)
        assert found
        fields = {"_csrf": found[1], "login": name, "password": PASSWORD}
        assert self.client.post("/sign-in", data=fields, follow_redirects=False).status_code == 303


PASSWORD = "ちゃぶ台をかこむ夜です"


@contextmanager
def open_house(patterns: SiteSettings, folder: Path) -> Iterator[House]:
    """The demo's family in a household that stays, and somebody whom they don't know."""
    settings = copy_pattern(patterns, folder, "en")
    with (
        compose(settings) as site,
        TestClient(from_this_machine(site.application), base_url=SITE, raise_server_exceptions=False) as client,
    ):
        site.store.write(new_password(PERSON, site.accounts.hasher.hash(PASSWORD), now().replace(microsecond=0)))
        owner = service.sign_in(site.accounts, login=PERSON, password=PASSWORD)
        stranger = service.sign_up(site.accounts, username="stranger", email="stranger@example.jp", password=PASSWORD)
        house = House(site, client, {}, owner, stranger)
        house.sign_in("owner")
        crawl = Crawl(client, site.application)
        crawl.find_addresses()
        house.ids = crawl.ids()
        yield house
