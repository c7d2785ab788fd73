"""The whole site as it is composed, with the demo household."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.demo_patterns import place_patterns, shared_demo
from tests.web.browser import from_this_machine

from chabudai.accounts.design import new_password
from chabudai.adapters.clock import now
from chabudai.site.compose import Site, compose
from chabudai.site.settings import SiteSettings

SITE = "http://house.localhost"
PERSON = "yamadas"
"""Who lives in the English pattern."""
_PASSWORD = "ちゃぶ台をかこむ夜です"


class Visitor:
    """A browser before the site."""

    def __init__(self, client: TestClient[Litestar], language: str) -> None:
        self._client = client
        self._headers = {"accept": "text/html", "accept-language": language}

    def get(self, path: str) -> Response:
        return self._client.get(path, headers=self._headers, follow_redirects=False)

    def submit(self, path: str, fields: Mapping[str, str] | None = None) -> Response:
        found = re.search(r'name="_csrf" value="([^"]+)"', self.get("/").text)
        assert found
        data = {"_csrf": found[1], **(fields or {})}
        return self._client.post(path, data=data, headers=self._headers, follow_redirects=False)


@contextmanager
def visiting(settings: SiteSettings, language: str = "en") -> Iterator[Visitor]:
    with compose(settings) as site, TestClient(from_this_machine(site.application), base_url=SITE) as client:
        yield Visitor(client, language)


@pytest.fixture(scope="session")
def filled(tmp_path_factory: pytest.TempPathFactory) -> SiteSettings:
    """Where the demo's patterns were made. Nobody uses it here."""
    return shared_demo(tmp_path_factory)


@pytest.fixture
def household(filled: SiteSettings, tmp_path: Path) -> SiteSettings:
    """A site of the test's own."""
    return copy_household(filled, tmp_path / "household")


@pytest.fixture
def empty_household(tmp_path: Path) -> SiteSettings:
    """A database that is yet to be made."""
    return SiteSettings(db=str(tmp_path / "household.db"))


@pytest.fixture(scope="session")
def standing_site(filled: SiteSettings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Litestar]]:
    settings = copy_household(filled, tmp_path_factory.mktemp("standing") / "household")
    with compose(settings) as site, TestClient(from_this_machine(site.application), base_url=SITE) as client:
        yield client


@pytest.fixture
def visitor(standing_site: TestClient[Litestar]) -> Visitor:
    """With no cookies yet, before a site that is everyone's: what is changed there must belong to the browser alone."""
    standing_site.cookies.clear()
    return Visitor(standing_site, "en")


def copy_household(settings: SiteSettings, folder: Path) -> SiteSettings:
    place_patterns(settings, folder)
    return replace(settings, db=str(folder / Path(settings.db).name))


def copy_pattern(settings: SiteSettings, folder: Path, language: str) -> SiteSettings:
    """The demo's person, in the household that stays of a site that is no demo."""
    (pattern,) = settings.demo_path.glob(f"*/patterns/{language}-*")
    shutil.copytree(pattern, folder)
    return SiteSettings(db=str(folder / "household.db"), has_call_log=True)


def sign_in(client: TestClient[Litestar], site: Site) -> None:
    """As the demo's person, whose password nobody knows."""
    site.store.write(new_password(PERSON, site.accounts.hasher.hash(_PASSWORD), now().replace(microsecond=0)))
    client.headers["accept-language"] = "en"
    token = client.get("/sign-in").text.partition('name="_csrf" value="')[2].partition('"')[0]
    fields = {"_csrf": token, "login": PERSON, "password": _PASSWORD}
    assert client.post("/sign-in", data=fields, follow_redirects=False).status_code == 303
