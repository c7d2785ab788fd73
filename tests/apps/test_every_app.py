"""What holds for every app of the site, and for one that is made as the guide says: nothing of it is forgotten."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Router
from tests.common import library
from tests.common.library import Library
from tests.common.shelf import service as shelf
from tests.web import catalog_checks

from chabudai import common
from chabudai.apps.app import BuildApp
from chabudai.common.collections import Collection
from chabudai.site.apps import APPS
from chabudai.web.packages import WEB

ROOT = Path(__file__).parents[2]
EVERY_APP = (*APPS, shelf.build)


@pytest.fixture(scope="module", params=EVERY_APP, ids=lambda build: build.__module__)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    """A site with this app alone, which has looked at the app's icon and accent already."""
    build: BuildApp = request.param
    with library.opened(tmp_path_factory.mktemp("app"), build) as site:
        yield site


def test_every_sentence_of_an_app_has_its_japanese(opened: Library) -> None:
    assert catalog_checks.find_problems(opened.app.package, [WEB, common.PACKAGE]) == []


def test_the_form_of_a_collection_has_an_input_for_every_field(opened: Library) -> None:
    for collection in collections_of(opened):
        page = opened.reader("hanako").get(f"{collection.path}/new")
        inputs = set(re.findall(r'<(?:input|select|textarea)[^>]* name="([^"]+)"', page.text))
        # What is more than one input has names of its own.
        assert [name for name in collection.fields.names if name not in inputs | collection.widgets.keys()] == []


def test_the_collections_of_an_app_are_found(tmp_path: Path) -> None:
    with library.opened(tmp_path, shelf.build) as site:
        assert list(collections_of(site)) == [shelf.BOOKS]


def test_the_entry_the_package_and_the_personal_data_of_an_app_have_one_name(opened: Library) -> None:
    app = opened.app
    assert app.entry.key == app.package.key
    assert app.personal_data is None or app.personal_data.app == app.entry.key


def test_no_app_may_know_another_also_one_that_comes() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (independence,) = [each for each in contracts if each["type"] == "independence"]
    assert independence["modules"] == ["chabudai.apps.*"]


def collections_of(site: Library) -> Iterator[Collection[Any]]:
    """Those whose routes an app has."""
    for router in site.app.routes:
        if isinstance(router, Router) and "collection" in router.dependencies:
            yield router.dependencies["collection"].dependency()  # type: ignore[union-attr]
