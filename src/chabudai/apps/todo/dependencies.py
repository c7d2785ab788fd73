"""What the routes of pages and API are given."""

from litestar.di import Provide

from chabudai.accounts.design import Person
from chabudai.adapters.clock import Clock
from chabudai.apps.todo.todos import Todos
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.routes import Injected


def provide_todos(store: TypedStore, clock: Clock) -> Provide:
    """The todos of whoever is signed in."""

    def todos(person: Injected[Person], context: Injected[RequestContext]) -> Todos:
        return Todos(store, person.username, clock, context.zone)

    return Provide(todos, sync_to_thread=False)
