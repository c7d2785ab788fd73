"""Answers that several of these pages give: the list, and the way back to it with a toast that can take back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from litestar import Response

from chabudai.apps.todo import service
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.pages import preferences, texts, undos
from chabudai.apps.todo.pages.rows import Sheet, sheet
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.todos import Todos
from chabudai.apps.todo.undoing import Undo
from chabudai.web import toasts
from chabudai.web.context import RequestContext, current_context
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.toasts import Toast

UNDO: Final = "/todo/undo"


def looked_at(todos: Todos, context: RequestContext, sight: Sight) -> Sheet:
    """One query; in a browser that does not know yet how the person likes their lists, one more look."""
    usual: Sort = preferences.usual_sort(todos, context)
    return sheet(todos, service.everything(todos), sight, usual)


def listed(pages: Pages, seen: Sheet, *, status: int = 200, **values: Any) -> Response[str]:
    return pages.page("todo/list.html", status=status, **shown_with(seen), **values)


def shown_with(seen: Sheet) -> dict[str, Any]:
    ages = tuple(texts.age_text(row.todo) for row in seen.rows)
    return {"sheet": seen, "sight": seen.sight, "ages": ages, "today": current_context().today, **WORDS}


def came_from(form: Form) -> Sight:
    """The list that a form was sent from, with as many rows as there were."""
    sight = Sight.at(form["next"])
    reached = Sight.of(f"to={form['to']}").end if form["to"].isdigit() else None
    return replace(sight, end=reached) if reached is not None and reached > sight.last else sight


def back(
    context: RequestContext,
    sight: Sight,
    sentence: str,
    undo: Undo | None = None,
    *,
    group: str | None = None,
    joined: Callable[[int], str] | None = None,
) -> Response[str]:
    """To the list with a toast. Of one `group` several that follow each other are told as one, as `joined` says it."""
    packed = undos.packed(undo) if undo is not None and undo != Undo() else None
    way = toasts.UndoForm(UNDO, {"undo": packed, "next": sight.url}) if packed else None
    toasts.leave(context.jar, Toast(sentence, undo=way, group=group), joined)
    return see_other(sight.url)


def refuse(context: RequestContext, sight: Sight, sentence: str) -> Response[str]:
    """Back to the list, where nothing was done."""
    toasts.leave(context.jar, Toast(sentence, kind="fault"))
    return see_other(sight.url)


def done(context: RequestContext, url: str, sentence: str) -> Response[str]:
    toasts.leave(context.jar, Toast(sentence))
    return see_other(url)


WORDS: Final[dict[str, Any]] = {
    "texts": texts,
    "VIEWS": texts.VIEWS,
    "SORTS": texts.SORTS,
    "PRIORITIES": texts.PRIORITIES,
    "COLOURS": texts.COLOURS,
    "COLOUR_OPTIONS": texts.COLOUR_OPTIONS,
}
"""What every template of these pages may use."""
