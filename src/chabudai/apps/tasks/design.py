"""The tasks' access patterns, 1 to 16 and invitations 1, 2 of the seed, over `entities`; then those beyond it."""

from collections.abc import Mapping, Sequence
from datetime import date
from functools import reduce
from operator import and_, or_
from typing import Any, Final, TypeAlias

from chabudai.apps.tasks.entities import (
    NO_DATE,
    Comment,
    DayCount,
    Lack,
    LeftTeam,
    LeftTeamKey,
    MemberKey,
    Mine,
    MineDone,
    Notice,
    Order,
    Sort,
    Status,
    Statuses,
    Tag,
    TagMatch,
    Task,
    TaskTable,
    Team,
    TeamUser,
    ThrownTask,
    Total,
    Undated,
    Unfinished,
    User,
    UserTeam,
)
from chabudai.apps.tasks.invitation_entities import ExpiredInvitation, Invitation, InvitationTable, Invited
from chabudai.table import (
    BatchGet,
    Condition,
    Design,
    Get,
    Gsi,
    Query,
    Scan,
    between,
    contains,
    exists,
    gt,
    lt,
    where,
)

PAGE: Final = 10

TeamRow: TypeAlias = Team | TeamUser | Tag | Task | ThrownTask | Undated | Total | DayCount | Comment
UserRow: TypeAlias = User | UserTeam | LeftTeam | Mine | MineDone | Notice

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


def _in_order(query: Query[Task], order: Order) -> Query[Task]:
    return query if order == "asc" else query.descending()


def tagged(tags: Sequence[str], match: TagMatch) -> Condition:
    """Any or all of several tags; always when there are none."""
    found = [where(tags=contains(tag)) for tag in tags]
    return reduce(or_ if match == "any" else and_, found) if found else where()


@TaskTable.pattern("1", "one person")
def user(user_id: str) -> Get[User]:
    return User.get(user_id=user_id)


@TaskTable.pattern("1", "several people: whose names a page has to say")
def users(user_ids: Sequence[str]) -> BatchGet[User]:
    return User.batch(user_id=list(user_ids))


@TaskTable.pattern("2", "everyone in a team")
def members(team_id: str) -> Query[TeamUser]:
    return TaskTable.query(TeamUser, team_id=team_id)


@TaskTable.pattern("2", "everyone in a team behind one of them: the next to have its new name")
def members_after(team_id: str, user_id: str) -> Query[TeamUser]:
    return TaskTable.query(TeamUser, team_id=team_id, user_id=gt(user_id))


@TaskTable.pattern("2", "one person in a team: whether they are, and as what")
def member(team_id: str, user_id: str) -> Get[TeamUser]:
    return TeamUser.get(team_id=team_id, user_id=user_id)


@TaskTable.pattern("3", "one team")
def team(team_id: str) -> Get[Team]:
    return Team.get(team_id=team_id)


@TaskTable.pattern("4", "the teams of a person")
def teams(user_id: str) -> Query[UserTeam]:
    return TaskTable.query(UserTeam, user_id=user_id)


@TaskTable.pattern("4", "one team of a person, as their own list has it")
def team_of(user_id: str, team_id: str) -> Get[UserTeam]:
    return UserTeam.get(user_id=user_id, team_id=team_id)


@TaskTable.pattern("4", "the teams of a person behind one of them: the next to have their new name")
def teams_after(user_id: str, team_id: str) -> Query[UserTeam]:
    return TaskTable.query(UserTeam, user_id=user_id, team_id=gt(team_id))


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
    return todo_tasks(team_id).filter(tagged(tag_ids, match))


@TaskTable.pattern("11", "tasks of every status, by start", rows=PAGE)
def all_tasks(team_id: str) -> Query[Task]:
    return _tasks(team_id, "all", "start")


@TaskTable.pattern("12", "tasks to do that should have been started before today", rows=PAGE)
def late_to_start(team_id: str, today: date) -> Query[Task]:
    return _tasks(team_id, "todo", "start", start=lt(today))


@TaskTable.pattern("13", "the same, with any or all of several tags", rows=PAGE)
def late_to_start_tagged(team_id: str, today: date, tag_ids: Sequence[str], match: TagMatch = "any") -> Query[Task]:
    return late_to_start(team_id, today).filter(tagged(tag_ids, match))


@TaskTable.pattern(
    "14", "tasks that should have been done before today: all that are not, or those being done", rows=PAGE
)
def overdue(team_id: str, today: date, statuses: Unfinished = "todo_doing") -> Query[Task]:
    return _tasks(team_id, statuses, "end", end=lt(today))


@TaskTable.pattern("15", "the same, with any or all of several tags", rows=PAGE)
def overdue_tagged(
    team_id: str, today: date, tag_ids: Sequence[str], match: TagMatch = "any", statuses: Unfinished = "todo_doing"
) -> Query[Task]:
    return overdue(team_id, today, statuses).filter(tagged(tag_ids, match))


@TaskTable.pattern("16", "how many tasks a team has of each status")
def total(team_id: str) -> Get[Total]:
    return Total.get(team_id=team_id)


@TaskTable.pattern("16", "how many tasks several teams have of each status")
def totals(team_ids: Sequence[str]) -> BatchGet[Total]:
    return Total.batch(team_id=list(team_ids))


@TaskTable.pattern("16", "how the tasks of a team changed from day to day")
def day_counts(team_id: str, first: date, last: date) -> Query[DayCount]:
    return TaskTable.query(DayCount, team_id=team_id, day=between(first, last))


@TaskTable.pattern("17", "beyond the seed's numbers: tasks of any statuses by either date, both ways", rows=PAGE)
def tasks(team_id: str, statuses: Statuses, sort: Sort, order: Order = "asc") -> Query[Task]:
    return _in_order(_tasks(team_id, statuses, sort), order)


@TaskTable.pattern("17", "beyond the seed's numbers: the same in a period of that date, its ends included", rows=PAGE)
def tasks_between(
    team_id: str, statuses: Statuses, sort: Sort, first: date, last: date, order: Order = "asc"
) -> Query[Task]:
    return _in_order(_tasks(team_id, statuses, sort, **{sort: between(first, last)}), order)


@TaskTable.pattern("18", "beyond the seed's numbers: the teams that hold a person")
def memberships(user_id: str) -> Query[TeamUser]:
    return TaskTable.inverted.query(TeamUser, user_id=user_id)


@TaskTable.pattern("19", "beyond the seed's numbers: the team that holds a tag")
def tag_holders(tag_id: str) -> Query[Tag]:
    return TaskTable.inverted.query(Tag, tag_id=tag_id)


@TaskTable.pattern("20", "beyond the seed: which tasks of a status lack a date and are not in its indexes", rows=PAGE)
def undated(team_id: str, lacks: Lack, status: Status) -> Query[Undated]:
    return TaskTable.query(Undated, team_id=team_id, lacks=lacks, status=status)


@TaskTable.pattern("20", "beyond the seed: those of them that have the other date, in its order", rows=PAGE)
def half_dated(team_id: str, lacks: Lack, status: Status, order: Order = "asc") -> Query[Undated]:
    query = TaskTable.query(Undated, team_id=team_id, lacks=lacks, status=status, other=lt(NO_DATE))
    return query if order == "asc" else query.descending()


@TaskTable.pattern("20", "beyond the seed: those of them that have no date at all", rows=PAGE)
def without_dates(team_id: str, lacks: Lack, status: Status) -> Query[Undated]:
    return TaskTable.query(Undated, team_id=team_id, lacks=lacks, status=status, other=NO_DATE)


@TaskTable.pattern("20", "beyond the seed: those tasks, and any others by their ids")
def tasks_by_id(team_id: str, task_ids: Sequence[str]) -> BatchGet[Task]:
    return Task.batch(team_id=team_id, task_id=list(task_ids))


@TaskTable.pattern("21", "beyond the seed: a person's open tasks of all teams, by their end", rows=PAGE)
def my_tasks(user_id: str) -> Query[Mine]:
    return TaskTable.query(Mine, user_id=user_id)


@TaskTable.pattern("21", "beyond the seed: a person's done tasks of all teams, latest first", rows=PAGE)
def my_done_tasks(user_id: str) -> Query[MineDone]:
    return TaskTable.query(MineDone, user_id=user_id).descending()


@TaskTable.pattern("21", "beyond the seed: a person's open tasks of all teams that end in a period")
def my_tasks_between(user_id: str, first: date, last: date) -> Query[Mine]:
    return TaskTable.query(Mine, user_id=user_id, due=between(first, last))


@TaskTable.pattern("21", "beyond the seed: everything that a person has in one team")
def own_tasks_of_team(user_id: str, team_id: str) -> Query[Mine | MineDone]:
    return TaskTable.query(Mine, MineDone, user_id=user_id).filter(team_id=team_id)


@TaskTable.pattern("22", "beyond the seed: every task of a team that has a tag")
def tasks_with(team_id: str, tag_id: str) -> Query[Task]:
    return TaskTable.query(Task, team_id=team_id).filter(tags=contains(tag_id))


@TaskTable.pattern("23", "beyond the seed: what was said about a task and done to it")
def comments(team_id: str, task_id: str) -> Query[Comment]:
    return TaskTable.query(Comment, team_id=team_id, task_id=task_id)


@TaskTable.pattern("23", "beyond the seed: what was said and done in a whole team, for a repair")
def every_comment(team_id: str) -> Query[Comment]:
    return TaskTable.query(Comment, team_id=team_id)


@TaskTable.pattern("24", "beyond the seed: a person's notices, latest first", rows=PAGE)
def notices(user_id: str) -> Query[Notice]:
    return TaskTable.query(Notice, user_id=user_id).descending()


@TaskTable.pattern("24", "beyond the seed: one notice of a person")
def notice(user_id: str, notice_id: str) -> Get[Notice]:
    return Notice.get(user_id=user_id, notice_id=notice_id)


@TaskTable.pattern("24", "beyond the seed: a person's notices of one team")
def notices_of_team(user_id: str, team_id: str) -> Query[Notice]:
    return TaskTable.query(Notice, user_id=user_id).filter(team_id=team_id)


@TaskTable.pattern("25", "beyond the seed: the tasks in a team's trash", rows=PAGE)
def thrown_tasks(team_id: str) -> Query[ThrownTask]:
    return TaskTable.query(ThrownTask, team_id=team_id)


@TaskTable.pattern("26", "beyond the seed: everything of a team")
def whole_team(team_id: str) -> Query[TeamRow]:
    return TaskTable.query(Team, TeamUser, Tag, Task, ThrownTask, Undated, Total, DayCount, Comment, team_id=team_id)


@TaskTable.pattern("27", "beyond the seed: everything of a person")
def whole_user(user_id: str) -> Query[UserRow]:
    return TaskTable.query(User, UserTeam, LeftTeam, Mine, MineDone, Notice, user_id=user_id)


@TaskTable.pattern("33", "beyond the seed: who is in a team, by their keys alone, when it is deleted")
def member_keys(team_id: str) -> Query[MemberKey]:
    return TaskTable.query(MemberKey, team_id=team_id)


@TaskTable.pattern("33", "beyond the seed: in which teams a person is, by their keys alone, when they go")
def membership_keys(user_id: str) -> Query[MemberKey]:
    return TaskTable.inverted.query(MemberKey, user_id=user_id)


@TaskTable.pattern("33", "beyond the seed: what a team has beside itself and its members")
def contents_of_team(team_id: str) -> Query[TeamRow]:
    return TaskTable.query(Tag, Task, ThrownTask, Undated, Total, DayCount, Comment, team_id=team_id)


@TaskTable.pattern("28", "beyond the seed: every task of a team, with or without dates")
def every_task(team_id: str) -> Query[Task]:
    return TaskTable.query(Task, team_id=team_id)


@TaskTable.pattern("29", "beyond the seed: a task in the trash")
def thrown_task(team_id: str, task_id: str) -> Get[ThrownTask]:
    return ThrownTask.get(team_id=team_id, task_id=task_id)


@TaskTable.pattern("30", "beyond the seed: every comment and activity of a person in a team")
def comments_by(team_id: str, user_id: str) -> Query[Comment]:
    return TaskTable.query(Comment, team_id=team_id).filter(author=user_id)


@TaskTable.pattern(
    "30", "beyond the seed: those, and what says that something was given to the person or taken from them"
)
def comments_naming(team_id: str, user_id: str) -> Query[Comment]:
    about = where(about="assignee") & (where(before=user_id) | where(after=user_id))
    return TaskTable.query(Comment, team_id=team_id).filter(where(author=user_id) | about)


@TaskTable.pattern("31", "beyond the seed: every team there is, for a repair of all", scans=True)
def every_team() -> Scan[Team]:
    return Team.scan()


@TaskTable.pattern("31", "beyond the seed: every open task beside a person, for a repair of keys", scans=True)
def every_own_task() -> Scan[Mine]:
    return Mine.scan()


@TaskTable.pattern("31", "beyond the seed: every done task beside a person, for a repair of keys", scans=True)
def every_own_done_task() -> Scan[MineDone]:
    return MineDone.scan()


@TaskTable.pattern("31", "beyond the seed: everyone whose new name is not in all rows yet, for a repair", scans=True)
def renamed_users() -> Scan[User]:
    return User.scan().filter(renaming=exists())


@TaskTable.pattern("32", "beyond the seed: the teams that a person has left")
def left_teams(user_id: str) -> Query[LeftTeamKey]:
    return TaskTable.query(LeftTeamKey, user_id=user_id)


@TaskTable.pattern("32", "beyond the seed: who has left a team")
def former_members(team_id: str) -> Query[LeftTeam]:
    return TaskTable.inverted.query(LeftTeam, team_id=team_id)


@InvitationTable.pattern("invitation 1", "the invitations to a team, in the order in which they were made")
def invitations(team_id: str) -> Query[Invitation]:
    return InvitationTable.query(Invitation, team_id=team_id)


@InvitationTable.pattern("invitation 2", "one invitation")
def invitation(team_id: str, invite_id: str) -> Get[Invitation]:
    return Invitation.get(team_id=team_id, invite_id=invite_id)


@InvitationTable.pattern("invitation 3", "beyond the seed: whether an address is invited to a team")
def invited(team_id: str, email: str) -> Get[Invited]:
    return Invited.get(team_id=team_id, email=email)


@InvitationTable.pattern("invitation 4", "beyond the seed: what is left of an invitation that has expired")
def expired_invitation(team_id: str, invite_id: str) -> Get[ExpiredInvitation]:
    return ExpiredInvitation.get(team_id=team_id, invite_id=invite_id)


@InvitationTable.pattern("invitation 5", "beyond the seed: what is left of a team's invitations, or will be")
def expired_invitations(team_id: str) -> Query[ExpiredInvitation]:
    return InvitationTable.query(ExpiredInvitation, team_id=team_id)


@InvitationTable.pattern("invitation 6", "beyond the seed: everything that this table has of a team")
def whole_invitations(team_id: str) -> Query[Invitation | Invited | ExpiredInvitation]:
    return InvitationTable.query(Invitation, Invited, ExpiredInvitation, team_id=team_id)


@InvitationTable.pattern("invitation 7", "beyond the seed: a person's invitations to a team, and what is left of them")
def invitations_by(team_id: str, user_id: str) -> Query[Invitation | ExpiredInvitation]:
    return InvitationTable.query(Invitation, ExpiredInvitation, team_id=team_id).filter(invited_by=user_id)


design = Design("tasks", TaskTable, InvitationTable)
