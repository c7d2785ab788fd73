"""The whole site as it is composed, on a database of the test's own."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient

from chabudai.site.compose import compose
from chabudai.site.settings import Settings


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


@pytest.fixture
def household(tmp_path: Path) -> Settings:
    return Settings(db=str(tmp_path / "household.db"), is_demo=True)


@contextmanager
def visiting(settings: Settings, language: str = "en") -> Iterator[Visitor]:
    with compose(settings) as site, TestClient(site.application) as client:
        yield Visitor(client, language)


@pytest.fixture
def visitor(household: Settings) -> Iterator[Visitor]:
    with visiting(household) as visitor:
        yield visitor
