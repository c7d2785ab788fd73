"""Quick add: one line, the words in it shown as chips while it is typed, and taken back by a touch."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2s
from uuid import UUID

from litestar import Response

from chabudai.apps.todo import lists, quick_add_parser, service
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.messages import gettext
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_answers import done_in_list, read_list, render_list
from chabudai.apps.todo.quick_add_parser import Chip, Span
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post

_MOST_LEFT = 20
_LAST_62_BITS = (1 << 62) - 1
_VARIANT = 1 << 63
_ONCE = re.compile("[0-9a-f]{12}7[0-9a-f]{3}").fullmatch  # how an id of version 7 begins


@dataclass(frozen=True, slots=True)
class ShownChip:
    """A chip as it is shown. `mark` says which words it is, as a form sends them when they are to be left as text."""

    mark: str
    text: str
    icon: str
    is_left: bool


@post("/words")
def preview(owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    return pages.page("todo/words.html", chips=_find_chips(form["line"], owner, form.all("left")), status=200)


@post("/add")
def add(
    owner: Injected[Owner],
    default_sort: Injected[Sort],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    address = TodoListAddress.of_form(form)
    left = list(_spans(form["line"], form.all("left")))

    def act() -> Response[str]:
        outcome = service.add_line(owner, form["line"], left, _id_for(form["once"], form["line"]))
        if lists.select([outcome.todo], address.selection("manual"), owner.now()):
            return see_other(address.url)  # its row is the answer
        said = [texts.chip_text(chip) for chip in quick_add_parser.parse_line(form["line"], owner.now(), left).chips]
        return done_in_list(context, address, _sentence(outcome.todo.title, said), outcome.undo)

    def show(again: Form) -> Response[str]:
        """Whatever is wrong is wrong with the line: the form has no other field."""
        refused = again.with_errors([("line", message) for message in again.errors.values()])
        return render_list(pages, read_list(owner, address, default_sort), form=refused)

    return submit(form, act, show)


def _id_for(once: str, line: str) -> str | None:
    """One id for one line of one form, however often it is sent; it begins as the form's own, and sorts by its time."""
    if not _ONCE(once):
        return None
    digest = int.from_bytes(blake2s(line.encode(), digest_size=8, key=once.encode()).digest())
    return str(UUID(int=int(once, 16) << 64 | digest & _LAST_62_BITS | _VARIANT))


def _sentence(title: str, said: Iterable[str]) -> str:
    """With what was taken out of the line: a list that does not show it does not tell either."""
    heard = " · ".join(said)
    if not heard:
        return gettext("Added “%(title)s”.", title=shorten_in_sentence(title))
    return gettext("Added “%(title)s” (%(words)s).", title=shorten_in_sentence(title), words=heard)


def _find_chips(line: str, owner: Owner, marks: Iterable[str]) -> list[ShownChip]:
    left = list(_spans(line, marks))
    heard = quick_add_parser.parse_line(line, owner.now(), left).chips
    unheard = [chip for chip in quick_add_parser.parse_line(line, owner.now()).chips if chip.span in left]
    return [_show_chip(chip, is_left=False) for chip in heard] + [_show_chip(chip, is_left=True) for chip in unheard]


def _show_chip(chip: Chip, *, is_left: bool) -> ShownChip:
    text = chip.text.strip() if is_left else texts.chip_text(chip)
    return ShownChip(f"{chip.start} {chip.text}", text, texts.CHIP_ICONS[chip.kind], is_left)


def _spans(line: str, marks: Iterable[str]) -> Iterator[Span]:
    """Where the words of these marks are now; they move while the line is typed."""
    for mark in list(marks)[:_MOST_LEFT]:
        start, _, word = mark.partition(" ")
        place = int(start) if start.isascii() and start.isdigit() and len(start) < 5 else 0
        if not word or not line.startswith(word, place):
            place = line.find(word) if word else -1
        if place >= 0:
            yield place, place + len(word)
