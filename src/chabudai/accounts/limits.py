"""How often one may try: so that guessing leads nowhere, and whoever owns the account still comes in meanwhile."""

import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self

from chabudai.accounts import rules
from chabudai.accounts.design import Person
from chabudai.web.cookies import Cookie, Jar
from chabudai.web.limits import Limiter, Rate
from chabudai.web.visits import Visit

_MINUTE = 60
_HOUR = 60 * _MINUTE
_KNOWN: Final = Cookie("known", 365 * 24 * _HOUR)
_MOST_KNOWN = 5


@dataclass(frozen=True, slots=True)
class Limits:
    """A browser in which the person has signed in before is counted by itself: no stranger can use up its tries."""

    guesses: Limiter  # at one account's password
    sign_ins: Limiter  # from one address
    sign_ups: Limiter  # from one address
    letters: Limiter  # to one account
    askers: Limiter  # for letters, from one address

    @classmethod
    def usual(cls, clock: Callable[[], float] = time.monotonic) -> Self:
        return cls(
            guesses=Limiter(Rate(10, 10 * _MINUTE), clock),
            sign_ins=Limiter(Rate(60, 10 * _MINUTE), clock),
            sign_ups=Limiter(Rate(30, _HOUR), clock),
            letters=Limiter(Rate(3, 15 * _MINUTE), clock),
            askers=Limiter(Rate(20, _HOUR), clock),
        )

    def try_sign_in(self, visit: Visit, login: str) -> None:
        """Before the password is looked at, so that many tries at once are counted too."""
        self.sign_ins.count(visit.address)
        self.guesses.count(_guesser(visit.jar, login))

    def signed_in(self, visit: Visit, login: str) -> None:
        """Makes up for this account's wrong tries. Those of the address stay: they may have been at others."""
        self.guesses.forget(_guesser(visit.jar, login))
        _remember(visit.jar, rules.plain_email(login))

    def try_confirmation(self, person: Person) -> None:
        """By whoever is signed in; perhaps at a browser that was left open."""
        self.guesses.count(_confirmation(person))

    def confirmed(self, person: Person) -> None:
        self.guesses.forget(_confirmation(person))

    def sign_up(self, visit: Visit) -> None:
        self.sign_ups.count(visit.address)

    def ask_for_letter(self, visit: Visit, login: str) -> None:
        self.askers.count(visit.address)
        self.letters.count(rules.plain_email(login))


def _guesser(jar: Jar, login: str) -> str:
    name = rules.plain_email(login)
    mark = _known(jar).get(name)
    return f"known {mark}" if mark else f"login {name}"


def _confirmation(person: Person) -> str:
    return f"person {person.username}"


def _known(jar: Jar) -> dict[str, str]:
    """Who has signed in here, by the name that they typed, each with a mark of this browser."""
    entries = (entry.rpartition("/") for entry in (jar.get(_KNOWN) or "").split())
    return {name: mark for name, _, mark in entries}


def _remember(jar: Jar, name: str) -> None:
    others = [(other, mark) for other, mark in _known(jar).items() if other != name]
    latest = [*others, (name, secrets.token_urlsafe(12))][-_MOST_KNOWN:]
    jar.put(_KNOWN, " ".join(f"{each}/{mark}" for each, mark in latest))
