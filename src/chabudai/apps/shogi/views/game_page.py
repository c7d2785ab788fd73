"""A game's page before it is rendered: who looks at it, what they may do, and what stands in its head."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from litestar import Response

from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.records import Record
from chabudai.apps.shogi.side_names import names_in
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings
from chabudai.apps.shogi.views.engine_panel import EnginePanel
from chabudai.apps.shogi.views.game_view import GameView
from chabudai.apps.shogi.views.review_table import SideFigures
from chabudai.web import formats
from chabudai.web.context import current_display
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages


@dataclass(frozen=True, slots=True)
class GamePage:
    """`url` is the address of the game for whoever looks at it; `seen` is the state that a change is held to.

    `memo` is None for whoever may not read it, `engine` for whoever may not ask it. `tried` are moves in USI that go on
    from the address, of which the engine is asked. `seen_by` says to the owner who may see the game;
    `tags` are pairs of id and name.
    `known` is in how many of their own games the position stands, 0 when that is not told; None for whoever has none.
    `summaries` are what the analysis of the game comes to for sente and for gote.
    """

    view: GameView
    url: str
    back: str
    title: str
    sente: str
    gote: str
    subtitle: str
    about: str
    crumbs: Sequence[tuple[str, str]] = ()
    seen: str = ""
    tab: str = "moves"
    memo: str | None = None
    engine: EnginePanel | None = None
    may_write: bool = False
    may_copy: bool = False
    tried: str = ""
    game_id: str = ""
    seen_by: str = ""
    seen_icon: str = ""
    known: int | None = None
    tags: Sequence[tuple[str, str]] = ()
    summaries: Sequence[SideFigures] = ()

    @property
    def comment(self) -> str:
        """What is written beside the move that is shown."""
        return self.view.record.nodes[self.view.place.index].comment

    @property
    def has_engine(self) -> bool:
        return self.engine is not None or bool(self.view.graph.line)


def player_names(record: Record) -> tuple[str, str]:
    """Sente's and gote's; whoever has no name is called by the side."""
    sides = names_in(record.handicap)
    return record.sente or str(sides.sente), record.gote or str(sides.gote)


def title_of(record: Record) -> str:
    sente, gote = player_names(record)
    return gettext("%(sente)s vs %(gote)s", sente=sente, gote=gote)


def about_game(record: Record, opening: str) -> str:
    """The day, the handicap, the opening and how it ended, in one line."""
    parts = [_day(record), words.name_handicap(record.handicap), opening, describe_outcome(record)]
    return " · ".join(part for part in parts if part)


def describe_outcome(record: Record) -> str:
    """Who won in how many moves, or how it ended; empty for one that goes on."""
    count = formats.number_text(record.moves_count)
    if record.winner is not None:
        side = names_in(record.handicap).of(record.winner)
        return ngettext(
            "%(side)s wins in %(n)s move", "%(side)s wins in %(n)s moves", record.moves_count, side=side, n=count
        )
    if record.ending:
        return gettext("%(ending)s after %(n)s moves", ending=words.ENDINGS[record.ending.kind], n=count)
    return ""


def subtitle_of(record: Record) -> str:
    return " · ".join(part for part in (record.event, _day(record)) if part)


def render_game(pages: Pages, page: GamePage, settings: BoardSettings, template: str, **more: Any) -> Response[str]:
    return pages.page(
        template,
        page=page,
        settings=settings,
        script_words=words.script_words(page.view.sides),
        is_japanese=words.is_japanese(),
        mark_names=MARK_NAMES,
        current_at=page.view.at,
        **more,
    )


def render_kept_game(pages: Pages, page: GamePage, settings: BoardSettings) -> Response[str]:
    """The page itself, which a browser shows again without a connection."""
    return keep_offline(render_game(pages, page, settings, "shogi/own_game.html"))


def _day(record: Record) -> str:
    return formats.day_text(record.played, current_display().zone) if record.played else ""
