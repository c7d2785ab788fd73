"""How apps tell their routes: plain functions, each called in a thread, since what it asks of the table blocks."""

from collections.abc import Iterable
from functools import partial
from typing import Any

from litestar import MediaType, Request, Router
from litestar import delete as _delete
from litestar import get as _get
from litestar import patch as _patch
from litestar import post as _post
from litestar import put as _put
from litestar.connection import ASGIConnection
from litestar.di import NamedDependency as Given
from litestar.di import Provide
from litestar.exceptions import SerializationException
from litestar.handlers import BaseRouteHandler, HTTPRouteHandler
from litestar.params import BodyKwarg, FromPath, FromQuery, JSONBody
from litestar.typing import FieldDefinition

from chabudai.web import forms, visits
from chabudai.web.errors import Malformed, NotSignedIn, WrongType
from chabudai.web.forms import Form
from chabudai.web.language import lazy
from chabudai.web.openapi import ERRORS
from chabudai.web.pages import Pages
from chabudai.web.paths import API
from chabudai.web.visits import Visit

__all__ = [
    "FromPath",
    "FromQuery",
    "Given",
    "JSONBody",
    "api",
    "delete",
    "get",
    "gifts",
    "pages",
    "patch",
    "post",
    "put",
]

get = partial(_get, sync_to_thread=True)
post = partial(_post, sync_to_thread=True)
put = partial(_put, sync_to_thread=True)
patch = partial(_patch, sync_to_thread=True)
delete = partial(_delete, sync_to_thread=True)


def pages(path: str, handlers: Iterable[HTTPRouteHandler]) -> Router:
    """Routes for people; the API's description leaves them out."""
    return Router(path, route_handlers=list(handlers), include_in_schema=False)


def api(path: str, handlers: Iterable[HTTPRouteHandler]) -> Router:
    """Routes for programs, under /api, told with the errors that any of them may answer."""
    handlers = list(handlers)
    for handler in handlers:
        handler.responses = {**ERRORS, **(handler.responses or {})}
    return Router(f"{API}{path}", route_handlers=handlers, guards=[_body_as_wanted], tags=[path.strip("/")])


def gifts(pages: Pages) -> dict[str, Provide]:
    """What a route gets that names it, as in `pages: Given[Pages]`: visit, pages, form, person (who is signed in)."""
    return {
        "visit": Provide(_visit, sync_to_thread=False),
        "pages": Provide(lambda: pages, sync_to_thread=False),
        "form": Provide(_form),
        "person": Provide(_person, sync_to_thread=False),
    }


def _visit() -> Visit:
    return visits.current()


async def _form(request: Request[Any, Any, Any]) -> Form:
    return await forms.read(request)


def _person() -> Any:
    person = visits.current().person
    if person is None:
        raise NotSignedIn
    return person


async def _body_as_wanted(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """The framework would read any body as JSON, whatever it says it is, and however deep it is."""
    if not isinstance(connection, Request) or not isinstance(handler, HTTPRouteHandler):
        return
    if handler.parsed_data_field is None:
        return
    if not await connection.body():
        raise Malformed(details=[("body", lazy("Something must be sent."))])
    wanted = _media_type(handler.parsed_data_field)
    if connection.content_type[0] != wanted:
        raise WrongType
    if wanted == MediaType.JSON:
        await _read_json(connection)


def _media_type(body: FieldDefinition) -> str:
    return body.kwarg_definition.media_type if isinstance(body.kwarg_definition, BodyKwarg) else MediaType.JSON


async def _read_json(request: Request[Any, Any, Any]) -> None:
    """Once: the framework keeps what was read."""
    try:
        await request.json()
    except (SerializationException, UnicodeDecodeError) as error:
        raise Malformed(details=[("body", str(error))]) from error
    except RecursionError as error:
        raise Malformed(details=[("body", lazy("This is nested too deeply."))]) from error
