"""The list: figures, views, filters, and the rows; everything from one query."""

from litestar import Response

from chabudai.apps.todo.pages.answers import listed, looked_at
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.todos import Todos
from chabudai.web.pages import Pages
from chabudai.web.routes import Given, get
from chabudai.web.visits import Visit


@get("/")
def overview(todos: Given[Todos], pages: Given[Pages], visit: Given[Visit]) -> Response[str]:
    return listed(pages, looked_at(todos, visit, Sight.of(visit.query)))


HANDLERS = (overview,)
