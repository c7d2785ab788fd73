"""A team with an admin and a member, people around it, and a clock that the test sets."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

from chabudai import table
from chabudai.accounts.spool.design import SpoolTable
from chabudai.apps.tasks import acceptance, invitations, membership
from chabudai.apps.tasks.acceptance import InvitationLink
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.entities import Role, Team, TeamUser, User, UserTeam
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitations import Inviter
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.zones import TOKYO

TEAM = "t1"
PEOPLE = {"sakura": "山田さくら", "ken": "田中 健", "mio": "Mio", "ren": "Ren"}
JOINED = date(2040, 11, 1)


class SetClock:
    def __init__(self) -> None:
        # A Thursday, noon in Tokyo; far ahead, so that the engine itself finds nothing expired.
        self.now = datetime(2040, 11, 15, 3, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass(frozen=True)
class InvitedTeam:
    """Sakura is its admin, Ken a member; Mio and Ren have accounts, and are in no team."""

    store: TypedStore
    clock: Any = field(default_factory=SetClock)

    def owner(self, username: str) -> Owner:
        return Owner(self.store, username, self.clock, TOKYO)

    def member(self, username: str = "sakura") -> membership.Member:
        return membership.enter(self.owner(username), TEAM)

    def inviter(self, username: str = "sakura", language: str = "ja") -> Inviter:
        return Inviter(self.member(username), language, find_username, lambda _: True)

    def invite(self, email: str = "mio@example.jp", role: Role = "member", language: str = "ja") -> Invitation:
        return invitations.invite(self.inviter(language=language), email=email, role=role)

    def invite_by_link(self, uses: int = 1) -> Invitation:
        return invitations.invite_by_link(self.inviter(), role="member", uses=uses)

    def accept(self, username: str, link: InvitationLink, *, knows_address: bool = False) -> TeamUser:
        return acceptance.accept(self.owner(username), link, knows_address=knows_address)

    def invitation(self, invitation: Invitation) -> Invitation | None:
        return self.store.get(Invitation.get(**invitation.own_key).consistently())

    def rows(self) -> list[dict[str, Any]]:
        """All that the invitations' table holds, as it is stored."""
        found: list[dict[str, Any]] = self.store.raw.call("Scan", {"TableName": "task-table-invitation-v3"})["Items"]
        return found

    def memberships(self, username: str) -> tuple[UserTeam | None, TeamUser | None]:
        """Both rows: either both are there, or neither."""
        own = UserTeam.get(user_id=username, team_id=TEAM).consistently()
        theirs = TeamUser.get(user_id=username, team_id=TEAM).consistently()
        return self.store.get(own), self.store.get(theirs)

    def through(self, store: TypedStore) -> "InvitedTeam":
        return replace(self, store=store)


def find_username(email: str) -> str | None:
    name, _, domain = email.lower().partition("@")
    return name if name in PEOPLE and domain == "example.jp" else None


def link_of(invitation: Invitation) -> InvitationLink:
    return InvitationLink(invitation.team_id, invitation.invite_id, invitation.token)


def fill(store: TypedStore) -> None:
    store.create(*design.tables, SpoolTable)
    store.insert(Team(team_id=TEAM, name="もちつき大会 実行委員"))
    for username, name in PEOPLE.items():
        store.insert(User(user_id=username, email=f"{username}@example.jp", name=name, created_at=JOINED))
    roles: dict[str, Role] = {"sakura": "admin", "ken": "member"}
    for username, role in roles.items():
        known: Any = {"user_id": username, "team_id": TEAM, "role": role, "joined_at": JOINED}
        store.insert(UserTeam(**known, team_name="もちつき大会 実行委員"))
        store.insert(TeamUser(**known, user_name=PEOPLE[username]))


@contextmanager
def invited_team() -> Iterator[InvitedTeam]:
    clock = SetClock()
    with table.open(":memory:", clock=clock) as store:
        fill(store)
        yield InvitedTeam(store, clock)
