"""A game that somebody has opened, by its id or by its link: what the page of it is made of, whoever looks."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from urllib.parse import quote

from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import analyses, record_texts
from chabudai.apps.shogi.analysis_answers import read_details
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.engine_desk import EngineDesk
from chabudai.apps.shogi.permissions import Access, Viewer, open_game, open_link
from chabudai.apps.shogi.records import IllegalMove, Record, name_opening, opening_text
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings, read_settings
from chabudai.apps.shogi.views.game_page import GamePage, about_game, player_names, subtitle_of, title_of
from chabudai.apps.shogi.views.game_view import GameView, view_game
from chabudai.apps.shogi.views.move_rows import Scores
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.routes import FromPath, Injected


@dataclass(frozen=True)
class OpenedGame:
    """`url` is its address for whoever opened it; `owner` is whoever looks, if they are signed in."""

    access: Access
    url: str
    store: TypedStore
    owner: Owner | None
    settings: BoardSettings
    engine: EngineFinder

    @cached_property
    def record(self) -> Record:
        return record_texts.read_kept(self.access.game.record)

    @cached_property
    def scores(self) -> Scores:
        """What the analysis of the whole game came to, or has so far; of another main line it does not count."""
        game = self.access.game
        kept = analyses.find_scores(game.owner, self.store, game.game_id)
        if kept is not None and kept.line == digest_line(self.record):
            review = read_details(kept.scores, kept.response)
            return Scores(review.scores, review.marks)
        under_way = self.desk.review_under_way() if self.desk else None
        return Scores(under_way.scores) if under_way else Scores()

    def view(self, at: str, flip: str = "") -> GameView:
        """`flip` turns the board from where this person likes to sit."""
        is_second = self.access.is_own and self.settings.bottom == "own" and self.access.game.side == "second"
        return view_game(self.record, at, self.scores, is_flipped=is_second != (flip == "1"))

    def page(self, at: str, *, flip: str = "", tab: str = "moves", tried: Sequence[str] = ()) -> GamePage:
        view = self.view(at, flip)
        sente, gote = player_names(self.record)
        return GamePage(
            view=view,
            url=self.url,
            back=self._back,
            title=title_of(self.record),
            sente=sente,
            gote=gote,
            subtitle=subtitle_of(self.record),
            about=about_game(self.record, self._opening),
            crumbs=self._crumbs,
            seen=self.access.game.latest_update.isoformat(),
            tab=tab if tab in ("moves", "engine", "memo") else "moves",
            memo=self.access.memo if self.access.is_own else self.access.memo or None,
            engine=self.desk.panel(self.record, view, tried) if self.desk else None,
            may_write=self.access.may("write"),
            may_copy=self.owner is not None,
            tried=" ".join(tried),
        )

    @cached_property
    def desk(self) -> EngineDesk | None:
        """None for whoever may not ask the engine."""
        if self.owner is None or not self.access.may("analyse"):
            return None
        return EngineDesk(self.owner, self.engine, self.settings, self.access.game, is_own=self.access.is_own)

    @property
    def _opening(self) -> str:
        """As the record calls it, else by its first moves."""
        name = self.record.opening or name_opening(self.record) or ""
        return opening_text(name, words.language())

    @property
    def _back(self) -> str:
        return "/shogi" if self.owner else "/"

    @property
    def _crumbs(self) -> Sequence[tuple[str, str]]:
        """Folders are the owner's alone."""
        if not self.access.is_own:
            return ()
        *folders, name = self.access.game.slug.split("/")
        links = [(folder, "/".join(folders[: n + 1])) for n, folder in enumerate(folders)]
        inner = [(folder, f"/shogi?folder={quote(path)}") for folder, path in links]
        return [(gettext("Games"), "/shogi"), *inner, (name, self.url)]


def tried_moves(view: GameView, moves: str) -> tuple[str, ...]:
    """Moves that go on from a position; those that the rules refuse, and what follows, are left out."""
    position, good = view.position, list[str]()
    for move in moves.split()[:200]:
        try:
            position = position.play(move)
        except IllegalMove:
            break
        good.append(move)
    return tuple(good)


def provide_opened_game(
    store: Injected[TypedStore],
    clock: Injected[Clock],
    engine: Injected[EngineFinder],
    context: Injected[RequestContext],
    game_id: FromPath[str],
) -> OpenedGame:
    """For routes under /shogi/games/{game_id}."""
    owner = _owner(store, clock, context)
    access = open_game(Viewer(store, owner.username if owner else None), game_id)
    return OpenedGame(access, f"/shogi/games/{game_id}", store, owner, read_settings(context.jar), engine)


def provide_linked_game(
    store: Injected[TypedStore],
    clock: Injected[Clock],
    engine: Injected[EngineFinder],
    context: Injected[RequestContext],
    share_code: FromPath[str],
) -> OpenedGame:
    """For routes under /s/{share_code}; a link that is dead is one that never was."""
    owner = _owner(store, clock, context)
    access = open_link(Viewer(store, owner.username if owner else None), share_code)
    if access.is_own:
        # by its link an owner sees what others see of it
        access = Access(access.game, "link", is_signed_in=True)
    return OpenedGame(access, f"/s/{share_code}", store, owner, read_settings(context.jar), engine)


def _owner(store: TypedStore, clock: Clock, context: RequestContext) -> Owner | None:
    username = getattr(context.person, "username", None)
    return Owner(store, username, clock, context.zone) if isinstance(username, str) else None
