"""One request, as everything that answers it sees it: who asks, in which language and zone, with which cookies."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date
from typing import Literal, Protocol, runtime_checkable
from urllib.parse import parse_qsl, quote, urlencode
from zoneinfo import ZoneInfo

from chabudai.web import language, zones
from chabudai.web.cookies import LANGUAGE, SESSION, THEME, Jar
from chabudai.web.drawer import Asked
from chabudai.web.language import Speech

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")


@runtime_checkable
class Person(Protocol):
    """Whoever is signed in. What they have not chosen is None."""

    @property
    def name(self) -> str: ...
    @property
    def language(self) -> str | None: ...
    @property
    def zone(self) -> str | None: ...
    @property
    def theme(self) -> str | None: ...


@dataclass(frozen=True, slots=True)
class Credentials:
    """What a request shows to say whose it is: a session, or a personal token, never both."""

    session: str | None
    token: str | None


Recognise = Callable[[Credentials], Person | None]
"""Whose they are. Called in a thread; NotSignedIn for a token that is wrong, None for a session that has ended."""


@dataclass(frozen=True, slots=True)
class Visit:
    path: str
    query: str
    address: str  # what limits count by
    is_swap: bool  # swap.js asks, and wants only the part that changes
    is_secure: bool
    jar: Jar
    credentials: Credentials
    speech: Speech
    zone: ZoneInfo
    clock: zones.Clock
    person: Person | None = None
    asked: Sequence[Asked] | None = None

    @property
    def today(self) -> date:
        """The person's day, not the server's."""
        return zones.today(self.zone, self.clock())

    @property
    def theme(self) -> Theme:
        wishes = (self.person.theme if self.person else None, self.jar.get(THEME))
        for wish in wishes:
            if wish in THEMES:
                return wish
        return "auto"

    def sign_in(self, session: str) -> None:
        self.jar.put(SESSION, session)

    def sign_out(self) -> None:
        self.jar.drop(SESSION)

    def choose_language(self, code: str) -> None:
        self.jar.put(LANGUAGE, code)

    def choose_theme(self, theme: Theme) -> None:
        self.jar.put(THEME, theme)

    def query_with(self, **changes: object) -> str:
        """This address with other parameters: None takes one out, a list gives it several times."""
        kept = [(name, value) for name, value in parse_qsl(self.query, keep_blank_values=True) if name not in changes]
        added = [(name, value) for name, values in changes.items() for value in _as_many(values)]
        query = urlencode(kept + added)
        return f"{quote(self.path)}?{query}" if query else quote(self.path)


_visit: ContextVar[Visit] = ContextVar("visit")


def current() -> Visit:
    return _visit.get()


@contextmanager
def entered(visit: Visit) -> Iterator[None]:
    token = _visit.set(visit)
    try:
        with language.speaking(visit.speech):
            yield
    finally:
        _visit.reset(token)


def _as_many(values: object) -> list[str]:
    if values is None:
        return []
    return [str(value) for value in values] if isinstance(values, list | tuple) else [str(values)]
