"""Teams: what a person can do with one as a whole."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from chabudai.apps.tasks import design, names
from chabudai.apps.tasks.entities import TEAM_FIELDS, Team, User, UserTeam
from chabudai.apps.tasks.errors import AdminOnly, NoSuchTeam, TooBusy
from chabudai.apps.tasks.membership import Member, check_admin
from chabudai.apps.tasks.names import Progress
from chabudai.apps.tasks.team_rows import plan_team
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import StepErrors, failed_step, translate
from chabudai.common.undo import Undo, undo_by
from chabudai.table import Transaction
from chabudai.web.errors import NotSignedIn


@dataclass(frozen=True)
class TeamOutcome:
    """The team as it is now, and how to take that back."""

    team: Team
    undo: Undo


def find_all(owner: Owner) -> list[UserTeam]:
    """Those that the person is in."""
    return list(owner.store.all(design.teams(owner.username)))


def create(owner: Owner, **fields: Any) -> Team:
    """The fields are TEAM_FIELDS; whoever makes it is its admin. The zone is the person's unless one is given."""
    team = Team(team_id=owner.new_id(), **TEAM_FIELDS.check_new({"zone": owner.zone.key, **fields}))
    for _ in attempts(TooBusy):
        user = owner.store.get(design.user(owner.username).consistently())
        if user is None:
            raise NotSignedIn  # the account is gone, or going
        plan = plan_team(Transaction(), team, owner.username, user.name, owner.today())
        plan = plan.step("user", User.check(user_id=user.user_id).when(name=user.name))
        if failed_step(owner.store, plan) is None:
            return team
    raise AssertionError("attempts end by raising")


def edit(member: Member, given: Mapping[str, Any]) -> TeamOutcome:
    """Name, description, zone. A new name goes to every member's own row before this returns."""
    fields = TEAM_FIELDS.check(given)
    admin = check_admin(member)
    before = _find(member)
    changed = {name: value for name, value in fields.items() if getattr(before, name) != value}
    if not changed:
        return TeamOutcome(before, Undo())
    marks = {"renaming": names.BEFORE_ALL} if "name" in changed else {}
    update = Team.update(team_id=member.team_id).set(**changed, **marks).when(leaving=False)
    with translate(
        missing=NoSuchTeam, unmet=NoSuchTeam, steps={"admin": StepErrors(missing=NoSuchTeam, unmet=AdminOnly)}
    ):
        member.store.transact(Transaction().step("team", update).step("admin", admin))
    if marks:
        finish_renaming(member)
    old = {name: getattr(before, name) for name in changed}
    return TeamOutcome(_find(member), undo_by("edit_team", given=old))


def finish_renaming(member: Member) -> None:
    """What an interrupted change of the name left undone; nothing when it is done."""
    names.spread_team_name(member.store, member.team_id)


def rename_progress(member: Member) -> Progress:
    return names.team_progress(member.store, member.team_id)


def _find(member: Member) -> Team:
    found = member.store.get(design.team(member.team_id).consistently())
    if found is None:
        raise NoSuchTeam
    return found
