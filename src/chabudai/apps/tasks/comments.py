"""Comments: what people say about a task, in one thread with what they did to it."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Annotated, Final
from uuid import UUID

from pydantic import BaseModel

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Comment, Task, Total
from chabudai.apps.tasks.errors import NoSuchComment, NoSuchTask, NotYourComment, TaskInTrash, TooBusy
from chabudai.apps.tasks.membership import Member, check_assignable, plan_actor
from chabudai.apps.tasks.notices import may_mention, mention_notices
from chabudai.apps.tasks.task_writes import find_task, try_write
from chabudai.common.fields import Fields, Prose
from chabudai.common.retries import attempts
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Field, Insert, Transaction, Update


class CommentText(BaseModel):
    text: Annotated[str, Prose()] = Field(min_length=1, max_length=5000)


COMMENT_FIELDS: Final = Fields(CommentText)
"""What people fill in."""
_MOST_MENTIONS = 45  # two steps of the transaction for each
_MOST_AT_ONCE = 90


def find_all(member: Member, task_id: str) -> list[Comment]:
    """Comments and activities, oldest first; also of a task in the trash."""
    if not is_id(task_id):
        raise NoSuchTask
    found = list(member.store.all(design.comments(member.team_id, task_id)))
    if not found:
        with suppress(TaskInTrash):
            find_task(member, task_id)
    return found


def add(member: Member, task_id: str, text: str, *, comment_id: str | None = None) -> Comment:
    """Those who are mentioned by @ and their name are told. What is sent twice under one id is said once."""
    kept = COMMENT_FIELDS.check_new({"text": text})["text"]
    chosen = comment_id if comment_id and is_id(comment_id) else member.new_id()
    for _ in attempts(TooBusy):
        task = find_task(member, task_id)
        comment = Comment(
            team_id=member.team_id,
            task_id=task_id,
            comment_id=chosen,
            author=member.user_id,
            text=kept,
            created_at=member.seconds(),
        )
        plan = _plan(member, task_id, 1).step("comment", Insert(comment))
        if may_mention(kept):
            members = [row for row in member.store.all(design.members(member.team_id)) if not row.leaving]
            for notice in mention_notices(member, task, kept, members)[:_MOST_MENTIONS]:
                in_team = check_assignable(member.team_id, notice.user_id)
                plan = plan.step(f"notice {notice.user_id}", Insert(notice)).step(f"told {notice.user_id}", in_team)
        if try_write(member, plan):
            return comment
        there = member.store.get(Comment.get(**comment.own_key).consistently())
        if there is not None and (there.author, there.text) == (member.user_id, kept):
            return there
        if there is not None:
            chosen = member.new_id()  # something else was said under this id, before the page had another
    raise AssertionError("attempts end by raising")


def add_all(member: Member, task_id: str, said: Sequence[Comment]) -> None:
    """What a file says was said about a task that is `arriving`, as many at a time as a transaction takes.

    Each is counted with what it comes with, and comes once, also when the same file is imported twice at once.
    """
    there: set[str] = set()
    places = range(0, len(said), _MOST_AT_ONCE)
    for at in places:
        some = said[at : at + _MOST_AT_ONCE]
        for _ in attempts(TooBusy):
            new = [comment for comment in some if comment.comment_id not in there]
            if try_write(member, _plan_arrival(member, task_id, new, is_last=at == places[-1])):
                break
            find_task(member, task_id)
            rows = member.store.all(design.comments(member.team_id, task_id).consistently())
            there = {row.comment_id for row in rows}


def delete(member: Member, task_id: str, comment_id: str) -> Undo:
    """By whoever wrote it, or an admin. What was done stays told. One's own can be taken back, unless it is long."""
    if not is_id(comment_id) or not is_id(task_id):
        raise NoSuchComment
    for _ in attempts(TooBusy):
        find_task(member, task_id)
        key = {"team_id": member.team_id, "task_id": task_id, "comment_id": comment_id}
        comment = member.store.get(Comment.get(**key).consistently())
        if comment is None or comment.type != "comment":
            raise NoSuchComment
        if comment.author != member.user_id and not member.is_admin:
            raise NotYourComment
        if try_write(member, _plan(member, task_id, -1).step("comment", Comment.delete(**key).existing())):
            is_own = comment.author == member.user_id
            arguments = {"task_id": task_id, "comment_id": comment_id, "text": comment.text}
            return undo_by("put_comment_back", **arguments) if is_own else Undo()
    raise AssertionError("attempts end by raising")


def put_back(member: Member, task_id: str, comment_id: str, text: str) -> Comment:
    """What the person had said, in its place: its id tells when. Nobody is told of it again."""
    kept = COMMENT_FIELDS.check_new({"text": text})["text"]
    if not is_id(comment_id) or not is_id(task_id):
        raise NoSuchComment
    said_at = _said_at(member, task_id, comment_id)
    for _ in attempts(TooBusy):
        find_task(member, task_id)
        comment = Comment(
            team_id=member.team_id,
            task_id=task_id,
            comment_id=comment_id,
            author=member.user_id,
            text=kept,
            created_at=said_at,
        )
        if try_write(member, _plan(member, task_id, 1).step("comment", Insert(comment))):
            return comment
        there = member.store.get(Comment.get(**comment.own_key).consistently())
        if there is not None:
            return there
    raise AssertionError("attempts end by raising")


def _said_at(member: Member, task_id: str, comment_id: str) -> int:
    """By its id, as ours tell it; one that came in a file may be any. Not before anything else about the task."""
    now = member.seconds()
    moment = _moment_in(comment_id)
    if moment is None:
        return now
    thread = member.store.all(design.comments(member.team_id, task_id).consistently())
    first = min((row.created_at for row in thread), default=now)
    return max(first, min(moment, now))


def _moment_in(comment_id: str) -> int | None:
    """In Unix seconds; None for what is no UUID of version 7."""
    try:
        found = UUID(comment_id)
    except ValueError:
        return None
    return (found.int >> 80) // 1000 if found.version == 7 else None


def _plan_arrival(member: Member, task_id: str, said: Sequence[Comment], *, is_last: bool) -> Transaction:
    task = Task.update(team_id=member.team_id, task_id=task_id).add(comments=len(said))
    plan = _plan_count(member, task.set(arriving=False) if is_last else task)
    for number, comment in enumerate(said):
        plan = plan.step(f"comment {number}", Insert(comment))
    return plan


def _plan(member: Member, task_id: str, more: int) -> Transaction:
    return _plan_count(member, Task.update(team_id=member.team_id, task_id=task_id).add(comments=more))


def _plan_count(member: Member, task: Update[Task]) -> Transaction:
    """How many there are is kept with the task, whose cards say so."""
    plan = Transaction().step("task", task).step("total", Total.update(team_id=member.team_id).add(revision=1))
    return plan_actor(plan, member)
