"""What a member can do with tasks: one function, one wish. Every act says how to take it back."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.activity import new_activity
from chabudai.apps.tasks.comments import add_all
from chabudai.apps.tasks.entities import CHANGEABLE_FIELDS, TASK_FIELDS, Check, Comment, Status, Task, ThrownTask
from chabudai.apps.tasks.errors import DatesCrossed, FieldChanged, NoSuchTask, TooBusy
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import Changes, change_task, find_task, plan_write, try_write
from chabudai.common.retries import attempts
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Insert, Put

MOST_COMMENTS: Final = 60
"""Of a task that comes in, in one transaction with it; the others follow, as many at a time."""

__all__ = [
    "TaskOutcome",
    "add",
    "add_tag",
    "check_dates",
    "duplicate",
    "edit",
    "find_task",
    "insert_task",
    "put_back",
    "remove_tag",
    "set_status",
    "tick_check",
]


@dataclass(frozen=True)
class TaskOutcome:
    """The task as it is now, how to take that back, and what it was just before; None when it was not there."""

    task: Task
    undo: Undo
    before: Task | None = None


def add(member: Member, *, task_id: str | None = None, **fields: Any) -> TaskOutcome:
    """The fields are TASK_FIELDS. What is sent twice under one id is added once."""
    kept = TASK_FIELDS.check_new(fields)
    check_dates(kept.get("start"), kept.get("end"), kept)
    if task_id is not None and not is_id(task_id):
        raise NoSuchTask
    return insert_task(member, Task(team_id=member.team_id, task_id=task_id or member.new_id(), **kept))


def duplicate(member: Member, task_id: str) -> TaskOutcome:
    """Anew to do, with nothing ticked and nothing said about it yet."""
    task = find_task(member, task_id)
    kept = {name: getattr(task, name) for name in TASK_FIELDS.names if name not in ("status", "checklist")}
    checklist = tuple(Check(text=line.text) for line in task.checklist)
    return insert_task(member, Task(team_id=member.team_id, task_id=member.new_id(), checklist=checklist, **kept))


def edit(member: Member, task_id: str, given: Mapping[str, Any], seen: Mapping[str, Any] | None = None) -> TaskOutcome:
    """Only the given fields. FieldChanged when one is no longer what the person saw, and not yet what they want.

    `seen` has the values that they saw; a field that it leaves out is written whatever it holds.
    """
    fields, expected = TASK_FIELDS.check(given), TASK_FIELDS.check(seen or {})

    def decide(task: Task) -> Changes:
        for name in expected.keys() & fields.keys():
            if getattr(task, name) not in (expected[name], fields[name]):
                raise _changed(member, task, name, fields[name])
        check_dates(fields.get("start", task.start), fields.get("end", task.end), fields)
        return {**fields, **_done_at(member, task, fields)}

    return _outcome(*change_task(member, task_id, decide))


def set_status(member: Member, task_id: str, status: Status) -> TaskOutcome:
    """The later of two different taps wins; the same by two is one move."""
    return edit(member, task_id, {"status": status})


def add_tag(member: Member, task_id: str, tag_id: str) -> TaskOutcome:
    """Beside those that it has."""
    return _outcome(*change_task(member, task_id, lambda task: TASK_FIELDS.check({"tags": task.tags | {tag_id}})))


def remove_tag(member: Member, task_id: str, tag_id: str) -> TaskOutcome:
    """The others stay. What it does not have it does not lose."""
    return _outcome(*change_task(member, task_id, lambda task: {"tags": task.tags - {tag_id}}))


def tick_check(member: Member, task_id: str, number: int, *, text: str, done: bool) -> TaskOutcome:
    """The line of this number, counted from 0, which must still say `text`; ticks of other lines are kept."""

    def decide(task: Task) -> Changes:
        lines = task.checklist
        if not 0 <= number < len(lines) or lines[number].text != text:
            raise _changed(member, task, "checklist", text)
        return {"checklist": (*lines[:number], Check(text=text, done=done), *lines[number + 1 :])}

    return _outcome(*change_task(member, task_id, decide))


def put_back(member: Member, task_id: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> TaskOutcome:
    """Fields as they were, if nobody has changed them since they became `new`.

    A form says what they were: no more is believed than could have been.
    """
    fields, expected = CHANGEABLE_FIELDS.check(old), CHANGEABLE_FIELDS.check(new)
    done_at = fields.pop("done_at", None)

    def decide(task: Task) -> Changes:
        for name, value in expected.items():
            if getattr(task, name) != value:
                raise _changed(member, task, name, fields.get(name))
        check_dates(fields.get("start", task.start), fields.get("end", task.end), fields)
        days = _done_at(member, task, fields)
        if days.get("done_at") is not None and done_at is not None:
            days = {"done_at": min(done_at, member.today())}
        return {**fields, **days}

    return _outcome(*change_task(member, task_id, decide))


def insert_task(member: Member, task: Task, said: Sequence[Comment] = ()) -> TaskOutcome:
    """A whole task, as a file has it, with what was said about it. TaskInTrash when its id lies there.

    What is here already stays as it is, unless it is `arriving` still: then what is missing of it follows.
    """
    today = member.today()
    done_at = min(task.done_at or today, today) if task.status == "done" else None
    first, more = said[:MOST_COMMENTS], said[MOST_COMMENTS:]
    changes = {"done_at": done_at, "comments": len(first), "arriving": bool(more)}
    outcome = _insert(member, task.model_copy(update=changes), first)
    if outcome.task.arriving and said:
        is_new = outcome.before is None
        add_all(member, task.task_id, more if is_new else said)
    return outcome


def _insert(member: Member, task: Task, said: Sequence[Comment]) -> TaskOutcome:
    undo = undo_by("throw_away", task_id=task.task_id)
    for _ in attempts(TooBusy):
        plan = plan_write(member, Insert(task), None, task, [new_activity(member, task.task_id, "added")], created=1)
        for number, comment in enumerate(said):  # of a task that is nowhere: what lies in their place is nobody's
            plan = plan.step(f"comment {number}", Put(comment))
        if try_write(member, plan.step("trash", ThrownTask.check(**task.own_key).absent())):
            return TaskOutcome(task, undo)
        with suppress(NoSuchTask):  # TaskInTrash, when that is where it is
            found = find_task(member, task.task_id)
            return TaskOutcome(found, undo, found)
    raise AssertionError("attempts end by raising")


def _outcome(before: Task, after: Task) -> TaskOutcome:
    changed = [name for name in CHANGEABLE_FIELDS.names if getattr(before, name) != getattr(after, name)]
    if not changed:
        return TaskOutcome(after, Undo(), before)
    old = {name: getattr(before, name) for name in changed}
    new = {name: getattr(after, name) for name in changed}
    return TaskOutcome(after, undo_by("put_back", task_id=after.task_id, old=old, new=new), before)


def _done_at(member: Member, task: Task, fields: Changes) -> Changes:
    status = fields.get("status", task.status)
    if status == task.status:
        return {}
    return {"done_at": member.today() if status == "done" else None}


def _changed(member: Member, task: Task, name: str, yours: Any) -> FieldChanged:
    """With whoever changed the field last."""
    told = member.store.all(design.comments(member.team_id, task.task_id).descending())
    by = next((each.author for each in told if each.about == name), None)
    return FieldChanged(name, getattr(task, name), yours, by)


def check_dates(start: date | None, end: date | None, given: Changes) -> None:
    """DatesCrossed for a start behind the end, beside the field that was given."""
    if start is None or end is None or start <= end or not {"start", "end"} & given.keys():
        return
    raise DatesCrossed("end" if "end" in given else "start", start, end)
