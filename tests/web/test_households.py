"""Browsers with a household of their own: what is around their requests, what they don't see, and how they leave."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS, settings

from chabudai.web.context import RequestContext
from chabudai.web.cookies import HOUSEHOLD
from chabudai.web.errors import Forbidden
from chabudai.web.households import Households, TemporaryHousehold
from chabudai.web.routes import FromPath, Injected, get, pages, post
from chabudai.web.translations import Text

ENDS_AT = datetime(2026, 11, 16, tzinfo=UTC)
_current: ContextVar[str] = ContextVar("current")


@dataclass
class Camp(TemporaryHousehold):
    name: str
    left: list[str]
    ends_at: datetime = ENDS_AT

    def enter(self) -> AbstractContextManager[None]:
        return use(self.name)

    def check_path(self, path: str) -> None:
        if path == "/probe/mine":
            raise Forbidden

    def leave(self) -> None:
        self.left.append(self.name)


@dataclass
class Camps(Households):
    names: set[str] = field(default_factory=lambda: {"hill", "lake"})
    left: list[str] = field(default_factory=list)

    @property
    def farewell(self) -> Text:
        return "The camp is over."

    def find(self, id_: str) -> TemporaryHousehold | None:
        return Camp(id_, self.left) if id_ in self.names else None

    def enter_lasting(self) -> AbstractContextManager[None]:
        return use("house")


@contextmanager
def use(name: str) -> Iterator[None]:
    token = _current.set(name)
    yield
    _current.reset(token)


@get("/current")
def current(context: Injected[RequestContext]) -> dict[str, str]:
    return {"name": _current.get(), "ends": str(context.ends_at)}


@post("/camp/{name:str}")
def camp(name: FromPath[str], context: Injected[RequestContext]) -> None:
    context.sign_in("session-of-tom")
    context.jar.put(HOUSEHOLD, name)


@post("/leave")
def leave(context: Injected[RequestContext]) -> None:
    context.sign_out()


@pytest.fixture
def camps() -> Camps:
    return Camps()


@pytest.fixture
def browser(camps: Camps) -> Iterator[Browser]:
    handlers = (*HANDLERS, pages("/house", [current, camp, leave]))
    with browsing(replace(settings(), households=camps), handlers) as browser:
        yield browser


def where(browser: Browser) -> str:
    name: str = browser.get("/house/current").json()["name"]
    return name


def test_whoever_is_in_no_other_is_in_the_household_that_stays(browser: Browser) -> None:
    assert browser.get("/house/current").json() == {"name": "house", "ends": "None"}
    browser.submit("/probe/session/hana")
    assert where(browser) == "house"


def test_a_browser_is_in_its_own_from_then_on(browser: Browser) -> None:
    browser.submit("/house/camp/hill")
    assert browser.get("/house/current").json() == {"name": "hill", "ends": str(ENDS_AT)}
    browser.submit("/house/camp/lake")
    assert where(browser) == "lake"


def test_pages_that_it_does_not_have_are_refused_there_alone(browser: Browser) -> None:
    browser.submit("/probe/session/hana")
    assert browser.get("/probe/mine").status_code == 200
    browser.submit("/house/camp/hill")
    assert browser.get("/probe/mine").status_code == 403
    assert browser.get("/probe/where").status_code == 200


def test_signing_out_leaves_it_and_signing_in_elsewhere_forgets_it(browser: Browser, camps: Camps) -> None:
    browser.submit("/house/camp/hill")
    browser.submit("/house/leave")
    assert camps.left == ["hill"]
    assert where(browser) == "house"
    browser.submit("/house/camp/lake")
    browser.submit("/probe/session/hana")
    assert where(browser) == "house"
    assert camps.left == ["hill"]


def test_a_browser_whose_household_is_gone_is_nobody_and_told_so_once(browser: Browser, camps: Camps) -> None:
    browser.submit("/house/camp/hill")
    camps.names.clear()
    answer = browser.get("/probe/note", accept_language="en")
    assert answer.status_code == 200
    assert "The camp is over." in answer.text
    assert {"session", "household"} & set(browser.cookies) == set()
    assert "The camp is over." not in browser.get("/probe/note", accept_language="en").text
    assert where(browser) == "house"


def test_a_household_counts_only_with_a_session_and_with_our_signature(browser: Browser) -> None:
    browser.submit("/house/camp/hill")
    session, signed = browser.cookies["session"], browser.cookies["household"]
    for cookies in (
        f"household={signed}",
        f"session={session}; household=hill",
        f"session={session}; household=x{signed}",
    ):
        browser.cookies.clear()
        assert browser.get("/house/current", cookie=cookies).json()["name"] == "house"
    assert browser.get("/house/current", cookie=f"session={session}; household={signed}").json()["name"] == "hill"


def test_a_site_without_such_households_passes_the_cookie_over() -> None:
    handlers = (*HANDLERS, pages("/house", [camp]))
    with browsing(settings(), handlers) as browser:
        browser.submit("/house/camp/hill")
        assert browser.get("/probe/mine").status_code == 200
