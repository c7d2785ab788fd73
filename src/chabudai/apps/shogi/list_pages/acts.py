"""What can be done with a game of a list: asked for when somebody wants it, so that the list stays small."""

from litestar import Response

from chabudai.apps.shogi import design, games
from chabudai.apps.shogi.errors import NoSuchGame
from chabudai.apps.shogi.list_pages.cards import head_card
from chabudai.common.owner import Owner
from chabudai.common.text import is_id
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, FromQuery, Injected, get


@get("/games/{game_id:str}/acts")
def show_acts(
    game_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], back: FromQuery[str] = ""
) -> Response[str]:
    """`back` is the list that it was asked from."""
    head = owner.store.get(design.head(owner.username, game_id)) if is_id(game_id) else None
    if head is None:
        games.find_game(owner, game_id)  # which says whether it is another's
        raise NoSuchGame
    return pages.page("shogi/acts.html", card=head_card(head), back=safe_next(back, "/shogi"))
