"""Assignments: what a person has in a team becomes nobody's when they go."""

from collections.abc import Iterable, Sequence
from typing import Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.activity import activities_of
from chabudai.apps.tasks.entities import Task, Total
from chabudai.apps.tasks.errors import NoSuchTask, TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.own_rows import plan_rows
from chabudai.apps.tasks.task_writes import HELD, Changes, change_task
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import batches
from chabudai.table import Insert, Transaction, UnreadableItem

_MOST: Final = 30  # tasks in one transaction: three steps for each


def unassign_all(house: Member, user_id: str) -> int:
    """Every task of theirs in the team, open or done; how many. Found by the rows beside them.

    By the house, which is held to no membership. A task that can't be read stays as it is.
    """
    own_tasks = design.own_tasks_of_team(user_id, house.team_id).consistently()
    count = _unassign(house, user_id, [row.task_id for row in house.store.all(own_tasks)])
    if house.store.delete_rows(own_tasks):  # which could not be read, or were old: the tasks tell whose they are
        theirs = design.every_task(house.team_id).filter(assignee=user_id).consistently()
        count += _unassign(house, user_id, [task.task_id for task in house.store.all(theirs)])
    return count


def _unassign(house: Member, user_id: str, task_ids: Iterable[str]) -> int:
    """Many at once, or one by one where somebody changes one of them at the same moment."""
    count = 0
    for some in batches(dict.fromkeys(task_ids), _MOST):
        try:
            found = house.store.batch(design.tasks_by_id(house.team_id, some).consistently())
        except UnreadableItem:
            found = []
        theirs = [task for task in found if task is not None and task.assignee == user_id]
        if theirs and failed_step(house.store, _plan(house, theirs)) is None:
            count += len(theirs)
        else:
            count += sum(_unassign_one(house, user_id, task_id) for task_id in some)
    return count


def _plan(house: Member, tasks: Sequence[Task]) -> Transaction:
    plan = Transaction().step("total", Total.update(team_id=house.team_id).add(revision=1))
    for number, before in enumerate(tasks):
        after = before.model_copy(update={"assignee": None})
        held = {name: getattr(before, name) for name in HELD}
        plan = plan.step(f"task {number}", Task.update(**before.own_key).set(assignee=None).when(**held))
        for row in plan_rows(before, after):
            plan = plan.step(f"row {number}", row)
        for told in activities_of(house, before, after):
            plan = plan.step(f"activity {number}", Insert(told))
    return plan


def _unassign_one(house: Member, user_id: str, task_id: str) -> bool:
    def decide(task: Task) -> Changes:
        return {"assignee": None} if task.assignee == user_id else {}

    try:
        before, after = change_task(house, task_id, decide)
    except (NoSuchTask, TaskInTrash, UnreadableItem):
        return False
    return before is not after
