"""How often invitations are emailed: so that nobody can use a team to fill the mailboxes of others."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Self

from chabudai.accounts.limiter import Limiter, Rate
from chabudai.accounts.logins import normalize_email
from chabudai.adapters.clock import Clock
from chabudai.apps.tasks.membership import Member
from chabudai.table import TypedStore


@dataclass(frozen=True, slots=True)
class InvitationLimits:
    to_address: Limiter  # whoever sends them, and to whichever team
    by_person: Limiter
    by_team: Limiter

    @classmethod
    def default(cls, store: TypedStore, clock: Clock) -> Self:
        def limit(name: str, times: int, **window: float) -> Limiter:
            return Limiter(store, clock, f"invitations {name}", Rate(times, timedelta(**window)))

        return cls(
            to_address=limit("to", 6, hours=1),
            by_person=limit("by", 60, hours=1),
            by_team=limit("team", 200, days=1),
        )

    def try_email(self, member: Member, email: str) -> None:
        """Before it is made, or made anew; TooManyRequests when that is too often."""
        self.to_address.count(normalize_email(email))
        self.by_person.count(member.user_id)
        self.by_team.count(member.team_id)
