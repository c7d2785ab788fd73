"""Deleting a team: with every row that is its own, or that names it, until nothing is left."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from chabudai.apps.tasks import design
from chabudai.apps.tasks.entities import Notice, Task, Team, TeamUser, Total, UserTeam
from chabudai.apps.tasks.errors import AdminOnly, NoSuchTeam
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitation_rows import notice_of
from chabudai.apps.tasks.membership import check_role
from chabudai.apps.tasks.own_rows import own_row
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors, translate
from chabudai.common.sweeps import write_all
from chabudai.common.text import is_id
from chabudai.table import Delete, Entity, StepFailed, Transaction, TypedStore, UnreadableItem


def delete(owner: Owner, team_id: str) -> None:
    """By an admin. Interrupted, it is asked for again and goes on; nobody else can enter meanwhile."""
    own = owner.store.get(design.member(team_id, owner.username).consistently()) if is_id(team_id) else None
    if own is None or own.leaving:
        raise NoSuchTeam
    if own.role != "admin":
        raise AdminOnly
    admin = check_role(team_id, owner.username, "admin")
    mark = Team.update(team_id=team_id).set(leaving=True)
    with translate(missing=NoSuchTeam, steps={"admin": StepErrors(missing=NoSuchTeam, unmet=AdminOnly)}):
        owner.store.transact(
            Transaction().step("team", mark).step("total", Total.delete(team_id=team_id)).step("admin", admin)
        )
    erase(owner.store, team_id, last=owner.username)


def delete_unheld(owner: Owner, team_id: str) -> None:
    """The same by the last one in it, as whatever: they may be an admin whose row can't be read."""
    try:
        delete(owner, team_id)
    except UnreadableItem:
        mark = Team.update(team_id=team_id).set(leaving=True)
        with suppress(UnreadableItem, StepFailed):
            owner.store.transact(Transaction().step("team", mark).step("total", Total.delete(team_id=team_id)))
        erase(owner.store, team_id, last=owner.username)


def erase(store: TypedStore, team_id: str, last: str | None = None) -> None:
    """Of a team that is marked: what names it goes before what leads there, the team and its `last` member at the end.

    Once a team is marked nothing is added to it, so that looks end which find something still.
    """
    invitations = list(store.all(design.whole_invitations(team_id)))
    write_all(store, [notice for row in invitations for notice in _notice_of(row)])
    store.delete_rows(design.whole_invitations(team_id))
    while rows := [row for row in store.all(design.whole_team(team_id).consistently()) if not _is_last(row, last)]:
        write_all(store, _with_rows_elsewhere(store, team_id, rows))
    _erase_unreadable(store, team_id, last)
    store.delete_rows(design.former_members(team_id))
    ending = [Team.delete(team_id=team_id)]
    if last is not None:
        store.delete_rows(design.notices_of_team(last, team_id))
        store.delete_rows(design.own_tasks_of_team(last, team_id))
        key = {"team_id": team_id, "user_id": last}
        write_all(store, [TeamUser.delete(**key), UserTeam.delete(**key), *ending])
        return
    write_all(store, ending)


def _erase_unreadable(store: TypedStore, team_id: str, last: str | None) -> None:
    """By their keys, when nothing is left that can be read."""
    for row in list(store.all(design.member_keys(team_id).consistently())):
        if row.user_id != last:
            store.delete_rows(design.notices_of_team(row.user_id, team_id))
            store.delete_rows(design.own_tasks_of_team(row.user_id, team_id))
            write_all(store, [UserTeam.delete(**row.own_key), TeamUser.delete(**row.own_key)])
    store.delete_rows(design.contents_of_team(team_id).consistently())


def _is_last(row: Entity, last: str | None) -> bool:
    return isinstance(row, Team) or (isinstance(row, TeamUser) and row.user_id == last)


def _with_rows_elsewhere(store: TypedStore, team_id: str, rows: list[Any]) -> Iterator[Delete[Any]]:
    for row in rows:
        match row:
            case Task() if (own := own_row(row)) is not None:
                yield type(own).delete(**own.own_key)
            case TeamUser():
                store.delete_rows(design.notices_of_team(row.user_id, team_id))
                store.delete_rows(design.own_tasks_of_team(row.user_id, team_id))
                yield UserTeam.delete(team_id=team_id, user_id=row.user_id)
            case _:
                pass
        yield type(row).delete(**row.own_key)


def _notice_of(row: Entity) -> Iterator[Delete[Any]]:
    """Of whoever is invited: they are in no row of the team."""
    notice = notice_of(row) if isinstance(row, Invitation) else None
    if notice is not None:
        yield Notice.delete(**notice.own_key)
