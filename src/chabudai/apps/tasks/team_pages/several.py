"""Several tasks at once: those that are marked change together, and are taken back as one."""

from collections.abc import Callable, Mapping
from typing import Final

from litestar import Response

from chabudai.apps.tasks import bulk, tags
from chabudai.apps.tasks.bulk import BulkOutcome
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext, ngettext
from chabudai.apps.tasks.pages.looks import Look, revision_url
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.texts import STATUSES
from chabudai.apps.tasks.team_pages.task_list import address_of_form, read_list, render_list
from chabudai.table import Cursors
from chabudai.web.answers import redirect_with_toast, submit, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import BadRequest, invalid_field
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import Toast, leave

Act = Callable[[Member, str, tuple[str, ...]], BulkOutcome]


@post("/several")
def act_on_several(
    member: Injected[Member],
    shell: Injected[Shell],
    cursors: Injected[Cursors],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """A bar's button says the act, `trash` or `status=done`, or leaves to a field what it becomes: `end` to `to_end`.

    A row's own button says the act and the task.
    """
    said, _, one = form["act"].partition(" ")
    name, is_said, value = said.partition("=")
    wanted = value if is_said else _read_field(form, name)
    ids = (one,) if one else form.all("marked")
    address = address_of_form(form, member)
    base, look = f"/tasks/{member.team_id}", Look(revision_url(member.team_id))
    is_of_list = form["next"].startswith(f"{base}{address.PATH}")
    url = f"{base}{address.url}" if is_of_list else safe_next(form["next"], f"{base}{address.PATH}")
    if not ids:
        return warn(context, url, gettext("Select at least one task."))
    act = _ACTS.get(name)
    if act is None:
        raise BadRequest

    def do() -> Response[str]:
        outcome = act(member, wanted, ids)
        sentence = _describe(name, wanted, len(outcome.tasks))
        back = f"{base}{address.but(is_selecting=False).url}" if is_of_list else url
        undo = outcome.undo.form(f"{base}/undo", back)
        if one and outcome.missed:
            return warn(context, back, gettext("We couldn't change this. Open the task to see why."))
        if not outcome.missed:
            return redirect_with_toast(context, back, sentence, undo)
        # Those that were left stay marked, so that one sees which they are.
        left = ngettext("%(n)s left unchanged.", "%(n)s left unchanged.", len(outcome.missed))
        leave(context.jar, Toast(gettext("%(first)s %(second)s", first=sentence, second=left), undo=undo))
        content = read_list(member, address.but(is_selecting=True), cursors)
        return render_list(pages, member, shell, content, look, outcome.missed)

    def show(again: Form) -> Response[str]:
        content = read_list(member, address.but(is_selecting=True), cursors)
        return render_list(pages, member, shell, content, look, ids, form=again)

    return submit(form, do, show)


def _read_field(form: Form, name: str) -> str:
    """A day may be one of several buttons, or `other`: then it stands in a field of its own."""
    chosen = form[f"to_{name}"]
    return form["other_end"] if name == "end" and chosen == "other" else chosen


def _set_status(member: Member, status: str, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.edit(member, ids, {"status": status})


def _assign(member: Member, user_id: str, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.edit(member, ids, {"assignee": user_id or None})


def _set_due(member: Member, day: str, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.edit(member, ids, {"end": day or None})


def _add_tag(member: Member, tag_id: str, ids: tuple[str, ...]) -> BulkOutcome:
    if not tag_id:
        raise invalid_field("to_tag", gettext("Choose a tag."))
    return bulk.add_tag(member, ids, tag_id)


def _add_named_tag(member: Member, name: str, ids: tuple[str, ...]) -> BulkOutcome:
    found = tags.find_by_name(tags.find_all(member), name)
    if found is None:
        raise invalid_field("to_tag_name", gettext("No tag has this name."))
    return bulk.add_tag(member, ids, found.tag_id)


def _throw_away(member: Member, _: str, ids: tuple[str, ...]) -> BulkOutcome:
    return bulk.throw_away(member, ids)


_ACTS: Final[Mapping[str, Act]] = {
    "status": _set_status,
    "assignee": _assign,
    "end": _set_due,
    "tag": _add_tag,
    "tag_name": _add_named_tag,
    "trash": _throw_away,
}


def _describe(act: str, wanted: str, n: int) -> str:
    match act:
        case "status":
            if wanted == "done":
                return ngettext("Marked %(n)s as done.", "Marked %(n)s as done.", n)
            status = next((name for key, name in STATUSES.items() if key == wanted), "")
            return ngettext("Moved %(n)s task to %(status)s.", "Moved %(n)s tasks to %(status)s.", n, status=status)
        case "assignee":
            return ngettext("Changed the assignee of %(n)s task.", "Changed the assignee of %(n)s tasks.", n)
        case "end":
            return ngettext("Changed the due date of %(n)s task.", "Changed the due date of %(n)s tasks.", n)
        case "tag" | "tag_name":
            return ngettext("Tagged %(n)s task.", "Tagged %(n)s tasks.", n)
        case _:
            return ngettext("Moved %(n)s task to trash.", "Moved %(n)s tasks to trash.", n)
