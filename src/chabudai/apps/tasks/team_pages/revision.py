"""Whether anything is new in a team: what a page that is seen looks at every few seconds, for one GetItem."""

from typing import Annotated, Any

from litestar import MediaType, Response
from litestar.params import QueryParameter

from chabudai.apps.tasks import design
from chabudai.apps.tasks.membership import enter
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.common.owner import Owner
from chabudai.common.unreadable_rows import get_readable
from chabudai.web.routes import FromPath, Injected, get


@get("/revision")
def show_revision(
    team_id: FromPath[str],
    signed_in: Injected[Owner],
    proofs: Injected[MembershipProofs],
    proof: Annotated[str, QueryParameter(name="proof")] = "",
) -> Response[dict[str, Any]]:
    """`proof` is the one to look with the next time: another one when the last was too old, or none."""
    if not proofs.is_good(proof, team_id, signed_in.username):
        proof = proofs.write(enter(signed_in, team_id))
    total = get_readable(signed_in.store, design.total(team_id))
    return Response({"revision": total.revision if total else 0, "proof": proof}, media_type=MediaType.JSON)
