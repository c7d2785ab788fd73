"""Quick add: one line, the words in it shown as chips while it is typed, and taken back by a touch."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from litestar import Response

from chabudai.apps.todo import lists, service, words
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.answers import back, came_from, listed, looked_at
from chabudai.apps.todo.todos import Todos
from chabudai.apps.todo.words import Chip, Span
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post
from chabudai.web.translations import gettext

_MOST_LEFT = 20


@dataclass(frozen=True, slots=True)
class Shown:
    """A chip as it is shown. `mark` says which words it is, as a form sends them when they are to be left as text."""

    mark: str
    text: str
    icon: str
    is_left: bool


@post("/words")
def preview(todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    line = form["line"]
    return pages.page("todo/words.html", chips=_shown(line, todos, form.all("left")), status=200)


@post("/add")
def add(
    todos: Injected[Todos], form: Injected[Form], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    sight = came_from(form)
    line = form["line"]
    left = list(_spans(line, form.all("left")))
    try:
        outcome = service.add_line(todos, line, left)
    except WebError as refusal:
        refused = form.with_errors([("line", message) for _, message in refusal.details or (("", refusal.message),)])
        return listed(pages, looked_at(todos, context, sight), status=refusal.status, form=refused)
    if lists.shown([outcome.todo], sight.wish("manual"), todos.now()):
        return see_other(sight.url)  # its row is the answer
    said = [texts.chip_text(chip) for chip in words.read(line, todos.now(), left).chips]
    return back(context, sight, _sentence(outcome.todo.title, said), outcome.undo)


HANDLERS = (preview, add)


def _sentence(title: str, said: Iterable[str]) -> str:
    """With what was taken out of the line: a list that does not show it does not tell either."""
    short = title if len(title) <= 40 else f"{title[:39]}…"
    heard = " · ".join(said)
    if not heard:
        return gettext("Added “%(title)s”.", title=short)
    return gettext("Added “%(title)s” (%(words)s).", title=short, words=heard)


def _shown(line: str, todos: Todos, marks: Iterable[str]) -> list[Shown]:
    left = list(_spans(line, marks))
    heard = words.read(line, todos.now(), left).chips
    unheard = [chip for chip in words.read(line, todos.now()).chips if chip.span in left]
    return [_as_shown(chip, is_left=False) for chip in heard] + [_as_shown(chip, is_left=True) for chip in unheard]


def _as_shown(chip: Chip, *, is_left: bool) -> Shown:
    text = chip.text.strip() if is_left else texts.chip_text(chip)
    return Shown(f"{chip.start} {chip.text}", text, texts.CHIP_ICONS[chip.kind], is_left)


def _spans(line: str, marks: Iterable[str]) -> Iterator[Span]:
    """Where the words of these marks are now; they move while the line is typed."""
    for mark in list(marks)[:_MOST_LEFT]:
        start, _, word = mark.partition(" ")
        place = int(start) if start.isascii() and start.isdigit() and len(start) < 5 else 0
        if not word or not line.startswith(word, place):
            place = line.find(word) if word else -1
        if place >= 0:
            yield place, place + len(word)
