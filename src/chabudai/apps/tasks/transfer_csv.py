"""CSV: one line for each task of a team, with names in the place of ids, for spreadsheets."""

import csv
import io
from collections.abc import Mapping
from typing import Final

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Tag, Task, TeamUser
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.transfer import TASK_RECORDS

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
_MAY_BE_RUN: Final = ("=", "+", "-", "@", "\t", "\r")


def write(member: Member) -> str:
    """With a mark at its beginning by which spreadsheets know UTF-8."""
    rows = list(member.store.all(design.whole_team(member.team_id).consistently()))
    people = {row.user_id: row.user_name for row in rows if isinstance(row, TeamUser)}
    tags = {row.tag_id: row.name for row in rows if isinstance(row, Tag)}
    file = io.StringIO(newline="")
    lines: csv.DictWriter[str] = csv.DictWriter(file, COLUMNS, restval="", extrasaction="ignore", lineterminator="\r\n")
    lines.writeheader()
    for task in (row for row in rows if isinstance(row, Task)):
        lines.writerow({name: _defuse(cell) for name, cell in _cells(task, people, tags).items()})
    return "\ufeff" + file.getvalue()


def _cells(task: Task, people: Mapping[str, str], tags: Mapping[str, str]) -> dict[str, str]:
    record = TASK_RECORDS.write(task)
    return {
        **{name: str(value) for name, value in record.items()},
        "assignee": people.get(task.assignee or "", ""),
        "tags": ", ".join(sorted(tags[tag_id] for tag_id in task.tags if tag_id in tags)),
        "checklist": "\n".join(f"[{'x' if line.done else ' '}] {line.text}" for line in task.checklist),
    }


def _defuse(cell: str) -> str:
    """What a spreadsheet would take for a formula is text with an apostrophe before it."""
    return f"'{cell}" if cell.startswith(_MAY_BE_RUN) else cell
