"""The rows of the invitations' table and the keys of each; beyond the seed says so. Times are in Unix seconds."""

from typing import Annotated, Final, Literal, TypeAlias

from chabudai.accounts.logins import LONGEST_EMAIL, parse_email
from chabudai.apps.tasks.entities import Role
from chabudai.apps.tasks.messages import lazy
from chabudai.common.fields import Fields, Rule
from chabudai.table import Entity, Field, InKey, OmitDefault, Prefixed, Stored, Table, id_field, key

MailState: TypeAlias = Literal["waiting", "sending", "sent", "kept", "failed"]
"""Of an invitation's email; `kept` is one that lies in the outbox of a site which sends none."""

LINK: Final = "link"
"""What stands in the place of an address when there is none: whoever has the link may use it."""
MOST_USES: Final = 100


class InvitationTable(
    Table,
    name="task-table-invitation-v3",
    pk="PK",
    sk="SK",
    ttl="expiresAt",
    stream="NEW_AND_OLD_IMAGES",
    capacity=(1, 1),
): ...


class InvitationFields(Entity):
    """What an invitation says, wherever it is kept."""

    team_id: InKey[str]
    invite_id: InKey[str] = id_field()
    email: Annotated[str, Rule(parse_email, lazy("This doesn't look like an email address."))] = Field(
        min_length=1, max_length=LONGEST_EMAIL
    )
    role: Annotated[Role, Stored("user_role")]
    created_at: Annotated[int, Stored("createdAt")] = Field(frozen=True)
    expires_at: Annotated[int, Stored("expiresAt")]
    invited_by: Annotated[str, Prefixed("USER#"), Stored("invitedBy")]
    team_name: str


class Invitation(InvitationFields, table=InvitationTable):
    """How its email stands is told by the spool; `mail_state` only where there is to be none, for it is done with."""

    type: Literal["invitation"] = "invitation"
    token: str
    # Beyond the seed, from here on.
    uses: OmitDefault[int] = Field(default=1, ge=1, le=MOST_USES)  # how many can still join by it
    revoked_at: Annotated[int | None, Stored("revokedAt")] = None
    invited_user: Annotated[str | None, Prefixed("USER#"), Stored("invitedUser")] = None  # who has a notice of it
    language: str | None = None
    mail_state: MailState | None = None

    PK = key("TEAM#{team_id}")
    SK = key("TINVITE#{invite_id}")

    @property
    def is_link(self) -> bool:
        return self.email == LINK


class Invited(Entity, table=InvitationTable):
    """Beyond the seed: the one invitation that an address can have to a team, for as long as that lives."""

    team_id: InKey[str]
    email: InKey[str]
    type: Literal["invited"] = "invited"
    invite_id: str
    expires_at: Annotated[int, Stored("expiresAt")]

    PK = key("TEAM#{team_id}")
    SK = key("INVITED#{email:tail}")


class ExpiredInvitation(InvitationFields, table=InvitationTable):
    """Beyond the seed: what is left of an invitation for a day when its own row has expired, and may be deleted.

    It is written along with the invitation, and means nothing while that is there. `ended_at` is when that expires.
    """

    type: Literal["expired_invitation"] = "expired_invitation"
    token_digest: Annotated[str, Stored("tokenDigest")]
    ended_at: Annotated[int, Stored("endedAt")]
    asked_at: Annotated[int | None, Stored("askedAt")] = None  # when whoever has it asked for another

    PK = key("TEAM#{team_id}")
    SK = key("EXPIRED#{invite_id}")


EMAIL_FIELDS: Final = Fields(Invitation, "email", "role")
LINK_FIELDS: Final = Fields(Invitation, "role", "uses")
"""What an admin fills in."""
