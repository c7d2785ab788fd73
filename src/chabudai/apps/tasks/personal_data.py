"""What the tasks keep of a person: handed over whole, and let go of with the account. Teams go on without them."""

from contextlib import suppress
from typing import Any, TypeVar

from chabudai.adapters.clock import Clock
from chabudai.apps.tasks import design, members, team_deletion
from chabudai.apps.tasks.assignments import unassign_all
from chabudai.apps.tasks.entities import Comment, LeftTeam, LeftTeamKey, Notice, TeamUser, ThrownTask, User, UserTeam
from chabudai.apps.tasks.errors import LastAdmin, NoSuchTeam, TooBusy
from chabudai.apps.tasks.invitation_entities import Invitation, Invited
from chabudai.apps.tasks.invitation_rows import notice_of
from chabudai.apps.tasks.membership import find_for_house
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.sweeps import sweep, write_all
from chabudai.table import ConditionNotMet, Entity, ItemNotFound, Row, Transaction, TypedStore, Update
from chabudai.web import zones

E = TypeVar("E", bound=Entity)


def export(store: TypedStore, username: str) -> dict[str, Any]:
    """Their own rows, and what they wrote in each team that they are in, or were."""
    rows = list(store.all(design.whole_user(username).consistently()))
    teams = [row.team_id for row in rows if isinstance(row, (UserTeam, LeftTeam))]
    written = [row for team_id in teams for row in store.all(design.comments_by(team_id, username))]
    return {"rows": [_plain(row) for row in rows], "comments": [_plain(row) for row in written]}


def erase(store: TypedStore, clock: Clock, username: str) -> None:
    """Again and again, until it is gone: what was interrupted is begun anew and finds less.

    A team of nobody else goes whole; where nobody else is an admin, whoever has been there longest becomes one. What
    they wrote stays, and says no longer by whom.
    """
    owner = Owner(store, username, clock, zones.TOKYO)
    store.write(User.delete(user_id=username))  # first: without it nobody makes a team, or joins one
    for team_id in sorted(_find_teams(store, username)):
        _leave(owner, team_id)
    for left in list(store.all(design.left_teams(username).consistently())):
        _forget_in_team(owner, left)
    rows = list(store.all(design.whole_user(username).consistently()))
    for row in rows:
        if isinstance(row, Notice) and row.about == "invited":
            _forget_invited(store, row)
    store.delete_rows(design.whole_user(username).consistently())


def _find_teams(store: TypedStore, username: str) -> set[str]:
    """Also those that they are leaving, which their own rows no longer tell of."""
    held = {row.team_id for row in store.all(design.membership_keys(username))}
    return held | {row.team_id for row in store.all(design.teams(username).consistently())}


def _leave(owner: Owner, team_id: str) -> None:
    for _ in attempts(TooBusy):
        try:
            row = members.begin_leaving(owner, team_id)
        except NoSuchTeam:
            return
        except LastAdmin:
            _hand_over(owner, team_id)
        else:
            _forget_in_team(owner, row)
            members.finish_leaving(owner, row)
            return


def _hand_over(owner: Owner, team_id: str) -> None:
    """Tried again by whoever calls, until somebody else is an admin or the team is gone."""
    others = [row for row in owner.store.all(design.members(team_id).consistently()) if row.user_id != owner.username]
    staying = sorted((row for row in others if not row.leaving), key=lambda row: (row.joined_at, row.user_id))
    if staying:
        heir = staying[0]
        beside = TeamUser.update(**heir.own_key).set(role="admin").when(leaving=False)
        own = UserTeam.update(user_id=heir.user_id, team_id=team_id).set(role="admin")
        failed_step(owner.store, Transaction().step("member", beside).step("own", own))
        return
    for row in others:
        members.finish_leaving(owner, row)
    with suppress(NoSuchTeam):  # somebody else deleted it at this moment
        team_deletion.delete_unheld(owner, team_id)


def _forget_in_team(owner: Owner, row: TeamUser | LeftTeamKey) -> None:
    """What they have is given back first: that is told, too. Their row goes last, for it leads here."""
    store, team_id, username = owner.store, row.team_id, row.user_id
    house = find_for_house(owner, team_id)
    if house is not None:
        unassign_all(house, username)
    told = list(store.all(design.comments_naming(team_id, username).consistently()))
    sweep(store, told, lambda row: _forget(Comment, row, username, "author", "before", "after"))
    store.delete_rows(design.comments_naming(team_id, username).consistently())  # what can't be read of it
    thrown = store.all(design.thrown_tasks(team_id).consistently())
    named = [row for row in thrown if username in (row.deleted_by, row.assignee)]
    sweep(store, named, lambda row: _forget(ThrownTask, row, username, "deleted_by", "assignee"))
    for member in list(store.all(design.member_keys(team_id))):
        sent = list(store.all(design.notices_of_team(member.user_id, team_id).filter(sender=username)))
        sweep(store, sent, lambda row: Notice.update(**row.own_key).set(sender=None))
        store.delete_rows(design.notices_of_team(member.user_id, team_id).filter(sender=username))
    _forget_invitations(store, team_id, username)


def _forget(entity: type[E], row: E, username: str, *names: str) -> Update[E]:
    """Of these fields, those that name the person."""
    found = [name for name in names if getattr(row, name) == username]
    return entity.update(**row.own_key).set(**dict.fromkeys(found))


def _forget_invited(store: TypedStore, notice: Notice) -> None:
    """The invitation stays: the address has its email."""
    invitation = Invitation.update(team_id=notice.team_id, invite_id=notice.notice_id).remove("invited_user")
    with suppress(ItemNotFound, ConditionNotMet):
        store.write(invitation.when(invited_user=notice.user_id))


def _forget_invitations(store: TypedStore, team_id: str, username: str) -> None:
    """Those that they made can be used no more."""
    rows = list(store.all(design.whole_invitations(team_id)))
    own = {row.invite_id for row in rows if not isinstance(row, Invited) and row.invited_by == username}
    told = [notice_of(row) for row in rows if isinstance(row, Invitation) and row.invite_id in own]
    write_all(store, [Notice.delete(**notice.own_key) for notice in told if notice is not None])
    write_all(store, [type(row).delete(**row.own_key) for row in rows if row.invite_id in own])
    store.delete_rows(design.invitations_by(team_id, username))


def _plain(row: Row) -> dict[str, Any]:
    return row.model_dump(mode="json", exclude_none=True)
