"""A game of somebody else's copied to one's own, with moves that were tried in it."""

from typing import Any

from litestar import Response

from chabudai.apps.shogi import games, record_texts
from chabudai.apps.shogi.errors import MoveRefused
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.apps.shogi.records import Address
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotSignedIn
from chabudai.web.forms import Form
from chabudai.web.routes import Injected, post


@post("/games/{game_id:str}/copies", status_code=200)
def copy_game(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[Any]:
    return copy(opened, form, context)


def copy(opened: OpenedGame, form: Form, context: RequestContext) -> Response[Any]:
    """Told where it is `as` JSON to the script, else by its page."""
    if opened.owner is None:
        raise NotSignedIn
    view = opened.view(form["at"])
    moves = tried_moves(view, form["moves"])
    if len(moves) != len(form["moves"].split()):
        raise MoveRefused
    record = opened.record.with_branch(view.place.address, moves)
    kept = games.keep(opened.owner, record_texts.compose(record), own_name=_name(context)).game
    index = record.find(view.place.address).index
    for move in moves:
        index = next(child for child in record.nodes[index].children if record.nodes[child].move == move)
    at: Address = record.address_of(index)
    url = f"/shogi/games/{kept.game_id}?at={at}"
    answer = redirect_with_toast(context, url, gettext("Copied to your games."))
    return Response({"url": url}) if form["as"] == "json" else answer


def _name(context: RequestContext) -> str:
    return context.person.name if context.person else ""
