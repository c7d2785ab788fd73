"""Accepting an invitation: from its link to the team's board, whoever one is; also without an account."""

from collections.abc import Callable
from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from chabudai.accounts import passwords, service
from chabudai.accounts.design import Person
from chabudai.accounts.errors import EmailTaken, WrongPassword
from chabudai.accounts.logins import normalize_email
from chabudai.apps.tasks import acceptance, newcomers
from chabudai.apps.tasks.acceptance import InvitationPreview
from chabudai.apps.tasks.errors import InvitationExpired, InvitationUnusable, OtherAddress, WrongToken
from chabudai.apps.tasks.invitation_links import mask_address
from chabudai.apps.tasks.messages import gettext, lazy
from chabudai.apps.tasks.moments import moment_of
from chabudai.apps.tasks.pages.guests import Guest
from chabudai.apps.tasks.pages.texts import ROLES
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.errors import Conflict
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, get, post

_HERE = "/join/{team_id:str}/{invite_id:str}/{token:str}"
_OVER = (WrongToken, InvitationUnusable, InvitationExpired)


@get(_HERE)
def show_invitation(
    guest: Injected[Guest],
    pages: Injected[Pages],
    has_account: Annotated[bool | None, QueryParameter(name="account")] = None,
) -> Response[str]:
    """`?account=true` for whoever has an account, and would sign in; `false` for who made none, whatever is known."""
    if guest.is_member():
        return see_other(guest.board)
    return _unless_over(guest, pages, lambda: _show(guest, pages, guest.preview(), Form(), signs_in=has_account))


@post(f"{_HERE}/accept")
def accept(guest: Injected[Guest], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """By whoever is signed in; `knows` says that they know that it is for another address."""
    if guest.person is None or guest.is_member():
        return see_other(guest.path if guest.person is None else guest.board)
    person = guest.person

    def act() -> Response[str]:
        guest.join(person, guest.preview().invitation, knows_address=form["knows"] == "yes")
        return _welcome(guest)

    return _unless_over(guest, pages, lambda: submit(form, act, lambda again: _show_again(guest, pages, again)))


@post(f"{_HERE}/sign-in")
def sign_in(guest: Injected[Guest], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """Joins at once, unless the account has another address: then it is said first."""

    def act() -> Response[str]:
        invitation = guest.preview().invitation
        person = guest.sign_in(form["login"], form["password"])
        guest.start_session(person, form["login"])
        try:
            guest.join(person, invitation, knows_address=False)
        except OtherAddress:
            return see_other(guest.path)
        return _welcome(guest)

    return _unless_over(
        guest, pages, lambda: submit(form, act, lambda again: _show_again(guest, pages, again, signs_in=True))
    )


@post(f"{_HERE}/sign-up")
def sign_up(guest: Injected[Guest], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """By the email the address is known, and no second one is sent; by an open link it is asked for."""

    def act() -> Response[str]:
        guest.limits.try_sign_up(guest.context)
        invitation = guest.preview().invitation
        email = form["email"] if invitation.is_link else invitation.email
        person = _create_account(guest, form, email)
        guest.start_session(person, email)
        guest.join(person, invitation, knows_address=True)
        return _welcome(guest)

    signs_in = False if form["anew"] == "yes" else None
    return _unless_over(
        guest, pages, lambda: submit(form, act, lambda again: _show_again(guest, pages, again, signs_in=signs_in))
    )


@post(f"{_HERE}/switch")
def switch_account(guest: Injected[Guest]) -> Response[str]:
    """Signed out, and back to the same invitation."""
    if guest.context.credentials.session is not None:
        service.end_session(guest.accounts, guest.context.credentials.session)
    guest.context.sign_out()
    return see_other(guest.path)


@post(f"{_HERE}/ask")
def ask_again(guest: Injected[Guest], pages: Injected[Pages]) -> Response[str]:
    def act() -> Response[str]:
        acceptance.ask_again(guest.accounts.store, guest.link, guest.accounts.clock)
        return see_other(guest.path)

    return _unless_over(guest, pages, act)


class _AccountThere(Conflict):
    """Of the address that the email was sent to: there is no field beside which it could stand."""

    sentence = lazy("You already have an account. Sign in to join.")


def _create_account(guest: Guest, form: Form, email: str) -> Person:
    """What is sent twice at once makes one account: who gives the password of the one that is there, has it."""
    try:
        return newcomers.create_account(
            guest.accounts, name=form["display_name"], email=email, password=form["password"]
        )
    except EmailTaken as taken:
        try:
            return guest.sign_in(email, form["password"])
        except WrongPassword:
            if "email" in form:
                raise taken from None
        # Who has the email has answered it: the address is no longer that of somebody who never did.
        if form["anew"] != "yes" or not service.release_address(guest.accounts, email):
            raise _AccountThere from None
        return newcomers.create_account(
            guest.accounts, name=form["display_name"], email=email, password=form["password"]
        )


def _welcome(guest: Guest) -> Response[str]:
    return redirect_with_toast(guest.context, guest.board, gettext("Welcome to the team."))


def _unless_over(guest: Guest, pages: Pages, answer: Callable[[], Response[str]]) -> Response[str]:
    """What can't be used says so on a page of its own, and what to do then; whoever is in by now has used it up."""
    try:
        return answer()
    except _OVER as refusal:
        if guest.is_member():
            return see_other(guest.board)
        return pages.page("tasks/join_over.html", status=refusal.status, refusal=refusal, path=guest.path)


def _show_again(guest: Guest, pages: Pages, form: Form, *, signs_in: bool | None = None) -> Response[str]:
    return _show(guest, pages, guest.preview(), form, signs_in=signs_in)


def _show(guest: Guest, pages: Pages, shown: InvitationPreview, form: Form, *, signs_in: bool | None) -> Response[str]:
    email = None if shown.invitation.is_link else shown.invitation.email
    has_account = email is not None and service.find_username(guest.accounts, email) is not None
    is_proven = email is not None and service.is_proven(guest.accounts, email)
    return pages.page(
        "tasks/join.html",
        path=guest.path,
        shown=shown,
        role=ROLES[shown.invitation.role],
        until=moment_of(shown.invitation.expires_at),
        email=email,
        other_address=_other_address(guest, email),
        has_account=has_account,
        is_proven=is_proven,
        signs_in=has_account if signs_in is None else signs_in,
        shortest_password=passwords.SHORTEST,
        form=form,
    )


def _other_address(guest: Guest, email: str | None) -> str | None:
    """That of the invitation, as much of it as its owner needs, when it is not that of whoever is signed in."""
    if email is None or guest.person is None or normalize_email(email) == normalize_email(guest.person.email):
        return None
    return mask_address(email)
