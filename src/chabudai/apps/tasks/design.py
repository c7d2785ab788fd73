"""The tasks' two tables: their rows, their keys, and the seed's access patterns; what goes beyond it says so."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from chabudai.table import (
    Condition,
    Design,
    Entity,
    Field,
    Get,
    Gsi,
    InKey,
    OmitDefault,
    Prefixed,
    Query,
    Stored,
    Table,
    between,
    computed,
    contains,
    id_field,
    key,
    lt,
    not_exists,
    one_of,
    where,
)

Status: TypeAlias = Literal["todo", "doing", "done"]
Statuses: TypeAlias = Literal["todo", "doing", "done", "todo_doing", "doing_done", "todo_done", "all"]
Unfinished: TypeAlias = Literal["todo_doing", "doing"]
Role: TypeAlias = Literal["admin", "member"]
Priority: TypeAlias = Literal["high", "medium", "low"]
TagMatch: TypeAlias = Literal["any", "all"]
Sort: TypeAlias = Literal["start", "end"]
Order: TypeAlias = Literal["asc", "desc"]
MailState: TypeAlias = Literal["waiting", "sent", "failed"]

PAGE = 10


class TaskTable(Table, name="task-table-v3", pk="PK", sk="SK", ttl="expiresAt", capacity=(5, 5)):
    inverted = Gsi("GSI_Invert", "SK", "PK")
    all_by_start = Gsi("GSI_Status_Start_Sort_All", "PK", "start_sort_sk")
    all_by_end = Gsi("GSI_Status_End_Sort_All", "PK", "end_sort_sk")
    group1_by_start = Gsi("GSI_Status_Start_Sort_Group1", "status_group1", "start_sort_sk")
    group1_by_end = Gsi("GSI_Status_End_Sort_Group1", "status_group1", "end_sort_sk")
    group2_by_start = Gsi("GSI_Status_Start_Sort_Group2", "status_group2", "start_sort_sk")
    group2_by_end = Gsi("GSI_Status_End_Sort_Group2", "status_group2", "end_sort_sk")
    group3_by_start = Gsi("GSI_Status_Start_Sort_Group3", "status_group3", "start_sort_sk")
    group3_by_end = Gsi("GSI_Status_End_Sort_Group3", "status_group3", "end_sort_sk")


class User(Entity, table=TaskTable):
    user_id: InKey[str] = id_field()
    type: Literal["user"] = "user"
    email: Annotated[str, Stored("user_email")]
    name: Annotated[str, Stored("user_name")] = Field(min_length=1, max_length=40)
    image: Annotated[str | None, Stored("user_image")] = None
    created_at: Annotated[date, Stored("user_createdAt")] = Field(frozen=True)

    PK = key("USER#{user_id}")
    SK = key("USER#{user_id}")


class Membership(Entity):
    """A person in a team, kept twice: beside the person, and beside the team."""

    user_id: InKey[str]
    team_id: InKey[str]
    role: Annotated[Role, Stored("user_team_role")]
    joined_at: Annotated[date, Stored("user_team_joinedAt")]


class UserTeam(Membership, table=TaskTable):
    type: Literal["user_team"] = "user_team"
    team_name: str

    PK = key("USER#{user_id}")
    SK = key("TEAM#{team_id}")


class TeamUser(Membership, table=TaskTable):
    type: Literal["team_user"] = "team_user"
    user_name: str

    PK = key("TEAM#{team_id}")
    SK = key("USER#{user_id}")


class Team(Entity, table=TaskTable):
    team_id: InKey[str] = id_field()
    type: Literal["team"] = "team"
    name: Annotated[str, Stored("team_name")] = Field(min_length=1, max_length=40)
    description: Annotated[str, Stored("team_discription")] = ""

    PK = key("TEAM#{team_id}")
    SK = key("TEAM#{team_id}")


class TagColour(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    color: str
    background_color: str


class Tag(Entity, table=TaskTable):
    team_id: InKey[str]
    tag_id: InKey[str] = id_field()
    type: Literal["team_tag"] = "team_tag"
    name: Annotated[str, Stored("team_tag_name")] = Field(min_length=1, max_length=20)
    colour: Annotated[TagColour, Stored("team_tag_color")]

    PK = key("TEAM#{team_id}")
    SK = key("TAG#{tag_id}")


def group1_of(status: Status) -> Literal["todo", "doing_done"]:
    return "todo" if status == "todo" else "doing_done"


def group2_of(status: Status) -> Literal["done", "todo_doing"]:
    return "done" if status == "done" else "todo_doing"


def group3_of(status: Status) -> Literal["doing", "todo_done"]:
    return "doing" if status == "doing" else "todo_done"


class Check(BaseModel, frozen=True):
    """One line of a task's checklist."""

    text: str = Field(min_length=1, max_length=200)
    done: bool = False


class TaskFields(Entity):
    """A task, wherever it is kept."""

    team_id: InKey[str]
    task_id: InKey[str] = id_field()
    title: Annotated[str, Stored("team_task_title")] = Field(min_length=1, max_length=100)
    description: Annotated[str, Stored("team_task_discription")] = Field(default="", max_length=5000)
    status: Annotated[Status, Stored("team_task_status")] = "todo"
    start: Annotated[date | None, Stored("team_task_startTime")] = None
    end: Annotated[date | None, Stored("team_task_endTime")] = None
    tags: Annotated[frozenset[str], Prefixed("TAG#"), Stored("team_task_tagRef")] = frozenset()
    # Beyond the seed, from here on.
    assignee: Annotated[str | None, Prefixed("USER#"), Stored("team_task_assignee")] = None
    priority: Annotated[Priority | None, Stored("team_task_priority")] = None
    checklist: Annotated[OmitDefault[tuple[Check, ...]], Stored("team_task_checklist")] = ()
    done_at: Annotated[date | None, Stored("team_task_doneAt")] = None


class Task(TaskFields, table=TaskTable):
    type: Literal["task"] = "task"

    PK = key("TEAM#{team_id}")
    SK = key("TASK#{task_id}")
    group1 = computed(group1_of)
    group2 = computed(group2_of)
    group3 = computed(group3_of)
    status_group1 = key("TEAM#{team_id}#Status#{group1}")
    status_group2 = key("TEAM#{team_id}#Status#{group2}")
    status_group3 = key("TEAM#{team_id}#Status#{group3}")
    start_sort_sk = key("START#{start}")
    end_sort_sk = key("END#{end}")


class ThrownTask(TaskFields, table=TaskTable):
    """Beyond the seed: a task in the trash, in no index but the inverted one, until it expires."""

    type: Literal["thrown_task"] = "thrown_task"
    deleted_at: Annotated[int, Stored("deletedAt")]
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("TEAM#{team_id}")
    SK = key("TRASH#{task_id}")


class Counts(Entity):
    team_id: InKey[str]
    type: Literal["counter"] = "counter"


class Total(Counts, table=TaskTable):
    """How many tasks a team has of each status; it never expires."""

    todo: int = Field(default=0, ge=0)
    doing: int = Field(default=0, ge=0)
    done: int = Field(default=0, ge=0)

    PK = key("TEAM#{team_id}")
    SK = key("COUNTER#ALL")


class DayCount(Counts, table=TaskTable):
    """By how many tasks each status grew on one day of the team, or shrank."""

    day: InKey[date]
    todo: int = 0
    doing: int = 0
    done: int = 0
    expires_at: Annotated[int, Stored("expiresAt")]
    # Beyond the seed.
    created: OmitDefault[int] = Field(default=0, ge=0)
    completed: OmitDefault[int] = Field(default=0, ge=0)

    PK = key("TEAM#{team_id}")
    SK = key("COUNTER#{day}")


class Comment(Entity, table=TaskTable):
    """Beyond the seed: what someone said about a task, or did to it."""

    team_id: InKey[str]
    task_id: InKey[str]
    comment_id: InKey[str] = id_field()
    type: Literal["comment", "activity"] = "comment"
    author: Annotated[str, Prefixed("USER#"), Stored("comment_author")]
    text: Annotated[str, Stored("comment_text")] = Field(min_length=1, max_length=5000)
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)

    PK = key("TEAM#{team_id}")
    SK = key("COMMENT#{task_id}#{comment_id}")


class Notice(Entity, table=TaskTable):
    """Beyond the seed: something that a person should know."""

    user_id: InKey[str]
    notice_id: InKey[str] = id_field()
    type: Literal["notice"] = "notice"
    about: Annotated[Literal["invited", "assigned", "due"], Stored("notice_about")]
    team_id: Annotated[str, Stored("notice_team")]
    task_id: Annotated[str | None, Stored("notice_task")] = None
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)
    read_at: Annotated[int | None, Stored("readAt")] = None
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("USER#{user_id}")
    SK = key("NOTICE#{notice_id}")


class InvitationTable(
    Table,
    name="task-table-invitation-v3",
    pk="PK",
    sk="SK",
    ttl="expiresAt",
    stream="NEW_AND_OLD_IMAGES",
    capacity=(1, 1),
): ...


class Invitation(Entity, table=InvitationTable):
    """Times are in Unix seconds."""

    team_id: InKey[str]
    invite_id: InKey[str] = id_field()
    type: Literal["invitation"] = "invitation"
    email: str
    role: Annotated[Role, Stored("user_role")]
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)
    expires_at: Annotated[int, Stored("expiresAt")]
    invited_by: Annotated[str, Prefixed("USER#"), Stored("invitedBy")]
    token: str
    team_name: str
    # Beyond the seed: how the mail fares.
    language: str | None = None
    mail_state: MailState | None = None
    mail_tries: OmitDefault[int] = 0
    mail_error: str | None = None

    PK = key("TEAM#{team_id}")
    SK = key("TINVITE#{invite_id}")


class Invited(Entity, table=InvitationTable):
    """Beyond the seed: the one invitation that an address can have to a team, for as long as that lives."""

    team_id: InKey[str]
    email: InKey[str]
    type: Literal["invited"] = "invited"
    invite_id: str
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("TEAM#{team_id}")
    SK = key("INVITED#{email}")


TeamRow: TypeAlias = Team | TeamUser | Tag | Task | ThrownTask | Total | DayCount | Comment

_GROUPS: Mapping[Statuses, tuple[str | None, Gsi, Gsi]] = {
    "all": (None, TaskTable.all_by_start, TaskTable.all_by_end),
    "todo": ("group1", TaskTable.group1_by_start, TaskTable.group1_by_end),
    "doing_done": ("group1", TaskTable.group1_by_start, TaskTable.group1_by_end),
    "done": ("group2", TaskTable.group2_by_start, TaskTable.group2_by_end),
    "todo_doing": ("group2", TaskTable.group2_by_start, TaskTable.group2_by_end),
    "doing": ("group3", TaskTable.group3_by_start, TaskTable.group3_by_end),
    "todo_done": ("group3", TaskTable.group3_by_start, TaskTable.group3_by_end),
}


def _tasks(team_id: str, statuses: Statuses, sort: Sort, **days: Any) -> Query[Task]:
    """The tasks of some statuses in the order of one of their dates, those without that date left out."""
    group, by_start, by_end = _GROUPS[statuses]
    known = {} if group is None else {group: statuses}
    return (by_start if sort == "start" else by_end).query(Task, team_id=team_id, **known, **days)


def _tagged(tags: Sequence[str], match: TagMatch) -> Condition:
    found = [where(tags=contains(tag)) for tag in tags]
    return reduce(or_ if match == "any" else and_, found) if found else where()


@TaskTable.pattern("1", "one person")
def user(user_id: str) -> Get[User]:
    return User.get(user_id=user_id)


@TaskTable.pattern("2", "everyone in a team")
def members(team_id: str) -> Query[TeamUser]:
    return TaskTable.query(TeamUser, team_id=team_id)


@TaskTable.pattern("3", "one team")
def team(team_id: str) -> Get[Team]:
    return Team.get(team_id=team_id)


@TaskTable.pattern("4", "the teams of a person")
def teams(user_id: str) -> Query[UserTeam]:
    return TaskTable.query(UserTeam, user_id=user_id)


@TaskTable.pattern("5", "all tags of a team")
def tags(team_id: str) -> Query[Tag]:
    return TaskTable.query(Tag, team_id=team_id)


@TaskTable.pattern("6", "one task")
def task(team_id: str, task_id: str) -> Get[Task]:
    return Task.get(team_id=team_id, task_id=task_id)


@TaskTable.pattern("7", "tasks to do and being done, by start: what a team sees first", rows=PAGE)
def open_tasks(team_id: str) -> Query[Task]:
    return _tasks(team_id, "todo_doing", "start")


@TaskTable.pattern("8", "tasks to do, by start", rows=PAGE)
def todo_tasks(team_id: str) -> Query[Task]:
    return _tasks(team_id, "todo", "start")


@TaskTable.pattern("9", "tasks to do with a tag", rows=PAGE)
def todo_tasks_with(team_id: str, tag_id: str) -> Query[Task]:
    return todo_tasks(team_id).filter(tags=contains(tag_id))


@TaskTable.pattern("10", "tasks to do with any or all of several tags", rows=PAGE)
def todo_tasks_tagged(team_id: str, tag_ids: Sequence[str], match: TagMatch = "any") -> Query[Task]:
    return todo_tasks(team_id).filter(_tagged(tag_ids, match))


@TaskTable.pattern("11", "tasks of every status, by start", rows=PAGE)
def all_tasks(team_id: str) -> Query[Task]:
    return _tasks(team_id, "all", "start")


@TaskTable.pattern("12", "tasks to do that should have been started before today", rows=PAGE)
def late_to_start(team_id: str, today: date) -> Query[Task]:
    return _tasks(team_id, "todo", "start", start=lt(today))


@TaskTable.pattern("13", "the same, with any or all of several tags", rows=PAGE)
def late_to_start_tagged(team_id: str, today: date, tag_ids: Sequence[str], match: TagMatch = "any") -> Query[Task]:
    return late_to_start(team_id, today).filter(_tagged(tag_ids, match))


@TaskTable.pattern(
    "14", "tasks that should have been done before today: all that are not, or those being done", rows=PAGE
)
def overdue(team_id: str, today: date, statuses: Unfinished = "todo_doing") -> Query[Task]:
    return _tasks(team_id, statuses, "end", end=lt(today))


@TaskTable.pattern("15", "the same, with any or all of several tags", rows=PAGE)
def overdue_tagged(
    team_id: str, today: date, tag_ids: Sequence[str], match: TagMatch = "any", statuses: Unfinished = "todo_doing"
) -> Query[Task]:
    return overdue(team_id, today, statuses).filter(_tagged(tag_ids, match))


@TaskTable.pattern("16", "how many tasks a team has of each status")
def total(team_id: str) -> Get[Total]:
    return Total.get(team_id=team_id)


@TaskTable.pattern("16", "how the tasks of a team changed from day to day")
def day_counts(team_id: str, first: date, last: date) -> Query[DayCount]:
    return TaskTable.query(DayCount, team_id=team_id, day=between(first, last))


@TaskTable.pattern("17", "beyond the seed's numbers: tasks of any statuses by either date, both ways", rows=PAGE)
def tasks(team_id: str, statuses: Statuses, sort: Sort, order: Order = "asc") -> Query[Task]:
    query = _tasks(team_id, statuses, sort)
    return query if order == "asc" else query.descending()


@TaskTable.pattern("18", "beyond the seed's numbers: the teams that hold a person")
def memberships(user_id: str) -> Query[TeamUser]:
    return TaskTable.inverted.query(TeamUser, user_id=user_id)


@TaskTable.pattern("19", "beyond the seed's numbers: the team that holds a tag")
def tag_holders(tag_id: str) -> Query[Tag]:
    return TaskTable.inverted.query(Tag, tag_id=tag_id)


@TaskTable.pattern("20", "beyond the seed: tasks without one of the dates, which its index does not hold", rows=PAGE)
def undated_tasks(team_id: str, statuses: Statuses, sort: Sort) -> Query[Task]:
    wanted = where() if statuses == "all" else where(status=one_of(*statuses.split("_")))
    return TaskTable.query(Task, team_id=team_id).filter(where(**{sort: not_exists()}) & wanted)


@TaskTable.pattern("21", "beyond the seed: a person's tasks in a team", rows=PAGE)
def assigned_tasks(team_id: str, user_id: str) -> Query[Task]:
    return TaskTable.query(Task, team_id=team_id).filter(assignee=user_id)


@TaskTable.pattern("22", "beyond the seed: every task of a team that has a tag")
def tasks_with(team_id: str, tag_id: str) -> Query[Task]:
    return TaskTable.query(Task, team_id=team_id).filter(tags=contains(tag_id))


@TaskTable.pattern("23", "beyond the seed: what was said about a task and done to it")
def comments(team_id: str, task_id: str) -> Query[Comment]:
    return TaskTable.query(Comment, team_id=team_id, task_id=task_id)


@TaskTable.pattern("24", "beyond the seed: a person's notices, latest first", rows=PAGE)
def notices(user_id: str) -> Query[Notice]:
    return TaskTable.query(Notice, user_id=user_id).descending()


@TaskTable.pattern("25", "beyond the seed: the tasks in a team's trash", rows=PAGE)
def thrown_tasks(team_id: str) -> Query[ThrownTask]:
    return TaskTable.query(ThrownTask, team_id=team_id)


@TaskTable.pattern("26", "beyond the seed: everything of a team")
def whole_team(team_id: str) -> Query[TeamRow]:
    return TaskTable.query(Team, TeamUser, Tag, Task, ThrownTask, Total, DayCount, Comment, team_id=team_id)


@TaskTable.pattern("27", "beyond the seed: everything of a person")
def whole_user(user_id: str) -> Query[User | UserTeam | Notice]:
    return TaskTable.query(User, UserTeam, Notice, user_id=user_id)


@InvitationTable.pattern("invitation 1", "the invitations to a team, in the order in which they were made")
def invitations(team_id: str) -> Query[Invitation]:
    return InvitationTable.query(Invitation, team_id=team_id)


@InvitationTable.pattern("invitation 2", "one invitation")
def invitation(team_id: str, invite_id: str) -> Get[Invitation]:
    return Invitation.get(team_id=team_id, invite_id=invite_id)


@InvitationTable.pattern("invitation 3", "beyond the seed: whether an address is invited to a team")
def invited(team_id: str, email: str) -> Get[Invited]:
    return Invited.get(team_id=team_id, email=email)


design = Design("tasks", TaskTable, InvitationTable)
