"""Visits: whoever comes for the first time is known from then on, and once a day is reminded of what is due.

The browser remembers both, so that a page need not ask for it each time.
"""

from contextlib import suppress
from hashlib import blake2s
from typing import Final

from chabudai.accounts.design import Person, check_staying
from chabudai.apps.tasks import notices, people
from chabudai.common.owner import Owner
from chabudai.store.errors import StoreFull
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie
from chabudai.web.routes import Injected

_VISIT: Final = Cookie("tasks-visit", 30 * 24 * 60 * 60)


def greet(signed_in: Injected[Owner], person: Injected[Person], context: Injected[RequestContext]) -> Owner:
    """For routes that name `owner`: the person, whose row follows the account."""
    today = signed_in.today().isoformat()
    known, _, day = (context.jar.get(_VISIT) or "").partition(" ")
    mark = _mark(person)
    with suppress(StoreFull):  # which can still be read
        if known != mark:
            welcome(signed_in, person)
        if known != mark or day != today:
            notices.remind(signed_in)
            context.jar.put(_VISIT, f"{mark} {today}")
    return signed_in


def welcome(owner: Owner, person: Person) -> None:
    """Their row, and a first team if they are new."""
    checks = {"account": check_staying(person.username)}
    if people.welcome(owner, name=person.name, email=person.email, checks=checks) is None:
        people.save(owner, name=person.name, email=person.email, checks=checks)


def _mark(person: Person) -> str:
    """Another one when the name or the address is another."""
    said = "\0".join((person.username, person.name, person.email))
    return blake2s(said.encode(), digest_size=12).hexdigest()
