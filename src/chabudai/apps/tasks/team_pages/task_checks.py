"""The checklist of a task, line by line: `line` is the key of one."""

from litestar import Response

from chabudai.apps.tasks import checklist
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.team_pages.task_request import TaskRequest
from chabudai.common.text import shorten_in_sentence
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/task/{task_id:str}/checks/add")
def add_line(asked: Injected[TaskRequest]) -> Response[str]:
    text = asked.form["text"]
    return asked.attempt("checklist", text, lambda: checklist.add(asked.member, asked.task_id, text))


@post("/task/{task_id:str}/checks/tick")
def tick_line(asked: Injected[TaskRequest]) -> Response[str]:
    key = asked.form["line"]
    return asked.attempt("checklist", "", lambda: checklist.tick(asked.member, asked.task_id, key, done=True))


@post("/task/{task_id:str}/checks/untick")
def untick_line(asked: Injected[TaskRequest]) -> Response[str]:
    key = asked.form["line"]
    return asked.attempt("checklist", "", lambda: checklist.tick(asked.member, asked.task_id, key, done=False))


@post("/task/{task_id:str}/checks/move")
def move_line(asked: Injected[TaskRequest]) -> Response[str]:
    """As a list that is sorted by hand says it: `id` is the line, `order` the whole list as it is then."""
    key, order = asked.form["id"], asked.form["order"].split(",")
    following = order[order.index(key) + 1 :] if key in order else ()
    return asked.attempt("checklist", "", lambda: checklist.place(asked.member, asked.task_id, key, following))


@post("/task/{task_id:str}/checks/change")
def change_line(asked: Injected[TaskRequest]) -> Response[str]:
    """`delete` is the key of a line; so is `up`, which moves it one step, where there is no script to drag it.

    `text` is what the line of the key `line` says from now on.
    """
    member, form = asked.member, asked.form
    if "delete" in form:
        return _delete(asked)

    def act() -> Task:
        if "text" in form:
            return checklist.reword(member, asked.task_id, form["line"], form["text"])
        return checklist.move_up(member, asked.task_id, form["up"])

    return asked.attempt("checklist", form["text"], act)


def _delete(asked: TaskRequest) -> Response[str]:
    text, undo = checklist.delete(asked.member, asked.task_id, asked.form["delete"])
    if not undo:
        return see_other(asked.here)
    return asked.tell(gettext("Deleted “%(text)s”.", text=shorten_in_sentence(text)), undo)
