"""A game that somebody has opened, by its id or by its link: what the page of it is made of, whoever looks."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from chabudai.adapters.clock import Clock
from chabudai.adapters.usi import EngineFinder
from chabudai.apps.shogi import analyses, design, positions, preferences, record_texts, sharing, tags
from chabudai.apps.shogi.analysis_answers import read_details
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.list_pages.addresses import GamesAddress, folder_url
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.pages.engine_desk import EngineDesk
from chabudai.apps.shogi.people import People
from chabudai.apps.shogi.permissions import Access, Viewer, open_game, open_link
from chabudai.apps.shogi.records import IllegalMove, Position, Record, name_opening, opening_text
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_settings import BoardSettings, read_cookie, read_settings
from chabudai.apps.shogi.views.game_page import GamePage, about_game, player_names, subtitle_of, title_of
from chabudai.apps.shogi.views.game_view import GameView, view_game
from chabudai.apps.shogi.views.last_list import read_list
from chabudai.apps.shogi.views.move_rows import Scores
from chabudai.apps.shogi.views.review_table import summarize_sides
from chabudai.apps.shogi.views.visibility import describe_visibility, visibility_icon
from chabudai.common.owner import Owner
from chabudai.table import TypedStore
from chabudai.web.context import RequestContext
from chabudai.web.errors import NotSignedIn
from chabudai.web.routes import FromPath, Injected

_COUNTED_FROM: Final = 20  # plies: before that, most games are alike


@dataclass(frozen=True)
class OpenedGame:
    """`url` is its address for whoever opened it; `owner` is whoever looks, if they are signed in.

    `from_list` is the list of games that they looked at last.
    """

    access: Access
    url: str
    store: TypedStore
    owner: Owner | None
    settings: BoardSettings
    engine: EngineFinder
    people: People
    from_list: GamesAddress = field(default_factory=GamesAddress)

    def require_owner(self) -> Owner:
        """Whoever looks, for what only those who are signed in may do."""
        if self.owner is None:
            raise NotSignedIn
        return self.owner

    @cached_property
    def record(self) -> Record:
        return record_texts.read_kept(self.access.game.record)

    @cached_property
    def review(self) -> Review | None:
        """What the analysis of the whole game came to; of another main line it does not count."""
        game = self.access.game
        kept = analyses.find_scores(game.owner, self.store, game.game_id)
        if kept is None or kept.line != digest_line(self.record):
            return None
        return read_details(kept.scores, kept.response)

    @cached_property
    def scores(self) -> Scores:
        """Of that analysis, or of one that is under way as far as it has come."""
        if self.review is not None:
            return Scores(self.review.scores, self.review.marks)
        under_way = self.desk.review_under_way() if self.desk else None
        return Scores(under_way.scores) if under_way else Scores()

    @property
    def _is_whole(self) -> bool:
        """One that was stopped says nothing of the game."""
        return len(self.scores.values) > self.record.moves_count

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
            engine=self.desk.panel(self.record, view, tried, self.review) if self.desk else None,
            may_write=self.access.may("write"),
            may_copy=self.owner is not None,
            tried=" ".join(tried),
            game_id=self.access.game.game_id,
            seen_by=self._seen_by[0],
            seen_icon=self._seen_by[1],
            known=self._known(view, tried),
            tags=self._tags,
            summaries=summarize_sides(self.record, self.review) if self.review and self._is_whole else (),
        )

    def position(self, at: str, moves: str) -> Position:
        """After moves that were tried from an address."""
        view = self.view(at)
        position = view.position
        for move in tried_moves(view, moves):
            position = position.play_unchecked(move)
        return position

    def _known(self, view: GameView, tried: Sequence[str]) -> int | None:
        """In how many games of whoever looks the position stands; 0 where that is not asked, None for nobody."""
        if self.owner is None:
            return None
        if view.ply + len(tried) < _COUNTED_FROM:
            return 0
        position = view.position
        for move in tried:
            position = position.play_unchecked(move)
        return positions.count_games(self.owner, position)

    @cached_property
    def _seen_by(self) -> tuple[str, str]:
        """In a word, and as an icon; only the owner is told."""
        head = self._head
        if head is None or self.owner is None:
            return "", ""
        of_all = sharing.find_readers_of_all(self.owner)
        return describe_visibility(head, of_all), visibility_icon(head, of_all)

    @property
    def _tags(self) -> Sequence[tuple[str, str]]:
        """The owner's alone."""
        if self._head is None or not self._head.tags or self.owner is None:
            return ()
        return [(tag.tag_id, tag.name) for tag in tags.find_all(self.owner) if tag.tag_id in self._head.tags]

    @cached_property
    def _head(self) -> GameHead | None:
        """Of one's own game."""
        game = self.access.game
        return self.store.get(design.head(game.owner, game.game_id)) if self.access.is_own else None

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
        """The list in which it stands for whoever looks."""
        match self.access.role:
            case "reader_of_all":
                return f"/shogi/shared/people/{self.access.game.owner}"
            case "reader":
                return "/shogi/shared"
            case "public":
                return f"/shogi/u/{self.access.game.owner}"
            case _:
                return self.from_list.url if self.owner else "/"

    @property
    def _crumbs(self) -> Sequence[tuple[str, str]]:
        """Folders are the owner's alone; others see whose game it is, unless they have only its link."""
        if self.access.role == "link":
            return ()
        if not self.access.is_own:
            return self._ways_to_others
        *folders, name = self.access.game.slug.split("/")
        inner = [(folder, self._list_of("/".join(folders[: n + 1]))) for n, folder in enumerate(folders)]
        return [(gettext("Games"), self._list_of("")), *inner, (name, self.url)]

    def _list_of(self, folder: str) -> str:
        """As it was looked at last, if it is that one."""
        return self.from_list.url if self.from_list.folder == folder else folder_url(folder)

    @property
    def _ways_to_others(self) -> Sequence[tuple[str, str]]:
        whose = self.access.game.owner
        name, shared = self.people.names_of([whose])[whose], (gettext("Shared"), "/shogi/shared")
        match self.access.role:
            case "reader":
                return [shared, (name, self.url)]
            case "reader_of_all":
                return [shared, (name, self._back), (title_of(self.record), self.url)]
            case _:
                return [(name, self._back), (title_of(self.record), self.url)]


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
    people: Injected[People],
    context: Injected[RequestContext],
    board: Injected[BoardSettings],
    game_id: FromPath[str],
) -> OpenedGame:
    """For routes under /shogi/games/{game_id}."""
    owner = find_owner(store, clock, context)
    access = open_game(Viewer(store, owner.username if owner else None), game_id)
    came_from = read_list(context.jar)
    return OpenedGame(access, f"/shogi/games/{game_id}", store, owner, board, engine, people, came_from)


def provide_linked_game(
    store: Injected[TypedStore],
    clock: Injected[Clock],
    engine: Injected[EngineFinder],
    people: Injected[People],
    context: Injected[RequestContext],
    board: Injected[BoardSettings],
    share_code: FromPath[str],
) -> OpenedGame:
    """For routes under /s/{share_code}; a link that is dead is one that never was."""
    owner = find_owner(store, clock, context)
    access = open_link(Viewer(store, owner.username if owner else None), share_code)
    if access.is_own:
        # by its link an owner sees what others see of it
        access = Access(access.game, "link", is_signed_in=True)
    return OpenedGame(access, f"/s/{share_code}", store, owner, board, engine, people)


def provide_board_settings(store: Injected[TypedStore], context: Injected[RequestContext]) -> BoardSettings:
    """A person's own, on every device; a guest's, and until one chooses a person's too, are in the browser."""
    username = getattr(context.person, "username", None)
    own = preferences.find_board(store, username) if isinstance(username, str) else ""
    return read_settings(own or read_cookie(context.jar))


def find_owner(store: TypedStore, clock: Clock, context: RequestContext) -> Owner | None:
    """Whoever looks; None for a guest."""
    username, since = getattr(context.person, "username", None), getattr(context.person, "created_at", None)
    return Owner(store, username, clock, context.zone, since=since) if isinstance(username, str) else None
