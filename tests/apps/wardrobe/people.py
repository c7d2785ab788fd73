"""A house with accounts and wardrobes: its site, and browsers and programs of people who are signed in."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from html import unescape
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from httpx import Cookies, Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.adapters.clocks import SettableClock
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
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.objects import FolderStorage
from chabudai.apps import wardrobe
from chabudai.apps.app import App, AppDependencies
from chabudai.apps.wardrobe import app as wardrobe_app
from chabudai.apps.wardrobe.closets import House
from chabudai.apps.wardrobe.design import design
from chabudai.store import RecordedCall
from chabudai.web import WebSettings
from chabudai.web.secrets import Secret

PASSWORD = "a passphrase for tests"
QUICK = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
SECRET = Secret(b"k" * 32)
_ROW = re.compile(r'<a class="row-title" href="/wardrobe/([^"]+)">([^<]*)</a>')
_UNDO = re.compile(r'<form method="post" action="/wardrobe/undo".*?</form>', re.DOTALL)
_FIELD = re.compile(r'name="(\w+)" value="([^"]*)"')


class Member(OwnCookiesBrowser):
    """A browser of somebody, signed in or not."""

    def send(self, path: str, **fields: str) -> Response:
        return self.ask("POST", path, data={"_csrf": self.token(), **fields})

    def sign_up(self, username: str) -> "Member":
        sent = self.send("/sign-up", username=username, email=f"{username}@example.jp", password=PASSWORD)
        assert sent.status_code == 303, sent.text
        return self

    def enter(self, username: str) -> "Member":
        assert self.send("/sign-in", login=username, password=PASSWORD).status_code == 303
        return self

    def sign_out(self) -> "Member":
        assert self.send("/sign-out").status_code == 303
        return self

    def create(self, name: str) -> str:
        """A new wardrobe, opened as the browser does; its key."""
        made = self.send("/wardrobe", name=name)
        assert made.status_code == 303, made.text
        assert self.follow(made).status_code == 200
        return str(made.headers["location"]).rpartition("/")[2]

    def wardrobes(self) -> list[str]:
        """The names on the list, from above."""
        return [unescape(name) for _, name in _ROW.findall(self.get("/wardrobe").text)]

    def listed_keys(self) -> list[str]:
        return [key for key, _ in _ROW.findall(self.get("/wardrobe").text)]

    def undo(self, page: Response) -> Response:
        """The toast's button."""
        found = _UNDO.search(page.text)
        assert found, "nothing can be taken back here"
        given = {name: unescape(value) for name, value in _FIELD.findall(found[0])}
        return self.send("/wardrobe/undo", undo=given["undo"], next=given["next"])


@dataclass(frozen=True)
class Street:
    app: App
    accounts: Accounts
    house: House
    clock: SettableClock
    client: TestClient[Litestar]
    heard: list[list[RecordedCall]] = field(default_factory=list)

    def browser(self) -> Member:
        return Member(self.client, "en")

    def call(self, token: str, method: str, path: str, body: Any = None) -> Response:
        """The API, as a program asks it."""
        self.client.cookies = Cookies()
        sent = {} if body is None else {"json": body}
        headers = {"authorization": f"Bearer {token}"} if token else {}
        return self.client.request(method, f"http://house.test/api{path}", headers=headers, **sent)

    def token(self, username: str, **given: Any) -> str:
        person = self.accounts.store.one(person_named(username))
        return account.make_token(self.accounts, person, name="tests", **given).text

    def asked(self) -> list[str]:
        """What the last page asked the wardrobes' table."""
        return [f"{each.pattern} {each.operation}" for each in self.heard[-1] if each.table == "WardrobeTable"]

    def rows(self) -> list[Mapping[str, Any]]:
        """What is remembered of anybody."""
        found = self.house.store.raw.call("Scan", {"TableName": "WardrobeTable"})["Items"]
        return [row for row in found if row["PK"]["S"].startswith("PERSON#")]


@contextmanager
def opened(folder: Path) -> Iterator[Street]:
    clock = SettableClock()
    outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
    with table.open(":memory:", clock=clock) as store:
        store.create(*accounts_design.tables, *design.tables)
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK)
        objects = FolderStorage(folder / "photos")
        app = wardrobe_app.build(AppDependencies(store, clock, SECRET, objects, accounts))
        assert app.personal_data is not None
        accounts = replace(accounts, personal_data=(app.personal_data,), apps=(app.entry,))
        heard, noting = record_requests()
        settings = WebSettings(
            secret=SECRET,
            version="1.0",
            packages=(people.PACKAGE, common.PACKAGE, wardrobe.PACKAGE),
            navigation=(app.entry,),
            authenticate=authentication.authenticator(accounts),
            sign_in="/sign-in",
            record_calls=noting,
            clock=clock,
            fragments=VerifyingFragmentCache(),
        )
        application = web.build([*account_routes.routes(accounts, outbox), *app.routes], settings)
        with TestClient(application, base_url="http://house.test") as client:
            yield Street(app, accounts, House(store, objects, clock), clock, client, heard)
