"""Ids that nobody has, in every place of every address: a clean 404, never a fault of ours and never another route."""

import asyncio
import json
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, unquote

import pytest
from litestar.routes import HTTPRoute
from litestar.types.internal_types import PathParameterDefinition
from tests.apps.tasks.site_house import SiteHouse

from chabudai.accounts import service as accounts
from chabudai.accounts.design import person_named
from chabudai.apps.tasks import comments, tags, tasks
from chabudai.apps.tasks.membership import Member

HOSTILE = (
    *(".", "..", "...", "%2e%2e", "%2f", "a%2fb", "%5c", "%23", "a%23b", "%3f", "%00", "%25", "%20", "%ff", ""),
    *("a%0d%0ab", "%e2%80%ae", "%f4%8f%bf%bf", "%27%22%3c", "null", "undefined", "__proto__", "%7b%7d"),
    *("x" * 200, "x" * 5000, "%e3%81%82" * 200),
)
ABSENT = (404, 405, 410)


@pytest.fixture(scope="module")
def team(built_site: SiteHouse) -> Member:
    return built_site.team("momo", "riku")


@pytest.fixture(scope="module")
def known(built_site: SiteHouse, team: Member) -> dict[str, str]:
    """An id that is there for each place."""
    tag = tags.add(team, name="会場")
    task = tasks.add(team, title="x", tags=[tag.tag_id]).task
    said = comments.add(team, task.task_id, "x")
    return {
        "team_id": team.team_id,
        "task_id": task.task_id,
        "tag_id": tag.tag_id,
        "comment_id": said.comment_id,
        "user_id": "riku",
    }


@pytest.fixture(scope="module")
def program(built_site: SiteHouse) -> dict[str, str]:
    built_site.browser("momo")
    person = built_site.accounts.store.one(person_named("momo"))
    made = accounts.make_token(built_site.accounts, person, name="tests")
    return {"authorization": f"Bearer {made.text}", "accept": "application/json", "content-type": "application/json"}


@pytest.fixture(scope="module")
def browser(built_site: SiteHouse) -> dict[str, str]:
    browser = built_site.browser("momo")
    browser.get("/tasks/notices")
    token = browser.token()
    cookies = "; ".join(f"{each.name}={each.value}" for each in browser.cookies.jar)
    form = "application/x-www-form-urlencoded"
    return {"cookie": cookies, "x-csrf-token": token, "accept": "text/html", "content-type": form}


def addresses(site: SiteHouse, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every method and address of the tasks with a hostile id in one of its places, and known ones in the others."""
    for route in site.application.routes:
        if not isinstance(route, HTTPRoute) or not route.path.startswith(("/tasks", "/api/tasks")):
            continue
        if route.path.endswith("/switch"):  # it signs out, whatever the invitation is
            continue
        places = [part for part in route.path_components if isinstance(part, PathParameterDefinition)]
        for place in places:
            for method in sorted(route.methods - {"OPTIONS", "HEAD"}):
                for hostile in HOSTILE:
                    parts = [
                        part
                        if isinstance(part, str)
                        else hostile
                        if part is place
                        else quote(known.get(part.name, "nothing"))
                        for part in route.path_components
                    ]
                    yield method, "/" + "/".join(parts)


async def ask(site: SiteHouse, method: str, raw: str, headers: dict[str, str]) -> int:
    """As a server hands it over: the path decoded, and as it came."""
    answers: list[Any] = []

    async def receive() -> Any:
        is_json = headers["content-type"] == "application/json"
        return {"type": "http.request", "body": b"{}" if is_json else b"", "more_body": False}

    async def send(message: Any) -> None:
        answers.append(message)

    scope: Any = {
        "type": "http",
        "method": method,
        "path": unquote(raw),
        "raw_path": raw.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "server": ("house.test", 80),
        "client": ("10.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in {"host": "house.test", **headers}.items()],
    }
    await site.application(scope, receive, send)
    status: int = next(each["status"] for each in answers if each["type"] == "http.response.start")
    return status


def stored(site: SiteHouse) -> list[str]:
    return sorted(json.dumps(item, sort_keys=True, default=sorted) for item in site.household.items())


def answers(site: SiteHouse, known: dict[str, str], root: str, headers: dict[str, str]) -> dict[tuple[str, str], int]:
    async def ask_all() -> dict[tuple[str, str], int]:
        found = {}
        for method, raw in addresses(site, known):
            if raw.startswith(root):
                found[method, raw[:200]] = await ask(site, method, raw, headers)
        return found

    return asyncio.run(ask_all())


def test_no_address_of_programs_leads_elsewhere(
    built_site: SiteHouse, known: dict[str, str], program: dict[str, str]
) -> None:
    before = stored(built_site)
    found = answers(built_site, known, "/api/", program)
    assert len(found) > 500
    assert {address: status for address, status in found.items() if status not in (*ABSENT, 400)} == {}
    assert stored(built_site) == before


def test_no_address_of_pages_leads_elsewhere(
    built_site: SiteHouse, known: dict[str, str], browser: dict[str, str]
) -> None:
    """A page that only takes forms sends whoever looks at it to the page above."""
    before = stored(built_site)
    found = answers(built_site, known, "/tasks/", browser)
    assert len(found) > 500
    assert {each: status for each, status in found.items() if status not in (*ABSENT, 303, 400)} == {}
    assert stored(built_site) == before
