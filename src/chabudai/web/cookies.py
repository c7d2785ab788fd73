"""Cookies: signed, unreadable for scripts, sent only by our own pages, and over https only where that is spoken."""

from dataclasses import dataclass
from typing import Final

from chabudai.web.signing import Signer

_DAY = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class Cookie:
    """A kind of cookie. It is refused after `max_age` seconds, whatever the browser thinks; clocks may be a bit off."""

    name: str
    max_age: int


SESSION: Final = Cookie("session", 90 * _DAY)
HOUSEHOLD: Final = Cookie("household", 2 * _DAY)  # of a browser that is in one of its own
VISITOR: Final = Cookie("visitor", 30 * _DAY)
LANGUAGE: Final = Cookie("language", 365 * _DAY)
THEME: Final = Cookie("theme", 365 * _DAY)


class CookieJar:
    """The cookies that came with one request, and those that its answer will set."""

    def __init__(self, header: str, signer: Signer, *, secure: bool) -> None:
        self._received = _parse_header(header)
        self._read: dict[Cookie, str | None] = {}
        self._set: dict[Cookie, str | None] = {}
        self.signer = signer
        self._secure = secure

    def get(self, cookie: Cookie) -> str | None:
        """What it holds, or will hold; None when there is none, or none that we signed."""
        if cookie in self._set:
            return self._set[cookie]
        if cookie not in self._read:
            signed = self._received.get(self._name(cookie))
            self._read[cookie] = self.signer.unsign(_purpose(cookie), signed, cookie.max_age) if signed else None
        return self._read[cookie]

    def put(self, cookie: Cookie, value: str) -> None:
        self._set[cookie] = value

    def drop(self, cookie: Cookie) -> None:
        self._set[cookie] = None

    def headers(self) -> list[tuple[bytes, bytes]]:
        return [(b"set-cookie", self._line(cookie, value).encode("ascii")) for cookie, value in self._set.items()]

    def _line(self, cookie: Cookie, value: str | None) -> str:
        signed = self.signer.sign(_purpose(cookie), value) if value is not None else ""
        max_age = cookie.max_age if value is not None else 0
        line = f"{self._name(cookie)}={signed}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax"
        return f"{line}; Secure" if self._secure else line

    def _name(self, cookie: Cookie) -> str:
        # with this prefix a browser takes the cookie from this very host only, not from its neighbours
        return f"__Host-{cookie.name}" if self._secure else cookie.name


def binding_of(jar: CookieJar) -> str | None:
    """What is good for this browser alone is bound to this: its session, or what stands for one before signing in."""
    for cookie in (SESSION, VISITOR):
        if value := jar.get(cookie):
            return f"{cookie.name} {value}"
    return None


def _purpose(cookie: Cookie) -> str:
    return f"cookie {cookie.name}"


def _parse_header(header: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in reversed(header.split(";")))
    return {name.strip(): value.strip() for name, _, value in pairs}
