"""The API's description of itself, at /api/openapi.json, made from the routes."""

from http import HTTPStatus
from typing import Any, Final

from litestar import Request, Router
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig, ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme
from litestar.routes import BaseRoute
from litestar.types import ControllerRouterHandler

from chabudai.web.bodies import ErrorBody
from chabudai.web.cookies import SESSION
from chabudai.web.csrf import HEADER
from chabudai.web.paths import API, DOCUMENT

_STATUSES = (400, 401, 403, 404, 409, 410, 413, 415, 421, 422, 429, 500, 503, 507)

ERROR_RESPONSES: Final = {
    status: ResponseSpec(ErrorBody, generate_examples=False, description=HTTPStatus(status).phrase)
    for status in _STATUSES
}
"""What any route of the API may answer instead."""

_SCHEMES: Final = {
    "token": SecurityScheme(type="http", scheme="bearer", description="A personal token, made in the settings."),
    "session": SecurityScheme(
        type="apiKey",
        name=SESSION.name,
        security_scheme_in="cookie",
        description=f"The cookie of a signed-in browser; whatever changes something also needs {HEADER}.",
    ),
}


def build_config(version: str) -> OpenAPIConfig:
    return OpenAPIConfig(
        title="chabudai",
        version=version,
        components=Components(security_schemes={**_SCHEMES}),
        security=[{name: []} for name in _SCHEMES],
        openapi_router=_DocumentOnly(API, route_handlers=[], include_in_schema=False),
        render_plugins=[_StrictRenderPlugin(path=DOCUMENT)],
        use_handler_docstrings=True,
    )


class _StrictRenderPlugin(JsonRenderPlugin):
    """Says what the framework leaves out: that a body with unknown fields is refused."""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        components = openapi_schema["components"]
        schemas = {name: {"additionalProperties": False, **each} for name, each in components["schemas"].items()}
        strict = {**openapi_schema, "components": {**components, "schemas": schemas}}
        return super().render(request, strict)


class _DocumentOnly(Router):
    """Without the page that the framework adds for unknown paths: those are answered like all others."""

    def register(self, value: ControllerRouterHandler) -> list[BaseRoute]:
        if isinstance(value, HTTPRouteHandler) and "/{path:str}" in value.paths:
            return []
        return super().register(value)
