"""Answers that several of these pages give: the list, and the way back to it with a toast that can take back."""

from typing import Any, Final

from litestar import Response

from chabudai.apps.todo import service
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_content import TodoListContent, build_content
from chabudai.common.owner import Owner
from chabudai.common.quick_add.forms import ONCE
from chabudai.common.undo import Undo
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext, current_context
from chabudai.web.pages import Pages
from chabudai.web.toasts import UndoForm

_UNDO: Final = "/todo/undo"


def read_list(owner: Owner, address: TodoListAddress, default_sort: Sort) -> TodoListContent:
    """One query."""
    return build_content(owner, service.everything(owner), address, default_sort)


def render_list(pages: Pages, content: TodoListContent, **values: Any) -> Response[str]:
    return pages.kept_page("todo/list.html", **list_values(content), **values)


def list_values(content: TodoListContent) -> dict[str, Any]:
    ages = tuple(texts.age_text(row.todo) for row in content.rows)
    today = current_context().today
    return {
        "content": content,
        "address": content.address,
        "ages": ages,
        "once": ONCE,
        "today": today,
        "texts": texts,
    }


def done_in_list(context: RequestContext, address: TodoListAddress, sentence: str, undo: Undo) -> Response[str]:
    """Back to the list, which says what was done."""
    return redirect_with_toast(context, address.url, sentence, undo_form(undo, address))


def undo_form(undo: Undo, address: TodoListAddress) -> UndoForm | None:
    return undo.form(_UNDO, address.url)
