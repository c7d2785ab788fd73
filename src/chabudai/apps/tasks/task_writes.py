"""Writes to tasks: each is one transaction of the task, the counters, the rows that follow from it, and what is told.

It is held to the task as it was read, and read again when others were faster: so no counter and no row can differ from
what the tasks say.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chabudai.apps.tasks import design, recount
from chabudai.apps.tasks.activity import activities_of
from chabudai.apps.tasks.counters import plan_day, plan_total
from chabudai.apps.tasks.entities import Comment, Tag, Task
from chabudai.apps.tasks.errors import (
    NoSuchAssignee,
    NoSuchTag,
    NoSuchTask,
    NoSuchTeam,
    TagBeingDeleted,
    TaskInTrash,
    TooBusy,
)
from chabudai.apps.tasks.membership import ACTOR, OUTSIDE, Member, check_assignable, plan_actor
from chabudai.apps.tasks.notices import assigned_notice
from chabudai.apps.tasks.own_rows import CARD_FIELDS, plan_rows
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors
from chabudai.common.text import is_id
from chabudai.common.unreadable_rows import get_readable
from chabudai.table import (
    ConditionNotMet,
    Delete,
    Insert,
    ItemNotFound,
    Put,
    StepFailed,
    Transaction,
    UnreadableItem,
    Update,
)

Changes = Mapping[str, Any]
HELD = (*CARD_FIELDS, "assignee", "done_at")
"""What counters and rows beside the task are made of."""
_STEP_ERRORS: Mapping[str, StepErrors] = {
    ACTOR: OUTSIDE,
    "tag": StepErrors(missing=NoSuchTag, unmet=TagBeingDeleted),
    "assignee": StepErrors(missing=NoSuchAssignee, unmet=NoSuchAssignee),
}


def find_task(member: Member, task_id: str) -> Task:
    """NoSuchTask for another team's as for what is nowhere; TaskInTrash when it can be restored."""
    if not is_id(task_id):
        raise NoSuchTask
    found = member.store.get(design.task(member.team_id, task_id).consistently())
    if found is not None:
        return found
    if member.store.get(design.thrown_task(member.team_id, task_id).consistently()) is not None:
        raise TaskInTrash
    raise NoSuchTask


def change_task(member: Member, task_id: str, decide: Callable[[Task], Changes]) -> tuple[Task, Task]:
    """The task before and after. `decide` says what changes of it as it is, and is asked again when that moved."""
    for _ in attempts(TooBusy):
        before = find_task(member, task_id)
        changes = {name: value for name, value in decide(before).items() if getattr(before, name) != value}
        if not changes:
            return before, before
        after = before.model_copy(update=changes)
        if try_write(member, _plan_change(member, before, after, changes)):
            return before, after
    raise AssertionError("attempts end by raising")


def plan_write(
    member: Member,
    write: Put[Task] | Update[Task] | Delete[Task],
    before: Task | None,
    after: Task | None,
    told: Iterable[Comment],
    *,
    created: int = 0,
) -> Transaction:
    """Everything that goes with the write of one task, which `before` and `after` describe; None is: not there."""
    plan = Transaction().step("task", write).step("total", plan_total(member.team_id, before, after))
    day = plan_day(member, before, after, created=created)
    if day is not None:
        plan = plan.step("day", day)
    for number, row in enumerate(plan_rows(before, after)):
        plan = plan.step(f"row {number}", row)
    for number, comment in enumerate(told):
        plan = plan.step(f"activity {number}", Insert(comment))
    plan = _plan_new_links(plan, member, before, after)
    # A transaction touches a row once: whoever takes a task themselves is held by that.
    is_taken = _is_given(before, after) and after is not None and after.assignee == member.user_id
    return plan if is_taken else plan_actor(plan, member)


def try_write(member: Member, plan: Transaction) -> bool:
    """False when the task, or the counter beside it, was not as the plan wants it: it is made again then."""
    try:
        member.store.transact(plan)
    except StepFailed as failure:
        kind = failure.step.partition(" ")[0]
        if errors := _STEP_ERRORS.get(kind):
            make = errors.find(failure.cause)
            raise (make() if make else failure) from failure
        if not isinstance(failure.cause, (ConditionNotMet, ItemNotFound)):
            raise
        if kind == "total":
            _mend_total(member)
        return False
    except UnreadableItem:
        if get_readable(member.store, design.total(member.team_id).consistently()) is not None:
            raise
        _mend_total(member)
        return False
    return True


def _plan_change(member: Member, before: Task, after: Task, changes: Changes) -> Transaction:
    held = {name: getattr(before, name) for name in {*HELD, *changes}}
    update = Task.update(**before.own_key).set(**changes).when(**held)
    return plan_write(member, update, before, after, activities_of(member, before, after))


def _plan_new_links(plan: Transaction, member: Member, before: Task | None, after: Task | None) -> Transaction:
    """Whoever is given a task is in the team, and stays; tags that it gets are the team's, and stay."""
    if after is None:
        return plan
    if after.assignee is not None and _is_given(before, after):
        if not is_id(after.assignee):
            raise NoSuchAssignee
        plan = plan.step("assignee", check_assignable(member.team_id, after.assignee))
        notice = assigned_notice(member, after)
        if notice is not None:
            plan = plan.step("notice", Insert(notice))
    for tag_id in sorted(after.tags - (frozenset() if before is None else before.tags)):
        if not is_id(tag_id):
            raise NoSuchTag
        check = Tag.check(team_id=member.team_id, tag_id=tag_id).when(leaving=False)
        plan = plan.step(f"tag {tag_id}", check)
    return plan


def _is_given(before: Task | None, after: Task | None) -> bool:
    return after is not None and (before is None or before.assignee != after.assignee)


def _mend_total(member: Member) -> None:
    """A counter that is missing, can't be read, or would fall below nought, keeps nobody from their work."""
    team = get_readable(member.store, design.team(member.team_id).consistently())
    if team is None or team.leaving:
        raise NoSuchTeam
    recount.recount(member.store, member.team_id)
