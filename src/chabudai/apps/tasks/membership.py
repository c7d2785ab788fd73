"""A member of a team: the context of everything that is done in it, made only once the membership row was read."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final
from zoneinfo import ZoneInfo

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Role, Team, TeamUser
from chabudai.apps.tasks.errors import AdminOnly, NoSuchTeam
from chabudai.apps.tasks.person_colours import choose_colours
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors
from chabudai.common.text import is_id
from chabudai.table import Check, Transaction, TypedStore, UnreadableItem
from chabudai.web import zones

_NAMED_ADMINS: Final = 5
_LONGEST_NAME: Final = 40
ACTOR: Final = "actor"
OUTSIDE: Final = StepErrors(missing=NoSuchTeam, unmet=NoSuchTeam)
"""When that step fails: they were removed."""


@dataclass(frozen=True)
class Member:
    """Who acts, in which team, as what. Days are the team's days."""

    owner: Owner
    team: Team
    role: Role
    is_held: bool = True  # every write to a task or tag is held to the membership; not what the house itself finishes

    @property
    def store(self) -> TypedStore:
        return self.owner.store

    @property
    def user_id(self) -> str:
        return self.owner.username

    @property
    def team_id(self) -> str:
        return self.team.team_id

    @property
    def zone(self) -> ZoneInfo:
        return zones.find_or(self.team.zone, zones.TOKYO)

    @property
    def new_id(self) -> Callable[[], str]:
        return self.owner.new_id

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"

    def now(self) -> datetime:
        return self.owner.now()

    def seconds(self) -> int:
        """This moment in Unix seconds, as rows beyond the seed have it."""
        return int(self.now().timestamp())

    def today(self) -> date:
        return zones.today(self.zone, self.owner.clock())

    def require_admin(self) -> None:
        """AdminOnly, which names some of those who are."""
        if not self.is_admin:
            members = [row for row in self.store.all(design.members(self.team_id)) if not row.leaving]
            colours = choose_colours(members)
            admins = [(row.user_name, colours[row.user_id]) for row in members if row.role == "admin"]
            raise AdminOnly(self.team_id, admins[:_NAMED_ADMINS])


def enter(owner: Owner, team_id: str) -> Member:
    """NoSuchTeam for a team that one is not in, as for what is nowhere. One request, as of one moment."""
    if not is_id(team_id):
        raise NoSuchTeam
    team, membership = owner.store.transact_get(design.team(team_id), design.member(team_id, owner.username))
    if team is None or membership is None or team.leaving or membership.leaving:
        raise NoSuchTeam
    return Member(owner, team, membership.role)


def act_for_house(owner: Owner, team: Team) -> Member:
    """For what has to be finished whoever asks for it, and whether or not they are in the team still."""
    return Member(owner, team, "admin", is_held=False)


def find_for_house(owner: Owner, team_id: str) -> Member | None:
    """The same for a team by its id; None when it is gone. One whose row can't be read is worked in all the same."""
    try:
        team = owner.store.get(design.team(team_id).consistently())
    except UnreadableItem:
        team = Team(team_id=team_id, name=team_id[:_LONGEST_NAME])
    return None if team is None else act_for_house(owner, team)


def plan_actor(plan: Transaction, member: Member) -> Transaction:
    """The step that holds a transaction to this: whoever acts is in the team, and stays."""
    return plan.step(ACTOR, check_assignable(member.team_id, member.user_id)) if member.is_held else plan


def check_admin(member: Member) -> Check[TeamUser]:
    """The step of a transaction that holds it to this: whoever acts is an admin still, and stays."""
    member.require_admin()
    return check_role(member.team_id, member.user_id, "admin")


def check_role(team_id: str, user_id: str, role: Role) -> Check[TeamUser]:
    return TeamUser.check(team_id=team_id, user_id=user_id).when(role=role, leaving=False)


def check_assignable(team_id: str, user_id: str) -> Check[TeamUser]:
    """The step that holds a transaction to this: the person is in the team, and stays."""
    return TeamUser.check(team_id=team_id, user_id=user_id).when(leaving=False)


def check_team(team_id: str) -> Check[Team]:
    """The step that holds a transaction to this: the team is there, and stays."""
    return Team.check(team_id=team_id).when(leaving=False)
