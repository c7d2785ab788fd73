"""Assignments: what a person has in a team becomes nobody's when they go."""

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Task
from chabudai.apps.tasks.errors import NoSuchTask, TaskInTrash
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.task_writes import Changes, change_task


def unassign_all(member: Member, user_id: str) -> int:
    """Every task of theirs in the team, open or done; how many. Found by the rows beside them."""

    def decide(task: Task) -> Changes:
        return {"assignee": None} if task.assignee == user_id else {}

    count = 0
    for row in list(member.store.all(design.own_tasks_of_team(user_id, member.team_id).consistently())):
        try:
            before, after = change_task(member, row.task_id, decide)
            count += before is not after
        except (NoSuchTask, TaskInTrash):
            pass
        member.store.write(type(row).delete(**row.own_key))
    return count
