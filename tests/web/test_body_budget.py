"""Bodies under way: all of them together, and those from one address, hold no more than there is room for."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS, settings

from chabudai.web.body_budget import FREE_OF_EACH, BodyBudget, MeteredBody
from chabudai.web.errors import ServerBusy
from chabudai.web.forms import Form
from chabudai.web.requests import FROM_ANYONE
from chabudai.web.routes import Injected, pages, post

MEGABYTE = 1024 * 1024


@post("/keep", request_max_body_size=16 * MEGABYTE, opt={FROM_ANYONE: True})
def keep(form: Injected[Form]) -> dict[str, int]:
    return {"files": len(form.files)}


@pytest.fixture(scope="module")
def site() -> Iterator[Browser]:
    """With room for one megabyte."""
    given = replace(settings(), bodies=BodyBudget(MEGABYTE, MEGABYTE))
    with browsing(given, [*HANDLERS, pages("/probe", [keep])]) as browser:
        yield browser


def send(site: Browser, size: int, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    files = {"file": ("photo", b"x" * size, "image/png")}
    return site.ask("POST", "/probe/keep", {"x-csrf-token": site.token(), **named}, files=files)


def test_whoever_sends_more_than_there_is_room_for_is_told_when_to_come_again(site: Browser) -> None:
    page = send(site, 2 * MEGABYTE, accept="text/html", accept_language="en")
    assert (page.status_code, page.headers["retry-after"]) == (503, "60")
    assert "A lot is being uploaded right now." in page.text
    told = send(site, 2 * MEGABYTE, accept="application/json", accept_language="ja").json()["error"]
    assert told["code"] == "server_busy"


def test_what_was_answered_is_held_no_more(site: Browser) -> None:
    assert [send(site, 900_000).status_code for _ in range(3)] == [201] * 3
    assert send(site, 2 * MEGABYTE).status_code == 503
    assert send(site, 900_000).status_code == 201


class Upload:
    """A request whose body comes in pieces of a megabyte."""

    def __init__(self, budget: BodyBudget, address: str) -> None:
        self.body = MeteredBody(self._receive, budget, address)

    async def _receive(self) -> Any:
        return {"type": "http.request", "body": bytes(MEGABYTE), "more_body": True}

    def take(self, megabytes: int) -> bool:
        """Whether there was room for all of them."""
        try:
            for _ in range(megabytes):
                asyncio.run(self.body())
        except ServerBusy:
            return False
        return True


def test_one_address_can_not_take_the_room_of_all() -> None:
    budget = BodyBudget(10 * MEGABYTE, 5 * MEGABYTE)
    first, second, other, third = (Upload(budget, address) for address in "aabc")
    assert first.take(4)
    assert not second.take(2)
    assert other.take(4)
    assert not third.take(3)


def test_of_several_who_send_at_once_those_who_are_not_refused_go_on() -> None:
    budget = BodyBudget(10 * MEGABYTE, 10 * MEGABYTE)
    one, other = Upload(budget, "a"), Upload(budget, "b")
    assert one.take(5)
    assert other.take(5)
    assert not one.take(1)
    assert other.take(5)


def test_what_is_small_is_taken_however_full_it_is() -> None:
    budget = BodyBudget(0, 0)

    async def small() -> Any:
        return {"type": "http.request", "body": bytes(FREE_OF_EACH), "more_body": False}

    async def gone() -> Any:
        return {"type": "http.disconnect"}

    for receive in (small, gone):
        metered = MeteredBody(receive, budget, "a")
        asyncio.run(metered())
        metered.release()
        metered.release()
