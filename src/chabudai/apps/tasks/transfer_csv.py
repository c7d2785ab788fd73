"""CSV: one line for each task of a team, with names in the place of ids, for spreadsheets."""

from collections.abc import Mapping
from typing import Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Tag, Task, TeamUser
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.transfer import TASK_RECORDS
from chabudai.common import spreadsheets

COLUMNS: Final[tuple[str, ...]] = (
    "id",
    "title",
    "status",
    "start",
    "end",
    "assignee",
    "priority",
    "tags",
    "description",
    "checklist",
    "doneAt",
)


def write(member: Member) -> str:
    rows = list(member.store.all(design.whole_team(member.team_id).consistently()))
    people = {row.user_id: row.user_name for row in rows if isinstance(row, TeamUser)}
    tags = {row.tag_id: row.name for row in rows if isinstance(row, Tag)}
    tasks = (row for row in rows if isinstance(row, Task))
    return spreadsheets.write(COLUMNS, (_cells(task, people, tags) for task in tasks))


def _cells(task: Task, people: Mapping[str, str], tags: Mapping[str, str]) -> dict[str, str]:
    record = TASK_RECORDS.write(task)
    return {
        **{name: str(value) for name, value in record.items()},
        "assignee": people.get(task.assignee or "", ""),
        "tags": ", ".join(sorted(tags[tag_id] for tag_id in task.tags if tag_id in tags)),
        "checklist": "\n".join(f"[{'x' if line.done else ' '}] {line.text}" for line in task.checklist),
    }
