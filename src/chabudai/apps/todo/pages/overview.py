"""The list: figures, views, filters, and the rows; everything from one query."""

from litestar import Response

from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_answers import read_list, render_list
from chabudai.common.owner import Owner
from chabudai.web.context import RequestContext
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get


@get("/")
def show_list(
    owner: Injected[Owner], default_sort: Injected[Sort], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    return render_list(pages, read_list(owner, TodoListAddress.parse(context.query), default_sort))
