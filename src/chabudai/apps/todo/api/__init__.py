"""The todos as JSON, for programs: the same service under /api/todo."""

import secrets

from litestar import Router
from litestar.di import Provide
from litestar.types import ControllerRouterHandler

from chabudai.apps.todo.api import acts, categories, files, todos
from chabudai.apps.todo.pages import whose
from chabudai.outside.clock import Clock
from chabudai.table import TypedStore
from chabudai.table.asking.cursors import Cursors
from chabudai.web.routes import api

_MODULES = (todos, acts, categories, files)


def routes(store: TypedStore, clock: Clock, secret: bytes | None = None) -> list[ControllerRouterHandler]:
    """`secret` signs cursors: give one that outlives the process, or they end with it."""
    cursors = Cursors(secret or secrets.token_bytes(32))
    gifts = {"todos": whose(store, clock), "cursors": Provide(lambda: cursors, sync_to_thread=False)}
    handlers = [handler for module in _MODULES for handler in module.HANDLERS]
    return [Router("/", route_handlers=[api("/todo", handlers)], dependencies=gifts)]
