"""A person's games: those that were looked at last come first."""

from litestar import Response

from chabudai.apps.shogi import lists
from chabudai.apps.shogi.pages.diagrams import diagram_url
from chabudai.apps.shogi.records import InvalidSfen, Position
from chabudai.apps.shogi.views import words
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get


@get("/")
def games(
    owner: Injected[Owner], pages: Injected[Pages], cursors: Injected[Cursors], cursor: FromQuery[str] = ""
) -> Response[str]:
    page = lists.find_page(owner.store, owner.username, lists.GameSelection(), cursor or None, cursors)
    return pages.page(
        "shogi/games.html", games=page.games, cursor=page.cursor, diagram_of=_diagram_of, sides=words.side_names()
    )


def _diagram_of(sfen: str) -> str:
    try:
        return diagram_url(Position.from_sfen(sfen))
    except InvalidSfen:
        return diagram_url(Position.start())
