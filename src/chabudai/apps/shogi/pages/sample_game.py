"""A game to look at for whoever has none yet: nobody's, and read as by a link."""

from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import demo
from chabudai.apps.shogi.pages.opened_game import OpenedGame, find_owner
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import Access
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.routes import Injected

SAMPLE_URL: Final = "/shogi/sample"


def provide_sample_game(
    store: Injected[TypedStore],
    clock: Injected[Clock],
    engine: Injected[EngineFinder],
    people: Injected[People],
    context: Injected[RequestContext],
    board: Injected[BoardSettings],
) -> OpenedGame:
    """For routes under /shogi/sample; whoever is signed in may copy it, and ask the engine about it."""
    owner = find_owner(store, clock, context)
    game = demo.make_sample("ja" if words.is_japanese() else "en", clock)
    access = Access(game, "link", is_signed_in=owner is not None)
    return OpenedGame(access, SAMPLE_URL, store, owner, board, engine, people)
