"""Teams of any size in which every list is as full.

A third of the tasks have each status, four of five each of five tags; every tenth lacks a start, one of four an
assignee, and half of the days lie before today.
"""

from datetime import timedelta

from chabudai.apps.tasks import tags
from chabudai.apps.tasks.entities import Status, Task, Total
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.own_rows import rows_of
from chabudai.common.sweeps import batches
from chabudai.table import BatchWrite, Put

STATUSES: tuple[Status, ...] = ("todo", "doing", "done")


def grow(member: Member, size: int) -> list[str]:
    """Behind everyone's back; the ids of its tags."""
    made = [tags.add(member, name=f"タグ{number}").tag_id for number in range(5)]
    found = [_task(member, number, size, made) for number in range(size)]
    rows = [Put(row) for task in found for row in (task, *rows_of(task))]
    for some in batches(rows, 1000):
        member.store.batch_write(BatchWrite(tuple(some)))
    todo, doing, done = (sum(task.status == status for task in found) for status in STATUSES)
    member.store.put(Total(team_id=member.team_id, todo=todo, doing=doing, done=done))
    return made


def _task(member: Member, number: int, size: int, made: list[str]) -> Task:
    day = member.today() + timedelta(days=number * 100 // size - 50)
    return Task(
        team_id=member.team_id,
        task_id=member.new_id(),
        title=f"いつもの仕事 {number:05}",
        status=STATUSES[number % 3],
        start=None if number % 10 == 7 else day,
        end=day + timedelta(days=2),
        tags=frozenset(made) - {made[number % 5]},
        assignee=member.user_id if number % 4 else None,
        done_at=member.today() if number % 3 == 2 else None,
    )
