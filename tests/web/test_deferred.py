"""Who asks, and what a handler is given: found out in the handler's own thread, once, and only where it is wanted."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from litestar import Response
from litestar.handlers import HTTPRouteHandler
from tests.web import household
from tests.web.browser import Browser, browsing
from tests.web.household import Member

from chabudai.web.context import Credentials, RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, pages, provide


@dataclass
class Lookups:
    """The threads in which sessions were looked up; `is_broken` when that fails."""

    threads: list[str] = field(default_factory=list)
    is_broken: bool = False

    def __call__(self, credentials: Credentials) -> Member | None:
        self.threads.append(threading.current_thread().name)
        if self.is_broken:
            raise OSError("the table is away")
        return household.authenticate(credentials)


def _name(person: Injected[Any], context: Injected[RequestContext]) -> str:
    return f"{person.name} at {context.path} in {threading.current_thread().name}"


def _greeting(name: Injected[str]) -> str:
    return f"Hello {name}"


@get("/greeting", dependencies={"name": provide(_name), "greeting": provide(_greeting)})
def greet(greeting: Injected[str], name: Injected[str], pages: Injected[Pages]) -> dict[str, Any]:
    assert isinstance(pages, Pages)
    return {"greeting": greeting, "name": name, "thread": threading.current_thread().name}


@get("/plain")
def plain() -> Response[str]:
    return Response("plain")


ROUTES: list[HTTPRouteHandler] = [greet, plain]


@contextmanager
def _visit(lookups: Lookups) -> Iterator[Browser]:
    site = replace(household.settings(), authenticate=lookups)
    with browsing(site, [*household.HANDLERS, pages("/deferred", ROUTES)]) as browser:
        browser.sign_in("tom")
        lookups.threads.clear()
        yield browser


def test_a_handler_and_all_it_is_given_are_one_thread_s() -> None:
    lookups = Lookups()
    with _visit(lookups) as browser:
        said = browser.get("/deferred/greeting").json()
    assert said["greeting"] == f"Hello {said['name']}"
    assert said["name"] == f"Tom at /deferred/greeting in {said['thread']}"
    assert lookups.threads == [said["thread"]]


def test_a_handler_speaks_the_language_of_whoever_asks() -> None:
    with _visit(Lookups()) as browser:
        assert browser.get("/probe/note", accept_language="ja").text.partition('<html lang="')[2].startswith("en")


def test_a_file_is_given_to_anybody_without_a_look() -> None:
    lookups = Lookups()
    with _visit(lookups) as browser:
        assert browser.get("/static/none.css").status_code == 404
    assert lookups.threads == []


def test_the_page_about_a_path_that_leads_nowhere_knows_who_asks() -> None:
    lookups = Lookups()
    with _visit(lookups) as browser:
        page = browser.get("/nowhere")
    assert (page.status_code, "Tom" in page.text) == (404, True)
    assert len(lookups.threads) == 1


def test_a_lookup_that_fails_is_an_answer_and_is_tried_once() -> None:
    lookups = Lookups()
    with _visit(lookups) as browser:
        lookups.is_broken = True
        for path in ("/deferred/plain", "/deferred/greeting"):
            lookups.threads.clear()
            assert browser.get(path).status_code == 500, path
            assert len(lookups.threads) == 1
        missing = browser.get("/nowhere")
    assert (missing.status_code, "Tom" in missing.text) == (404, False)


def test_who_has_no_session_is_asked_to_sign_in() -> None:
    with browsing(household.settings(), [pages("/deferred", ROUTES)]) as browser:
        assert browser.get("/deferred/greeting").status_code == 401
        assert browser.get("/deferred/plain").text == "plain"


@get("/endless")
def look_for_nothing() -> str:
    return next(iter(()))


def test_a_handler_that_finds_nothing_to_go_on_with_is_answered_all_the_same() -> None:
    """A future takes no StopIteration: the browser would wait for ever."""
    with browsing(handlers=[*household.HANDLERS, pages("/probe/deferred", [look_for_nothing])]) as browser:
        assert browser.get("/probe/deferred/endless").status_code == 500
