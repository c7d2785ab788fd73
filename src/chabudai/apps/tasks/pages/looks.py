"""What a page that is seen looks at every few seconds to know whether anything is new, and what it begins with."""

from dataclasses import dataclass

from chabudai.apps.tasks.entities import Total
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership_proof import MembershipProofs


@dataclass(frozen=True, slots=True)
class Look:
    """`revision` is the one that the page shows; without one the first look finds out which that is."""

    url: str
    revision: int | None = None
    proof: str = ""


def look_at_team(member: Member, proofs: MembershipProofs, total: Total) -> Look:
    """`total` was read before the rest of the page: what is written meanwhile is found by the next look."""
    return Look(revision_url(member.team_id), total.revision, proofs.write(member))


def revision_url(team_id: str) -> str:
    return f"/tasks/{team_id}/revision"
