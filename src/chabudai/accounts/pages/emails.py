"""What this site has sent a person lately, or for them: how each email stands, and nothing of what it says."""

from collections.abc import Mapping
from typing import Final

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.accounts.messages import lazy
from chabudai.accounts.service import Accounts
from chabudai.accounts.spool import spooling
from chabudai.accounts.spool.design import EmailState
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get
from chabudai.web.translations import Text

_STATES: Final[Mapping[EmailState, Text]] = {
    "waiting": lazy("Waiting"),
    "sending": lazy("Sending"),
    "sent": lazy("Sent"),
    "kept": lazy("In the outbox"),
    "refused": lazy("Not delivered"),
    "expired": lazy("Not sent"),
}


@get("/account/emails")
def list_emails(accounts: Injected[Accounts], person: Injected[Person], pages: Injected[Pages]) -> Response[str]:
    found = spooling.find_latest(accounts.store, person.username)
    return pages.page(
        "accounts/emails.html",
        emails=found,
        states=_STATES,
        most=spooling.MOST_SHOWN,
        days=spooling.KEPT_AFTERWARDS.days,
        has_open_outbox=accounts.has_open_outbox,
    )
