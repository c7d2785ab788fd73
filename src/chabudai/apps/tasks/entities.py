"""The rows of the tasks' table and the keys of each, with the bounds of every field; beyond the seed says so."""

import re
from datetime import date
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

from chabudai.apps.tasks.messages import lazy
from chabudai.common.fields import FieldMessage, Fields, Prose, Rule
from chabudai.common.text import fold_name
from chabudai.table import (
    Entity,
    Field,
    Gsi,
    InKey,
    OmitDefault,
    Prefixed,
    Stored,
    Table,
    View,
    computed,
    id_field,
    key,
    unique,
)
from chabudai.web import zones

Status: TypeAlias = Literal["todo", "doing", "done"]
Statuses: TypeAlias = Literal["todo", "doing", "done", "todo_doing", "doing_done", "todo_done", "all"]
Unfinished: TypeAlias = Literal["todo_doing", "doing"]
Role: TypeAlias = Literal["admin", "member"]
Priority: TypeAlias = Literal["high", "medium", "low"]
TagMatch: TypeAlias = Literal["any", "all"]
Sort: TypeAlias = Literal["start", "end"]
Order: TypeAlias = Literal["asc", "desc"]
Lack: TypeAlias = Literal["start", "end"]
NoticeKind: TypeAlias = Literal["invited", "assigned", "due", "mentioned", "asked_again", "declined"]
ActivityKind: TypeAlias = Literal[
    "added",
    "status",
    "title",
    "description",
    "start",
    "end",
    "tags",
    "assignee",
    "priority",
    "checklist",
    "thrown",
    "restored",
]

NO_DATE: Final = date(9999, 12, 31)  # behind every other in the order of dates
MOST_TAGS: Final = 20
MOST_CHECKS: Final = 100
LONGEST_CHECK: Final = 200

_COLOUR = re.compile("#[0-9a-fA-F]{6}")
_CHECKLIST_MESSAGE = lazy(
    "Use up to %(most)s lines of up to %(longest)s characters each.", most=MOST_CHECKS, longest=LONGEST_CHECK
)
_TAGS_MESSAGE = lazy("Choose up to %(most)s tags.", most=MOST_TAGS)


def check_zone(name: str) -> str:
    if name not in zones.names():
        raise ValueError(name)
    return name


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
    # Beyond the seed: the last team whose row has a new name by now, None when all have it.
    renaming: Annotated[str | None, Stored("user_renaming")] = None
    # Beyond the seed: of what the person wants no notices.
    muted: Annotated[OmitDefault[frozenset[NoticeKind]], Stored("user_muted")] = frozenset()

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
    # Beyond the seed: on their way out, and given no task any more.
    leaving: Annotated[OmitDefault[bool], Stored("team_user_leaving")] = False

    PK = key("TEAM#{team_id}")
    SK = key("USER#{user_id}")


class MemberKey(View, of=TeamUser):
    """Who is in a team, by the key of that row alone: also where the rest of it can't be read."""

    user_id: InKey[str]
    team_id: InKey[str]


class LeftTeam(Entity, table=TaskTable):
    """Beyond the seed: that a person was in a team, which still says what they said: so it is found when they go."""

    user_id: InKey[str]
    team_id: InKey[str]
    type: Literal["left_team"] = "left_team"

    PK = key("USER#{user_id}")
    SK = key("LEFT#{team_id}")


class LeftTeamKey(View, of=LeftTeam):
    user_id: InKey[str]
    team_id: InKey[str]


class Team(Entity, table=TaskTable):
    team_id: InKey[str] = id_field()
    type: Literal["team"] = "team"
    name: Annotated[str, Stored("team_name")] = Field(min_length=1, max_length=40)
    description: Annotated[str, Prose(), Stored("team_discription")] = Field(default="", max_length=1000)
    # Beyond the seed, from here on.
    zone: Annotated[OmitDefault[str], Rule(check_zone, lazy("Choose a time zone.")), Stored("team_zone")] = "Asia/Tokyo"
    renaming: Annotated[str | None, Stored("team_renaming")] = None  # the last member whose row has it, as in User
    leaving: Annotated[OmitDefault[bool], Stored("team_leaving")] = False  # on its way out: nobody enters any more

    PK = key("TEAM#{team_id}")
    SK = key("TEAM#{team_id}")


class TagColour(BaseModel):
    model_config = ConfigDict(frozen=True, alias_generator=to_camel, populate_by_name=True)

    color: str
    background_color: str


def check_colour(colour: TagColour) -> TagColour:
    if not (_COLOUR.fullmatch(colour.color) and _COLOUR.fullmatch(colour.background_color)):
        raise ValueError(colour)
    return colour


class Tag(Entity, table=TaskTable):
    team_id: InKey[str]
    tag_id: InKey[str] = id_field()
    type: Literal["team_tag"] = "team_tag"
    name: Annotated[str, Stored("team_tag_name")] = Field(min_length=1, max_length=20)
    colour: Annotated[TagColour, Rule(check_colour, lazy("Choose a colour.")), Stored("team_tag_color")]
    # Beyond the seed: it is on its way out, and no task takes it any more.
    leaving: Annotated[OmitDefault[bool], Stored("team_tag_leaving")] = False

    PK = key("TEAM#{team_id}")
    SK = key("TAG#{tag_id}")
    folded_name = computed(fold_name)
    only_name = unique("TEAM#{team_id}", "TAGNAME#{folded_name:tail}")


def group1_of(status: Status) -> Literal["todo", "doing_done"]:
    return "todo" if status == "todo" else "doing_done"


def group2_of(status: Status) -> Literal["done", "todo_doing"]:
    return "done" if status == "done" else "todo_doing"


def group3_of(status: Status) -> Literal["doing", "todo_done"]:
    return "doing" if status == "doing" else "todo_done"


class Check(BaseModel, frozen=True):
    """One line of a task's checklist."""

    text: str = Field(min_length=1, max_length=LONGEST_CHECK)
    done: bool = False


class CardFields(Entity):
    """What a card of a task shows: kept with the task, and again beside whoever it is assigned to."""

    title: Annotated[str, Stored("team_task_title")] = Field(min_length=1, max_length=100)
    status: Annotated[Status, Stored("team_task_status")] = "todo"
    start: Annotated[date | None, Stored("team_task_startTime")] = None
    end: Annotated[date | None, Stored("team_task_endTime")] = None
    tags: Annotated[frozenset[str], Prefixed("TAG#"), Stored("team_task_tagRef"), FieldMessage(_TAGS_MESSAGE)] = Field(
        default=frozenset(), max_length=MOST_TAGS
    )
    # Beyond the seed.
    priority: Annotated[Priority | None, Stored("team_task_priority")] = None


class TaskFields(CardFields):
    """A task, wherever it is kept."""

    team_id: InKey[str]
    task_id: InKey[str] = id_field()
    description: Annotated[str, Prose(), Stored("team_task_discription")] = Field(default="", max_length=5000)
    # Beyond the seed, from here on.
    assignee: Annotated[str | None, Prefixed("USER#"), Stored("team_task_assignee")] = None
    checklist: Annotated[
        OmitDefault[tuple[Check, ...]], Stored("team_task_checklist"), FieldMessage(_CHECKLIST_MESSAGE)
    ] = Field(default=(), max_length=MOST_CHECKS)
    done_at: Annotated[date | None, Stored("team_task_doneAt")] = None
    comments: Annotated[OmitDefault[int], Stored("team_task_comments")] = Field(default=0, ge=0)
    # It came in a file, and not all that was said about it is here yet: the same file goes on with it.
    arriving: Annotated[OmitDefault[bool], Stored("team_task_arriving")] = False


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
    deleted_by: Annotated[str | None, Prefixed("USER#"), Stored("deletedBy")] = None
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("TEAM#{team_id}")
    SK = key("TRASH#{task_id}")


def place_of(task_id: str, team_id: str) -> str:
    """Of a task beside a person, where all their teams are together: no id of one team takes another's place."""
    return f"{task_id}#{team_id}"


class OwnTask(CardFields):
    """A task beside a person; its `place` is that of `place_of`."""

    user_id: InKey[str]
    place: InKey[str]
    team_id: Annotated[str, Prefixed("TEAM#"), Stored("mine_team")]

    @property
    def task_id(self) -> str:
        return self.place.partition("#")[0]

    @property
    def has_old_key(self) -> bool:
        """From before the key named the team: see `own_row_keys`."""
        return "#" not in self.place


class Mine(OwnTask, table=TaskTable):
    """Beyond the seed: an open task beside the person who has it. `due` is its end, NO_DATE when it has none."""

    due: InKey[date]
    type: Literal["mine"] = "mine"

    PK = key("USER#{user_id}")
    SK = key("MINE#{due}#{place:tail}")


class MineDone(OwnTask, table=TaskTable):
    """Beyond the seed: a task beside the person who had it when it was done."""

    done_at: InKey[date]
    type: Literal["mine_done"] = "mine_done"

    PK = key("USER#{user_id}")
    SK = key("MINEDONE#{done_at}#{place:tail}")


class Undated(Entity, table=TaskTable):
    """Beyond the seed: that a task lacks a date, and so is not in the indexes which are sorted by it.

    `other` is the date that it has instead, NO_DATE when it has neither.
    """

    team_id: InKey[str]
    lacks: InKey[Lack]
    status: InKey[Status]
    other: InKey[date]
    task_id: InKey[str]
    type: Literal["undated"] = "undated"

    PK = key("TEAM#{team_id}")
    SK = key("UNDATED#{lacks}#{status}#{other}#{task_id}")


class Counts(Entity):
    team_id: InKey[str]
    type: Literal["counter"] = "counter"


class Total(Counts, table=TaskTable):
    """How many tasks a team has of each status; it never expires."""

    todo: int = Field(default=0, ge=0)
    doing: int = Field(default=0, ge=0)
    done: int = Field(default=0, ge=0)
    # Beyond the seed: raised by every write to the team's tasks, so that one look tells whether anything is new.
    revision: OmitDefault[int] = 0

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
    created: OmitDefault[int] = 0
    completed: OmitDefault[int] = 0

    PK = key("TEAM#{team_id}")
    SK = key("COUNTER#{day}")


class Comment(Entity, table=TaskTable):
    """Beyond the seed: what someone said about a task, or did to it.

    An activity has no text: `about` says what was done, `before` and `after` the values as they are stored. The author
    is None when the account is gone, and of what came in a file: then `said_by` is the name of whoever it says said it.
    """

    team_id: InKey[str]
    task_id: InKey[str]
    comment_id: InKey[str] = id_field()
    type: Literal["comment", "activity"] = "comment"
    author: Annotated[str | None, Prefixed("USER#"), Stored("comment_author")] = None
    text: Annotated[OmitDefault[str], Prose(), Stored("comment_text")] = Field(default="", max_length=5000)
    said_by: Annotated[str | None, Stored("comment_saidBy")] = Field(default=None, max_length=40)
    about: Annotated[ActivityKind | None, Stored("activity_about")] = None
    before: Annotated[str | None, Stored("activity_before")] = None
    after: Annotated[str | None, Stored("activity_after")] = None
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)
    expires_at: Annotated[int | None, Stored("expiresAt")] = None  # while the task is in the trash

    PK = key("TEAM#{team_id}")
    SK = key("COMMENT#{task_id}#{comment_id}")


class Notice(Entity, table=TaskTable):
    """Beyond the seed: something that a person should know. One of an invitation has its id, and goes with it."""

    user_id: InKey[str]
    notice_id: InKey[str] = id_field()
    type: Literal["notice"] = "notice"
    about: Annotated[NoticeKind, Stored("notice_about")]
    team_id: Annotated[str, Stored("notice_team")]
    task_id: Annotated[str | None, Stored("notice_task")] = None
    title: Annotated[str | None, Stored("notice_title")] = None  # of the task, or the team's name, as it was then
    sender: Annotated[str | None, Prefixed("USER#"), Stored("notice_sender")] = None
    email: Annotated[str | None, Stored("notice_email")] = None  # that is invited, or asks to be again
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)
    read_at: Annotated[int | None, Stored("readAt")] = None
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("USER#{user_id}")
    SK = key("NOTICE#{notice_id}")


TEAM_FIELDS: Final = Fields(Team, "name", "description", "zone")
TAG_FIELDS: Final = Fields(Tag, "name", "colour")
TASK_FIELDS: Final = Fields(
    Task, "title", "description", "status", "start", "end", "tags", "assignee", "priority", "checklist"
)
"""What people fill in."""
CHANGEABLE_FIELDS: Final = Fields(Task, *TASK_FIELDS.names, "done_at")
"""What an act may change and undo puts back: also the day on which it was done."""
USER_FIELDS: Final = Fields(User, "name", "email", "image")
