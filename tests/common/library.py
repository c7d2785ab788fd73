"""A site with nothing but the shelf, and the people who read there."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from html import unescape
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from httpx import Cookies, Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.common.html_forms import form_to, forms_of
from tests.common.shelf.service import BOOKS, build

from chabudai import common, table, web
from chabudai.accounts.design import Person as Account
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.adapters import objects
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.app import App, AppDependencies, BuildApp
from chabudai.common.collections import transfer
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.context import Credentials
from chabudai.web.errors import NotSignedIn
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

SECRET = Secret(b"k" * 32)
SITE = "http://library.test"
PEOPLE = ("hanako", "taro")
_TITLE = re.compile(r'class="row-title"[^>]*>(.*?)</(?:a|span)>')
_TOAST = re.compile(r'<div class="toast"[^>]*>.*?<p>(.*?)</p>', re.DOTALL)


class SetClock:
    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        self.now = datetime(2040, 11, 15, 3, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass(frozen=True, slots=True)
class Person:
    username: str
    name: str = "Hana"
    language: str | None = None
    zone: str | None = None
    theme: str | None = None

    @property
    def email(self) -> str:
        return f"{self.username}@example.jp"

    def is_new(self, now: datetime) -> bool:
        """They have been here for long."""
        return False


def authenticate(credentials: Credentials) -> Person | None:
    if credentials.token is None:
        return Person(credentials.session) if credentials.session in PEOPLE else None
    if credentials.token not in PEOPLE:
        raise NotSignedIn
    return Person(credentials.token)


class ReaderBrowser:
    """Somebody's browser before the shelf. Scripts are off."""

    def __init__(self, client: TestClient[Litestar], language: str) -> None:
        self._client = client
        self._language = language
        self.cookies = Cookies()

    def ask(self, method: str, path: str, **options: Any) -> Response:
        self._client.cookies = self.cookies
        headers = {"accept": "text/html", "accept-language": self._language}
        answer = self._client.request(method, f"{SITE}{path}", headers=headers, follow_redirects=False, **options)
        self.cookies = self._client.cookies
        return answer

    def get(self, path: str) -> Response:
        return self.ask("GET", path)

    def send(self, page: Response, action: str, **values: str) -> Response:
        """The form of a page, filled in; the answer is the page that it leads to."""
        answer = self.ask("POST", action, data=form_to(page.text, action).with_values(**values))
        return self.get(answer.headers["location"]) if answer.status_code == 303 else answer

    def post(self, path: str, **fields: str) -> Response:
        """What no page of ours would send, but for its token."""
        token = next(form.fields["_csrf"] for form in forms_of(self.get("/shelf/new").text) if "_csrf" in form.fields)
        return self.ask("POST", path, data={"_csrf": token, **fields})

    def add(self, title: str, **values: str) -> Response:
        return self.send(self.get("/shelf/new"), "/shelf/new", title=title, **values)

    def undo(self, page: Response) -> Response:
        return self.send(page, "/shelf/undo")

    def list(self, query: str = "") -> list[str]:
        return titles(self.get(f"/shelf?{query}"))


@dataclass(frozen=True)
class Library:
    app: App
    client: TestClient[Litestar]
    store: TypedStore
    clock: SetClock

    def reader(self, username: str, language: str = "en") -> ReaderBrowser:
        browser = self.visitor(language)
        signer = Signer(SECRET, lambda: self.clock().timestamp())
        browser.cookies.set("session", signer.sign("cookie session", username), domain="library.test", path="/")
        return browser

    def visitor(self, language: str = "en") -> ReaderBrowser:
        return ReaderBrowser(self.client, language)

    def owner(self, username: str) -> Owner:
        return Owner(self.store, username, self.clock, ZoneInfo("Asia/Tokyo"))

    def call(self, method: str, path: str, username: str = "hanako", language: str = "en", **options: Any) -> Response:
        """The API, asked by a program of this person."""
        self.client.cookies = Cookies()
        headers = {"authorization": f"Bearer {username}", "accept-language": language}
        return self.client.request(method, f"{SITE}/api/shelf{path}", headers=headers, **options)

    def clear(self) -> None:
        """Nobody has any book."""
        for username in PEOPLE:
            transfer.erase(BOOKS, self.store, username)


@contextmanager
def opened(folder: Path, build_app: BuildApp = build) -> Iterator[Library]:
    """With the shelf, or another app that is looked at alone."""
    clock = SetClock()
    with table.open(":memory:", clock=clock) as store:
        accounts = Accounts(
            store,
            Outbox(folder / "outbox", EmailRenderer(EmailAddress("library@example.jp", "図書室"), clock)),
            clock,
            SITE,
        )
        app = build_app(AppDependencies(store, clock, SECRET, objects.open(str(folder)), accounts))
        store.create(*accounts_design.tables, *app.design.tables)
        for each in map(Person, PEOPLE):
            store.insert(Account(username=each.username, email=each.email, password_hash="-", created_at=clock()))
        settings = web.WebSettings(
            secret=SECRET,
            version="1.0",
            packages=(common.PACKAGE, app.package),
            navigation=(app.entry,),
            authenticate=authenticate,
            clock=clock,
        )
        with TestClient(web.build(app.routes, settings), base_url=SITE) as client:
            yield Library(app, client, store, clock)


def titles(page: Response) -> list[str]:
    return [unescape(title) for title in _TITLE.findall(page.text)]


def toast(page: Response) -> str | None:
    """What the page says was done."""
    found = _TOAST.search(page.text.partition("<template")[0])
    return unescape(found[1]) if found else None


def ids(library: Library, username: str = "hanako") -> Mapping[str, str]:
    """Of every book by its title."""
    rows = library.store.all(BOOKS.rows(username).consistently())
    return {row.title: row.book_id for row in rows}
