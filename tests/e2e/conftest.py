"""Browsers before a real site: phone and desktop, Japanese and English, light and dark, with and without scripts."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, ViewportSize, sync_playwright
from tests.demo_patterns import place_patterns, shared_demo
from tests.e2e import browsers
from tests.e2e.house import serving

from chabudai import table
from chabudai.table import TypedStore

SIZES: dict[str, ViewportSize] = {"phone": {"width": 390, "height": 844}, "desktop": {"width": 1280, "height": 900}}

Size = Literal["phone", "desktop"]
Language = Literal["ja", "en"]
Scheme = Literal["light", "dark"]


@dataclass(frozen=True)
class Visitor:
    """One person's browser; every error that a page logs fails the test."""

    page: Page
    context: BrowserContext
    faults: list[str]
    has_scripts: bool = True

    def sit_at_the_machine(self) -> None:
        """From now on no proxy is before it: there the outbox can be read."""
        self.context.set_extra_http_headers({})

    def go(self, path: str) -> Page:
        self.page.goto(path)
        return self.page


Opening = Callable[..., Visitor]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Before all others: one process then begins with them, and little is left when another takes part of them over."""
    items.sort(key=lambda item: Path(__file__).parent not in item.path.parents)


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Of this folder only: playwright keeps an event loop running, beside which no other test could run its own."""
    path = browsers.find()
    assert path, "no Chromium: make browser installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def household_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """To be made, beside the patterns of the demo."""
    folder = tmp_path_factory.mktemp("house")
    place_patterns(shared_demo(tmp_path_factory), folder)
    return folder / "household.db"


@pytest.fixture(scope="session")
def site(household_file: Path) -> Iterator[str]:
    """A site with the demo."""
    with serving(household_file, demo=True) as address:
        yield address


@pytest.fixture(scope="session")
def household_store(site: str, household_file: Path) -> Iterator[TypedStore]:
    """The file of that site, for what would take many pages to make."""
    with table.open(str(household_file)) as store:
        yield store


@pytest.fixture
def visit(chromium: Browser, site: str) -> Iterator[Opening]:
    """`visit("phone", "ja", "dark", scripts=False)`: a browser of its own, in a house of its own, at the front door."""
    opened: list[Visitor] = []

    def open_browser(
        size: Size = "phone",
        language: Language = "ja",
        scheme: Scheme = "light",
        *,
        scripts: bool = True,
        worker: bool = False,
    ) -> Visitor:
        """Without the service `worker`, which costs more than the pages do, where it is not what is looked at."""
        options: dict[str, Any] = {"viewport": SIZES[size], "is_mobile": size == "phone", "has_touch": size == "phone"}
        context = chromium.new_context(
            base_url=site,
            locale={"ja": "ja-JP", "en": "en-GB"}[language],
            timezone_id="Asia/Tokyo",
            color_scheme=scheme,
            java_script_enabled=scripts,
            service_workers="allow" if worker else "block",
            extra_http_headers={"X-Forwarded-For": f"2001:db8:0:{secrets.token_hex(2)}::1"},
            **options,
        )
        context.set_default_timeout(15_000)
        page = context.new_page()
        faults: list[str] = []
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda said: faults.append(said.text) if said.type == "error" else None)
        visitor = Visitor(page, context, faults, scripts)
        opened.append(visitor)
        return visitor

    yield open_browser
    for visitor in opened:
        visitor.context.close()
    assert [fault for visitor in opened for fault in visitor.faults if not _is_expected(fault)] == []


def _is_expected(fault: str) -> bool:
    """A browser logs every answer of 4xx as an error, also those that a test asks for."""
    return fault.startswith("Failed to load resource")
