"""How often one may try: so that guessing leads nowhere, and whoever owns the account still comes in meanwhile."""

import secrets
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from chabudai.accounts.design import Person
from chabudai.accounts.limiter import Limiter, Rate
from chabudai.accounts.logins import normalize_email
from chabudai.adapters.clock import Clock
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie, CookieJar
from chabudai.web.errors import TooManyRequests

_KNOWN_BROWSERS: Final = Cookie("known", 365 * 24 * 60 * 60)
_MOST_KNOWN_BROWSERS = 5


@dataclass(frozen=True, slots=True)
class AccountLimits:
    """A browser in which the person has signed in before is counted by itself: no stranger can use up its tries."""

    guesses: Limiter  # at one account's password, by whatever name
    sign_ins: Limiter  # from one address
    sign_ups: Limiter  # from one address
    reset_emails: Limiter  # to one account
    reset_requests: Limiter  # from one address

    @classmethod
    def default(cls, store: TypedStore, clock: Clock) -> Self:
        def limit(name: str, times: int, **window: float) -> Limiter:
            return Limiter(store, clock, name, Rate(times, timedelta(**window)))

        return cls(
            guesses=limit("guesses", 10, minutes=10),
            sign_ins=limit("sign-ins", 60, minutes=10),
            sign_ups=limit("sign-ups", 30, hours=1),
            reset_emails=limit("reset-emails", 3, minutes=15),
            reset_requests=limit("reset-requests", 20, hours=1),
        )

    def try_sign_in(self, context: RequestContext) -> None:
        """Before anyone is looked for."""
        self.sign_ins.count(context.address)

    def allow_guess(self, context: RequestContext, login: str, account: str) -> bool:
        """Before the password is looked at, so that many tries at once are counted too.

        `account` is whose name was typed, or the name itself when it is nobody's. Of the name one is told when it was
        tried too often; of the account not, since a name that was not tried yet would tell whose it is.
        """
        if mark := _known_browsers(context.jar).get(account):
            self.guesses.count(_known_key(mark))
            return True
        self.guesses.count(_login_key(login))
        try:
            self.guesses.count(_account_key(account))
        except TooManyRequests:
            return False
        return True

    def note_sign_in(self, context: RequestContext, username: str, login: str) -> None:
        """Makes up for this account's wrong tries. Those of the address stay: they may have been at others."""
        mark = _known_browsers(context.jar).get(username)
        for key in (_known_key(mark),) if mark else (_login_key(login), _account_key(username)):
            self.guesses.forget(key)
        _remember(context.jar, username)

    def try_confirmation(self, person: Person) -> None:
        """By whoever is signed in; perhaps at a browser that was left open."""
        self.guesses.count(_confirmation_key(person))

    def note_confirmation(self, person: Person) -> None:
        self.guesses.forget(_confirmation_key(person))

    def try_sign_up(self, context: RequestContext) -> None:
        self.sign_ups.count(context.address)

    def try_reset(self, context: RequestContext, login: str) -> None:
        self.reset_requests.count(context.address)
        self.reset_emails.count(normalize_email(login))


def _login_key(login: str) -> str:
    return f"login {normalize_email(login)}"


def _account_key(account: str) -> str:
    return f"account {account}"


def _known_key(mark: str) -> str:
    return f"known {mark}"


def _confirmation_key(person: Person) -> str:
    return f"person {person.username}"


def _known_browsers(jar: CookieJar) -> dict[str, str]:
    """Who has signed in here, each with a mark of this browser."""
    entries = (entry.rpartition("/") for entry in (jar.get(_KNOWN_BROWSERS) or "").split())
    return {username: mark for username, _, mark in entries}


def _remember(jar: CookieJar, username: str) -> None:
    others = [(other, mark) for other, mark in _known_browsers(jar).items() if other != username]
    latest = [*others, (username, secrets.token_urlsafe(12))][-_MOST_KNOWN_BROWSERS:]
    jar.put(_KNOWN_BROWSERS, " ".join(f"{each}/{mark}" for each, mark in latest))
