"""What a visible page asks every few seconds: one row, which every write to the kitchen raises."""

from litestar import Response

from chabudai.apps.kondate.pages.shell import find_state
from chabudai.common.owner import Owner
from chabudai.web.routes import Injected, get


@get("/revision")
def tell_revision(owner: Injected[Owner]) -> Response[dict[str, int]]:
    return Response({"revision": find_state(owner).revision})
