"""Asking the engine from a game's page: this position, or the whole game; and calling that off."""

from litestar import Response

from chabudai.apps.shogi.pages.engine_desk import EngineDesk
from chabudai.apps.shogi.pages.opened_game import OpenedGame, tried_moves
from chabudai.web.answers import warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotSignedIn, TooManyRequests
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/games/{game_id:str}/analyses", status_code=200)
def ask(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    return ask_engine(opened, form, context)


@post("/games/{game_id:str}/analyses/cancel", status_code=200)
def cancel(opened: Injected[OpenedGame], form: Injected[Form]) -> Response[str]:
    """What has been analysed of the game until now stays."""
    opened.access.require("write")
    _desk(opened).cancel()
    return see_other(f"{opened.url}?at={opened.view(form['at']).at}&tab=engine")


def ask_engine(opened: OpenedGame, form: Form, context: RequestContext) -> Response[str]:
    """Back to the position, where the answer grows; leaving the page changes nothing."""
    opened.access.require("analyse")
    desk, view = _desk(opened), opened.view(form["at"])
    seconds = int(form["seconds"]) if form["seconds"].isdecimal() else 3
    url = f"{opened.url}?at={view.at}&tab=engine"
    try:
        if form["kind"] == "game":
            opened.access.require("write")
            desk.ask_for_game(seconds)
        else:
            desk.ask(opened.record, view, tried_moves(view, form["moves"]), seconds)
    except TooManyRequests as refusal:
        return warn(context, url, str(refusal.message))
    return see_other(url)


def _desk(opened: OpenedGame) -> EngineDesk:
    if opened.desk is None:
        raise NotSignedIn
    return opened.desk
