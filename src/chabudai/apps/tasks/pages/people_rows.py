"""Members and invitations as a page shows them: names in the place of ids, and how long is left."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from chabudai.apps.tasks import invitation_links
from chabudai.apps.tasks.entities import Role, TeamUser
from chabudai.apps.tasks.invitation_entities import LINK, ExpiredInvitation, Invitation
from chabudai.apps.tasks.invitation_mail import MailStatus
from chabudai.apps.tasks.messages import lazy, ngettext
from chabudai.apps.tasks.person_colours import choose_colours
from chabudai.web.translations import Text

MailLabel = Literal["waiting", "sent", "kept", "failed"]
MAIL_LABELS: Final[Mapping[MailLabel, Text]] = {
    "waiting": lazy("Waiting"),
    "sent": lazy("Sent"),
    "kept": lazy("In the outbox"),
    "failed": lazy("Not delivered"),
}
USES: Final[Mapping[int, Text]] = {1: lazy("One person"), 5: lazy("Up to 5"), 20: lazy("Up to 20")}
"""For how many people a link is offered to be."""


@dataclass(frozen=True, slots=True)
class MemberRow:
    user_id: str
    name: str
    role: Role
    joined: date
    colour: str
    is_me: bool

    @property
    def is_admin(self) -> bool:
        return self.role == "admin"


@dataclass(frozen=True, slots=True)
class InvitationRow:
    """`link` is whole, and only of an invitation by link; `mail` and `reason` are of one by email."""

    invite_id: str
    email: str | None
    role: Role
    by: str
    left: str
    link: str | None
    uses: int
    mail: MailLabel | None
    reason: str | None


@dataclass(frozen=True, slots=True)
class ExpiredRow:
    invite_id: str
    email: str | None
    role: Role
    was_asked: bool


def member_rows(members: list[TeamUser], me: str) -> list[MemberRow]:
    """Admins first, then by name."""
    ordered = sorted(members, key=lambda row: (row.role != "admin", row.user_name, row.user_id))
    colours = choose_colours(members)
    return [
        MemberRow(row.user_id, row.user_name, row.role, row.joined_at, colours[row.user_id], is_me=row.user_id == me)
        for row in ordered
    ]


def invitation_row(
    invitation: Invitation, status: MailStatus | None, names: Mapping[str, str], address: str, now: int
) -> InvitationRow:
    """`status` is of its email, if it has one. `address` is the site's own, `now` in Unix seconds."""
    path = invitation_links.path_of(invitation.team_id, invitation.invite_id, invitation.token)
    return InvitationRow(
        invite_id=invitation.invite_id,
        email=None if invitation.is_link else invitation.email,
        role=invitation.role,
        by=names.get(invitation.invited_by, ""),
        left=time_left(invitation.expires_at - now),
        link=f"{address.rstrip('/')}{path}" if invitation.is_link else None,
        uses=invitation.uses,
        mail=None if status is None else _mail_label(status),
        reason=None if status is None else status.error,
    )


def expired_row(expired: ExpiredInvitation) -> ExpiredRow:
    email = None if expired.email == LINK else expired.email
    return ExpiredRow(expired.invite_id, email, expired.role, was_asked=expired.asked_at is not None)


def time_left(seconds: int) -> str:
    """In whole hours, and in minutes when it is less than one."""
    hours = seconds // 3600
    if hours:
        return ngettext("%(n)s hour left", "%(n)s hours left", hours)
    return ngettext("%(n)s minute left", "%(n)s minutes left", max(1, seconds // 60))


def _mail_label(status: MailStatus) -> MailLabel:
    return "waiting" if status.state == "sending" else status.state
