"""Where a position stands in a person's games: how they came out, what was played next, and the games at that move."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from litestar import Response

from chabudai.apps.shogi import positions
from chabudai.apps.shogi.list_pages.cards import SIDES, Card, head_card
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.positions import Appearance, NextMove, PositionSearch
from chabudai.apps.shogi.records import InvalidSfen, Position, move_text
from chabudai.apps.shogi.side_names import EVEN_NAMES
from chabudai.apps.shogi.statistics import FEW
from chabudai.apps.shogi.study_pages.outcome_words import OutcomeBar, describe_outcomes, draw_outcomes, format_rate
from chabudai.apps.shogi.study_pages.position_address import PositionAddress
from chabudai.apps.shogi.study_pages.position_board import (
    BOX,
    OFF,
    empty_board,
    name_piece,
    place,
    turn_over,
    view_position,
)
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings
from chabudai.common.list_cursors import take_page
from chabudai.common.owner import Owner
from chabudai.table import Cursors
from chabudai.web import formats
from chabudai.web.context import RequestContext, current_display
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromQuery, Injected, get

_GAMES: Final = 10  # on a page
_MOVES: Final = 20
_PREFIXES: Final = ("position ", "sfen ")


@dataclass(frozen=True, slots=True)
class MoveBar:
    """What was played next; `url` is the position after it, empty where the record ends."""

    text: str
    url: str
    count: str
    outcomes: str
    last: str
    bar: OutcomeBar


@get("/positions")
def show_positions(
    owner: Injected[Owner],
    pages: Injected[Pages],
    cursors: Injected[Cursors],
    board: Injected[BoardSettings],
    context: Injected[RequestContext],
) -> Response[str]:
    address = PositionAddress.parse(context.query)
    position = read_position(address.sfen)
    if position is None:
        wrong = Form.of(sfen=address.sfen).with_errors([("sfen", gettext("This isn't a position in SFEN."))])
        return _show(owner, pages, cursors, board, address.moved_to(Position.start()), Position.start(), wrong)
    return _show(owner, pages, cursors, board, address, position)


@get("/positions/placed")
def placed(context: Injected[RequestContext], put: FromQuery[str] = "") -> Response[str]:
    """A piece was put somewhere on the board that is being set up; nothing is written."""
    address = PositionAddress.parse(context.query)
    position = read_position(address.sfen) or Position.start()
    return see_other(address.moved_to(place(position, address.piece, put)).url)


def read_position(text: str) -> Position | None:
    """Of an SFEN, also as programs say it with `position sfen` before; None for what is none."""
    for prefix in _PREFIXES:
        text = text.removeprefix(prefix)
    if text in ("", "startpos"):
        return Position.start()
    try:
        return Position.from_sfen(text)
    except InvalidSfen:
        return None


def _show(
    owner: Owner,
    pages: Pages,
    cursors: Cursors,
    settings: BoardSettings,
    address: PositionAddress,
    position: Position,
    form: Form | None = None,
) -> Response[str]:
    found = positions.search(owner, position, address.side or None)
    games, more = _find_page(owner, found.games, address, cursors)
    return pages.page(
        "shogi/positions.html",
        status=422 if form else 200,
        address=address,
        answer=_answer(found),
        moves=_bars(position, found.moves[:_MOVES], address),
        more_moves=max(0, len(found.moves) - _MOVES),
        cards=[(card, f"{card.url}?at={each.ply}", _at_text(each)) for each, card in games],
        more=more,
        sides=SIDES,
        settings=settings,
        form=form or Form.of(sfen=position.sfen_without_ply),
        errors=form.errors if form else {},
        **_board(position, address),
    )


def _board(position: Position, address: PositionAddress) -> dict[str, Any]:
    is_turned = position.side is not Position.start().side
    return {
        "board": view_position(position, address),
        "box": [(piece, name_piece(piece)) for kind in BOX for piece in (kind, kind.lower())],
        "off": OFF,
        "turn_url": address.moved_to(turn_over(position)).url,
        "turn_side": EVEN_NAMES.gote if not is_turned else EVEN_NAMES.sente,
        "start_url": address.moved_to(Position.start()).url,
        "empty_url": address.moved_to(empty_board()).url,
        "is_start": not address.sfen,
        "is_japanese": words.is_japanese(),
    }


def _answer(found: PositionSearch) -> str:
    """How many, and of many how often sente won."""
    told = found.outcomes
    if not told.games:
        return gettext("Not in your games")
    parts = [ngettext("%(n)s game", "%(n)s games", told.games)]
    if found.first_rate is not None and told.wins + told.losses >= FEW:
        parts.append(gettext("Sente wins %(rate)s", rate=format_rate(found.first_rate)))
    if outcomes := describe_outcomes(told):
        parts.append(gettext("you: %(outcomes)s", outcomes=outcomes))
    return " · ".join(parts)


def _bars(position: Position, moves: Sequence[NextMove], address: PositionAddress) -> list[MoveBar]:
    most = max((each.outcomes.games for each in moves), default=0)
    return [_bar(position, each, most, address) for each in moves]


def _bar(position: Position, each: NextMove, most: int, address: PositionAddress) -> MoveBar:
    last, zone = each.outcomes.last, current_display().zone
    return MoveBar(
        text=move_text(position, each.move, language=words.language()) if each.move else gettext("The game ends here"),
        url=address.moved_to(position.play_unchecked(each.move)).url if each.move else "",
        count=ngettext("%(n)s game", "%(n)s games", each.outcomes.games),
        outcomes=describe_outcomes(each.outcomes),
        last=formats.day_text(last, zone) if last else "",
        bar=draw_outcomes(each.outcomes, most),
    )


def _at_text(each: Appearance) -> str:
    return gettext("from move %(n)s", n=each.ply) if each.ply else ""


def _find_page(
    owner: Owner, games: Sequence[Appearance], address: PositionAddress, cursors: Cursors
) -> tuple[list[tuple[Appearance, Card]], str | None]:
    """The games from where the cursor says, and the address of the next page."""
    list_ = {"owner": owner.username, "position": address.sfen, "side": address.side}
    page, cursor = take_page(cursors, "positions", list_, games, lambda each: each.head.game_id, address.cursor, _GAMES)
    return [(each, head_card(each.head)) for each in page], address.but(cursor=cursor).url if cursor else None
