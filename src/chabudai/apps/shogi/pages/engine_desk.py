"""Where a person asks the engine: what it said of a position, what waits, and whether there is one at all."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from chabudai.adapters.usi import INSTALL_COMMAND, EngineFinder
from chabudai.apps.shogi import analyses, analysis_requests, quotas
from chabudai.apps.shogi.analysis_answers import read_failure, read_position, read_review
from chabudai.apps.shogi.analysis_entities import Analysis
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.messages import gettext, ngettext
from chabudai.apps.shogi.records import Position, Record
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.side_names import SideNames
from chabudai.apps.shogi.views.board_settings import BoardSettings
from chabudai.apps.shogi.views.engine_panel import EnginePanel, judge, view_candidates
from chabudai.apps.shogi.views.game_view import GameView
from chabudai.common.owner import Owner
from chabudai.web import formats

_SOON = 1  # seconds until the panel looks again


@dataclass(frozen=True)
class EngineDesk:
    owner: Owner
    engine: EngineFinder
    settings: BoardSettings
    game: Game
    is_own: bool

    @cached_property
    def _known(self) -> tuple[Analysis, ...]:
        """What this person has asked of late."""
        return tuple(analyses.find_page(self.owner))

    @property
    def _of_game(self) -> Analysis | None:
        """The analysis of the whole game that waits or is under way."""
        return next((each for each in self._known if _is_of_game(each, self.game)), None)

    @property
    def _failure(self) -> str:
        """Why the latest analysis of the whole game broke off; empty when it did not, or was called off."""
        last = next((each for each in self._known if (each.kind, each.game_id) == ("game", self.game.game_id)), None)
        if last is None or last.status != "error":
            return ""
        failure = read_failure(last.response)
        return "" if failure.reason == "cancelled" else gettext("Stopped: %(reason)s", reason=failure.sentence)

    def review_under_way(self) -> Review | None:
        return read_review(self._of_game.response) if self._of_game else None

    def panel(self, record: Record, view: GameView, tried: Sequence[str], review: Review | None) -> EnginePanel:
        """Of the position that is shown, or of the one after moves that were tried from it.

        `review` is what the analysis of the whole game came to: one that was begun is gone on with.
        """
        position, previous = view.position, record.nodes[view.place.index].move or None
        for move in tried:
            position, previous = position.play_unchecked(move), move
        if self.engine() is None:
            return self._without_engine()
        of_game = self._of_game
        here = next((each for each in self._known if _is_of_position(each, position.key)), None)
        seconds = _preferred_seconds(review)
        base = EnginePanel(
            left=self._left(),
            seconds=seconds,
            may_review=self.is_own and of_game is None and bool(view.moves),
            cost=analyses.cost_of_game(view.moves, review, seconds),
            progress=(of_game.done, of_game.total or view.moves + 1) if of_game else None,
            state=self._review_state(of_game, view) if of_game else self._failure or self._bound(view),
            is_problem=of_game is None and bool(self._failure),
            poll=_SOON if of_game else 0,
        )
        return base if here is None else self._with_answer(base, here, _Shown(position, previous, view.sides))

    def ask(self, record: Record, view: GameView, tried: Sequence[str], seconds: int) -> None:
        request = analysis_requests.request_at(
            record, view.place.index, tried, seconds=seconds, candidates=analysis_requests.DEFAULT_CANDIDATES
        )
        analyses.ask_for_position(self.owner, analysis_requests.write(request), self.game.game_id)

    def ask_for_game(self, seconds: int) -> None:
        request = analysis_requests.write(analysis_requests.game_request(seconds))
        analyses.ask_for_game(self.owner, self.game.game_id, request)

    def cancel(self) -> None:
        """What waits or is under way of this game as a whole."""
        if self._of_game:
            analyses.cancel(self.owner, self._of_game.analysis_id)

    def _with_answer(self, base: EnginePanel, analysis: Analysis, at: "_Shown") -> EnginePanel:
        answer = read_position(analysis.response) if analysis.status != "error" else None
        as_rate = self.settings.figures == "rate"
        lines = [(each.score, each.moves) for each in answer.candidates] if answer else []
        found = view_candidates(at.position, lines, at.previous, as_rate=as_rate)
        value = answer.score if answer else None
        score, verdict = ("", "") if value is None else judge(value, at.sides, as_rate=as_rate)
        shown = replace(base, candidates=found, score=score, verdict=verdict, depth=answer.depth if answer else 0)
        if analysis.status == "waiting":
            return replace(shown, state=self._waiting_state(analysis), is_problem=False, poll=_SOON, may_ask=False)
        if analysis.status == "error":
            sentence = gettext("Stopped: %(reason)s", reason=read_failure(analysis.response).sentence)
            return replace(shown, state=sentence, is_problem=True)
        return shown

    def _waiting_state(self, analysis: Analysis) -> str:
        if analysis.worker is not None:
            return gettext("Thinking…")
        before = analyses.count_before(self.owner, analysis)
        return gettext("In the queue (number %(n)s)", n=before + 1)

    def _review_state(self, analysis: Analysis, view: GameView) -> str:
        if analysis.worker is None:
            return self._waiting_state(analysis)
        done = max(0, analysis.done - 1)  # positions: the one before the first move is of no move
        return gettext("%(done)s of %(n)s moves", done=done, n=analysis.total - 1 if analysis.total else view.moves)

    def _bound(self, view: GameView) -> str:
        """Of a game that is longer than what is analysed of one."""
        if not self.is_own or view.moves <= analyses.MOST_MOVES:
            return ""
        return gettext("In a game this long, only the first %(n)s moves are analysed.", n=analyses.MOST_MOVES)

    def _left(self) -> str:
        usage = quotas.find_analyses(self.owner)
        if usage.until is None:
            return ""
        until = formats.time_text(usage.until, self.owner.zone)
        return ngettext("%(n)s left (until %(time)s)", "%(n)s left (until %(time)s)", usage.left, time=until)

    def _without_engine(self) -> EnginePanel:
        return EnginePanel(
            state=gettext("This house has no shogi program yet."), missing=INSTALL_COMMAND, may_ask=False
        )


@dataclass(frozen=True)
class _Shown:
    """A position, the move that led to it, and what the sides of its game are called."""

    position: Position
    previous: str | None
    sides: SideNames


def _is_of_game(analysis: Analysis, game: Game) -> bool:
    return (analysis.kind, analysis.game_id, analysis.status) == ("game", game.game_id, "waiting")


def _is_of_position(analysis: Analysis, key: str) -> bool:
    return analysis.kind == "position" and analysis_requests.read_key(analysis.request) == key


def _preferred_seconds(begun: Review | None) -> int:
    """What is chosen beforehand: with the time that an unfinished analysis had, it is gone on with."""
    left = begun.unfinished if begun else None
    times = analysis_requests.THINKING_TIMES
    return next((each for each in times if left and each == left.seconds), times[0])
