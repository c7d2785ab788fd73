"""Teams and who is in them, for programs."""

from chabudai.accounts.design import Person, check_staying
from chabudai.apps.tasks import members, people, team_deletion, teams
from chabudai.apps.tasks.api.bodies import (
    MemberBody,
    MemberList,
    NewRole,
    NewTeam,
    OwnTeamBody,
    OwnTeamList,
    TeamBody,
    TeamChanges,
)
from chabudai.apps.tasks.entities import Role, Team
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.common.bodies import fill, sent_fields
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, Injected, JSONBody, delete, get, patch, post


@get("/teams")
def list_teams(owner: Injected[Owner]) -> OwnTeamList:
    """The teams of the person. Access pattern 4."""
    return OwnTeamList(teams=[fill(OwnTeamBody, row) for row in teams.find_all(owner)])


@post("/teams")
def create_team(data: JSONBody[NewTeam], owner: Injected[Owner], person: Injected[Person]) -> TeamBody:
    """Make a team, and be its admin."""
    people.save(owner, name=person.name, email=person.email, checks={"account": check_staying(person.username)})
    return _body(teams.create(owner, **_given(data)), "admin")


@get("/teams/{team_id:str}")
def find_team(member: Injected[Member]) -> TeamBody:
    """A team. Access pattern 3."""
    return _body(member.team, member.role)


@patch("/teams/{team_id:str}")
def edit_team(data: JSONBody[TeamChanges], member: Injected[Member]) -> TeamBody:
    """Change name, description or zone: by an admin."""
    return _body(teams.edit(member, sent_fields(data)).team, member.role)


@delete("/teams/{team_id:str}")
def delete_team(team_id: FromPath[str], owner: Injected[Owner]) -> None:
    """With everything in it, for good: by an admin. Interrupted, ask again and it goes on."""
    team_deletion.delete(owner, team_id)


@post("/teams/{team_id:str}/leave", status_code=200)
def leave_team(team_id: FromPath[str], owner: Injected[Owner], leavings: Injected[LeavingQueue]) -> RowCount:
    """Leave; how many tasks are unassigned then, or will be soon. The last admin can't.

    Interrupted, ask again and it goes on.
    """
    return RowCount(count=leavings.finish(owner, members.begin_leaving(owner, team_id)))


@get("/teams/{team_id:str}/members")
def list_members(member: Injected[Member]) -> MemberList:
    """Everyone in the team. Access pattern 2."""
    return MemberList(members=[fill(MemberBody, row) for row in members.find_all(member)])


@patch("/teams/{team_id:str}/members/{user_id:str}")
def change_role(user_id: FromPath[str], data: JSONBody[NewRole], member: Injected[Member]) -> MemberBody:
    """By an admin. A team keeps at least one."""
    members.change_role(member, user_id, data.role)
    return fill(MemberBody, members.find_member(member, user_id))


@delete("/teams/{team_id:str}/members/{user_id:str}", status_code=200)
def remove_member(user_id: FromPath[str], member: Injected[Member], leavings: Injected[LeavingQueue]) -> RowCount:
    """By an admin; how many tasks are unassigned then, or will be soon."""
    return RowCount(count=leavings.finish(member.owner, members.begin_removal(member, user_id)))


def _given(data: NewTeam) -> dict[str, object]:
    """A zone that is not given is the person's, not the entity's usual one."""
    sent = sent_fields(data)
    usual = Team.model_fields["zone"].default
    return {name: value for name, value in sent.items() if name != "zone" or value != usual}


def _body(team: Team, role: Role) -> TeamBody:
    return fill(TeamBody, team, role=role)
