"""A house with accounts only: its site, and browsers before it that know how to sign up and send forms."""

import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from argon2 import PasswordHasher
from httpx import Cookies, Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.accounts.clock import SetClock
from tests.web.browser import Browser, from_this_machine
from tests.web.test_look import Page
from tests.web.verified_fragments import VerifyingFragmentCache

from chabudai import accounts as people
from chabudai import common, table, web
from chabudai.accounts import authentication
from chabudai.accounts.design import AccountsTable, design
from chabudai.accounts.hashing import Hasher
from chabudai.accounts.mail_worker import new_mail_worker
from chabudai.accounts.routes import routes
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool.design import SpoolTable
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.common.personal_data import PersonalData
from chabudai.web import NavigationEntry, WebSettings
from chabudai.web.secrets import Secret

GOOD = "ちゃぶ台をかこむ夜です"
OTHER = "another good passphrase"
QUICK = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
APPS = (NavigationEntry("todo", "To do", "/todo", "yamabuki", "circle-check"),)
_TOKEN = re.compile(r'name="_csrf" value="([^"]+)"')
_AT_HOME = ("/outbox", "/account/forgot/sent")  # what tells of emails, where whoever asks sits at the machine itself


def main_of(answer: Response) -> Page:
    """What the page is about, without the bar and its menu."""
    return Page(answer.text.partition("<main")[2])


class Guest(Browser):
    """Has cookies of its own. `/account/forgot` is a page with a form for everyone."""

    def __init__(self, client: TestClient[Litestar], agent: str, address: str) -> None:
        super().__init__(client)
        self.cookies = Cookies()
        self._headers = {"user-agent": agent, "x-forwarded-for": address}

    def ask(self, method: str, path: str, headers: Mapping[str, str] | None = None, **options: Any) -> Response:
        self._client.cookies = self.cookies
        given = {**self._headers, **(headers or {})}
        if path.startswith(_AT_HOME):
            del given["x-forwarded-for"]
            given.setdefault("host", "localhost")
        answer = super().ask(method, path, given, **options)
        self.cookies = self._client.cookies
        return answer

    def token(self) -> str:
        found = _TOKEN.search(self.get("/account/forgot").text)
        assert found
        return found[1]

    def sign_up(self, username: str = "hanako", password: str = GOOD) -> "Guest":
        email = f"{username}@example.jp"
        answer = self.submit("/sign-up", {"username": username, "email": email, "password": password})
        assert answer.status_code == 303, answer.text
        return self

    def try_password(self, password: str, login: str = "hanako", **fields: str) -> Response:
        return self.submit("/sign-in", {"login": login, "password": password, **fields})

    def call(self, method: str, path: str, body: object = None, headers: Mapping[str, str] | None = None) -> Response:
        """A call of the API as a script of our own page makes it."""
        given = {"x-csrf-token": self.token(), **(headers or {})}
        return self.ask(method, f"/api/account{path}", given, **({} if body is None else {"json": body}))

    def take(self, session: str) -> None:
        """A cookie that came from somewhere else."""
        self.cookies.set("session", session, domain="house.test", path="/")

    @property
    def is_signed_in(self) -> bool:
        return self.get("/account").status_code == 200


@dataclass(frozen=True)
class Todos:
    """What an app would keep of people."""

    kept: dict[str, list[str]] = field(default_factory=lambda: {"hanako": ["麦茶"]})
    stuck: set[str] = field(default_factory=set)  # of whom nothing can be erased

    def personal_data(self) -> PersonalData:
        return PersonalData("todo", lambda name: {"todos": self.kept.get(name, [])}, self.erase)

    def erase(self, name: str) -> None:
        if name in self.stuck:
            raise LookupError(name)
        self.kept.pop(name, None)


@dataclass(frozen=True)
class House:
    accounts: Accounts
    clock: SetClock
    outbox: Outbox
    todos: Todos
    application: Litestar
    client: TestClient[Litestar]

    def browser(self, agent: str = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0", address: str = "192.0.2.1") -> Guest:
        return Guest(self.client, agent, address)

    def post(self) -> None:
        """The emails that wait are sent."""
        new_mail_worker(self.accounts, {}).catch_up()

    def leave(self) -> None:
        """Everyone has left and another day begins, on which no one has tried anything yet."""
        for table_name in (AccountsTable.name, SpoolTable.name):
            for row in self.rows(table_name):
                key = {name: row[name] for name in ("PK", "SK")}
                self.accounts.store.raw.call("DeleteItem", {"TableName": table_name, "Key": key})
        self.outbox.folder.unlink() if self.outbox.folder.is_file() else shutil.rmtree(self.outbox.folder, True)
        self.todos.kept["hanako"] = ["麦茶"]
        self.todos.stuck.clear()
        self.clock.begin_another_day()

    def rows(self, table_name: str = AccountsTable.name) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.accounts.store.raw.call("Scan", {"TableName": table_name})["Items"]
        return found


@contextmanager
def built(folder: Path) -> Iterator[House]:
    clock, todos = SetClock(), Todos()
    outbox = Outbox(folder / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台"), clock))
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        personal_data = (todos.personal_data(),)
        accounts = Accounts(store, outbox, clock, "http://house.test", QUICK, personal_data=personal_data, apps=APPS)
        application = site(accounts, clock, outbox)
        with TestClient(from_this_machine(application), base_url="http://house.test") as client:
            yield House(accounts, clock, outbox, todos, application, client)


def site(accounts: Accounts, clock: SetClock, outbox: Outbox | None) -> Litestar:
    settings = WebSettings(
        secret=Secret(b"k" * 32),
        version="1.0",
        packages=(people.PACKAGE, common.PACKAGE),
        navigation=APPS,
        authenticate=authentication.authenticator(accounts),
        sign_in="/sign-in",
        is_behind_proxy=True,
        clock=clock,
        fragments=VerifyingFragmentCache(),
    )
    return web.build(routes(accounts, outbox), settings)
