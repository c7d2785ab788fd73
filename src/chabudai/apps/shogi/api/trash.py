"""The trash for programs: games that were thrown away, the way back, and for good."""

from chabudai.apps.shogi import trash
from chabudai.apps.shogi.api.game_bodies import GameBody, ThrownList, ThrownRow
from chabudai.apps.shogi.api.games import own_body
from chabudai.apps.shogi.api.rights import needs
from chabudai.apps.shogi.permissions import Access, Viewer
from chabudai.common.bodies import fill
from chabudai.common.collections.bodies import RowCount
from chabudai.common.owner import Owner
from chabudai.web.routes import FromPath, FromQuery, Injected, delete, get, post

_THROWN = "/trash/{game_id:str}/{thrown:str}"


@delete("/games/{game_id:str}", status_code=200, **needs("delete"))
def throw_away(access: Injected[Access], owner: Injected[Owner]) -> ThrownRow:
    """Into the trash, for 30 days; its link is dead at once. `thrown` finds it there."""
    return fill(ThrownRow, trash.throw_away_game(owner, access.game.game_id))


@get("/trash", **needs("own"))
def list_trash(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> ThrownList:
    """What was thrown away, the latest first, without the records. Access pattern 25."""
    page = trash.find_page(owner, cursor)
    return ThrownList(games=[fill(ThrownRow, row) for row in page], cursor=page.cursor)


@post(f"{_THROWN}/restore", status_code=200, **needs("own"))
def restore_game(
    game_id: FromPath[str], thrown: FromPath[str], owner: Injected[Owner], viewer: Injected[Viewer]
) -> GameBody:
    """Under another name if its own is taken, without its link."""
    return own_body(viewer, trash.restore(owner, thrown, game_id).game)


@delete(_THROWN, **needs("own"))
def delete_for_good(game_id: FromPath[str], thrown: FromPath[str], owner: Injected[Owner]) -> None:
    """One game of the trash."""
    trash.delete(owner, thrown, game_id)


@delete("/trash", status_code=200, **needs("own"))
def empty_trash(owner: Injected[Owner]) -> RowCount:
    """Everything in the trash goes for good."""
    return RowCount(count=trash.empty(owner))
