"""A game as a file in every format, and all games or those of a folder as one."""

from io import BytesIO
from typing import Final

from litestar import Response

from chabudai.apps.shogi import games, transfer
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.errors import NotInEncoding
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import Encoding, Format
from chabudai.common.owner import Owner
from chabudai.web.errors import BadRequest
from chabudai.web.files import download
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, FromQuery, Injected, get

_ENCODINGS: Final[dict[str, Encoding]] = {"utf-8": "UTF-8", "shift_jis": "Shift_JIS"}
FORMATS: Final = (
    ("kif", "utf-8", "KIF", lazy("With comments, times and variations; UTF-8")),
    ("kif", "shift_jis", lazy("KIF (Shift_JIS)"), lazy("The same, for older Windows programs")),
    ("ki2", "utf-8", "KI2", lazy("As in newspapers, with comments and variations")),
    ("csa", "utf-8", "CSA", lazy("The main line, for servers and tools")),
    ("usi", "utf-8", "USI", lazy("The moves alone, for engines")),
)


@get("/games/{game_id:str}/file.kif")
def game_file(game_id: FromPath[str], owner: Injected[Owner]) -> Response[bytes]:
    return _download(games.find_game(owner, game_id), Format.KIF, "UTF-8")


@get("/games/{game_id:str}/file")
def game_file_as(
    game_id: FromPath[str],
    owner: Injected[Owner],
    pages: Injected[Pages],
    kind: FromQuery[str] = "kif",
    encoding: FromQuery[str] = "utf-8",
) -> Response[bytes] | Response[str]:
    """In another format; what its encoding can't spell is told on the page of all formats."""
    game = games.find_game(owner, game_id)
    if kind not in {each.value for each in Format} or encoding not in _ENCODINGS:
        raise BadRequest
    try:
        return _download(game, Format(kind), _ENCODINGS[encoding])
    except NotInEncoding as refusal:
        refused = Form().with_errors([("form", refusal.message)])
        return _show(pages, game, refused, status=refusal.status)


@get("/games/{game_id:str}/export")
def show_formats(
    game_id: FromPath[str], owner: Injected[Owner], pages: Injected[Pages], back: FromQuery[str] = ""
) -> Response[str]:
    return _show(pages, games.find_game(owner, game_id), Form(), back=back)


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


def _download(game: Game, format: Format, encoding: Encoding) -> Response[bytes]:  # noqa: A002
    charset = "utf-8" if encoding == "UTF-8" else "shift_jis"
    content = transfer.write_file(game, format, encoding)
    return download(content, transfer.file_name(game, format.value), f"text/plain; charset={charset}")


def _show(pages: Pages, game: Game, form: Form, *, back: str = "", status: int = 200) -> Response[str]:
    return pages.page(
        "shogi/export.html",
        status=status,
        errors=form.errors,
        game=game,
        url=f"/shogi/games/{game.game_id}",
        back=safe_next(back, f"/shogi/games/{game.game_id}"),
        formats=FORMATS,
    )
