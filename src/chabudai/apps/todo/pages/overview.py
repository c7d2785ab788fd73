"""The list: figures, views, filters, and the rows; everything from one query."""

from litestar import Response

from chabudai.apps.todo.pages.answers import listed, looked_at
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.todos import Todos
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get


@get("/")
def overview(todos: Injected[Todos], pages: Injected[Pages], context: Injected[RequestContext]) -> Response[str]:
    return listed(pages, looked_at(todos, context, Sight.of(context.query)))


HANDLERS = (overview,)
