"""Guests: whoever opens the link of an invitation, signed in or not; what the pages of joining are given."""

from dataclasses import dataclass

from chabudai.accounts import authentication, service
from chabudai.accounts.design import Person, check_staying
from chabudai.accounts.limits import AccountLimits
from chabudai.accounts.service import Accounts
from chabudai.apps.tasks import acceptance, design, invitation_links, people
from chabudai.apps.tasks.acceptance import InvitationLink, InvitationPreview
from chabudai.apps.tasks.errors import JoinedAlready
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected


@dataclass(frozen=True)
class Guest:
    """`person` is None for whoever is not signed in."""

    accounts: Accounts
    limits: AccountLimits
    context: RequestContext
    agent: str
    link: InvitationLink
    person: Person | None

    @property
    def path(self) -> str:
        return invitation_links.path_of(self.link.team_id, self.link.invite_id, self.link.token)

    @property
    def board(self) -> str:
        return f"/tasks/{self.link.team_id}/board"

    def preview(self) -> InvitationPreview:
        return acceptance.preview(self.accounts.store, self.link, int(self.accounts.clock().timestamp()))

    def is_member(self) -> bool:
        """Of the team already, whatever has become of the invitation."""
        if self.person is None or not is_id(self.link.team_id):
            return False
        row = self.accounts.store.get(design.member(self.link.team_id, self.person.username).consistently())
        return row is not None and not row.leaving

    def sign_in(self, login: str, password: str) -> Person:
        return authentication.sign_in(self.accounts, self.limits, self.context, login=login, password=password)

    def start_session(self, person: Person, login: str) -> None:
        self.limits.note_sign_in(self.context, person.username, login)
        authentication.start_session(self.accounts, self.context, person, self.agent)

    def join(self, person: Person, invitation: Invitation, *, knows_address: bool) -> None:
        """Whole, or not at all. Whoever only comes by an invitation gets no first team of their own beside it.

        The email is answered by this: it was sent to the address, and its link was opened.
        """
        owner = Owner(self.accounts.store, person.username, self.accounts.clock, self.context.zone)
        people.save(owner, name=person.name, email=person.email, checks={"account": check_staying(person.username)})
        try:
            acceptance.accept(owner, self.link, knows_address=knows_address)
        except JoinedAlready:
            return
        if not invitation.is_link:
            service.prove_email(self.accounts, person, invitation.email)


def provide_guest(
    accounts: Injected[Accounts],
    limits: Injected[AccountLimits],
    context: Injected[RequestContext],
    agent: Injected[str],
    team_id: FromPath[str],
    invite_id: FromPath[str],
    token: FromPath[str],
) -> Guest:
    person = context.person if isinstance(context.person, Person) else None
    return Guest(accounts, limits, context, agent, InvitationLink(team_id, invite_id, token), person)
