"""Fields of a task, saved one by one: each is written if it is still as the person saw it, else both versions stay."""

from litestar import Response

from chabudai.apps.tasks import tags, tasks
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.task_fields import FIELDS, Unsaved
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.apps.tasks.team_pages.status import Wish, is_status, tell_overruled
from chabudai.apps.tasks.team_pages.task_request import TaskRequest
from chabudai.common import markdown
from chabudai.web import toasts
from chabudai.web.errors import BadRequest
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import Toast


@post("/task/{task_id:str}/edit")
def edit_task(asked: Injected[TaskRequest]) -> Response[str]:
    """`field` is one of FIELDS, `seen` what the person saw; `choose` is a button's value: it wins over what is typed.

    `join` puts what was typed below what somebody else wrote.
    """
    form, field = asked.form, asked.form["field"]
    if field not in FIELDS:
        raise BadRequest
    value = form["choose"] if "choose" in form else form["value"]
    if "join" in form:
        value = "\n\n".join(filter(None, (form["seen"], value)))
    seen = {field: form["seen"]} if "seen" in form else {}
    return asked.attempt(field, value, lambda: tasks.edit(asked.member, asked.task_id, {field: value}, seen))


@post("/task/{task_id:str}/preview")
def preview_description(asked: Injected[TaskRequest]) -> Response[str]:
    """What is being written as it will look. Nothing is saved: it is still typed, and was seen when it was seen."""
    form, preview = asked.form, markdown.render(asked.form["value"])
    if asked.context.is_swap:
        return asked.pages.page("tasks/task_preview.html", preview=preview)
    return asked.show(Unsaved("description", form["value"], seen=form["seen"], preview=preview))


@post("/task/{task_id:str}/status")
def move_task(asked: Injected[TaskRequest]) -> Response[str]:
    """The later of two different taps wins; that someone was faster is told, and it can be taken back."""
    chosen, seen = asked.form["choose"], asked.form["seen"]
    if not is_status(chosen):
        raise BadRequest
    wish = Wish(asked.task_id, chosen, seen if is_status(seen) else None)
    outcome = tasks.set_status(asked.member, asked.task_id, wish.status)
    overruled = tell_overruled(asked.member, wish, outcome)
    if overruled:
        toasts.leave(asked.context.jar, Toast(overruled, undo=asked.undo_form(outcome.undo)))
    return see_other(asked.here)


@post("/task/{task_id:str}/tags")
def change_tags(asked: Injected[TaskRequest]) -> Response[str]:
    """`add` and `remove` are ids; `new` is a name, of a tag that is made if the team has none that is called so."""
    member, form = asked.member, asked.form

    def act() -> TaskOutcome:
        if "remove" in form:
            return tasks.remove_tag(member, asked.task_id, form["remove"])
        tag_id = form["add"] if "add" in form else _find_or_make(member, form["new"])
        return tasks.add_tag(member, asked.task_id, tag_id)

    return asked.attempt("tags", form["new"], act)


def _find_or_make(member: Member, name: str) -> str:
    found = tags.find_by_name(tags.find_all(member), name)
    return found.tag_id if found else tags.add(member, name=name).tag_id
