"""Quick add: one line, the words in it shown as chips while it is typed, and taken back by a touch."""

from collections.abc import Iterable

from litestar import Response

from chabudai.apps.todo import lists, quick_add_parser, service
from chabudai.apps.todo.lists import Sort
from chabudai.apps.todo.pages import texts
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.apps.todo.pages.list_answers import done_in_list, read_list, render_list
from chabudai.common.owner import Owner
from chabudai.common.quick_add.forms import ShownChip, describe_added, find_spans, id_for, show_chip, show_left
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/words")
def preview(owner: Injected[Owner], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    return pages.page("common/words.html", chips=_find_chips(form["line"], owner, form.all("left")), status=200)


@post("/add")
def add(
    owner: Injected[Owner],
    default_sort: Injected[Sort],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    address = TodoListAddress.of_form(form)
    left = list(find_spans(form["line"], form.all("left")))

    def act() -> Response[str]:
        outcome = service.add_line(owner, form["line"], left, id_for(form["once"], form["line"]))
        if lists.select([outcome.todo], address.selection("manual"), owner.now()):
            return see_other(address.url)  # its row is the answer
        said = [texts.chip_text(chip) for chip in quick_add_parser.parse_line(form["line"], owner.now(), left).chips]
        return done_in_list(context, address, describe_added(outcome.todo.title, said), outcome.undo)

    def show(again: Form) -> Response[str]:
        """Whatever is wrong is wrong with the line: the form has no other field."""
        refused = again.with_errors([("line", message) for message in again.errors.values()])
        return render_list(pages, read_list(owner, address, default_sort), form=refused)

    return submit(form, act, show)


def _find_chips(line: str, owner: Owner, marks: Iterable[str]) -> list[ShownChip]:
    left = list(find_spans(line, marks))
    heard = quick_add_parser.parse_line(line, owner.now(), left).chips
    unheard = [chip for chip in quick_add_parser.parse_line(line, owner.now()).chips if chip.span in left]
    return [
        *(show_chip(chip, texts.chip_text(chip), texts.CHIP_ICONS[chip.kind]) for chip in heard),
        *(show_left(chip, texts.CHIP_ICONS[chip.kind]) for chip in unheard),
    ]
