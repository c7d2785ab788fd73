"""The todos as JSON, for programs: the same service under /api/todo."""

import secrets

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.adapters.clock import Clock
from chabudai.apps.todo.api import acts, categories, files, todos
from chabudai.apps.todo.dependencies import provide_todos
from chabudai.table import Cursors, TypedStore
from chabudai.web.routes import api

_MODULES = (todos, acts, categories, files)


def routes(store: TypedStore, clock: Clock, secret: bytes | None = None) -> list[ControllerRouterHandler]:
    """`secret` signs cursors: give one that outlives the process, or they end with it."""
    cursors = Cursors(secret or secrets.token_bytes(32))
    dependencies = {"todos": provide_todos(store, clock), "cursors": Provide(lambda: cursors, sync_to_thread=False)}
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    return [Router("/", route_handlers=[api("/todo", handlers)], dependencies=dependencies)]
