"""What people say about a task: a comment added, and one's own deleted."""

from litestar import Response

from chabudai.apps.tasks import comments
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.team_pages.task_request import TaskRequest
from chabudai.web.routes import Injected, post


@post("/task/{task_id:str}/comments")
def add_comment(asked: Injected[TaskRequest]) -> Response[str]:
    """`comment` is an id that the page was given: sent twice, it is said once."""
    text, id_ = asked.form["text"], asked.form["comment"]
    return asked.attempt("text", text, lambda: comments.add(asked.member, asked.task_id, text, comment_id=id_))


@post("/task/{task_id:str}/comments/delete")
def delete_comment(asked: Injected[TaskRequest]) -> Response[str]:
    """At once, with a way back; what can't be taken back the page asks about first."""
    undo = comments.delete(asked.member, asked.task_id, asked.form["comment"])
    return asked.tell(gettext("Comment deleted."), undo)
