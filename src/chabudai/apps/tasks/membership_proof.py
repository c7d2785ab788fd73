"""Proofs of membership: what a page shows to look again without asking the table who is in the team.

A page looks every few seconds. For a minute it is believed by its signature; then the membership row is read again, so
that whoever was removed stops seeing.
"""

from dataclasses import dataclass
from typing import Final

from chabudai.apps.tasks.membership import Member
from chabudai.web.signing import Signer

LIFETIME: Final = 60
"""In seconds."""
_PURPOSE: Final = "membership of a team"


@dataclass(frozen=True, slots=True)
class MembershipProofs:
    signer: Signer

    def write(self, member: Member) -> str:
        return self.signer.sign(_PURPOSE, _claim(member.team_id, member.user_id))

    def is_good(self, proof: str, team_id: str, user_id: str) -> bool:
        """For this team and this person, and not too old."""
        return self.signer.unsign(_PURPOSE, proof, LIFETIME) == _claim(team_id, user_id)


def _claim(team_id: str, user_id: str) -> str:
    return f"{team_id} {user_id}"
