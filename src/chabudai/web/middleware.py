"""Around every request: its context is made and its person authenticated, and every answer gets cookies and headers."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.datastructures import Headers
from litestar.enums import ScopeType
from litestar.types import (
    ASGIApp,
    HTTPResponseBodyEvent,
    HTTPResponseStartEvent,
    HTTPScope,
    Message,
    Receive,
    Scope,
    Send,
)

from chabudai.web import compression, origins, paths, toasts, zones
from chabudai.web.body_budget import MeteredBody
from chabudai.web.call_log import StoreCall
from chabudai.web.context import (
    Credentials,
    CurrentPerson,
    Identification,
    RequestContext,
    use_context,
    use_identification,
)
from chabudai.web.cookies import HOUSEHOLD, LANGUAGE, SESSION, CookieJar
from chabudai.web.deferred import use_dependencies
from chabudai.web.error_handler import ErrorHandler
from chabudai.web.errors import NotFound
from chabudai.web.households import TemporaryHousehold
from chabudai.web.paths import is_api, is_static
from chabudai.web.security_headers import add_security_headers
from chabudai.web.settings import WebSettings
from chabudai.web.signing import Signer
from chabudai.web.toasts import Toast
from chabudai.web.translations import Translations, choose_language, use_translations


@dataclass(frozen=True, slots=True)
class SiteMiddleware:
    """Stands before the routing, so that a path that leads nowhere is answered as carefully as any other."""

    app: ASGIApp
    settings: WebSettings
    signer: Signer
    translations: Mapping[str, Translations]
    error_handler: ErrorHandler
    dependencies: Mapping[str, Callable[[], Any]]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._serve(scope.copy(), receive, send)
        else:
            await self.app(scope, receive, send)

    async def _serve(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers = Headers.from_scope(scope)
        is_local = origins.is_from_this_machine(scope, headers)
        if self.settings.is_behind_proxy:
            origins.apply_forwarded_headers(scope, headers)
        context = self._context(scope, headers, is_local=is_local)
        is_head = scope["method"] == "HEAD"
        may_compress = not is_head and compression.is_accepted(headers.get("accept-encoding", ""))
        sender = _ResponseSender(send, context, is_head, may_compress)
        if is_head:
            scope["method"] = "GET"
        household = self._find_household(context)
        with self._enter(household), self._record_calls(context) as calls:
            seen = replace(context, calls=calls, ends_at=household.ends_at if household else None)
            identification = Identification(seen, partial(self._identify, seen, headers))
            body = MeteredBody(receive, self.settings.bodies, seen.address)
            try:
                with use_context(seen), use_identification(identification), use_dependencies(self.dependencies):
                    await self._respond(seen, household, identification, scope, body, sender)
            finally:
                body.release()
        if household is not None and context.jar.get(SESSION) is None:
            household.leave()

    async def _respond(
        self,
        context: RequestContext,
        household: TemporaryHousehold | None,
        identification: Identification,
        scope: HTTPScope,
        receive: Receive,
        send: Send,
    ) -> None:
        """A session is looked up by whoever wants to know whose it is; a wrong token is an answer of its own."""
        try:
            if not is_static(context.path):  # what any page is drawn with, also the one that says it is not ours
                self.settings.check_host(Headers.from_scope(scope).getall("host", []))
            if context.credentials.token is not None:
                await sync_to_thread(identification.context)
            if not paths.is_exact(scope["method"], scope["path"], scope.get("raw_path", b"")):
                raise NotFound
            if household is not None:
                household.check_path(context.path)
        except Exception as error:
            request: Request[Any, Any, Any] = Request(scope, receive, send)
            response = self.error_handler.respond(request, error).to_asgi_response(app=None, request=request)
            await response(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _context(self, scope: HTTPScope, headers: Headers, *, is_local: bool) -> RequestContext:
        is_secure = scope["scheme"] == "https"
        jar = CookieJar("; ".join(headers.getall("cookie", [])), self.signer, secure=is_secure)
        path = _normalize_path(scope["path"])
        return RequestContext(
            path=path,
            query=scope["query_string"].decode("latin-1"),
            address=origins.client_address(scope),
            is_swap="x-swap" in headers,
            is_secure=is_secure,
            jar=jar,
            credentials=_read_credentials(scope["method"], path, headers, jar),
            translations=self._translations(None, jar, headers),
            zone=self.settings.zone,
            clock=self.settings.clock,
            is_local=is_local,
        )

    def _find_household(self, context: RequestContext) -> TemporaryHousehold | None:
        """The one that the browser's session is of; a browser whose household is gone is told so, and is nobody's."""
        id_, households = context.jar.get(HOUSEHOLD), self.settings.households
        if households is None or id_ is None or context.credentials.session is None:
            return None
        found = households.find(id_)
        if found is None:
            context.sign_out()
            with use_translations(context.translations):
                toasts.leave(context.jar, Toast(str(households.farewell), kind="note"))
        return found

    def _enter(self, household: TemporaryHousehold | None) -> AbstractContextManager[None]:
        if household is not None:
            return household.enter()
        return nullcontext() if self.settings.households is None else self.settings.households.enter_lasting()

    def _identify(self, context: RequestContext, headers: Headers) -> RequestContext:
        if context.credentials.session is None and context.credentials.token is None:
            return context
        person = self.settings.authenticate(context.credentials)
        if person is None:
            return context
        translations = self._translations(person, context.jar, headers)
        return replace(context, person=person, translations=translations, zone=zones.find_or(person.zone, context.zone))

    def _translations(self, person: CurrentPerson | None, jar: CookieJar, headers: Headers) -> Translations:
        preferred = (person.language if person else None, jar.get(LANGUAGE))
        return self.translations[choose_language(preferred, headers.get("accept-language", ""))]

    def _record_calls(self, context: RequestContext) -> AbstractContextManager[Sequence[StoreCall] | None]:
        if self.settings.record_calls is None or is_static(context.path):
            return nullcontext()
        return self.settings.record_calls()


@dataclass(slots=True)
class _ResponseSender:
    """An answer on its way out: cookies and what keeps it safe are added, and it is made smaller where that is wanted.

    Its head waits for the first of its body, which says whether there is more to come.
    """

    send: Send
    context: RequestContext
    is_head: bool
    may_compress: bool
    head: HTTPResponseStartEvent | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *self.context.jar.headers()]
            message["headers"] = add_security_headers(headers, is_secure=self.context.is_secure)
            self.head = message
            return
        if message["type"] == "http.response.body":
            await self._send_start(message)
            if self.is_head:
                message["body"] = b""
        await self.send(message)

    async def _send_start(self, message: HTTPResponseBodyEvent) -> None:
        head, self.head = self.head, None
        if head is None:
            return
        headers, is_whole = list(head["headers"]), not message.get("more_body", False)
        if self.may_compress and is_whole and compression.is_worthwhile(headers, message["body"]):
            head["headers"], message["body"] = compression.compress(headers, message["body"])
        await self.send(head)


def _read_credentials(method: str, path: str, headers: Headers, jar: CookieJar) -> Credentials:
    """A token counts in the API only, and then alone: a cookie beside it would act without its form's protection."""
    if is_static(path):
        return Credentials(None, None)
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if is_api(path) and scheme.lower() == "bearer":
        return Credentials(None, token.strip(), path, is_change=method not in ("GET", "HEAD"))
    return Credentials(jar.get(SESSION), None)


def _normalize_path(path: str) -> str:
    """As the routing takes it; two slashes at the start would make it another site's address."""
    return "/" + "/".join(part for part in path.split("/") if part)
