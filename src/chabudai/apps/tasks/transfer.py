"""A team's tasks as one JSON document: written whole, compared with what is here, and taken in, each task once."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time
from typing import Any, Final

from chabudai.apps.tasks import design, tags
from chabudai.apps.tasks.entities import TAG_FIELDS, TASK_FIELDS, TEAM_FIELDS, Comment, Tag, Task, TeamUser
from chabudai.apps.tasks.errors import (
    NoSuchAssignee,
    NoSuchTag,
    NoSuchTask,
    NoSuchTeam,
    RemovedMeanwhile,
    TagBeingDeleted,
    TagNameTaken,
    TaskInTrash,
    TooBusy,
    TooManyTags,
)
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import lazy
from chabudai.apps.tasks.tasks import TaskOutcome, check_dates, insert_task
from chabudai.common.field_checks import FIRST_DAY, LAST_DAY, out_of_range
from chabudai.common.fields import Fields
from chabudai.common.imports import (
    ImportProgress,
    ImportReport,
    Problem,
    check_document,
    derive_id,
    list_in,
    parse_document,
    problem_of,
    read_each,
    tell_progress,
)
from chabudai.common.records import RecordFormat
from chabudai.common.retries import attempts
from chabudai.common.text import clean_line, fold_name, shorten
from chabudai.web.errors import InvalidFields

FORMAT: Final = "chabudai-tasks"
VERSION: Final = 1
TASK_RECORDS: Final = RecordFormat(
    TASK_FIELDS, other=("task_id", "done_at"), ids=("task_id",), renamed={"task_id": "id"}
)
TAG_RECORDS: Final = RecordFormat(TAG_FIELDS, other=("tag_id",), ids=("tag_id",), renamed={"tag_id": "id"})
TEAM_RECORDS: Final = RecordFormat(TEAM_FIELDS, other=("team_id",), ids=("team_id",), renamed={"team_id": "id"})
COMMENT_RECORDS: Final = RecordFormat(
    Fields(Comment, "text"),
    other=("comment_id", "task_id", "author", "said_by", "created_at"),
    ids=("comment_id", "task_id", "author"),
    renamed={"comment_id": "id"},
)
LONGEST_NAME: Final = 40  # of whoever said something
_FIRST_SECOND: Final = datetime.combine(FIRST_DAY, time(), UTC).timestamp()
_LAST_SECOND: Final = datetime.combine(LAST_DAY, time(), UTC).timestamp()
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


@dataclass(frozen=True)
class _Known:
    """What there is here: tags by their ids in the file, and people."""

    tags: Mapping[str, str]
    people: AbstractSet[str]

    def renew(self, member: Member) -> "_Known":
        people, here = _find_people(member), {tag.tag_id for tag in tags.find_all(member)}
        if member.user_id not in people:
            raise NoSuchTeam
        return _Known({there: own for there, own in self.tags.items() if own in here}, people)


def write_document(member: Member) -> dict[str, Any]:
    """Without the trash, and without what only tells of acts."""
    rows = list(member.store.all(design.whole_team(member.team_id).consistently()))
    names = {row.user_id: row.user_name for row in rows if isinstance(row, TeamUser)}
    said = [row for row in rows if isinstance(row, Comment) and row.type == "comment" and row.expires_at is None]
    return {
        "format": FORMAT,
        "version": VERSION,
        "team": TEAM_RECORDS.write(member.team),
        "tags": [TAG_RECORDS.write(row) for row in rows if isinstance(row, Tag) and not row.leaving],
        "tasks": [TASK_RECORDS.write(row) for row in rows if isinstance(row, Task)],
        "comments": [COMMENT_RECORDS.write(_with_name(row, names)) for row in said],
    }


def write(member: Member) -> str:
    return json.dumps(write_document(member), ensure_ascii=False, indent=1)


def read(member: Member, document: Mapping[str, Any]) -> FileContent:
    """What is in the file, entry by entry. Of another team's it makes new ids, the same whenever it is read."""
    check_document(document, FORMAT, VERSION, _NOT_OURS)
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
        _check_moment(fields["created_at"])
        chosen = {name: own_id(fields[name]) for name in ("comment_id", "task_id")}
        moment = min(fields["created_at"], member.seconds())
        said = Comment.model_validate({**fields, **chosen, "created_at": moment, "team_id": member.team_id})
        return _by_whom(said, member)

    return FileContent(
        tasks=tuple(read_each(list_in(document, "tasks", _NOT_OURS), read_task, problems)),
        tags=tuple(tag for _, tag in read_each(list_in(document, "tags", _NOT_OURS), read_tag, problems)),
        comments=tuple(row for _, row in read_each(list_in(document, "comments", _NOT_OURS), read_comment, problems)),
        problems=tuple(problems),
    )


def preview(member: Member, text: str) -> ImportPreview:
    content = read(member, _parse(text))
    here = _find_ids(member)
    found = {task.task_id: task for _, task in content.tasks}.values()
    new = tuple(task for task in found if task.task_id not in here)
    return ImportPreview(new, tuple(task for task in found if task.task_id in here), content.problems)


def import_text(member: Member, text: str) -> ImportReport:
    return import_document(member, _parse(text))


def import_document(member: Member, document: Mapping[str, Any]) -> ImportReport:
    """What is here already, also in the trash, stays as it is. ImportStopped says how far it came."""
    content = read(member, document)
    here = _find_ids(member)
    problems = list(content.problems)
    tasks = {task.task_id: (number, task) for number, task in content.tasks}
    new = [entry for task_id, entry in tasks.items() if task_id not in here]
    said = _group_comments(content.comments)
    with tell_progress(len(new)) as progress, _tell_removal(progress, len(new)):
        known = _Known(_import_tags(member, content.tags, problems), _find_people(member))
        found = 0
        for number, task in new:
            try:
                known, outcome = _insert(member, task, said.get(task.task_id, []), known, number, problems)
            except (TaskInTrash, NoSuchTask) as refusal:
                problems.append(problem_of(number, task.title, refusal))
                continue
            progress.done += 1
            found += outcome.before is not None  # somebody else imported it at the same time
    return ImportReport(progress.done - found, 0, len(tasks) - len(new) + found, tuple(problems))


def _parse(text: str) -> dict[str, Any]:
    return parse_document(text, FORMAT, VERSION, _NOT_OURS)


@contextmanager
def _tell_removal(progress: ImportProgress, every: int) -> Iterator[None]:
    """Every write is held to the membership: whoever is removed meanwhile adds nothing more."""
    try:
        yield
    except NoSuchTeam as refusal:
        raise RemovedMeanwhile(progress.done, every) from refusal


def _with_name(comment: Comment, names: Mapping[str, str]) -> Comment:
    """As another team will tell it, in which the author may be nobody."""
    return comment.model_copy(update={"said_by": comment.said_by or names.get(comment.author or "")})


def _check_moment(seconds: int) -> None:
    if not _FIRST_SECOND <= seconds <= _LAST_SECOND:
        raise InvalidFields([("createdAt", out_of_range(FIRST_DAY, LAST_DAY))])


def _by_whom(comment: Comment, member: Member) -> Comment:
    """In nobody's name but that of whoever imports: a file can say of anyone that they said anything."""
    if comment.author == member.user_id:
        return comment.model_copy(update={"said_by": None})
    name = clean_line(comment.said_by or comment.author or "")
    return comment.model_copy(update={"author": None, "said_by": shorten(name, LONGEST_NAME) or None})


def _group_comments(comments: Iterable[Comment]) -> dict[str, list[Comment]]:
    """By task, each id once: of two with the same the last counts."""
    found: dict[str, dict[str, Comment]] = {}
    for comment in comments:
        found.setdefault(comment.task_id, {})[comment.comment_id] = comment
    return {task_id: list(each.values()) for task_id, each in found.items()}


def _find_ids(member: Member) -> set[str]:
    """Of tasks that are here whole: one that is `arriving` still is gone on with."""
    rows = member.store.all(design.every_task(member.team_id).consistently())
    kept = {task.task_id for task in rows if not task.arriving}
    return kept | {row.task_id for row in member.store.all(design.thrown_tasks(member.team_id).consistently())}


def _find_people(member: Member) -> set[str]:
    return {row.user_id for row in member.store.all(design.members(member.team_id)) if not row.leaving}


def _import_tags(member: Member, found: Sequence[Tag], problems: list[Problem]) -> dict[str, str]:
    """From ids in the file to ids here: one with the same id or name is the same tag. Limits hold."""
    known = tags.find_all(member)
    ids = {tag.tag_id: tag.tag_id for tag in known}
    by_name = {fold_name(tag.name): tag.tag_id for tag in known}
    for number, tag in enumerate(found, 1):
        if tag.tag_id in ids:
            continue
        name = fold_name(tag.name)
        if name not in by_name:
            try:
                if len(by_name) >= tags.MOST:
                    raise TooManyTags(tags.MOST)
                by_name[name] = tags.insert(member, tag).tag_id
            except (TooManyTags, TagNameTaken, TagBeingDeleted) as refusal:
                problems.append(problem_of(number, tag.name, refusal))
                continue
        ids[tag.tag_id] = by_name[name]
    return ids


def _insert(
    member: Member, task: Task, comments: Sequence[Comment], known: _Known, number: int, problems: list[Problem]
) -> tuple[_Known, TaskOutcome]:
    """With the tags and people that the team has at this moment, which may be fewer than a moment ago: those."""
    for _ in attempts(TooBusy):
        told: list[Problem] = []
        try:
            outcome = insert_task(member, _fit(task, known.tags, known.people, number, told), comments)
        except (NoSuchAssignee, NoSuchTag, TagBeingDeleted):
            known = known.renew(member)
            continue
        problems += told
        return known, outcome
    raise AssertionError("attempts end by raising")


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
