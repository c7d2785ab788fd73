"""A browser before the wardrobes, a program beside it, and a wardrobe with something for every page."""

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from litestar.types import ControllerRouterHandler
from tests.apps.wardrobe.wardrobes import TODAY, outfit_of, several
from tests.web.browser import Browser
from tests.web.contexts import request_with
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import common, web
from chabudai.adapters.clock import Clock
from chabudai.apps import wardrobe
from chabudai.apps.wardrobe import app as wardrobe_app
from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.routes import api_routes, page_routes
from chabudai.web import WebSettings, seals
from chabudai.web.context import use_context
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')
_UNDO = re.compile(
    r'<form method="post" action="([^"]+)" novalidate data-swap="#main" data-swap-push>.*?</form>', re.DOTALL
)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


class Visitor(Browser):
    """A browser before the wardrobes; each wish names its wardrobe by the key in its address."""

    def token(self) -> str:
        found = _TOKEN.search(self.get("/wardrobe").text)
        assert found
        return found[1]

    def see(self, closet: Closet, path: str = "", language: str = "en") -> Response:
        return self.get(f"/wardrobe/{service.key_of(closet)}{path}", accept_language=language)

    def press(self, closet: Closet, path: str, **fields: str | list[str]) -> Response:
        """A button of a page; the answer is the page that it leads to."""
        url = f"/wardrobe/{service.key_of(closet)}{path}"
        english = {"accept-language": "en"}
        answer = self.ask("POST", url, english, data={"_csrf": self.token(), **fields})
        return self.get(answer.headers["location"], accept_language="en") if answer.status_code == 303 else answer

    def seal(self, packed: str, url: str, clock: Clock) -> str:
        """As the site would, in a toast of this browser: for what no page of ours offers to take back."""
        signer = Signer(self._client.app.state.csrf.secret, lambda: clock().timestamp())
        with use_context(request_with(self.cookies, signer)):
            return seals.seal(packed, url)

    def undo(self, page: Response) -> Response:
        """The toast's button."""
        found = _UNDO.search(page.text.partition('id="toasts"')[2].partition("<main")[0])
        assert found, "nothing can be taken back here"
        fields = {name: unescape(value) for name, value in _FIELD.findall(found[0])}
        answer = self.ask("POST", found[1], data={**fields, "_csrf": self.token()})
        return self.follow(answer)

    @property
    def application(self) -> Litestar:
        application: Litestar = self._client.app
        return application


class Program(Browser):
    """Speaks for whoever gave it a key."""

    def call(self, method: str, path: str, body: Any = None, language: str = "en") -> Response:
        json = {} if body is None else {"json": body}
        return self.ask(method, f"/api/wardrobe{path}", {"accept-language": language}, **json)

    @property
    def application(self) -> Litestar:
        application: Litestar = self._client.app
        return application


@contextmanager
def open_browser(house: House) -> Iterator[Visitor]:
    with _client(house, [*page_routes(house, "https://family.example"), *api_routes(house)]) as client:
        yield Visitor(client)


@contextmanager
def open_program(house: House) -> Iterator[Program]:
    """The API alone."""
    with _client(house, api_routes(house)) as client:
        yield Program(client)


def furnish(closet: Closet) -> None:
    """Something for every page."""
    ids = several(closet, 6)
    coat = service.add_clothing(
        closet, {"name": "コート", "genre": "outer", "colour": "navy", "seasons": ["winter"], "price": 9000}
    )
    outfit = outfit_of(closet, *ids, coat.clothing_id)
    service.record_template(closet, day=TODAY - timedelta(days=100), template_id=outfit)
    service.record_wear(closet, day=TODAY, clothing_ids=ids[:2])
    service.record_wear(closet, day=TODAY + timedelta(days=1), clothing_ids=ids[:1])
    service.throw_away_clothing(closet, ids[3])
    service.throw_away_template(closet, service.clone_template(closet, outfit).template_id)


def _client(house: House, routes: Iterable[ControllerRouterHandler]) -> TestClient[Litestar]:
    settings = WebSettings(
        secret=Secret(b"k" * 32),
        version="1.0",
        packages=(common.PACKAGE, wardrobe.PACKAGE),
        navigation=(wardrobe_app.ENTRY,),
        clock=house.clock,
        fragments=VerifyingFragmentCache(),
    )
    application = web.build(routes, settings)
    application.state.fragments = settings.fragments
    return TestClient(application, base_url="http://house.test")
