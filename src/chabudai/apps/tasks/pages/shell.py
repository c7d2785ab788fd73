"""What stands around every page of the tasks: the team, how many tasks are one's own, how many notices are new."""

from dataclasses import dataclass, replace
from typing import Final

from chabudai.apps.tasks import design, notices, own_tasks, teams
from chabudai.apps.tasks.entities import UserTeam
from chabudai.apps.tasks.membership import Member
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie, CookieJar
from chabudai.web.routes import Injected

_TEAM: Final = Cookie("tasks-team", 365 * 24 * 60 * 60)


@dataclass(frozen=True, slots=True)
class Shell:
    """`team_id` is the team that one looks at, or looked at last; None for whoever is in none."""

    team_id: str | None
    team_name: str
    is_admin: bool
    mine: int
    unread: int

    @property
    def team_url(self) -> str:
        return f"/tasks/{self.team_id}" if self.team_id else "/tasks/teams/new"


def of_team(member: Injected[Member], context: Injected[RequestContext]) -> Shell:
    """The browser remembers the team from now on."""
    if context.jar.get(_TEAM) != member.team_id:
        context.jar.put(_TEAM, member.team_id)
    return _count(context, member.owner, member.team_id, member.team.name, is_admin=member.is_admin)


def of_person(owner: Injected[Owner], context: Injected[RequestContext]) -> Shell:
    """With the team that this browser saw last, if the person is still in it."""
    team = last_team(owner, context.jar)
    if team is None:
        return _count(context, owner, None, "", is_admin=False)
    return _count(context, owner, team.team_id, team.team_name, is_admin=team.role == "admin")


def count_own(shell: Shell, owner: Owner) -> Shell:
    """For a part that shows this number, too."""
    return replace(shell, mine=own_tasks.count_open(owner))


def last_team(owner: Owner, jar: CookieJar) -> UserTeam | None:
    """As this browser has it; the first one when it has none that the person is in."""
    remembered = jar.get(_TEAM) or ""
    found = get_readable(owner.store, design.team_of(owner.username, remembered)) if is_id(remembered) else None
    return found or next(iter(teams.find_all(owner)), None)


def _count(context: RequestContext, owner: Owner, team_id: str | None, team_name: str, *, is_admin: bool) -> Shell:
    """A part that is swapped into a page shows no numbers around it: they are not asked for."""
    if context.is_swap:
        return Shell(team_id, team_name, is_admin, mine=0, unread=0)
    return Shell(team_id, team_name, is_admin, own_tasks.count_open(owner), notices.count_unread(owner))
