"""The trash: a task is thrown away and restored as one row, with its counts; its comments expire with it or stay."""

from collections.abc import Mapping
from typing import Any

from chabudai.apps.tasks import design
from chabudai.apps.tasks.activity import new_activity
from chabudai.apps.tasks.entities import Comment, Task, TaskFields, ThrownTask
from chabudai.apps.tasks.errors import NoSuchTask, TaskInTrash, TooBusy
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import find_task, plan_write, try_write
from chabudai.apps.tasks.tasks import TaskOutcome
from chabudai.common import trash
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import sweep
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Check, Insert, Page, StepFailed, Transaction, Update

FIELDS = tuple(TaskFields.model_fields)


def find_page(member: Member, cursor: str | None = None) -> Page[ThrownTask]:
    with refuse_wrong_cursor():
        return member.store.page(design.thrown_tasks(member.team_id), cursor)


def throw_away(member: Member, task_id: str) -> TaskOutcome:
    """From where it can be restored for 30 days. What is there already stays as it is.

    Interrupted, it is asked for again and goes on with the comments; so is `restore`.
    """
    for _ in attempts(TooBusy):
        try:
            task = find_task(member, task_id)
        except TaskInTrash:
            there = _find(member, task_id)
            _expire_comments(member, there)
            return TaskOutcome(_as_task(there), Undo())
        thrown = _new_thrown(member, task)
        held = {name: getattr(task, name) for name in FIELDS if name not in task.own_key}
        told = [new_activity(member, task_id, "thrown")]
        plan = plan_write(member, Task.delete(**task.own_key).existing().when(**held), task, None, told)
        if try_write(member, plan.step("trash", Insert(thrown))):
            _expire_comments(member, thrown)
            return TaskOutcome(task, undo_by("restore", task_id=task_id), task)
    raise AssertionError("attempts end by raising")


def restore(member: Member, task_id: str) -> TaskOutcome:
    """With its status and counts; without tags that are gone, and nobody's if who had it has left."""
    for _ in attempts(TooBusy):
        kept = member.store.get(design.task(member.team_id, task_id).consistently()) if is_id(task_id) else None
        if kept is not None:
            _keep_comments(member, task_id)
            return TaskOutcome(kept, Undo(), kept)
        thrown = _find(member, task_id)
        task = _as_task(thrown, _without_what_is_gone(member, thrown))
        told = [new_activity(member, task_id, "restored")]
        plan = plan_write(member, Insert(task), None, task, told)
        gone = ThrownTask.delete(**thrown.own_key).existing().when(deleted_at=thrown.deleted_at)
        if try_write(member, plan.step("trash", gone)):
            _keep_comments(member, task_id)
            return TaskOutcome(task, undo_by("throw_away", task_id=task_id))
    raise AssertionError("attempts end by raising")


def delete(member: Member, task_id: str) -> None:
    """For good, from the trash, with what was said about it. By an admin."""
    member.require_admin()
    _delete(member, _find(member, task_id))


def empty(member: Member) -> int:
    """What is in the trash goes for good; how many. By an admin."""
    member.require_admin()
    rows = list(member.store.all(design.thrown_tasks(member.team_id).consistently()))
    return sum(_delete(member, row) for row in rows)


def _find(member: Member, task_id: str) -> ThrownTask:
    found = member.store.get(design.thrown_task(member.team_id, task_id).consistently()) if is_id(task_id) else None
    if found is None:
        raise NoSuchTask
    return found


def _new_thrown(member: Member, task: Task) -> ThrownTask:
    now = member.now()
    return ThrownTask(
        **{name: getattr(task, name) for name in FIELDS},
        deleted_at=int(now.timestamp()),
        deleted_by=member.user_id,
        expires_at=trash.expiry(now),
    )


def _as_task(thrown: ThrownTask, changes: Mapping[str, Any] | None = None) -> Task:
    return Task(**{name: getattr(thrown, name) for name in FIELDS} | dict(changes or {}))


def _without_what_is_gone(member: Member, thrown: ThrownTask) -> dict[str, Any]:
    changes: dict[str, Any] = {}
    if thrown.assignee is not None:
        row = member.store.get(design.member(member.team_id, thrown.assignee).consistently())
        if row is None or row.leaving:
            changes["assignee"] = None
    if thrown.tags:
        known = {tag.tag_id for tag in member.store.all(design.tags(member.team_id).consistently()) if not tag.leaving}
        changes["tags"] = thrown.tags & known
    return changes


def _delete(member: Member, thrown: ThrownTask) -> bool:
    """Its comments first: nothing leads to them any more when it is gone."""
    held = ThrownTask.check(**thrown.own_key).when(deleted_at=thrown.deleted_at)
    rows = list(member.store.all(design.comments(thrown.team_id, thrown.task_id).consistently()))
    try:
        sweep(member.store, rows, lambda row: Comment.delete(**row.own_key), {"trash": held})
    except StepFailed:
        return False  # it was restored
    gone = ThrownTask.delete(**thrown.own_key).existing().when(deleted_at=thrown.deleted_at)
    return failed_step(member.store, Transaction().step("trash", gone)) is None


def _expire_comments(member: Member, thrown: ThrownTask) -> None:
    held = ThrownTask.check(**thrown.own_key).when(deleted_at=thrown.deleted_at)
    _sweep_comments(member, thrown.task_id, held, thrown.expires_at)


def _keep_comments(member: Member, task_id: str) -> None:
    _sweep_comments(member, task_id, Task.check(team_id=member.team_id, task_id=task_id), None)


def _sweep_comments(member: Member, task_id: str, held: Check[Any], expires_at: int | None) -> None:
    """Held to the task being where it is: if it is moved again meanwhile, that act sweeps them anew."""
    rows = member.store.all(design.comments(member.team_id, task_id).consistently())
    stale = [row for row in rows if row.expires_at != expires_at]

    def change(row: Comment) -> Update[Comment]:
        return Comment.update(**row.own_key).set(expires_at=expires_at)

    try:
        sweep(member.store, stale, change, {"task": held})
    except StepFailed as failure:
        if failure.step != "task":
            raise
