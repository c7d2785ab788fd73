"""What can be done with a game of a list: asked for when somebody wants it, so that the list stays small."""

from litestar import Response

from chabudai.apps.shogi.list_pages.cards import head_card
from chabudai.apps.shogi.permissions import find_own_head
from chabudai.common.owner import Owner
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, FromQuery, Injected, get


@get("/games/{game_id:str}/acts")
def show_acts(
    game_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], back: FromQuery[str] = ""
) -> Response[str]:
    """`back` is the list that it was asked from."""
    head = find_own_head(owner, game_id)
    return pages.page("shogi/acts.html", card=head_card(head), back=safe_next(back, "/shogi"))
