"""The form of quick add wherever it stands: its line, what the line's words say, and the answer when it is sent."""

from dataclasses import dataclass
from datetime import date
from typing import Any, Final, get_args
from urllib.parse import urlencode

from litestar import Response

from chabudai.apps.tasks import quick_add
from chabudai.apps.tasks.entities import Status
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.texts import PRIORITIES, near_day
from chabudai.apps.tasks.quick_add_dates import PERIOD
from chabudai.apps.tasks.quick_add_names import KnownNames, Offer
from chabudai.apps.tasks.quick_add_parser import parse_line
from chabudai.common.quick_add.chips import LONGEST, Chip
from chabudai.common.quick_add.forms import (
    ONCE,
    ShownChip,
    describe_added,
    find_spans,
    id_for,
    show_chip,
    show_left,
)
from chabudai.web import toasts
from chabudai.web.answers import submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.toasts import Toast

_ICONS: Final = {
    "start": "calendar",
    "end": "calendar",
    "period": "calendar",
    "tag": "tag",
    "person": "user",
    "priority": "flag",
}


@dataclass(frozen=True, slots=True)
class LineWords:
    """What stands below a line: its chips, the column that was chosen for it, and names to choose from."""

    chips: tuple[ShownChip, ...]
    status: Status | None = None
    offers: tuple[Offer, ...] = ()


def add(
    member: Member, shell: Shell, form: Form, pages: Pages, context: RequestContext, path: str, **usual: Any
) -> Response[str]:
    """`path` is that of the form; `usual` are fields that the line need not say."""
    left = list(find_spans(form["line"], form.all("left")))
    back = safe_next(form["next"], f"/tasks/{member.team_id}/board")
    status = _status(form["status"])

    def act() -> Response[str]:
        read = quick_add.read_line(member, form["line"], left)
        fields = {**usual, **({"status": status} if status else {})}
        outcome = quick_add.add_line(member, read.line, id_for(form["once"], form["line"]), **fields)
        said = [_describe(chip, read.known, member.today()) for chip in read.line.chips]
        task_id = outcome.task.task_id
        undo = outcome.undo.form(f"/tasks/{member.team_id}/undo", back)
        # Its row is the answer: only a page that does not show it tells.
        unless = f"[data-task='{task_id}'], #card-{task_id}"
        toasts.leave(context.jar, Toast(describe_added(outcome.task.title, said), undo=undo, unless=unless))
        return see_other(f"{back}{'&' if '?' in back else '?'}{urlencode({'added': task_id})}")

    def show(again: Form) -> Response[str]:
        """Whatever is wrong is wrong with the line: the form has no other field."""
        refused = again.with_errors([("line", message) for message in again.errors.values()])
        return show_form(member, shell, refused, pages, path)

    return submit(form, act, show)


def show_form(member: Member, shell: Shell, form: Form, pages: Pages, path: str) -> Response[str]:
    """As a page of its own: where there is no script, and where a line was refused."""
    words = read_words(member, form) if form["line"] else LineWords((), _status(form["status"]))
    back = safe_next(form["next"], f"/tasks/{member.team_id}/board")
    return pages.page("tasks/add.html", shell=shell, form=form, words=words, next=back, path=path, once=ONCE)


def preview(member: Member, form: Form, pages: Pages) -> Response[str]:
    return pages.page("tasks/line_words.html", words=read_words(member, form))


def read_words(member: Member, form: Form) -> LineWords:
    line, status = form["line"], _status(form["status"])
    if len(line) > LONGEST:
        return LineWords((), status)
    left = list(find_spans(line, form.all("left")))
    read = quick_add.read_line(member, line, left)
    everything = parse_line(line, member.today(), read.known)
    unheard = (chip for chip in everything.chips if chip.span in left)
    heard = (
        show_chip(chip, _describe(chip, read.known, member.today()), _ICONS[chip.kind]) for chip in read.line.chips
    )
    chips = (*heard, *(show_left(chip, _ICONS[chip.kind]) for chip in unheard))
    return LineWords(chips, status, tuple(read.known.offer(_typed(line, form["caret"]))))


def _typed(line: str, caret: str) -> str:
    """The line up to where one types; nothing when that is not known."""
    return line[: int(caret)] if caret.isascii() and caret.isdigit() and len(caret) < 5 else ""


def _status(said: str) -> Status | None:
    return next((each for each in get_args(Status) if each == said), None)


def _describe(chip: Chip, known: KnownNames, today: date) -> str:
    match chip.kind:
        case "start":
            return gettext("Starts %(day)s", day=_day(chip.value, today))
        case "end":
            return gettext("Due %(day)s", day=_day(chip.value, today))
        case "period":
            start, end = chip.value.split(PERIOD)
            return gettext("%(first)s to %(last)s", first=_day(start, today), last=_day(end, today))
        case "person":
            return known.name_of(chip.value)
        case "priority":
            return gettext("Priority: %(priority)s", priority=PRIORITIES[chip.value])  # type: ignore[index]
        case _:
            is_new = known.find_tag(chip.value) is None
            return gettext("%(tag)s (new tag)", tag=chip.value) if is_new else chip.value


def _day(iso: str, today: date) -> str:
    return near_day(date.fromisoformat(iso), today)
