"""What is said about tasks, for programs."""

from chabudai.apps.tasks import comments
from chabudai.apps.tasks.api.bodies import CommentBody, CommentList, NewComment
from chabudai.apps.tasks.membership import Member
from chabudai.common.bodies import fill, sent_fields
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, post

_PATH = "/teams/{team_id:str}/tasks/{task_id:str}/comments"


@get(_PATH)
def list_comments(task_id: FromPath[str], member: Injected[Member]) -> CommentList:
    """What was said about a task and done to it. Access pattern 23."""
    return CommentList(comments=[fill(CommentBody, row) for row in comments.find_all(member, task_id)])


@post(_PATH)
def add_comment(task_id: FromPath[str], data: JSONBody[NewComment], member: Injected[Member]) -> CommentBody:
    """Say something about a task."""
    return fill(CommentBody, comments.add(member, task_id, **sent_fields(data)))


@delete(f"{_PATH}/{{comment_id:str}}")
def delete_comment(task_id: FromPath[str], comment_id: FromPath[str], member: Injected[Member]) -> None:
    """By whoever wrote it, or an admin."""
    comments.delete(member, task_id, comment_id)
