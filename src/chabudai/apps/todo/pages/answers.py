"""Answers that several of these pages give: the list, and the way back to it with a toast that can take back."""

from dataclasses import replace
from typing import Any, Final

from litestar import Response

from chabudai.apps.todo import service
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.pages import preferences, texts, undos
from chabudai.apps.todo.pages.rows import COLOURS, Sheet, sheet
from chabudai.apps.todo.pages.sights import Sight
from chabudai.apps.todo.todos import Todos
from chabudai.apps.todo.undoing import Undo
from chabudai.web import toasts, visits
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.toasts import Toast
from chabudai.web.visits import Visit

UNDO: Final = "/todo/undo"


def looked_at(todos: Todos, visit: Visit, sight: Sight) -> Sheet:
    """One query; in a browser that does not know yet how the person likes their lists, one more look."""
    usual: Sort = preferences.usual_sort(todos, visit)
    return sheet(todos, service.everything(todos), sight, usual)


def listed(pages: Pages, seen: Sheet, *, status: int = 200, **context: Any) -> Response[str]:
    return pages.page("todo/list.html", status=status, **shown_with(seen), **context)


def shown_with(seen: Sheet) -> dict[str, Any]:
    return {"sheet": seen, "sight": seen.sight, "today": visits.current().today, **WORDS}


def came_from(form: Form) -> Sight:
    """The list that a form was sent from, with as many rows as there were."""
    sight = Sight.at(form["next"])
    reached = Sight.of(f"to={form['to']}").end if form["to"].isdigit() else None
    return replace(sight, end=reached) if reached is not None and reached > sight.last else sight


def back(visit: Visit, sight: Sight, sentence: str, undo: Undo | None = None) -> Response[str]:
    packed = undos.packed(undo) if undo is not None and undo != Undo() else None
    way = toasts.Undo(UNDO, {"undo": packed, "next": sight.url}) if packed else None
    toasts.leave(visit.jar, Toast(sentence, undo=way))
    return see_other(sight.url)


def done(visit: Visit, url: str, sentence: str) -> Response[str]:
    toasts.leave(visit.jar, Toast(sentence))
    return see_other(url)


WORDS: Final[dict[str, Any]] = {
    "VIEWS": texts.VIEWS,
    "SORTS": texts.SORTS,
    "PRIORITIES": texts.PRIORITIES,
    "COLOURS": COLOURS,
    "COLOUR_OPTIONS": tuple((key, name, COLOURS[key]) for key, name in texts.COLOUR_NAMES.items()),
    "due_text": texts.due_text,
    "repeat_text": texts.repeat_text,
}
"""What every template of these pages may use."""
