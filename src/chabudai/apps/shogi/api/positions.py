"""Positions for programs: searched for in one's own games, with what was played from there."""

from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.shogi import design, positions
from chabudai.apps.shogi.api.parameters import parse_sfen
from chabudai.apps.shogi.api.position_bodies import PositionSearchBody, search_body
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.entities import Side
from chabudai.apps.shogi.records import EVEN, HANDICAPS
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web.routes import FromQuery, Injected, get

SfenQuery = Annotated[str, QueryParameter(max_length=200, description="The board, whose turn it is, and the hands.")]


@get("/positions", **needs("own"))
def search_position(
    owner: Injected[Owner],
    cursors: Injected[Cursors],
    sfen: SfenQuery = HANDICAPS[EVEN],
    side: FromQuery[Side | None] = None,
    cursor: FromQuery[str | None] = None,
) -> PositionSearchBody:
    """One's own games that went through a position, 25 at a time, and how each next move went. Access pattern 22."""
    position = parse_sfen(sfen)
    found = positions.search(owner, position, side)
    list_ = {"owner": owner.username, "position": position.key, "side": side or ""}
    page, more = take_page(
        cursors, "positions", list_, found.games, lambda each: each.head.game_id, cursor, design.PAGE
    )
    return search_body(position, found, page, more)
