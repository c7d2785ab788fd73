"""Who is in a team, and as what. A team never loses its last admin, also when two leave at once.

Whatever takes an admin away is held to another one in the same transaction, who is an admin and stays: of two who rely
on each other the slower is refused.
"""

from contextlib import suppress

from chabudai.apps.tasks import design
from chabudai.apps.tasks.assignments import unassign_all
from chabudai.apps.tasks.entities import LeftTeam, Role, TeamUser, UserTeam
from chabudai.apps.tasks.errors import AdminOnly, LastAdmin, NoSuchMember, NoSuchTeam, TooBusy
from chabudai.apps.tasks.membership import Member, check_role, find_for_house
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.common.undo import Undo, undo_by
from chabudai.table import ConditionNotMet, ItemNotFound, Put, Transaction, TypedStore, UnreadableItem


def find_all(member: Member) -> list[TeamUser]:
    return [row for row in member.store.all(design.members(member.team_id)) if not row.leaving]


def find_staying_and_leaving(member: Member) -> tuple[list[TeamUser], list[TeamUser]]:
    """The same, and whoever is on their way out, or was interrupted in it."""
    rows = list(member.store.all(design.members(member.team_id)))
    return [row for row in rows if not row.leaving], [row for row in rows if row.leaving]


def find_member(member: Member, user_id: str) -> TeamUser:
    """NoSuchMember for whoever is not in the team, or on their way out."""
    return _find(member, user_id)


def count_tasks(member: Member, user_id: str) -> int:
    """How many tasks of the team a person has, open or done: those that would be nobody's if they left."""
    return member.store.count(design.own_tasks_of_team(user_id, member.team_id))


def change_role(member: Member, user_id: str, role: Role) -> Undo:
    """By an admin, also of themselves; how to take it back."""
    member.require_admin()
    for _ in attempts(TooBusy):
        row = _find(member, user_id)
        if row.role == role:
            return Undo()
        key = {"team_id": member.team_id, "user_id": user_id}
        plan = (
            Transaction()
            .step("member", TeamUser.update(**key).set(role=role).when(role=row.role, leaving=False))
            .step("own", UserTeam.update(**key).set(role=role))
        )
        if failed_step(member.store, _hold_admin(plan, member.owner, row)) is None:
            return undo_by("change_role", user_id=user_id, role=row.role)
        _require_admin_still(member)
    raise AssertionError("attempts end by raising")


def remove(member: Member, user_id: str) -> int:
    """By an admin: their tasks in the team are nobody's then; how many those were."""
    return finish_leaving(member.owner, begin_removal(member, user_id))


def begin_removal(member: Member, user_id: str) -> TeamUser:
    """They are marked: out of the team, but for what is left to be done by `finish_leaving`."""
    member.require_admin()
    if user_id == member.user_id:
        return begin_leaving(member.owner, member.team_id)
    for _ in attempts(TooBusy):
        try:
            row = _find(member, user_id, also_leaving=True)
        except UnreadableItem:
            row = _replace_unreadable(member.owner, member.team_id, user_id)
        if row.leaving or failed_step(member.store, _hold_admin(_plan_mark(row), member.owner, row)) is None:
            return row
        _require_admin_still(member)
    raise AssertionError("attempts end by raising")


def leave(owner: Owner, team_id: str) -> int:
    """Oneself; how many tasks are nobody's then. Interrupted, it is asked for again and goes on."""
    return finish_leaving(owner, begin_leaving(owner, team_id))


def begin_leaving(owner: Owner, team_id: str) -> TeamUser:
    """The same for oneself."""
    for _ in attempts(TooBusy):
        try:
            row = owner.store.get(design.member(team_id, owner.username).consistently()) if is_id(team_id) else None
        except UnreadableItem:
            row = _replace_unreadable(owner, team_id, owner.username)
        if row is None:
            raise NoSuchTeam
        if row.leaving or failed_step(owner.store, _hold_admin(_plan_mark(row), owner, row)) is None:
            return row
    raise AssertionError("attempts end by raising")


def finish_leaving(owner: Owner, row: TeamUser) -> int:
    """Of somebody who is marked: no task is given to them any more, so that one look finds all they have.

    Done twice at once, the slower one leaves whoever has come back meanwhile in the team.
    """
    store = owner.store
    house = find_for_house(owner, row.team_id)
    count = 0 if house is None else unassign_all(house, row.user_id)
    store.delete_rows(design.notices_of_team(row.user_id, row.team_id))
    with suppress(ConditionNotMet, ItemNotFound):
        store.write(TeamUser.delete(**row.own_key).when(leaving=True))
    return count


def other_admin(store: TypedStore, row: TeamUser) -> TeamUser | None:
    rows = store.all(design.members(row.team_id).consistently())
    return next(
        (each for each in rows if each.role == "admin" and not each.leaving and each.user_id != row.user_id), None
    )


def _replace_unreadable(owner: Owner, team_id: str, user_id: str) -> TeamUser:
    """A member's row that can't be read becomes that of somebody who is no admin, so that they can go.

    LastAdmin when nobody else is one: it may have been they.
    """
    row = TeamUser(team_id=team_id, user_id=user_id, role="member", joined_at=owner.today(), user_name=user_id)
    if other_admin(owner.store, row) is None:
        raise LastAdmin
    return owner.store.put(row)


def _plan_mark(row: TeamUser) -> Transaction:
    """The team goes from the person's own list at once, and is remembered for what they said there."""
    update = TeamUser.update(**row.own_key).set(leaving=True).when(role=row.role, leaving=False)
    own = UserTeam.delete(team_id=row.team_id, user_id=row.user_id)
    left = Put(LeftTeam(team_id=row.team_id, user_id=row.user_id))
    return Transaction().step("member", update).step("own", own).step("left", left)


def _hold_admin(plan: Transaction, owner: Owner, row: TeamUser) -> Transaction:
    """To whoever acts, if it is somebody else's row; to another admin, if it is their own and they are one."""
    if row.user_id != owner.username:
        return plan.step("admin", check_role(row.team_id, owner.username, "admin"))
    if row.role != "admin":
        return plan
    other = other_admin(owner.store, row)
    if other is None:
        raise LastAdmin
    return plan.step("admin", check_role(row.team_id, other.user_id, "admin"))


def _require_admin_still(member: Member) -> None:
    own = member.store.get(design.member(member.team_id, member.user_id).consistently())
    if own is None or own.leaving:
        raise NoSuchTeam
    if own.role != "admin":
        raise AdminOnly


def _find(member: Member, user_id: str, *, also_leaving: bool = False) -> TeamUser:
    found = member.store.get(design.member(member.team_id, user_id).consistently()) if is_id(user_id) else None
    if found is None or (found.leaving and not also_leaving):
        raise NoSuchMember
    return found
