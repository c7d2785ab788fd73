"""Assignments: what a person has in a team becomes nobody's when they go."""

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.errors import NoSuchTask, TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import Changes, change_task
from chabudai.table import UnreadableItem


def unassign_all(member: Member, user_id: str) -> int:
    """Every task of theirs in the team, open or done; how many. Found by the rows beside them.

    A task that can't be read stays as it is.
    """

    def decide(task: Task) -> Changes:
        return {"assignee": None} if task.assignee == user_id else {}

    def unassign(task_id: str) -> bool:
        try:
            before, after = change_task(member, task_id, decide)
        except (NoSuchTask, TaskInTrash, UnreadableItem):
            return False
        return before is not after

    count = 0
    own_tasks = design.own_tasks_of_team(user_id, member.team_id).consistently()
    for row in list(member.store.all(own_tasks)):
        count += unassign(row.task_id)
        member.store.write(type(row).delete(**row.own_key))
    if member.store.delete_rows(own_tasks):  # which could not be read: the tasks themselves tell whose they are
        theirs = design.every_task(member.team_id).filter(assignee=user_id).consistently()
        count += sum(unassign(task.task_id) for task in list(member.store.all(theirs)))
    return count
