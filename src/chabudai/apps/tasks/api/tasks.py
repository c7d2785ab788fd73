"""Tasks for programs: listed by every filter, looked at, made, changed, moved to the trash and back."""

from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any

from litestar.params import QueryParameter

from chabudai.apps.tasks import bulk, lists, own_tasks, tasks, trash
from chabudai.apps.tasks.api.bodies import (
    ManyOutcome,
    ManyTasks,
    NewTask,
    OwnDoneTaskBody,
    OwnDoneTaskList,
    OwnTaskBody,
    OwnTaskList,
    TaskBody,
    TaskChanges,
    TaskList,
    ThrownTaskBody,
    ThrownTaskList,
)
from chabudai.apps.tasks.bulk import BulkOutcome
from chabudai.apps.tasks.entities import MOST_TAGS, TASK_FIELDS, Order, Sort, Statuses, TagMatch
from chabudai.apps.tasks.lists import Late, TaskSelection
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import lazy
from chabudai.common.bodies import fill, sent_fields
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.table import Cursors
from chabudai.web.errors import UnreadableBody, invalid_field
from chabudai.web.field_sentences import EMPTY, NO_SUCH_FIELD
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, patch, post

Words = Annotated[str, QueryParameter(name="q", max_length=200, description="Words that must all be found.")]
WithTags = Annotated[str, QueryParameter(name="tags", max_length=1000, description="Ids of tags, with commas.")]
First = Annotated[date | None, QueryParameter(name="from", description="Of the date that it is sorted by.")]
Last = Annotated[date | None, QueryParameter(name="to", description="This day included.")]
Assignee = Annotated[str | None, QueryParameter(max_length=200, description="A username.")]
OfTeam = Annotated[str | None, QueryParameter(name="team", max_length=200, description="Of this team alone.")]
Undated = Annotated[bool, QueryParameter(description="Those that lack the date that the list is sorted by.")]


@get("/teams/{team_id:str}/tasks")
def list_tasks(
    member: Injected[Member],
    cursors: Injected[Cursors],
    statuses: FromQuery[Statuses] = "todo_doing",
    sort: FromQuery[Sort] = "start",
    order: FromQuery[Order] = "asc",
    first: First = None,
    last: Last = None,
    tags: WithTags = "",
    match: FromQuery[TagMatch] = "any",
    late: FromQuery[Late | None] = None,
    assignee: Assignee = None,
    q: Words = "",
    undated: Undated = False,
    cursor: FromQuery[str | None] = None,
) -> TaskList:
    """Ten at a time: those that have the date they are sorted by, or with `undated` the others. Counters count both.

    Access patterns 7 to 15 and 17; 20 for those without the date.
    """
    chosen = tuple(dict.fromkeys(each for each in tags.split(",") if each))
    if len(chosen) > MOST_TAGS or not all(map(is_id, chosen)):
        raise invalid_field("tags", lazy("Choose up to %(most)s tags.", most=MOST_TAGS))
    selection = TaskSelection(statuses, sort, order, first, last, chosen, match, late, assignee, q)
    find = lists.find_undated if undated else lists.find_page
    page = find(member, selection, cursor, cursors)
    return TaskList(tasks=[fill(TaskBody, task) for task in page.tasks], cursor=page.cursor)


@post("/teams/{team_id:str}/tasks")
def add_task(data: JSONBody[NewTask], member: Injected[Member]) -> TaskBody:
    """Make a task."""
    sent = sent_fields(data)
    return fill(TaskBody, tasks.add(member, task_id=sent.pop("id"), **sent).task)


@get("/teams/{team_id:str}/tasks/{task_id:str}")
def find_task(task_id: FromPath[str], member: Injected[Member]) -> TaskBody:
    """A task. Access pattern 6."""
    return fill(TaskBody, tasks.find_task(member, task_id))


@patch("/teams/{team_id:str}/tasks/{task_id:str}")
def edit_task(task_id: FromPath[str], data: JSONBody[TaskChanges], member: Injected[Member]) -> TaskBody:
    """Change some fields: others that somebody changes at this moment are not touched."""
    sent = sent_fields(data)
    seen = _known(sent.pop("seen", None))
    return fill(TaskBody, tasks.edit(member, task_id, sent, seen).task)


@post("/teams/{team_id:str}/tasks/{task_id:str}/duplicate")
def duplicate_task(task_id: FromPath[str], member: Injected[Member]) -> TaskBody:
    """The same once more, to do."""
    return fill(TaskBody, tasks.duplicate(member, task_id).task)


@delete("/teams/{team_id:str}/tasks/{task_id:str}", status_code=200)
def move_to_trash(task_id: FromPath[str], member: Injected[Member]) -> TaskBody:
    """Into the trash, for 30 days."""
    return fill(TaskBody, trash.throw_away(member, task_id).task)


@post("/teams/{team_id:str}/tasks/{task_id:str}/restore", status_code=200)
def restore_task(task_id: FromPath[str], member: Injected[Member]) -> TaskBody:
    """Out of the trash, with its status."""
    return fill(TaskBody, trash.restore(member, task_id).task)


@post("/teams/{team_id:str}/many", status_code=200)
def act_on_many(data: JSONBody[ManyTasks], member: Injected[Member]) -> ManyOutcome:
    """The same to several tasks."""
    outcome = _act(data, member)
    return ManyOutcome(tasks=[fill(TaskBody, task) for task in outcome.tasks], missed=list(outcome.missed))


@get("/teams/{team_id:str}/trash")
def list_trash(member: Injected[Member], cursor: FromQuery[str | None] = None) -> ThrownTaskList:
    """What is in the trash. Access pattern 25."""
    page = trash.find_page(member, cursor)
    return ThrownTaskList(tasks=[fill(ThrownTaskBody, task) for task in page.items], cursor=page.cursor)


@delete("/teams/{team_id:str}/trash/{task_id:str}")
def delete_for_good(task_id: FromPath[str], member: Injected[Member]) -> None:
    """From the trash, with what was said about it: by an admin."""
    trash.delete(member, task_id)


@delete("/teams/{team_id:str}/trash", status_code=200)
def empty_trash(member: Injected[Member]) -> RowCount:
    """Everything in the trash goes for good: by an admin."""
    return RowCount(count=trash.empty(member))


@get("/mine")
def list_own(owner: Injected[Owner], team: OfTeam = None, cursor: FromQuery[str | None] = None) -> OwnTaskList:
    """The person's open tasks of all teams, by when they are due. Access pattern 21."""
    page = own_tasks.find_page(owner, cursor, team_id=team)
    return OwnTaskList(tasks=[fill(OwnTaskBody, row, id=row.task_id) for row in page.items], cursor=page.cursor)


@get("/mine/done")
def list_own_done(owner: Injected[Owner], team: OfTeam = None, cursor: FromQuery[str | None] = None) -> OwnDoneTaskList:
    """The person's done tasks of all teams, latest first. Access pattern 21."""
    page = own_tasks.find_done(owner, cursor, team_id=team)
    return OwnDoneTaskList(tasks=[fill(OwnDoneTaskBody, row, id=row.task_id) for row in page.items], cursor=page.cursor)


def _act(data: ManyTasks, member: Member) -> BulkOutcome:
    match data.act:
        case "edit":
            return bulk.edit(member, data.ids, _check_names(data.changes))
        case "tag":
            if data.tag_id is None:
                raise invalid_field("tagId", lazy("Choose a tag."))
            return bulk.add_tag(member, data.ids, data.tag_id)
        case "trash":
            return bulk.throw_away(member, data.ids)
        case "restore":
            return bulk.restore(member, data.ids)


def _check_names(changes: Mapping[str, object] | None) -> dict[str, Any]:
    """Fields that a task has, and no others; a plain object is checked by nobody else."""
    if not changes:
        raise invalid_field("changes", EMPTY)
    if unknown := changes.keys() - TASK_FIELDS.names:
        raise UnreadableBody(details=[(f"changes.{min(unknown)}", NO_SUCH_FIELD)])
    return dict(changes)


def _known(values: object) -> dict[str, Any]:
    """Of what was sent as a plain object, the fields that a task has."""
    return (
        {name: value for name, value in values.items() if name in TASK_FIELDS.names} if isinstance(values, dict) else {}
    )
