"""The shogi pages of a house with accounts, and browsers of people who are signed in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.apps.own_cookies import OwnCookiesBrowser
from tests.apps.recorded_requests import record_requests
from tests.apps.shogi.club import kif
from tests.apps.todo.house import QUICK, SECRET
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import accounts as people
from chabudai import common, table, web
from chabudai.accounts import authentication
from chabudai.accounts import routes as account_routes
from chabudai.accounts import service as account
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.design import person_named
from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import Clock
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.usi import EngineFinder
from chabudai.apps import shogi
from chabudai.apps.shogi import games
from chabudai.apps.shogi import routes as shogi_routes
from chabudai.apps.shogi.design import design
from chabudai.apps.shogi.entities import Game, ShogiTable
from chabudai.common.owner import Owner
from chabudai.store import RecordedCall
from chabudai.table import TypedStore
from chabudai.web import NavigationEntry, WebSettings, zones
from chabudai.web.signing import Signer

_UNDO = re.compile(r'<form method="post" action="/shogi/undo".*?</form>', re.DOTALL)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


class Member(OwnCookiesBrowser):
    """Somebody before the pages of the games."""

    def press(self, path: str, files: Any = None, **fields: str | Sequence[str]) -> Response:
        """A button of a page; the answer is the page that it leads to."""
        answer = self.ask("POST", f"/shogi{path}", data={"_csrf": self.token(), **fields}, files=files)
        return self.follow(answer) if answer.status_code == 303 else answer

    def undo(self, page: Response) -> Response:
        """The toast's button."""
        found = _UNDO.search(page.text)
        assert found, "nothing can be taken back here"
        given = {name: unescape(value) for name, value in _FIELD.findall(found[0])}
        return self.press("/undo", undo=given["undo"], next=given["next"])

    def list(self, query: str = "") -> list[str]:
        """The names of the games in the list, from above."""
        return names(self.get(f"/shogi?{query}"))


@dataclass(frozen=True)
class House:
    accounts: Accounts
    store: TypedStore
    clock: Clock
    client: TestClient[Litestar]
    heard: list[list[RecordedCall]]

    def asked(self) -> list[RecordedCall]:
        """What the last request asked the table of the games."""
        return [call for call in self.heard[-1] if ShogiTable.name in call.table]

    def member(self, username: str, language: str = "en", name: str = "") -> Member:
        """A browser in which this person is signed in; they join the house first if they have not."""
        person = self.accounts.store.get(person_named(username)) or account.sign_up(
            self.accounts,
            username=username,
            email=f"{username}@example.jp",
            password="a passphrase for tests",
            display_name=name,
        )
        browser = Member(self.client, language)
        session = account.begin_session(self.accounts, person, "tests")
        signer = Signer(SECRET, lambda: self.clock().timestamp())
        browser.cookies.set("session", signer.sign("cookie session", session), domain="house.test", path="/")
        return browser

    def token(self, username: str, *, read_only: bool = False) -> str:
        """For a program that this person gave it to."""
        self.member(username)
        person = self.accounts.store.one(person_named(username))
        return account.make_token(self.accounts, person, name="tests", read_only=read_only).text

    def owner(self, username: str) -> Owner:
        return Owner(self.store, username, self.clock, zones.TOKYO)

    def keep(self, username: str, given: Mapping[str, Any] | None = None, **said: Any) -> Game:
        return games.keep(self.owner(username), kif(**said), given, own_name="山田 健").game


@contextmanager
def built(clock: Clock, folder: Path, engine: EngineFinder = lambda: None) -> Iterator[House]:
    heard, noting = record_requests()
    with table.open(":memory:", clock=clock) as store:
        store.create(*accounts_design.tables, *design.tables)
        outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        settings = WebSettings(
            secret=SECRET,
            version="1.0",
            packages=(people.PACKAGE, common.PACKAGE, shogi.PACKAGE),
            navigation=(NavigationEntry("shogi", "Shogi", "/shogi", "kaki", "piece"),),
            authenticate=authentication.authenticator(accounts),
            sign_in="/sign-in",
            record_calls=noting,
            clock=clock,
            fragments=VerifyingFragmentCache(),
        )
        every = [
            *account_routes.routes(accounts, outbox),
            *shogi_routes.routes(store, clock, b"k" * 32, engine, accounts),
        ]
        with TestClient(web.build(every, settings), base_url="http://house.test") as client:
            yield House(accounts, store, clock, client, heard)


def names(page: Response) -> list[str]:
    found = re.findall(r'<span class="clip">([^<]*)</span></a></div>', page.text)
    return [unescape(each) for each in found]


def toasts(page: Response) -> list[str]:
    region = page.text.partition('id="toasts"')[2].partition("<main")[0]
    return [unescape(text) for text in re.findall(r"<p>(.*?)</p>", region)]
