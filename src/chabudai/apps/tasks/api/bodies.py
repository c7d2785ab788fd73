"""The bodies of the tasks' API: what it takes and gives, made from the entities' fields."""

from typing import Annotated, Literal

from msgspec import Meta

from chabudai.apps.tasks.comments import COMMENT_FIELDS
from chabudai.apps.tasks.entities import (
    TAG_FIELDS,
    TASK_FIELDS,
    TEAM_FIELDS,
    Comment,
    DayCount,
    Mine,
    MineDone,
    Role,
    Tag,
    Task,
    Team,
    TeamUser,
    ThrownTask,
    Total,
    UserTeam,
)
from chabudai.common.bodies import changes_body, entity_body, new_body
from chabudai.web.bodies import Body

Id = Annotated[str, Meta(min_length=1, max_length=200)]


@new_body(TEAM_FIELDS)
class NewTeam(Body):
    """Only the name is needed; the zone is the person's."""


@changes_body(TEAM_FIELDS)
class TeamChanges(Body):
    """What is left out stays as it is."""


@entity_body(Team, *TEAM_FIELDS.names, id="team_id")
class TeamBody(Body):
    """A team, and what the person is in it."""

    role: Role


@entity_body(UserTeam, "role", "joined_at", id="team_id", name="team_name")
class OwnTeamBody(Body):
    """A team that the person is in."""


class OwnTeamList(Body):
    teams: list[OwnTeamBody]


@entity_body(TeamUser, "role", "joined_at", id="user_id", name="user_name")
class MemberBody(Body):
    """Somebody in a team; the id is the account's username."""


class MemberList(Body):
    members: list[MemberBody]


class NewRole(Body):
    role: Role


@new_body(TAG_FIELDS, "name")
@changes_body(TAG_FIELDS, "colour")
class NewTag(Body):
    """Without a colour it gets one of the house's ten."""


@changes_body(TAG_FIELDS)
class TagChanges(Body):
    """What is left out stays as it is."""


@entity_body(Tag, *TAG_FIELDS.names, id="tag_id")
class TagBody(Body):
    """A tag of a team."""


class TagList(Body):
    """By name."""

    tags: list[TagBody]


@new_body(TASK_FIELDS)
class NewTask(Body):
    """Only the title is needed. Under one `id` it is added once, however often it is sent."""

    id: Id | None = None


@changes_body(TASK_FIELDS)
class TaskChanges(Body):
    """What is left out stays as it is; null takes a date, an assignee or a priority away.

    `seen` are values as they were seen, under the same names: if one is another by now, nothing changes, and the answer
    is 409.
    """

    seen: dict[str, object] | None = None


@entity_body(Task, *TASK_FIELDS.names, "done_at", "comments", id="task_id")
class TaskBody(Body):
    """A task. `doneAt` is the team's day on which it was done."""


class TaskList(Body):
    """`cursor` asks for what follows, with the same parameters; null when this is the end."""

    tasks: list[TaskBody]
    cursor: str | None


@entity_body(ThrownTask, *TASK_FIELDS.names, "deleted_at", "deleted_by", "expires_at", id="task_id")
class ThrownTaskBody(Body):
    """A task in the trash; times are in Unix seconds."""


class ThrownTaskList(Body):
    tasks: list[ThrownTaskBody]
    cursor: str | None


@entity_body(Mine, "team_id", "title", "status", "start", "end", "tags", "priority")
class OwnTaskBody(Body, kw_only=True):
    """A task that is assigned to the person, as a list of all their teams has it."""

    id: str


class OwnTaskList(Body):
    tasks: list[OwnTaskBody]
    cursor: str | None


@entity_body(MineDone, "team_id", "title", "status", "start", "end", "tags", "priority", "done_at")
class OwnDoneTaskBody(Body, kw_only=True):
    """A task that was assigned to the person when it was done."""

    id: str


class OwnDoneTaskList(Body):
    tasks: list[OwnDoneTaskBody]
    cursor: str | None


@new_body(COMMENT_FIELDS)
class NewComment(Body):
    """Those whose name stands behind an @ are told."""


@entity_body(Comment, "type", "author", "said_by", "text", "about", "before", "after", "created_at", id="comment_id")
class CommentBody(Body):
    """What somebody said about a task, or did to it: then `about` says what, `before` and `after` the values."""


class CommentList(Body):
    """Oldest first."""

    comments: list[CommentBody]


@entity_body(Total, "todo", "doing", "done", "revision")
class TotalBody(Body):
    """How many tasks there are. `revision` is raised by every change of the team's tasks."""


@entity_body(DayCount, "day", "todo", "doing", "done", "created", "completed")
class DayCountBody(Body):
    """By how many each status grew on one day of the team, or shrank; how many were added and done."""


class Counters(Body):
    total: TotalBody
    days: list[DayCountBody]


class ManyTasks(Body):
    """Up to 100 tasks, and what becomes of each: the fields change, a tag is added, or they go into the trash."""

    ids: list[Id]
    act: Literal["edit", "tag", "trash", "restore"]
    tag_id: Id | None = None
    changes: dict[str, object] | None = None


class ManyOutcome(Body):
    """`missed` are the ids that nothing was done to: gone, changed at this moment, or not fit for it."""

    tasks: list[TaskBody]
    missed: list[str]
