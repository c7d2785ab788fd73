"""A task as a whole: duplicated, moved to the trash, restored."""

from litestar import Response

from chabudai.apps.tasks import tasks, trash
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.team_pages.task_panel import task_url
from chabudai.apps.tasks.team_pages.task_request import TaskRequest
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import Injected, post


@post("/task/{task_id:str}/duplicate")
def duplicate_task(asked: Injected[TaskRequest]) -> Response[str]:
    """The copy is shown where the task was: on its page, or beside the board."""
    outcome = tasks.duplicate(asked.member, asked.task_id)
    here = safe_next(asked.form["next"], task_url(asked.member.team_id, asked.task_id))
    copy = here.replace(asked.task_id, outcome.task.task_id)
    sentence = gettext("Duplicated “%(title)s”.", title=shorten_in_sentence(outcome.task.title))
    return redirect_with_toast(asked.context, copy, sentence, outcome.undo.form(asked.undo_url, here))


@post("/task/{task_id:str}/trash")
def throw_task_away(asked: Injected[TaskRequest]) -> Response[str]:
    outcome = trash.throw_away(asked.member, asked.task_id)
    back = safe_next(asked.form["next"], f"/tasks/{asked.member.team_id}/board")
    sentence = gettext("Moved “%(title)s” to trash.", title=shorten_in_sentence(outcome.task.title))
    return redirect_with_toast(asked.context, back, sentence, outcome.undo.form(asked.undo_url, back))


@post("/task/{task_id:str}/restore")
def restore_task(asked: Injected[TaskRequest]) -> Response[str]:
    trash.restore(asked.member, asked.task_id)
    return see_other(asked.here)
