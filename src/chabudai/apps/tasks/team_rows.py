"""The rows of teams that several wishes are made of: a new team, and somebody who joins one."""

from datetime import date

from chabudai.apps.tasks.entities import LeftTeam, Role, Team, TeamUser, Total, User, UserTeam
from chabudai.table import Insert, Transaction


def plan_team(plan: Transaction, team: Team, user_id: str, user_name: str, day: date) -> Transaction:
    """A team whose first member is its admin, with its counter."""
    plan = plan.step("team", Insert(team)).step("total", Insert(Total(team_id=team.team_id)))
    return plan_membership(plan, team, user_id, user_name, "admin", day)


def plan_joining(plan: Transaction, team: Team, user: User, role: Role, day: date) -> Transaction:
    """Somebody joins: held to the team and to both names, so that no row keeps an old one."""
    plan = plan.step("team", Team.check(team_id=team.team_id).when(name=team.name, leaving=False))
    plan = plan.step("user", User.check(user_id=user.user_id).when(name=user.name))
    plan = plan.step("left", LeftTeam.delete(user_id=user.user_id, team_id=team.team_id))
    return plan_membership(plan, team, user.user_id, user.name, role, day)


def plan_membership(plan: Transaction, team: Team, user_id: str, user_name: str, role: Role, day: date) -> Transaction:
    own = UserTeam(user_id=user_id, team_id=team.team_id, role=role, joined_at=day, team_name=team.name)
    beside = TeamUser(user_id=user_id, team_id=team.team_id, role=role, joined_at=day, user_name=user_name)
    return plan.step("own", Insert(own)).step("member", Insert(beside))
