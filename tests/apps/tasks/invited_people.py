"""A site with a team that invites: links of invitations, and what a browser sees of them."""

import re
from dataclasses import dataclass
from functools import partial
from html import unescape
from typing import Any

from httpx import Response
from tests.apps.tasks.site_house import SiteHouse, TeamBrowser

from chabudai.accounts import service as account
from chabudai.accounts.design import Person, person_named
from chabudai.accounts.service import find_username, may_be_told
from chabudai.apps.tasks import design, invitations
from chabudai.apps.tasks.entities import TeamUser, UserTeam
from chabudai.apps.tasks.invitation_entities import Invitation
from chabudai.apps.tasks.invitation_links import path_of
from chabudai.apps.tasks.invitations import Inviter
from chabudai.apps.tasks.membership import Member

PASSWORD = "a passphrase for tests"


@dataclass(frozen=True)
class InvitingTeam:
    """A team of the site as its admin sees it."""

    site: SiteHouse
    admin: Member

    @property
    def team_id(self) -> str:
        return self.admin.team_id

    @property
    def board(self) -> str:
        return f"/tasks/{self.team_id}/board"

    @property
    def inviter(self) -> Inviter:
        accounts = self.site.accounts
        return Inviter(self.admin, "ja", partial(find_username, accounts), partial(may_be_told, accounts))

    def invite(self, email: str, role: str = "member") -> Invitation:
        return invitations.invite(self.inviter, email=email, role=role)

    def invite_by_link(self, uses: int = 1) -> Invitation:
        return invitations.invite_by_link(self.inviter, role="member", uses=uses)

    def rows(self, username: str) -> tuple[UserTeam | None, TeamUser | None]:
        """Both rows of a membership: either both are there, or neither."""
        store = self.site.household.store
        own = store.get(design.team_of(username, self.team_id).consistently())
        return own, store.get(design.member(self.team_id, username).consistently())

    def is_member(self, username: str) -> bool:
        rows = self.rows(username)
        assert all(rows) == any(rows)
        return all(rows)


def path(invitation: Invitation, token: str | None = None) -> str:
    return path_of(invitation.team_id, invitation.invite_id, invitation.token if token is None else token)


def sign_up(site: SiteHouse, username: str, **fields: Any) -> Person:
    given = {"username": username, "email": f"{username}@example.jp", "password": PASSWORD, **fields}
    return account.sign_up(site.accounts, **given)


def person_of(site: SiteHouse, email: str) -> Person:
    username = find_username(site.accounts, email)
    assert username
    return site.accounts.store.one(person_named(username))


def heading(page: Response) -> str:
    found = re.search(r"<h1[^>]*>(.*?)</h1>", page.text, re.DOTALL)
    assert found
    return unescape(found[1].strip())


def errors(page: Response) -> list[str]:
    """What stands beside fields, and above a form."""
    beside = re.findall(r'<p class="error"[^>]*>.*?<span>(.*?)</span></p>', page.text)
    above = re.findall(r'<div class="summary-box" role="alert"><p>(.*?)</p>', page.text)
    return [unescape(each) for each in (*beside, *above)]


def is_signed_in(browser: TeamBrowser) -> bool:
    return browser.get("/account").status_code == 200
