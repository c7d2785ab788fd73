"""Forms that only our own pages can send: each carries a token that is worth something only beside one cookie."""

import hmac
import secrets
from dataclasses import dataclass, field
from typing import Any

from litestar import Litestar, Request
from litestar.connection import ASGIConnection
from litestar.handlers import BaseRouteHandler
from litestar.routes import HTTPRoute
from markupsafe import Markup

from chabudai.web import forms, origins
from chabudai.web.context import current_context
from chabudai.web.cookies import VISITOR, CookieJar, binding_of
from chabudai.web.errors import FormForged
from chabudai.web.paths import is_api
from chabudai.web.secrets import Secret

FIELD = "_csrf"
HEADER = "x-csrf-token"

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})


@dataclass(frozen=True, slots=True)
class Csrf:
    secret: Secret
    origin: str | None = None  # of the site, see `origins.is_cross_site`
    placeholder: Markup = field(default_factory=lambda: Markup(secrets.token_hex(16)))
    """What stands for the token while a page is made, so that parts of it can be kept. Nobody sees or guesses it."""

    def token(self, jar: CookieJar) -> str:
        """A new one each time. Whoever has no session yet gets a cookie for it to be bound to."""
        nonce = secrets.token_urlsafe(12)
        return f"{nonce}.{self._signature(nonce, binding_of(jar) or _new_binding(jar))}"

    def field(self) -> Markup:
        """To stand in a form."""
        return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, self.placeholder)

    def fill(self, page: str, jar: CookieJar) -> str:
        """The page with one token of its own, wherever it holds the placeholder."""
        return page.replace(self.placeholder, self.token(jar)) if self.placeholder in page else page

    def is_valid(self, token: str, jar: CookieJar) -> bool:
        nonce, _, signature = token.partition(".")
        binding = binding_of(jar)
        return binding is not None and hmac.compare_digest(self._signature(nonce, binding).encode(), signature.encode())

    async def check(self, connection: Request[Any, Any, Any]) -> None:
        if origins.is_cross_site(connection.scope["scheme"], connection.headers, self.origin):
            raise FormForged
        context = current_context()
        # a program with a token, or with nothing, carries no cookie that another site could make use of
        if is_api(context.path) and context.credentials.session is None:
            return
        if not self.is_valid(await _submitted_token(connection), context.jar):
            raise FormForged

    def _signature(self, nonce: str, binding: str) -> str:
        return hmac.digest(self.secret.key("csrf"), f"{nonce} {binding}".encode(), "sha256").hex()


def _new_binding(jar: CookieJar) -> str:
    visitor = secrets.token_urlsafe(16)
    jar.put(VISITOR, visitor)
    return f"{VISITOR.name} {visitor}"


async def guard_form(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Stands before every route that changes something."""
    if isinstance(connection, Request):
        await connection.app.state.csrf.check(connection)


def check_guarded(application: Litestar) -> None:
    """No route that changes something may be built without its guard."""
    for route in application.routes:
        for handler in route.route_handlers if isinstance(route, HTTPRoute) else ():
            if not handler.http_methods <= _SAFE and guard_form not in (handler.guards or ()):
                raise ValueError(f"{route.path} takes forms from anywhere: it lacks guard_form.")


async def _submitted_token(request: Request[Any, Any, Any]) -> str:
    if token := request.headers.get(HEADER):
        return token
    return (await forms.read(request))[FIELD] if forms.is_form(request) else ""
