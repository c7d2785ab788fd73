"""One request, as everything that answers it sees it: who asks, in which language and zone, with which cookies."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol, runtime_checkable
from urllib.parse import parse_qsl, quote, urlencode
from zoneinfo import ZoneInfo

from chabudai.adapters.clock import Clock
from chabudai.web import zones
from chabudai.web.call_log import StoreCall
from chabudai.web.cookies import HOUSEHOLD, LANGUAGE, SESSION, THEME, CookieJar
from chabudai.web.translations import Translations, use_translations

Theme = Literal["light", "dark", "auto"]
THEMES: tuple[Theme, ...] = ("light", "dark", "auto")


@runtime_checkable
class CurrentPerson(Protocol):
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
    """What a request shows to say whose it is: a session, or a personal token, never both. Most only look.

    Of a token it is told what it is shown for: the path, and whether it is to change something.
    """

    session: str | None
    token: str | None
    path: str = ""
    is_change: bool = False


Authenticate = Callable[[Credentials], CurrentPerson | None]
"""Whose they are. Called in a thread; NotSignedIn for a token that is wrong, Forbidden for one that is not for this,
None for a session that has ended."""

Identify = Callable[[], "RequestContext"]
"""The request as it is known to whoever made it: with the person, and in their language and zone."""


@dataclass(frozen=True, slots=True)
class RequestContext:
    path: str
    query: str
    address: str  # what limits count by
    is_swap: bool  # the script asks, and wants only the part that changes
    is_secure: bool
    jar: CookieJar
    credentials: Credentials
    translations: Translations
    zone: ZoneInfo
    clock: Clock
    person: CurrentPerson | None = None
    calls: Sequence[StoreCall] | None = None
    is_local: bool = False  # whoever asks sits at this very machine
    ends_at: datetime | None = None  # when the household is gone that the request is in; None where it stays

    @property
    def today(self) -> date:
        """The person's day, not the server's."""
        return zones.today(self.zone, self.clock())

    @property
    def theme(self) -> Theme:
        preferred = (self.person.theme if self.person else None, self.jar.get(THEME))
        for theme in preferred:
            if theme in THEMES:
                return theme
        return "auto"

    def sign_in(self, session: str) -> None:
        """In the household that stays: whoever signs in to another says so afterwards."""
        self.jar.put(SESSION, session)
        self._forget_household()

    def sign_out(self) -> None:
        self.jar.drop(SESSION)
        self._forget_household()

    def set_language(self, code: str) -> None:
        self.jar.put(LANGUAGE, code)

    def set_theme(self, theme: Theme) -> None:
        self.jar.put(THEME, theme)

    def _forget_household(self) -> None:
        if self.jar.get(HOUSEHOLD) is not None:
            self.jar.drop(HOUSEHOLD)

    @property
    def page_address(self) -> "PageAddress":
        return PageAddress(self.path, self.query)

    def query_with(self, **changes: object) -> str:
        return self.page_address.but(**changes)


@dataclass(frozen=True, slots=True)
class PageAddress:
    """Where a page is, to lead on from there: what a fragment is given that makes links to its own page."""

    path: str
    query: str

    def __str__(self) -> str:
        return self.but()

    def but(self, **changes: object) -> str:
        """The same with other parameters: None takes one out, a list gives it several times."""
        kept = [(name, value) for name, value in parse_qsl(self.query, keep_blank_values=True) if name not in changes]
        added = [(name, value) for name, values in changes.items() for value in _as_many(values)]
        query = urlencode(kept + added)
        return f"{quote(self.path)}?{query}" if query else quote(self.path)


@dataclass(frozen=True, slots=True)
class Display:
    """How a page is written for its reader, and all that a fragment of it may know: language, zone and day."""

    translations: Translations
    zone: ZoneInfo
    today: date


class Identification:
    """Who makes a request, looked up once, in the thread that wants to know it first. `guest` is it without anybody."""

    def __init__(self, guest: RequestContext, identify: Identify) -> None:
        self._identify: Identify | None = identify
        self._context = guest

    def context(self) -> RequestContext:
        """This blocks. Where it fails, it fails once: from then on it was nobody."""
        if identify := self._identify:
            self._identify = None
            self._context = identify()
        return self._context


_current: ContextVar[RequestContext] = ContextVar("context")
_identification: ContextVar[Identification] = ContextVar("identification")
_display: ContextVar[Display] = ContextVar("display")
_page_address: ContextVar[PageAddress] = ContextVar("page_address")


def current_context() -> RequestContext:
    return _current.get()


def find_address() -> str | None:
    """Whose limits what is done now counts against; None outside of a request."""
    context = _current.get(None)
    return None if context is None else context.address


def identified_context() -> RequestContext:
    """The request with whoever makes it, for a thread that may block: see Identification."""
    return _identification.get().context()


def current_display() -> Display:
    """Of the fragment that is being rendered, or of the request."""
    if display := _display.get(None):
        return display
    context = _current.get()
    return Display(context.translations, context.zone, context.today)


def current_page_address() -> PageAddress:
    """Of the page that is being rendered. Its fragments don't know it: they are kept for every page that has them."""
    return _page_address.get()


@contextmanager
def use_context(context: RequestContext) -> Iterator[None]:
    token = _current.set(context)
    try:
        with use_translations(context.translations):
            yield
    finally:
        _current.reset(token)


@contextmanager
def use_identification(identification: Identification) -> Iterator[None]:
    token = _identification.set(identification)
    try:
        yield
    finally:
        _identification.reset(token)


@contextmanager
def use_display(display: Display) -> Iterator[None]:
    token = _display.set(display)
    try:
        with use_translations(display.translations):
            yield
    finally:
        _display.reset(token)


@contextmanager
def use_page_address(address: PageAddress) -> Iterator[None]:
    token = _page_address.set(address)
    try:
        yield
    finally:
        _page_address.reset(token)


def _as_many(values: object) -> list[str]:
    if values is None:
        return []
    return [str(value) for value in values] if isinstance(values, list | tuple) else [str(values)]
