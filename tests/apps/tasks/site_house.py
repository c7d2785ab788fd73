"""A site with accounts and the team tasks on a real engine in memory, and browsers of people who are signed in."""

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.adapters.clocks import SettableClock
from tests.apps.own_cookies import OwnCookiesBrowser
from tests.apps.recorded_requests import record_requests
from tests.apps.tasks.household import NOON, Household
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import accounts as people
from chabudai import common, table, web
from chabudai.accounts import authentication
from chabudai.accounts import routes as account_routes
from chabudai.accounts import service as account
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.design import person_named
from chabudai.accounts.hashing import Hasher
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Mail, Outbox
from chabudai.apps import tasks
from chabudai.apps.tasks import app as tasks_app
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.routes import routes
from chabudai.common.unreadable_rows import UnreadableRowLog
from chabudai.store import RecordedCall
from chabudai.web import WebSettings
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

QUICK = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
SECRET = Secret(b"k" * 32)
TABLE = "task-table-v3"
_UNDO = re.compile(r'<form method="post" action="/tasks/[\w-]+/undo".*?</form>', re.DOTALL)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


class TeamBrowser(OwnCookiesBrowser):
    """Somebody before the pages."""

    def send(self, path: str, **fields: str | Sequence[str]) -> Response:
        """A form; its answer as it is."""
        return self.ask("POST", path, data={"_csrf": self.token(), **fields})

    def send_by_script(self, path: str, **fields: str | Sequence[str]) -> Response:
        return self.ask("POST", path, {"x-swap": "1"}, data={"_csrf": self.token(), **fields})

    def press(self, path: str, **fields: str | Sequence[str]) -> Response:
        """A button of a page; the answer is the page that it leads to."""
        answer = self.send(path, **fields)
        return self.follow(answer) if answer.status_code == 303 else answer

    def swap(self, path: str) -> Response:
        """As the script asks for the part of a page that changes."""
        return self.get(path, x_swap="1")

    def undo(self, page: Response, team_id: str) -> Response:
        """The toast's button."""
        found = _UNDO.search(page.text)
        assert found, "nothing can be taken back here"
        given = {name: unescape(value) for name, value in _FIELD.findall(found[0])}
        return self.press(f"/tasks/{team_id}/undo", undo=given["undo"], next=given["next"])


@dataclass(frozen=True)
class SiteHouse:
    """`household` makes people, teams and tasks behind the site's back."""

    application: Litestar
    accounts: Accounts
    household: Household
    heard: list[list[RecordedCall]]
    client: TestClient[Litestar]
    leavings: LeavingQueue

    def team(self, admin: str, *others: str, **fields: Any) -> Member:
        return self.household.team(admin, *others, **fields)

    def browser(self, username: str, language: str = "en") -> TeamBrowser:
        """In which this person is signed in; they get an account first if they have none."""
        person = self.accounts.store.get(person_named(username)) or account.sign_up(
            self.accounts,
            username=username,
            email=f"{username}@example.jp",
            password="a passphrase for tests",
            display_name=username.title(),  # as the household names them
        )
        browser = self.visitor(language)
        session = account.begin_session(self.accounts, person, "tests")
        signer = Signer(SECRET, lambda: self.household.clock().timestamp())
        browser.cookies.set("session", signer.sign("cookie session", session), domain="house.test", path="/")
        return browser

    def visitor(self, language: str = "en") -> TeamBrowser:
        """Nobody that the site knows."""
        return TeamBrowser(self.client, language)

    def asked(self) -> list[tuple[str, str | None]]:
        """What the last page asked the tasks' table: operations and the patterns they were for."""
        return [(each.operation, each.pattern) for each in self.heard[-1] if each.table == TABLE]


@contextmanager
def built(folder: Path, *, mail: Mail | None = None, has_open_outbox: bool = True) -> Iterator[SiteHouse]:
    """`mail` is what sends; without it emails stay in an outbox."""
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock, report_unreadable=UnreadableRowLog()) as store:  # as the site does
        store.create(*accounts_design.tables, *design.tables)
        outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
        accounts = Accounts(
            store, mail or outbox, clock, "http://house.test", QUICK, has_open_outbox=has_open_outbox and mail is None
        )
        heard, noting = record_requests()
        settings = WebSettings(
            secret=SECRET,
            version="1.0",
            packages=(people.PACKAGE, common.PACKAGE, tasks.PACKAGE),
            navigation=(tasks_app.ENTRY,),
            authenticate=authentication.authenticator(accounts),
            sign_in="/sign-in",
            record_calls=noting,
            clock=clock,
            fragments=VerifyingFragmentCache(),
        )
        leavings = LeavingQueue()
        every = [
            *account_routes.routes(accounts, outbox if accounts.has_open_outbox else None),
            *routes(store, clock, b"k" * 32, accounts, leavings),
        ]
        application = web.build(every, settings)
        with TestClient(application, base_url="http://house.test") as client:
            yield SiteHouse(application, accounts, Household(store, clock), heard, client, leavings)


def toasts(page: Response) -> list[str]:
    region = page.text.partition('id="toasts"')[2].partition("<main")[0]
    return [unescape(text) for text in re.findall(r"<p>(.*?)</p>", region)]
