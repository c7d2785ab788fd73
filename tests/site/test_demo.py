"""The demo as strangers see it: a household for each, which nobody else sees, for a day."""

import re
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from httpx import Response
from litestar import Litestar
from litestar.routes import HTTPRoute
from litestar.testing import TestClient
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import kif
from tests.site.conftest import copy_household
from tests.site.crawl import Crawl

from chabudai import table
from chabudai.accounts.design import design as accounts_design
from chabudai.adapters import clock
from chabudai.adapters.objects import FolderStorage
from chabudai.apps.kondate.market.recount import recount as market_recount
from chabudai.apps.shogi.repair import repair_all as games_repair
from chabudai.apps.tasks import design as task_design
from chabudai.apps.tasks.recount import recount as tasks_recount
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.repair import repair_all as wardrobe_repair
from chabudai.site.compose import Site, compose
from chabudai.site.demo.folder import LIFE, DemoFolder
from chabudai.site.settings import SiteSettings
from chabudai.table import Table, TypedStore
from chabudai.table.doctor import doctor

MARK = "ないしょのことば"
"""In all that the first visitor writes."""


@dataclass(frozen=True)
class Stranger:
    """A browser with its own cookies, before a site that others visit too."""

    client: TestClient[Litestar]

    def get(self, path: str) -> Response:
        return self.client.get(path, headers={"accept": "text/html"})

    def enter(self, language: str = "ja") -> Response:
        self.client.headers["accept-language"] = language
        return self.submit("/demo")

    def submit(self, path: str, fields: Mapping[str, str] | None = None) -> Response:
        data = {"_csrf": self._token(), **(fields or {})}
        return self.client.post(path, data=data, headers={"accept": "text/html"}, follow_redirects=False)

    def call(self, method: str, path: str, body: object = None) -> Any:
        answer = self.client.request(method, path, json=body, headers={"x-csrf-token": self._token()})
        assert answer.status_code < 300, f"{path}: {answer.text}"
        return answer.json() if answer.content else None

    def _token(self) -> str:
        found = re.search(r'name="_csrf" value="([^"]+)"', self.get("/").text)
        assert found
        return found[1]


@contextmanager
def strangers(site: Site, count: int) -> Iterator[list[Stranger]]:
    clients = [TestClient(site.application, base_url="http://house.localhost") for _ in range(count)]
    with clients[0]:
        yield [Stranger(client) for client in clients]


def folder_of(settings: SiteSettings) -> DemoFolder:
    (path,) = settings.demo_path.iterdir()
    return DemoFolder(path, clock.now, settings.demo_households)


@pytest.fixture(scope="module")
def settings(filled: SiteSettings, tmp_path_factory: pytest.TempPathFactory) -> SiteSettings:
    return copy_household(filled, tmp_path_factory.mktemp("demo") / "household")


@pytest.fixture(scope="module")
def site(settings: SiteSettings) -> Iterator[Site]:
    """Of all tests that want nothing special of it: they are strangers to each other, too."""
    with compose(settings) as site:
        yield site


def test_two_visitors_see_nothing_of_each_other_and_a_passer_by_of_neither(site: Site) -> None:
    with strangers(site, 3) as (one, other, passer_by):
        assert one.enter().status_code == other.enter().status_code == 303
        addresses = write_everywhere(one)
        assert [address for address in addresses if MARK not in one.get(address).text] == []
        for each, few in ((other, 150), (passer_by, 3)):
            read: dict[str, str] = {}
            each.client.event_hooks["response"] = [lambda answer, read=read: note(answer, read)]
            for address in addresses:
                each.get(address)
            Crawl(each.client, site.application).find_addresses()
            assert len(read) > few
            assert [address for address, text in read.items() if MARK in text] == []


def test_a_share_sheet_says_that_its_link_is_for_nobody_else(site: Site) -> None:
    with strangers(site, 1) as (visitor,):
        visitor.enter()
        game = visitor.call("POST", "/api/shogi/games", {"record": kif()})["id"]
        recipe = visitor.call("POST", "/api/kondate/v1/recipes", {"title": "飯", "ingredients": "米", "steps": "炊く"})
        for sheet in (f"/shogi/games/{game}/sharing", f"/kondate/share/recipes/{recipe['data']['id']}"):
            assert "見本の家のリンクは、ほかの人には開けません" in visitor.get(sheet).text, sheet


def note(answer: Response, read: dict[str, str]) -> None:
    answer.read()
    read[str(answer.url)] = answer.text


def write_everywhere(visitor: Stranger) -> list[str]:
    """Something in every app, shown to as many as can be; and where it stands."""
    visitor.submit("/account", {"display_name": MARK, "language": "", "theme": "auto", "zone": "Asia/Tokyo"})
    visitor.call("POST", "/api/todo/todos", {"title": MARK})
    team = visitor.call("POST", "/api/tasks/teams", {"name": MARK})["id"]
    task = visitor.call("POST", f"/api/tasks/teams/{team}/tasks", {"title": MARK})
    visitor.call("POST", f"/api/tasks/teams/{team}/invitations", {"email": "stranger@example.jp", "role": "member"})
    recipe = visitor.call("POST", "/api/kondate/v1/recipes", {"title": MARK, "ingredients": "米 1合", "steps": "炊く"})
    named = {"kind": "RECIPE", "id": recipe["data"]["id"], "authorName": MARK}
    visitor.call("PUT", "/api/kondate/v1/creator", {"name": MARK, "text": MARK})
    visitor.call("POST", "/api/kondate/v1/publications", named)
    shared = visitor.call("POST", "/api/kondate/v1/shares", named)["data"]["url"]
    game = visitor.call("POST", "/api/shogi/games", {"record": kif(first=MARK)})["id"]
    visitor.call("PATCH", f"/api/shogi/games/{game}/sharing", {"public": True})
    link = visitor.call("POST", f"/api/shogi/games/{game}/link")["path"]
    found = re.search(r'href="(/wardrobe/ed_[\w-]+)"', visitor.get("/wardrobe").text)
    assert found
    visitor.call("POST", f"/api{found[1]}/clothes", {"name": MARK})
    return [
        "/account",
        "/todo",
        f"/tasks/{team}/board",
        f"/tasks/{team}/task/{task['id']}",
        f"/kondate/recipes/{recipe['data']['id']}",
        f"/kondate/discover/recipes/{recipe['data']['id']}",
        shared,
        "/kondate/creators/yamada",
        f"/shogi/games/{game}",
        "/api/shogi/people/yamada/games",
        link,
        f"{found[1]}/clothes",
        "/outbox",
    ]


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_copy_is_whole_and_sound(site: Site, settings: SiteSettings, language: str) -> None:
    with strangers(site, 1) as (visitor,):
        before = folder_of(settings).ids()
        visitor.enter(language)
        (id_,) = set(folder_of(settings).ids()) - set(before)
        designs = (accounts_design, *(app.design for app in site.apps))
    copy = folder_of(settings).household(id_)
    (pattern,) = folder_of(settings).path.glob(f"patterns/{language}-*")
    with table.open(str(copy / "household.db")) as store, table.open(str(pattern / "household.db")) as other:
        assert [doctor(store, design).is_healthy for design in designs] == [True] * len(designs)
        teams = [team.team_id for team in store.scan(task_design.every_team())]
        assert [was == now for was, now in (tasks_recount(store, team) for team in teams)] == [True, True]
        assert market_recount(store) == []
        assert games_repair(store, clock.now).drifts == ()
        photos = FolderStorage(copy / "household-photos")
        report = wardrobe_repair(House(store, photos, clock.now))
        assert (report.drifts, report.idle_photos) == ((), 0)
        for design in designs:
            for each in design.tables:
                assert count_lasting(store, each) == count_lasting(other, each), each.name
    own, all_ = (sorted(path.name for path in each.rglob("*.webp")) for each in (copy, pattern))
    assert own == all_ != []


def count_lasting(store: TypedStore, each: type[Table]) -> int:
    """Without what expires by itself, like the session."""
    request: dict[str, Any] = {"TableName": each.name, "Select": "COUNT"}
    if each.ttl is not None:
        names = {"#ttl": each.ttl}
        request |= {"FilterExpression": "attribute_not_exists(#ttl)", "ExpressionAttributeNames": names}
    count: int = store.raw.call("Scan", request)["Count"]
    return count


def test_every_app_shows_something_of_today_in_both_languages(site: Site) -> None:
    with strangers(site, 2) as visitors:
        for visitor, language in zip(visitors, ("ja", "en"), strict=True):
            visitor.enter(language)
            home = visitor.get("/").text
            assert (
                "この山田家は、ほかの人には見えません。" if language == "ja" else "Only you can see this demo."
            ) in home
            for path in ("/todo", "/tasks", "/kondate", "/wardrobe", "/shogi"):
                assert visitor.get(path).status_code == 200
            assert visitor.get("/api/todo/todos?view=today").status_code == 200
            assert len(visitor.call("GET", "/api/tasks/teams")["teams"]) == 2


def test_a_household_is_gone_after_a_day_and_another_can_be_started(household: SiteSettings) -> None:
    now = SettableClock(clock.now())
    with compose(household, now) as site, strangers(site, 1) as (visitor,):
        visitor.enter("en")
        visitor.call("POST", "/api/todo/todos", {"title": MARK})
        now.advance(seconds=(LIFE - timedelta(minutes=1)).total_seconds())
        assert MARK in visitor.get("/todo").text
        now.advance(minutes=1)
        page = visitor.get("/todo")
        assert page.url.path == "/sign-in"
        assert "Your demo is over. You can start a new one." in page.text
        assert 'action="/demo"' in visitor.get("/").text
        assert visitor.enter("en").status_code == 303
        assert MARK not in visitor.get("/todo").text
        assert visitor.get("/todo").status_code == 200
        folder_of(household).sweep()


def test_a_restart_keeps_households(household: SiteSettings) -> None:
    with compose(household) as site, strangers(site, 1) as (visitor,):
        visitor.enter()
        visitor.call("POST", "/api/todo/todos", {"title": MARK})
        cookies = dict(visitor.client.cookies)
    with compose(household) as site, strangers(site, 1) as (visitor,):
        visitor.client.cookies.update(cookies)
        assert MARK in visitor.get("/todo").text


def test_twenty_first_visits_at_once(site: Site, settings: SiteSettings) -> None:
    with strangers(site, 20) as visitors:
        answers: list[int] = []
        before = len(folder_of(settings).ids())

        def visit(visitor: Stranger) -> None:
            visitor.enter()
            answers.append(visitor.get("/todo").status_code)

        threads = [threading.Thread(target=visit, args=(visitor,)) for visitor in visitors]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert answers == [200] * 20
        assert len(folder_of(settings).ids()) == before + 20


def test_a_crawler_without_cookies_makes_nothing(site: Site, settings: SiteSettings) -> None:
    with strangers(site, 1) as (crawler,):
        before, ids = count_rows(site), folder_of(settings).ids()
        for _ in range(3):
            crawler.client.cookies.clear()
            for path in ("/", "/sign-in", "/sign-up", "/todo", "/wardrobe", "/kondate", "/tasks", "/shogi", "/demo"):
                crawler.get(path)
            assert crawler.client.post("/demo", follow_redirects=False).status_code == 403
        assert folder_of(settings).ids() == ids
        assert count_rows(site) == before


def count_rows(site: Site) -> int:
    names = site.store.raw.call("ListTables", {})["TableNames"]
    count: int = sum(site.store.raw.call("Scan", {"TableName": name, "Select": "COUNT"})["Count"] for name in names)
    return count


def test_an_address_starts_so_many_in_an_hour_and_no_more(household: SiteSettings) -> None:
    now = SettableClock(clock.now())
    with compose(replace(household, demo_starts=2), now) as site, strangers(site, 3) as (one, other, third):
        assert [each.enter("en").status_code for each in (one, other, third)] == [303, 303, 429]
        assert one.submit("/demo").status_code == 303  # they are in theirs already
        assert len(folder_of(household).ids()) == 2
        now.advance(hours=1)
        assert third.enter("en").status_code == 303


def test_when_all_are_in_use_a_page_says_so(household: SiteSettings) -> None:
    now = SettableClock(clock.now())
    with compose(replace(household, demo_households=2), now) as site, strangers(site, 3) as (one, other, third):
        one.enter("en")
        other.enter("en")
        refused = third.enter("en")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "600")
        assert "The demo is full right now." in refused.text
        now.advance(minutes=31)
        assert one.get("/todo").status_code == 200
        assert third.enter("en").status_code == 303
        assert one.get("/todo").url.path == "/todo"
        assert other.get("/todo").url.path == "/sign-in"


def test_a_household_takes_so_much_of_the_disk_and_no_more(household: SiteSettings) -> None:
    with compose(replace(household, demo_megabytes=1)) as site, strangers(site, 1) as (visitor,):
        refused = visitor.enter("en")
        assert refused.status_code == 507
        assert "There&#39;s no more room in this demo." in refused.text


def test_pages_by_which_an_account_is_made_or_lost_are_not_there_and_what_is_left_is_listed(
    site: Site,
) -> None:
    with strangers(site, 1) as (visitor,):
        visitor.enter("en")
        routes = [route for route in site.application.routes if isinstance(route, HTTPRoute)]
        paths = {route.path for route in routes if re.match(r"/(api/)?account|/sign-", route.path)}
        closed = {path for path in paths if ask(visitor, path) == 403}
        assert {path for path in paths - closed if "sessions" not in path} == {
            "/account",
            "/account/emails",
            "/account/export",
            "/sign-out",
            "/api/account/emails",
            "/api/account/me",
            "/api/account/settings",
            "/api/account/export",
        }
        assert "/account/password" in closed
        page = visitor.get("/account").text
        assert [path for path in closed if f'href="{path}"' in page] == []
        assert "That&#39;s not part of the demo." in visitor.get("/account/tokens").text


def ask(visitor: Stranger, path: str) -> int:
    filled = re.sub(r"\{.*?\}", "x", path)
    return visitor.client.get(filled, headers={"accept": "text/html"}, follow_redirects=False).status_code


def test_whoever_signs_out_leaves_their_household_and_may_sign_up(site: Site, settings: SiteSettings) -> None:
    with strangers(site, 1) as (visitor,):
        before = folder_of(settings).ids()
        visitor.enter("en")
        assert visitor.submit("/sign-out").status_code == 303
        assert folder_of(settings).ids() == before
        assert "household" not in visitor.client.cookies
        password = "a calm evening at the table"
        fields = {"username": "hanako", "email": "hanako@example.jp", "password": password}
        assert visitor.submit("/sign-up", fields).status_code == 303
        assert "hanako" in visitor.get("/account").text
        assert visitor.get("/account/password").status_code == 200
        assert visitor.submit("/demo").status_code == 303
        assert "The Yamadas" in visitor.get("/account").text
        visitor.submit("/sign-out")
        assert visitor.submit("/sign-in", {"login": "hanako", "password": password}).status_code == 303
        assert "hanako" in visitor.get("/account").text


def test_somebody_who_lives_here_and_is_called_yamada_stays_alone(site: Site) -> None:
    with strangers(site, 2) as (yamada, visitor):
        fields = {"username": "yamada", "email": "yamada@example.jp", "password": "a calm evening at the table"}
        yamada.submit("/sign-up", fields)
        yamada.call("POST", "/api/todo/todos", {"title": MARK})
        visitor.enter()
        assert MARK not in visitor.get("/todo").text
        assert "yamada@example.jp" not in visitor.get("/account").text


def test_a_session_of_one_household_is_worth_nothing_in_another(site: Site) -> None:
    with strangers(site, 2) as (one, other):
        one.enter()
        other.enter()
        other.client.cookies.set("session", one.client.cookies["session"], domain="house.localhost")
        assert 'action="/demo"' in other.get("/").text
        assert other.client.get("/api/todo/todos").status_code == 401
        assert other.enter().status_code == 303
        assert other.get("/todo").status_code == 200


def test_letters_of_a_demo_reach_nobody_though_the_site_sends_mail(household: SiteSettings) -> None:
    sends = replace(household, mail="smtp://127.0.0.1:9", address="https://example.jp")
    with compose(sends) as site, strangers(site, 1) as (visitor,):
        visitor.enter("en")
        team = visitor.call("GET", "/api/tasks/teams")["teams"][0]["id"]
        visitor.call("POST", f"/api/tasks/teams/{team}/invitations", {"email": "a@example.jp", "role": "member"})
        (id_,) = folder_of(household).ids()
        outbox = folder_of(household).household(id_) / "household-outbox"
        wait_until(lambda: any("a@example.jp" in path.read_text() for path in outbox.glob("*.eml")))
        assert visitor.get("/outbox").status_code == 404


def wait_until(condition: Callable[[], bool], seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "not in time"
        time.sleep(0.1)


def test_what_a_visitor_began_goes_on_beside_their_requests(site: Site) -> None:
    with strangers(site, 2) as (visitor, other):
        visitor.enter()
        other.enter()
        files = [
            {"name": f"{number}.kif", "content": b64encode(kif(first=MARK).encode()).decode()} for number in (1, 2)
        ]
        job = visitor.call("POST", "/api/shogi/imports", {"files": files})
        wait_until(lambda: visitor.call("GET", f"/api/shogi/jobs/{job['id']}")["status"] == "done")
        assert MARK in visitor.get("/shogi").text
        assert MARK not in other.get("/shogi").text


def test_without_a_file_the_demo_is_gone_with_the_site(tmp_path: Path, filled: SiteSettings) -> None:
    """Made anew, since memory keeps no pattern."""
    settings = SiteSettings(db=":memory:", secret_file=str(tmp_path / "secret"), is_demo=True)
    with compose(settings) as site, strangers(site, 1) as (visitor,):
        visitor.enter()
        assert visitor.get("/todo").status_code == 200
    assert list(tmp_path.iterdir()) == [tmp_path / "secret"]
