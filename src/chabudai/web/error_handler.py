"""The landing where errors become answers: our own, the framework's, and those that nobody expected."""

import logging
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

from litestar import MediaType, Request, Response
from litestar.concurrency import sync_to_thread
from litestar.exceptions import HTTPException, InternalServerException
from litestar.routes import HTTPRoute
from litestar.types import Receive, Scope, Send
from litestar.types.internal_types import PathParameterDefinition
from msgspec import ValidationError

from chabudai.table import UnreadableItem
from chabudai.web import toasts
from chabudai.web.accept_headers import prefers_json
from chabudai.web.bodies import error_body
from chabudai.web.context import current_context, identified_context, use_context
from chabudai.web.errors import (
    BadRequest,
    Conflict,
    ContentTooLarge,
    Forbidden,
    Gone,
    InsufficientStorage,
    InternalError,
    InvalidInput,
    MethodNotAllowed,
    NotFound,
    NotSignedIn,
    UnreadableBody,
    UnreadableData,
    UnsupportedMediaType,
    WebError,
    WrongCursor,
)
from chabudai.web.full_disks import is_full
from chabudai.web.messages import gettext
from chabudai.web.pages import Pages
from chabudai.web.paths import is_api
from chabudai.web.redirects import see_other
from chabudai.web.toasts import Toast
from chabudai.web.translations import Text
from chabudai.web.validation_messages import describe_fault

_BY_STATUS: dict[int, type[WebError]] = {
    kind.status: kind
    for kind in (NotSignedIn, Forbidden, NotFound, Conflict, Gone, ContentTooLarge, UnsupportedMediaType, InvalidInput)
}
_LEFT = "client disconnected prematurely"
_IN_BODY = re.compile(r"(?P<message>.*) - at `\$\.data\.?(?P<key>[^`]*)`", re.DOTALL)

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ErrorHandler:
    pages: Pages
    sign_in: str | None
    """The page where a person signs in, and is sent to from a page that asks for it."""

    def respond(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        """What is wrong is said in the language of whoever asks, so it has to be known who that is."""
        return _ThreadedResponse(partial(self._respond_identified, request, error))

    def _respond_identified(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        try:
            context = identified_context()
        except Exception as failure:
            _log_failure(request, failure)
            context = identified_context()
        with use_context(context):
            return self._respond(request, error)

    def _respond(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        refusal = _as_web_error(request, error)
        if _wants_json(request):
            return Response(error_body(refusal), status_code=refusal.status, headers=dict(refusal.headers))
        if self.sign_in and isinstance(refusal, NotSignedIn) and _is_page(request):
            return see_other(f"{self.sign_in}?{urlencode({'next': current_context().query_with()})}")
        if isinstance(refusal, WrongCursor) and _is_page(request):
            return _begin_again()
        if isinstance(refusal, MethodNotAllowed) and _is_page(request):
            return see_other(_page_above(request))
        return self._page(request, refusal)

    def _page(self, request: Request[Any, Any, Any], refusal: WebError) -> Response[str]:
        try:
            page = self.pages.page("error.html", status=refusal.status, error=refusal)
        except Exception as error:  # the page about a fault must not be the next fault
            refusal = _log_failure(request, error)
            return Response(str(refusal), media_type=MediaType.TEXT, status_code=refusal.status)
        page.headers.update(refusal.headers)
        return page


class _ThreadedResponse(Response[None]):
    """A response that is made in a thread, when it is sent."""

    def __init__(self, make: Callable[[], Response[Any]]) -> None:
        super().__init__(None)
        self._make = make

    def to_asgi_response(self, app: Any, request: Request[Any, Any, Any], **options: Any) -> Any:
        async def send_response(scope: Scope, receive: Receive, send: Send) -> None:
            response = await sync_to_thread(self._make)
            await response.to_asgi_response(app=app, request=request, **options)(scope, receive, send)

        return send_response


def _wants_json(request: Request[Any, Any, Any]) -> bool:
    return is_api(current_context().path) or prefers_json(request.headers.get("accept", ""))


def _is_page(request: Request[Any, Any, Any]) -> bool:
    return request.method == "GET" and not current_context().is_swap


def _begin_again() -> Response[Any]:
    """A link to somewhere within a list, kept from before an upgrade, leads to the list."""
    context = current_context()
    sentence = gettext("This link is too old to continue from. Here's the list from the start.")
    toasts.leave(context.jar, Toast(sentence, kind="note"))
    return see_other(context.query_with(cursor=None))


def _page_above(request: Request[Any, Any, Any]) -> str:
    """The page that holds the form which is sent here: an answer of it is looked at by people, who reload it, or change
    its language, and so ask for an address that only takes forms."""
    pages = [route.path_components for route in request.app.routes if isinstance(route, HTTPRoute) and _is_read(route)]
    parts = current_context().path.strip("/").split("/")[:-1]
    while parts and not any(_leads_to(page, parts) for page in pages):
        parts.pop()
    return f"/{quote('/'.join(parts))}"


def _is_read(route: HTTPRoute) -> bool:
    return "GET" in route.methods


def _leads_to(page: Sequence[str | PathParameterDefinition], parts: Sequence[str]) -> bool:
    return len(page) == len(parts) and all(
        isinstance(name, PathParameterDefinition) or name == part for name, part in zip(page, parts, strict=True)
    )


def _as_web_error(request: Request[Any, Any, Any], error: Exception) -> WebError:
    match error:
        case WebError():
            return error
        case HTTPException(status_code=405, headers=headers):
            return MethodNotAllowed(_add_head((headers or {}).get("allow", "")))
        case HTTPException(detail=detail) if detail == _LEFT:
            return BadRequest()
        case HTTPException(status_code=400, extra=[{"source": "body"}, *_]):
            return UnreadableBody(details=_details(error))
        case HTTPException(status_code=status) if status < 500:
            return _BY_STATUS.get(status, BadRequest)(details=_details(error))
        case InternalServerException(__cause__=ValidationError() as cause) if found := _IN_BODY.fullmatch(str(cause)):
            # A field of the body that is called like a dependency: the framework takes the fault for our own.
            return UnreadableBody(details=[describe_fault(found.groupdict())])
        case UnreadableItem():  # the store notes such a row itself, once
            return UnreadableData()
        case _ if is_full(error):
            _log.error("%s failed: %s", _describe(request), error)
            return InsufficientStorage()
        case _:
            return _log_failure(request, error)


def _log_failure(request: Request[Any, Any, Any], error: Exception) -> InternalError:
    broken = InternalError(secrets.token_hex(4))
    _log.error("%s failed, noted as %s", _describe(request), broken.id, exc_info=error)
    return broken


def _describe(request: Request[Any, Any, Any]) -> str:
    """The address itself is not written down: it may be a secret."""
    return f"{request.method} {request.scope.get('path_template', 'an unknown path')}"


def _add_head(allow: str) -> str:
    methods = {method.strip() for method in allow.split(",")}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


def _details(error: HTTPException) -> list[tuple[str, Text]]:
    extra = error.extra if isinstance(error.extra, list) else []
    return [describe_fault(each) for each in extra if isinstance(each, Mapping)]
