"""Reset links that are asked for: written down before the answer, and looked into beside the requests.

What a request does is the same whatever was typed, so that neither the answer nor its time tells who has an account;
and what it has written down is not lost when the process dies right after.
"""

import logging
from contextlib import suppress
from typing import Final

from chabudai.accounts import design, emails, service
from chabudai.accounts.design import Person, Reset, ResetRequest
from chabudai.accounts.hashing import digest
from chabudai.accounts.logins import normalize_email
from chabudai.accounts.service import RESET_LINK_LIFE, Accounts
from chabudai.accounts.spool.design import SpooledEmail
from chabudai.accounts.spool.errors import SpoolFull
from chabudai.accounts.spool.spooling import Dispatch, make_email
from chabudai.table import StepFailed, UnreadableItem

KIND: Final = "password_reset"
_log = logging.getLogger(__name__)


def request_reset(accounts: Accounts, *, login: str, language: str) -> None:
    """An email with a reset link to whoever it is, if it is anyone."""
    expires_at = int((accounts.spool.now() + RESET_LINK_LIFE).timestamp())
    accounts.store.write(design.ask_for_reset(ResetRequest(login=login, language=language, expires_at=expires_at)))
    accounts.spool.wake()


def answer_requests(accounts: Accounts) -> None:
    """All that wait; several may do so at once."""
    for request in list(accounts.store.all(design.reset_requests())):
        try:
            _answer(accounts, request)
        except (SpoolFull, UnreadableItem):
            _log.exception("A reset link was asked for, and can't be sent")
            accounts.store.write(design.drop_reset_request(request.request_id))


def is_wanted(accounts: Accounts, email: SpooledEmail) -> bool:
    """Not when its link is worth nothing any more."""
    return accounts.store.get(design.reset_of(email.owner, email.about["digest"])) is not None


def _answer(accounts: Accounts, request: ResetRequest) -> None:
    person = service.find_person(accounts, request.login)
    if person is None or person.leaving:
        accounts.store.write(design.drop_reset_request(request.request_id))
        return
    reset, email = _make_link(accounts, person, person.language or request.language)
    with suppress(StepFailed):  # another one answers it, or the account is being deleted: then it is dropped next time
        accounts.store.transact(design.answer_reset_request(request.request_id, reset, email))
        accounts.spool.wake()


def _make_link(accounts: Accounts, person: Person, language: str) -> tuple[Reset, SpooledEmail]:
    spool, secret = accounts.spool, accounts.new_secret()
    now = spool.now()
    until = now + RESET_LINK_LIFE
    reset = Reset(
        username=person.username,
        digest=digest(secret),
        email=normalize_email(person.email),
        created_at=now,
        expires_at=int(until.timestamp()),
    )
    link = f"{accounts.address}/account/reset/{person.username}/{secret}"
    draft = emails.password_reset_email(person.email, person.name, link, language)
    dispatch = Dispatch(
        email_id=f"reset-{reset.digest}",
        owner=person.username,
        kind=KIND,
        deadline=until,
        about={"digest": reset.digest},
    )
    return reset, make_email(spool, draft, dispatch)
