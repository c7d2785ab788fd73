"""Where every request comes in and every answer goes out: it learns who is there, and sees them off safely."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
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

from chabudai.web import compression, language, origins, visits, zones
from chabudai.web.cookies import LANGUAGE, SESSION, Jar
from chabudai.web.drawer import Asked
from chabudai.web.faults import Faults
from chabudai.web.language import Speech
from chabudai.web.paths import is_api, is_static
from chabudai.web.security import secured
from chabudai.web.settings import Settings
from chabudai.web.signing import Seal
from chabudai.web.visits import Credentials, Person, Visit


@dataclass(frozen=True, slots=True)
class Doorstep:
    """Stands before the routing, so that a path that leads nowhere is answered as carefully as any other."""

    app: ASGIApp
    settings: Settings
    seal: Seal
    speeches: Mapping[str, Speech]
    faults: Faults

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == ScopeType.HTTP:
            await self._welcome(scope.copy(), receive, send)
        else:
            await self.app(scope, receive, send)

    async def _welcome(self, scope: HTTPScope, receive: Receive, send: Send) -> None:
        headers = Headers.from_scope(scope)
        if self.settings.is_behind_proxy:
            origins.see_through_proxy(scope, headers)
        visit = self._visit(scope, headers)
        is_head = scope["method"] == "HEAD"
        may_be_smaller = not is_head and compression.is_wanted(headers.get("accept-encoding", ""))
        leaving = _Leaving(send, visit, is_head, may_be_smaller)
        if is_head:
            scope["method"] = "GET"
        with self._listening(visit) as heard:
            await self._answer(replace(visit, asked=heard), scope, receive, leaving)

    async def _answer(self, visit: Visit, scope: HTTPScope, receive: Receive, send: Send) -> None:
        with visits.entered(visit):
            try:
                visit = await self._recognised(visit, Headers.from_scope(scope))
            except Exception as error:
                request: Request[Any, Any, Any] = Request(scope, receive, send)
                response = self.faults.answer(request, error).to_asgi_response(app=None, request=request)
                await response(scope, receive, send)
                return
        with visits.entered(visit):
            await self.app(scope, receive, send)

    def _visit(self, scope: HTTPScope, headers: Headers) -> Visit:
        is_secure = scope["scheme"] == "https"
        jar = Jar("; ".join(headers.getall("cookie", [])), self.seal, secure=is_secure)
        path = _normal(scope["path"])
        return Visit(
            path=path,
            query=scope["query_string"].decode("latin-1"),
            address=origins.address(scope),
            is_swap="x-swap" in headers,
            is_secure=is_secure,
            jar=jar,
            credentials=_credentials(path, headers, jar),
            speech=self._speech(None, jar, headers),
            zone=self.settings.zone,
            clock=self.settings.clock,
        )

    async def _recognised(self, visit: Visit, headers: Headers) -> Visit:
        if visit.credentials == Credentials(None, None):
            return visit
        person = await sync_to_thread(self.settings.recognise, visit.credentials)
        if person is None:
            return visit
        speech = self._speech(person, visit.jar, headers)
        return replace(visit, person=person, speech=speech, zone=zones.known_or(person.zone, visit.zone))

    def _speech(self, person: Person | None, jar: Jar, headers: Headers) -> Speech:
        wishes = (person.language if person else None, jar.get(LANGUAGE))
        return self.speeches[language.chosen(wishes, headers.get("accept-language", ""))]

    def _listening(self, visit: Visit) -> AbstractContextManager[Sequence[Asked] | None]:
        if self.settings.listening is None or is_static(visit.path):
            return nullcontext()
        return self.settings.listening()


@dataclass(slots=True)
class _Leaving:
    """An answer on its way out: cookies and what keeps it safe are added, and it is made smaller where that is wanted.

    Its head waits for the first of its body, which says whether there is more to come.
    """

    send: Send
    visit: Visit
    is_head: bool
    may_be_smaller: bool
    head: HTTPResponseStartEvent | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [*message["headers"], *self.visit.jar.headers()]
            message["headers"] = secured(headers, is_secure=self.visit.is_secure)
            self.head = message
            return
        if message["type"] == "http.response.body":
            await self._begin(message)
            if self.is_head:
                message["body"] = b""
        await self.send(message)

    async def _begin(self, message: HTTPResponseBodyEvent) -> None:
        head, self.head = self.head, None
        if head is None:
            return
        headers, is_whole = list(head["headers"]), not message.get("more_body", False)
        if self.may_be_smaller and is_whole and compression.is_worth_it(headers, message["body"]):
            head["headers"], message["body"] = compression.compressed(headers, message["body"])
        await self.send(head)


def _credentials(path: str, headers: Headers, jar: Jar) -> Credentials:
    """A token counts in the API only, and then alone: a cookie beside it would act without its form's protection."""
    if is_static(path):
        return Credentials(None, None)
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if is_api(path) and scheme.lower() == "bearer":
        return Credentials(None, token.strip())
    return Credentials(jar.get(SESSION), None)


def _normal(path: str) -> str:
    """As the routing takes it; two slashes at the start would make it another site's address."""
    return "/" + "/".join(part for part in path.split("/") if part)
