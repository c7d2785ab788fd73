"""A game of somebody else's copied to one's own, with moves that were tried in it."""

from typing import Any

from litestar import Response

from chabudai.apps.shogi import copies
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.opened_game import OpenedGame
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
    name = context.person.name if context.person else ""
    made = copies.copy(opened.owner, opened.access, view.place.address, form["moves"].split(), own_name=name)
    url = f"/shogi/games/{made.game.game_id}?at={made.at}"
    answer = redirect_with_toast(context, url, gettext("Copied to your games."))
    return Response({"url": url}) if form["as"] == "json" else answer
