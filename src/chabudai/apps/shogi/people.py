"""People by the names that others type: told to those who are signed in, and not too often."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from chabudai.accounts import design
from chabudai.accounts.limiter import Limiter, Rate
from chabudai.accounts.logins import is_username
from chabudai.adapters.clock import Clock
from chabudai.apps.shogi.errors import NoSuchPerson
from chabudai.common.owner import Owner
from chabudai.common.store_errors import StepErrors
from chabudai.common.text import clean_line
from chabudai.table import Transaction, TypedStore
from chabudai.web.errors import NotSignedIn


def plan_person(transaction: Transaction, owner: Owner) -> Transaction:
    """For what goes on after its request: held to the account that asked, though its name may be another's by now.

    Its step is `person`; NotSignedIn is what its failure means.
    """
    if owner.since is None:
        return transaction
    return transaction.step("person", design.check_same(owner.username, owner.since))


PERSON_GONE: Final = StepErrors(missing=NotSignedIn, unmet=NotSignedIn)


@dataclass(frozen=True, slots=True)
class People:
    """`store` is where the accounts are. Names are read from there at each look, so that no row here goes stale."""

    store: TypedStore
    asking: Limiter

    @classmethod
    def default(cls, store: TypedStore, clock: Clock) -> Self:
        return cls(store, Limiter(store, clock, "shogi people", Rate(30, timedelta(hours=1))))

    def find(self, asker: str, typed: str) -> str:
        """The username; NoSuchPerson for nobody, TooManyRequests for one who asks and asks."""
        username = clean_line(typed).lower()
        self.asking.count(asker)
        person = self.store.get(design.person_named(username)) if is_username(username) else None
        if person is None or person.leaving:
            raise NoSuchPerson
        return username

    def names_of(self, usernames: Sequence[str]) -> dict[str, str]:
        """What a page calls them; one who has no account any more is called by the username."""
        plans = [design.person_named(username) for username in dict.fromkeys(usernames)]
        found = {person.username: person.name for person in map(self.store.get, plans) if person is not None}
        return {username: found.get(username, username) for username in usernames}
