"""A house with accounts and todos: its site, and browsers of people who are signed in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from html import unescape
from pathlib import Path
from zoneinfo import ZoneInfo

from argon2 import PasswordHasher
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.apps.own_cookies import OwnCookiesBrowser
from tests.apps.recorded_requests import record_requests
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
from chabudai.adapters.clock import Clock
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps import todo
from chabudai.apps.todo import app as todo_app
from chabudai.apps.todo import categories, personal_data, service
from chabudai.apps.todo.design import TodoStep, design
from chabudai.apps.todo.routes import routes
from chabudai.common.owner import Owner
from chabudai.store import RecordedCall
from chabudai.table import TypedStore
from chabudai.web import WebSettings
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

QUICK = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
SECRET = Secret(b"k" * 32)
PEOPLE = ("hanako", "taro")
TOKYO = ZoneInfo("Asia/Tokyo")
_UNDO = re.compile(r'<form method="post" action="/todo/undo".*?</form>', re.DOTALL)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


class Member(OwnCookiesBrowser):
    """Somebody before the todos' pages."""

    def press(self, path: str, **fields: str | Sequence[str]) -> Response:
        """A button of a page; the answer is the page that it leads to."""
        answer = self.ask("POST", f"/todo{path}", data={"_csrf": self.token(), **fields})
        return self.follow(answer) if answer.status_code == 303 else answer

    def undo(self, page: Response) -> Response:
        """The toast's button."""
        found = _UNDO.search(page.text)
        assert found, "nothing can be taken back here"
        given = {name: unescape(value) for name, value in _FIELD.findall(found[0])}
        return self.press("/undo", undo=given["undo"], next=given["next"])

    def list(self, query: str = "") -> list[str]:
        return titles(self.get(f"/todo?{query}"))


@dataclass(frozen=True)
class House:
    application: Litestar
    accounts: Accounts
    store: TypedStore
    clock: Clock
    heard: list[list[RecordedCall]]
    client: TestClient[Litestar]

    def member(self, username: str, language: str = "en") -> Member:
        """A browser in which this person is signed in; they join the house first if they have not."""
        person = self.accounts.store.get(person_named(username)) or account.sign_up(
            self.accounts, username=username, email=f"{username}@example.jp", password="a passphrase for tests"
        )
        browser = self.visitor(language)
        session = account.begin_session(self.accounts, person, "tests")
        signer = Signer(SECRET, lambda: self.clock().timestamp())
        browser.cookies.set("session", signer.sign("cookie session", session), domain="house.test", path="/")
        return browser

    def visitor(self, language: str = "en") -> Member:
        return Member(self.client, language)

    def owner(self, username: str) -> Owner:
        return Owner(self.store, username, self.clock, TOKYO)

    def token(self, username: str) -> Mapping[str, str]:
        """The header of a program that this person gave a token to."""
        self.member(username)
        person = self.accounts.store.one(person_named(username))
        return {"authorization": f"Bearer {account.make_token(self.accounts, person, name='tests').text}"}

    def sweep(self) -> None:
        """Everyone's todos are gone, and nobody has been heard."""
        for username in PEOPLE:
            personal_data.erase(self.store, username)
        self.heard.clear()

    def asked(self) -> list[tuple[str, str | None]]:
        """What the last page asked the todos' table: operations and the patterns they were for."""
        return [(each.operation, each.pattern) for each in self.heard[-1] if each.table == "wambda-table-ssr001"]


@contextmanager
def built(clock: Clock, folder: Path) -> Iterator[House]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*accounts_design.tables, *design.tables)
        with _built(store, clock, folder) as house:
            yield house


@contextmanager
def _built(store: TypedStore, clock: Clock, folder: Path) -> Iterator[House]:
    outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
    accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
    heard, noting = record_requests()
    settings = WebSettings(
        secret=SECRET,
        version="1.0",
        packages=(people.PACKAGE, common.PACKAGE, todo.PACKAGE),
        navigation=(todo_app.ENTRY,),
        authenticate=authentication.authenticator(accounts),
        sign_in="/sign-in",
        record_calls=noting,
        clock=clock,
        fragments=VerifyingFragmentCache(),
    )
    every = [*account_routes.routes(accounts, outbox), *routes(store, clock, b"k" * 32)]
    application = web.build(every, settings)
    application.state.fragments = settings.fragments
    with TestClient(application, base_url="http://house.test") as client:
        yield House(application, accounts, store, clock, heard, client)


def furnish(owner: Owner) -> None:
    """Something for every view."""
    day = owner.today()
    home = categories.add(owner, name="家", color="warning").category_id
    steps = (TodoStep(text="a", done=True), TodoStep(text="b"))
    service.add(owner, title="late", due=day - timedelta(days=2), priority="high", category_id=home)
    service.add(owner, title="today", due=day, due_time="18:30", repeat="weekly:mon,thu", steps=steps)
    service.add(owner, title="later", due=day + timedelta(days=400), description="notes", priority="low")
    service.tick(owner, service.add(owner, title="done").todo.todo_id)
    service.move_to_trash(owner, service.add(owner, title="gone").todo.todo_id)


def titles(page: Response) -> list[str]:
    """What the list on a page holds, from above."""
    found = re.findall(r'class="row-title" id="n\w+"[^>]*>(.*?)</(?:a|span)>', page.text)
    return [unescape(title) for title in found]


def toasts(page: Response) -> list[str]:
    region = page.text.partition('id="toasts"')[2].partition("<main")[0]
    return [unescape(text) for text in re.findall(r"<p>(.*?)</p>", region)]
