"""What whoever is signed in may do with a game by its link: ask the engine, and copy the game to their own."""

from typing import Any

from litestar import Response

from chabudai.apps.shogi.pages.game_analyses import ask_engine
from chabudai.apps.shogi.pages.game_copies import copy
from chabudai.apps.shogi.pages.opened_game import OpenedGame
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.routes import Injected, post


@post("/analyses", status_code=200)
def ask_by_link(opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    return ask_engine(opened, form, context)


@post("/copies", status_code=200)
def copy_by_link(
    opened: Injected[OpenedGame], form: Injected[Form], context: Injected[RequestContext]
) -> Response[Any]:
    return copy(opened, form, context)
