"""A team's tasks as one JSON document: written whole, compared with what is here, and taken in, each task once."""

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any, Final

from chabudai.apps.tasks import design, tags
from chabudai.apps.tasks.entities import TAG_FIELDS, TASK_FIELDS, TEAM_FIELDS, Comment, Tag, Task
from chabudai.apps.tasks.errors import TaskIdTaken
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.tasks import check_dates, insert_task
from chabudai.common.fields import Fields
from chabudai.common.imports import (
    ImportReport,
    Problem,
    derive_id,
    list_in,
    parse_document,
    problem_of,
    read_each,
    tell_progress,
)
from chabudai.common.names import find_by_name
from chabudai.common.records import RecordFormat
from chabudai.common.text import shorten

FORMAT: Final = "chabudai-tasks"
VERSION: Final = 1
MOST_COMMENTS: Final = 60  # of a task that comes in: they are kept in one transaction with it
TASK_RECORDS: Final = RecordFormat(
    TASK_FIELDS, other=("task_id", "done_at"), ids=("task_id",), renamed={"task_id": "id"}
)
TAG_RECORDS: Final = RecordFormat(TAG_FIELDS, other=("tag_id",), ids=("tag_id",), renamed={"tag_id": "id"})
TEAM_RECORDS: Final = RecordFormat(TEAM_FIELDS, other=("team_id",), ids=("team_id",), renamed={"team_id": "id"})
COMMENT_RECORDS: Final = RecordFormat(
    Fields(Comment, "text"),
    other=("comment_id", "task_id", "author", "created_at"),
    ids=("comment_id", "task_id", "author"),
    renamed={"comment_id": "id"},
)
_NOT_OURS: Final = lazy("Choose a file that was exported from a team.")


@dataclass(frozen=True)
class ImportPreview:
    """What a file would come to: tasks that are new here, those that are here already, and what can't be read."""

    new: tuple[Task, ...]
    known: tuple[Task, ...]
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class FileContent:
    tasks: tuple[tuple[int, Task], ...]
    tags: tuple[Tag, ...]
    comments: tuple[Comment, ...]
    problems: tuple[Problem, ...]


def write_document(member: Member) -> dict[str, Any]:
    """Without the trash, and without what only tells of acts."""
    rows = list(member.store.all(design.whole_team(member.team_id).consistently()))
    said = [row for row in rows if isinstance(row, Comment) and row.type == "comment" and row.expires_at is None]
    return {
        "format": FORMAT,
        "version": VERSION,
        "team": TEAM_RECORDS.write(member.team),
        "tags": [TAG_RECORDS.write(row) for row in rows if isinstance(row, Tag) and not row.leaving],
        "tasks": [TASK_RECORDS.write(row) for row in rows if isinstance(row, Task)],
        "comments": [COMMENT_RECORDS.write(row) for row in said],
    }


def write(member: Member) -> str:
    return json.dumps(write_document(member), ensure_ascii=False, indent=1)


def read(member: Member, text: str) -> FileContent:
    """What is in the file, entry by entry. Of another team's it makes new ids, the same whenever it is read."""
    document = parse_document(text, FORMAT, VERSION, _NOT_OURS)
    team = document.get("team")
    is_own = isinstance(team, dict) and team.get("id") == member.team_id
    problems: list[Problem] = []

    def own_id(id_: str) -> str:
        return id_ if is_own else derive_id(f"{member.team_id} {id_}")

    def read_task(record: object) -> Task:
        fields = TASK_RECORDS.read(record)
        check_dates(fields.get("start"), fields.get("end"), fields)
        chosen = {"task_id": own_id(fields["task_id"]), "tags": frozenset(map(own_id, fields.get("tags", ())))}
        return Task.model_validate({**fields, **chosen, "team_id": member.team_id})

    def read_tag(record: object) -> Tag:
        fields = TAG_RECORDS.read(record)
        return Tag.model_validate({**fields, "tag_id": own_id(fields["tag_id"]), "team_id": member.team_id})

    def read_comment(record: object) -> Comment:
        fields = COMMENT_RECORDS.read(record)
        chosen = {name: own_id(fields[name]) for name in ("comment_id", "task_id")}
        return Comment.model_validate({**fields, **chosen, "team_id": member.team_id})

    return FileContent(
        tasks=tuple(read_each(list_in(document, "tasks", _NOT_OURS), read_task, problems)),
        tags=tuple(tag for _, tag in read_each(list_in(document, "tags", _NOT_OURS), read_tag, problems)),
        comments=tuple(row for _, row in read_each(list_in(document, "comments", _NOT_OURS), read_comment, problems)),
        problems=tuple(problems),
    )


def preview(member: Member, text: str) -> ImportPreview:
    content = read(member, text)
    here = _find_ids(member)
    found = {task.task_id: task for _, task in content.tasks}.values()
    new = tuple(task for task in found if task.task_id not in here)
    return ImportPreview(new, tuple(task for task in found if task.task_id in here), content.problems)


def import_document(member: Member, text: str) -> ImportReport:
    """What is here already, also in the trash, stays as it is. ImportStopped says how far it came."""
    content = read(member, text)
    here = _find_ids(member)
    problems = list(content.problems)
    tasks = {task.task_id: (number, task) for number, task in content.tasks}
    new = [entry for task_id, entry in tasks.items() if task_id not in here]
    with tell_progress(len(new)) as progress:
        ids = _import_tags(member, content.tags)
        people = {row.user_id for row in member.store.all(design.members(member.team_id)) if not row.leaving}
        added = 0
        for number, task in new:
            said = [_without_strangers(row, people) for row in content.comments if row.task_id == task.task_id]
            try:
                insert_task(member, _fit(task, ids, people, number, problems), said[:MOST_COMMENTS])
            except TaskIdTaken as refusal:
                problems.append(problem_of(number, task.title, refusal))
                continue
            added += 1
            progress.done += 1
    return ImportReport(added, 0, len(tasks) - len(new), tuple(problems))


def _find_ids(member: Member) -> set[str]:
    kept = {task.task_id for task in member.store.all(design.every_task(member.team_id).consistently())}
    return kept | {row.task_id for row in member.store.all(design.thrown_tasks(member.team_id).consistently())}


def _import_tags(member: Member, found: Sequence[Tag]) -> dict[str, str]:
    """From ids in the file to ids here: one with the same id or name is the same tag."""
    known = tags.find_all(member)
    ids = {tag.tag_id: tag.tag_id for tag in known}
    for tag in found:
        if tag.tag_id in ids:
            continue
        same = find_by_name(known, tag.name)
        if same is None:
            same = tags.insert(member, tag)
            known.append(same)
        ids[tag.tag_id] = same.tag_id
    return ids


def _fit(task: Task, ids: Mapping[str, str], people: AbstractSet[str], number: int, problems: list[Problem]) -> Task:
    """Without tags that are in neither place, and nobody's if who had it is not in the team; both are told."""
    chosen = frozenset(ids[tag_id] for tag_id in task.tags if tag_id in ids)
    if len(chosen) < len(task.tags):
        reason = lazy("Imported without the tags that aren't in the file.")
        problems.append(Problem(number, shorten(task.title), reason))
    assignee = task.assignee if task.assignee in people else None
    if assignee != task.assignee:
        reason = lazy("Imported as unassigned: the assignee isn't in the team.")
        problems.append(Problem(number, shorten(task.title), reason))
    return task.model_copy(update={"tags": chosen, "assignee": assignee})


def _without_strangers(comment: Comment, people: AbstractSet[str]) -> Comment:
    return comment if comment.author in people else comment.model_copy(update={"author": None})
