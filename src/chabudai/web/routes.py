"""How apps tell their routes: plain functions, each called in a thread, since what it asks of the table blocks."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from litestar import MediaType, Request, Router
from litestar import delete as _delete
from litestar import get as _get
from litestar import patch as _patch
from litestar import post as _post
from litestar import put as _put
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency as Injected
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import BodyKwarg, FromPath, FromQuery, JSONBody
from litestar.types import Guard
from litestar.typing import FieldDefinition

from chabudai.web import forms
from chabudai.web.context import current_context
from chabudai.web.csrf import guard_form
from chabudai.web.deferred import in_own_thread, provide
from chabudai.web.errors import BadRequest, NotSignedIn, UnsupportedMediaType
from chabudai.web.forms import Form
from chabudai.web.messages import lazy
from chabudai.web.openapi import ERROR_RESPONSES
from chabudai.web.pages import Pages
from chabudai.web.paths import API

__all__ = [
    "FromPath",
    "FromQuery",
    "Injected",
    "JSONBody",
    "api",
    "delete",
    "get",
    "pages",
    "patch",
    "post",
    "provide",
    "put",
]

Handler = Callable[..., Any]


def _route(kind: type[HTTPRouteHandler], *guards: Guard) -> Callable[..., Callable[[Handler], HTTPRouteHandler]]:
    def route(path: str, **options: Any) -> Callable[[Handler], HTTPRouteHandler]:
        decorate = kind(path, sync_to_thread=True, guards=guards, **options)
        return lambda handler: decorate(in_own_thread(handler))

    return route


get = _route(_get)


async def _check_body(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """The framework would read any body as JSON, whatever it says it is, and however deep it is."""
    if not isinstance(connection, Request) or not isinstance(handler, HTTPRouteHandler):
        return
    if handler.parsed_data_field is None:
        return
    wanted = _media_type(handler.parsed_data_field)
    is_wanted = connection.content_type[0] == wanted
    if connection.content_length and not is_wanted:
        raise UnsupportedMediaType
    if not await connection.body():
        raise BadRequest(details=[("body", lazy("The request is empty."))])
    if not is_wanted:
        raise UnsupportedMediaType
    if wanted == MediaType.JSON:
        await connection.json()


_CHANGING = (guard_form, _check_body)  # in this order: no body is decoded before it is known that it is meant
post = _route(_post, *_CHANGING)
put = _route(_put, *_CHANGING)
patch = _route(_patch, *_CHANGING)
delete = _route(_delete, *_CHANGING)


def pages(path: str, handlers: Iterable[HTTPRouteHandler]) -> Router:
    """Routes for people; the API's description leaves them out."""
    return Router(path, route_handlers=list(handlers), include_in_schema=False)


def api(path: str, handlers: Iterable[HTTPRouteHandler]) -> Router:
    """Routes for programs, under /api, told with the errors that any of them may answer."""
    handlers = list(handlers)
    for handler in handlers:
        handler.responses = {**ERROR_RESPONSES, **(handler.responses or {})}
    return Router(f"{API}{path}", route_handlers=handlers, tags=[path.strip("/")])


def request_dependencies(pages: Pages) -> dict[str, Callable[[], Any]]:
    """What a route gets that names it, as in `pages: Injected[Pages]`: context, pages, person (signed in), and form."""
    return {"context": current_context, "pages": lambda: pages, "person": _person}


async def _form(request: Request[Any, Any, Any]) -> Form:
    return await forms.read(request)


DEPENDENCIES: Final = {"form": Provide(_form)}


def _person() -> Any:
    person = current_context().person
    if person is None:
        raise NotSignedIn
    return person


def _media_type(body: FieldDefinition) -> str:
    return body.kwarg_definition.media_type if isinstance(body.kwarg_definition, BodyKwarg) else MediaType.JSON
