"""A game as a file, and all games or those of a folder as one."""

from io import BytesIO

from litestar import Response

from chabudai.apps.shogi import games, transfer
from chabudai.common.owner import Owner
from chabudai.web.files import download
from chabudai.web.routes import FromPath, FromQuery, Injected, get


@get("/games/{game_id:str}/file.kif")
def game_file(game_id: FromPath[str], owner: Injected[Owner]) -> Response[bytes]:
    game = games.find_game(owner, game_id)
    return download(transfer.write_kif(game), f"{game.slug.replace('/', '-')}.kif", "text/plain; charset=utf-8")


@get("/files/games.zip")
def games_zip(owner: Injected[Owner], folder: FromQuery[str] = "") -> Response[bytes]:
    """KIF files in their folders."""
    target = BytesIO()
    transfer.write_zip(owner, target, folder)
    name = folder.replace("/", "-") or f"shogi-{owner.today().isoformat()}"
    return download(target.getvalue(), f"{name}.zip", "application/zip")


@get("/files/games.json")
def games_json(owner: Injected[Owner]) -> Response[bytes]:
    return download(transfer.write_json(owner), f"shogi-{owner.today().isoformat()}.json", "application/json")
