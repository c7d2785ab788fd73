"""The landing where errors become answers: our own, the framework's, and those that nobody expected."""

import logging
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException

from chabudai.web import visits
from chabudai.web.bodies import error_body
from chabudai.web.errors import (
    Broken,
    Conflict,
    Gone,
    Malformed,
    NotAllowed,
    NotFound,
    NotSignedIn,
    RuleBroken,
    TooLarge,
    WebError,
    WrongMethod,
    WrongType,
)
from chabudai.web.pages import Pages
from chabudai.web.paths import is_api
from chabudai.web.preferences import prefers_json
from chabudai.web.redirects import see_other

_BY_STATUS: dict[int, type[WebError]] = {
    kind.status: kind for kind in (NotSignedIn, NotAllowed, NotFound, Conflict, Gone, TooLarge, WrongType, RuleBroken)
}
_LEFT = "client disconnected prematurely"
_LONGEST = 300

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Faults:
    pages: Pages
    sign_in: str | None
    """The page where a person signs in, and is sent to from a page that asks for it."""

    def answer(self, request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
        refusal = _refusal(request, error)
        if _wants_json(request):
            return Response(error_body(refusal), status_code=refusal.status, headers=dict(refusal.headers))
        if self.sign_in and isinstance(refusal, NotSignedIn) and _is_page(request):
            return see_other(f"{self.sign_in}?{urlencode({'next': visits.current().query_with()})}")
        return self._page(request, refusal)

    def _page(self, request: Request[Any, Any, Any], refusal: WebError) -> Response[str]:
        try:
            page = self.pages.page("error.html", status=refusal.status, error=refusal)
        except Exception as error:  # the page about a fault must not be the next fault
            refusal = _noted(request, error)
            return Response(str(refusal), media_type=MediaType.TEXT, status_code=refusal.status)
        page.headers.update(refusal.headers)
        return page


def _wants_json(request: Request[Any, Any, Any]) -> bool:
    return is_api(visits.current().path) or prefers_json(request.headers.get("accept", ""))


def _is_page(request: Request[Any, Any, Any]) -> bool:
    return request.method == "GET" and not visits.current().is_swap


def _refusal(request: Request[Any, Any, Any], error: Exception) -> WebError:
    match error:
        case WebError():
            return error
        case HTTPException(status_code=405, headers=headers):
            return WrongMethod(_with_head((headers or {}).get("allow", "")))
        case HTTPException(detail=detail) if detail == _LEFT:
            return Malformed()
        case HTTPException(status_code=status) if status < 500:
            return _BY_STATUS.get(status, Malformed)(details=_details(error))
        case _:
            return _noted(request, error)


def _noted(request: Request[Any, Any, Any], error: Exception) -> Broken:
    """The address itself is not written down: it may be a secret."""
    broken = Broken(secrets.token_hex(4))
    where = request.scope.get("path_template", "an unknown path")
    _log.error("%s %s failed, noted as %s", request.method, where, broken.id, exc_info=error)
    return broken


def _with_head(allow: str) -> str:
    methods = {method.strip() for method in allow.split(",")}
    return ", ".join(sorted(methods | ({"HEAD"} if "GET" in methods else set())))


def _details(error: HTTPException) -> list[tuple[str, str]]:
    extra = error.extra if isinstance(error.extra, list) else []
    return [_detail(each) for each in extra if isinstance(each, Mapping)]


def _detail(extra: Mapping[str, Any]) -> tuple[str, str]:
    key, message = str(extra.get("key", "")), str(extra.get("message", ""))
    # The message repeats what was sent, however long that was.
    return "body" if key == "data" else key, message if len(message) <= _LONGEST else f"{message[:_LONGEST]}…"
