"""The page of members and invitations, as each of its acts shows it again."""

from dataclasses import dataclass
from functools import partial

from litestar import Response

from chabudai.accounts.service import Accounts, find_username, may_be_told
from chabudai.apps.tasks import invitations, members
from chabudai.apps.tasks.errors import AdminOnly
from chabudai.apps.tasks.invitation_mail import find_statuses
from chabudai.apps.tasks.invitations import Inviter
from chabudai.apps.tasks.leavings import LeavingQueue
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.pages.people_rows import (
    MAIL_LABELS,
    USES,
    ExpiredRow,
    InvitationRow,
    expired_row,
    invitation_row,
    member_rows,
)
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.texts import ROLES
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected
from chabudai.web.translations import Text, current_language


@dataclass(frozen=True)
class PeoplePage:
    """What shows it: who looks, and with what around it."""

    member: Member
    shell: Shell
    pages: Pages
    accounts: Accounts
    leavings: LeavingQueue

    @property
    def url(self) -> str:
        return f"/tasks/{self.member.team_id}/members"

    @property
    def inviter(self) -> Inviter:
        known = partial(find_username, self.accounts), partial(may_be_told, self.accounts)
        return Inviter(self.member, current_language(), *known)

    def show(
        self,
        form: Form | None = None,
        *,
        invited_already: str | None = None,
        refused: str | None = None,
        sentence: Text = "",
    ) -> Response[str]:
        """`invited_already` is the invitation that an address has; `refused` the row beside which a sentence stands."""
        found, leaving = members.find_staying_and_leaving(self.member)
        for row in leaving:
            self.leavings.finish(self.member.owner, row)
        names = {row.user_id: row.user_name for row in found}
        waiting, over = self._find_invitations(names)
        return self.pages.page(
            "tasks/members.html",
            shell=self.shell,
            url=self.url,
            rows=member_rows(found, self.member.user_id),
            is_admin=self.member.is_admin,
            admin_only=AdminOnly.sentence,
            invitations=waiting,
            expired=over,
            is_waiting=any(row.mail == "waiting" for row in waiting),
            roles=ROLES,
            mail_labels=MAIL_LABELS,
            has_open_outbox=self.accounts.has_open_outbox,
            uses=USES,
            form=form or Form(),
            invited_already=invited_already,
            refused=refused,
            sentence=sentence,
        )

    def _find_invitations(self, names: dict[str, str]) -> tuple[list[InvitationRow], list[ExpiredRow]]:
        """Newest first; a member who is no admin sees none."""
        if not self.member.is_admin:
            return [], []
        now, address = self.member.seconds(), self.accounts.address
        waiting = invitations.find_all(self.member)
        over = invitations.find_expired(self.member)
        statuses = find_statuses(self.member.store, waiting)
        return (
            [invitation_row(each, statuses.get(each.invite_id), names, address, now) for each in reversed(waiting)],
            [expired_row(each) for each in reversed(over)],
        )


def provide_people_page(
    member: Injected[Member],
    shell: Injected[Shell],
    pages: Injected[Pages],
    accounts: Injected[Accounts],
    leavings: Injected[LeavingQueue],
) -> PeoplePage:
    return PeoplePage(member, shell, pages, accounts, leavings)
