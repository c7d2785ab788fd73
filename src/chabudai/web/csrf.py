"""Forms that only our own pages can send: each carries a token that is worth something only beside one cookie."""

import hmac
import secrets
from dataclasses import dataclass
from typing import Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from markupsafe import Markup

from chabudai.web import forms, origins, visits
from chabudai.web.cookies import SESSION, VISITOR, Jar
from chabudai.web.errors import FormForged
from chabudai.web.paths import is_api
from chabudai.web.secrets import Secret

FIELD = "_csrf"
HEADER = "x-csrf-token"

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Csrf:
    secret: Secret

    def token(self, jar: Jar) -> str:
        """A new one each time. Whoever has no session yet gets a cookie for it to be bound to."""
        nonce = secrets.token_urlsafe(12)
        return f"{nonce}.{self._mark(nonce, _bond(jar) or _new_bond(jar))}"

    def field(self, jar: Jar) -> Markup:
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, self.token(jar))

    def is_ours(self, token: str, jar: Jar) -> bool:
        nonce, _, mark = token.partition(".")
        bond = _bond(jar)
        return bond is not None and hmac.compare_digest(self._mark(nonce, bond).encode(), mark.encode())

    async def guard(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        if not isinstance(connection, Request) or connection.method in _SAFE:
            return
        if origins.is_foreign(connection.scope["scheme"], connection.headers):
            raise FormForged
        visit = visits.current()
        # a program with a token, or with nothing, carries no cookie that another site could make use of
        if is_api(visit.path) and visit.credentials.session is None:
            return
        if not self.is_ours(await _given(connection), visit.jar):
            raise FormForged

    def _mark(self, nonce: str, bond: str) -> str:
        return hmac.new(self.secret.key("csrf"), f"{nonce} {bond}".encode(), "sha256").hexdigest()


def _bond(jar: Jar) -> str | None:
    for cookie in (SESSION, VISITOR):
        if value := jar.get(cookie):
            return f"{cookie.name} {value}"
    return None


def _new_bond(jar: Jar) -> str:
    visitor = secrets.token_urlsafe(16)
    jar.put(VISITOR, visitor)
    return f"{VISITOR.name} {visitor}"


async def _given(request: Request[Any, Any, Any]) -> str:
    if token := request.headers.get(HEADER):
        return token
    return (await forms.read(request))[FIELD] if forms.is_form(request) else ""
