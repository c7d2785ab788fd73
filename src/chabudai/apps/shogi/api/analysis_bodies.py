"""Analyses as the API tells them: what is asked, how far it is, and what the engine said."""

from datetime import datetime
from typing import Annotated

import msgspec
from msgspec import Meta

from chabudai.adapters.usi import Score
from chabudai.apps.shogi import analyses, analysis_requests
from chabudai.apps.shogi.analysis_answers import read_details, read_failure, read_position, read_review
from chabudai.apps.shogi.analysis_entities import Analysis, AnalysisKind, AnalysisStatus
from chabudai.apps.shogi.analysis_requests import DEFAULT_CANDIDATES, MOST_CANDIDATES, PositionRequest, Seconds
from chabudai.apps.shogi.api.game_bodies import PlayerName
from chabudai.apps.shogi.api.new_game_bodies import Sfen
from chabudai.apps.shogi.api.parameters import At, Usi, read_record
from chabudai.apps.shogi.entities import Game
from chabudai.apps.shogi.evaluation import Mark, format_score, win_rate
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.record_texts import MOST_MOVES
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Position, Side, line_text
from chabudai.apps.shogi.reviews import Review, SideSummary, summarize
from chabudai.apps.shogi.views.words import language
from chabudai.table import TypedStore
from chabudai.web.bodies import Body

Moves = Annotated[list[Usi], Meta(max_length=MOST_MOVES)]
Candidates = Annotated[int, Meta(ge=1, le=MOST_CANDIDATES)]


class NewAnalysis(Body):
    """Of the position at a place of a game, or after moves that are tried from there."""

    at: At = "0"
    moves: Moves = msgspec.field(default_factory=list)
    seconds: Seconds = 3
    candidates: Candidates = DEFAULT_CANDIDATES


class NewPositionAnalysis(Body):
    """Of any position: a start, as SFEN, and the moves that led on from there."""

    sfen: Sfen = HANDICAPS[EVEN]
    moves: Moves = msgspec.field(default_factory=list)
    seconds: Seconds = 3
    candidates: Candidates = DEFAULT_CANDIDATES


class NewReview(Body):
    """`seconds` is what doubtful moves are looked at for."""

    seconds: Seconds = 3


class ScoreBody(Body):
    """`value` in hundredths of a pawn, seen from sente; a mate is beyond all of them, and `winner` says whose it is.

    `winRate` is sente's chance to win, 0 to 1. `mateIn` is null when it is no mate, or when its length is not known.
    """

    value: int
    text: str
    win_rate: float
    winner: PlayerName | None
    mate_in: int | None


class CandidateBody(Body):
    """`moves` are its line in USI, the candidate itself first; `text` is the same as people read it."""

    score: ScoreBody
    moves: list[str]
    text: str
    depth: int


class PositionAnswerBody(Body):
    """The best candidate first; while the engine thinks, what it has found so far."""

    candidates: list[CandidateBody]
    engine: str


class MarkBody(Body):
    """`move` is the number of the move on the main line."""

    move: int
    mark: Mark


class SideSummaryBody(Body):
    """`bestShare` is how many of its moves were the engine's own choice, 0 to 1."""

    inaccuracies: int
    mistakes: int
    best_share: float | None
    worst_move: int | None
    worst_loss: float


class ScoresBody(Body):
    """Of the positions after 0, 1, 2 … moves of the main line; one that was cancelled, or goes on, has fewer."""

    scores: list[ScoreBody]
    best_moves: list[str]
    marks: list[MarkBody]
    engine: str
    sente: SideSummaryBody | None
    gote: SideSummaryBody | None


class FailureBody(Body):
    """`reason` is one word, `message` a sentence for people."""

    reason: str
    message: str


class AnalysisBody(Body):
    """`before` is how many wait before it; null where that was not asked. It is there for a day.

    `position` is the answer of one about a position, `game` of one about a whole game, `failure` why there is none.
    """

    id: str
    kind: AnalysisKind
    status: AnalysisStatus
    game_id: str | None
    created: datetime
    sfen: str | None
    done: int
    total: int
    is_under_way: bool
    is_cancelled: bool
    before: int | None
    position: PositionAnswerBody | None
    game: ScoresBody | None
    failure: FailureBody | None


class AnalysisList(Body):
    """The latest first."""

    analyses: list[AnalysisBody]
    cursor: str | None


def analysis_body(analysis: Analysis, before: int | None = None) -> AnalysisBody:
    asked = analysis_requests.read_position(analysis.request) if analysis.kind == "position" else None
    position = None if asked is None else _play(asked.start, asked.moves)
    is_error = analysis.status == "error"
    review = read_review(analysis.response) if analysis.kind == "game" and not is_error else None
    return AnalysisBody(
        id=analysis.analysis_id,
        kind=analysis.kind,
        status=analysis.status,
        game_id=analysis.game_id,
        created=analysis.created,
        sfen=None if position is None else position.sfen,
        done=analysis.done,
        total=analysis.total,
        is_under_way=analysis.worker is not None,
        is_cancelled=analysis.cancelled,
        before=before,
        position=None if position is None or is_error else _answer(analysis.response, position, asked),
        game=None if review is None else _scores(review, (), Side.SENTE),
        failure=_failure(analysis.response) if is_error else None,
    )


def find_scores_body(store: TypedStore, game: Game) -> ScoresBody:
    """Those that are kept with a game; of another main line they do not count."""
    record = read_record(game)
    kept = analyses.find_scores(game.owner, store, game.game_id)
    is_good = kept is not None and kept.line == digest_line(record)
    review = read_details(kept.scores, kept.response) if kept is not None and is_good else Review(())
    return _scores(review, record.main_moves, record.start_position.side)


def _play(start: str, moves: tuple[str, ...]) -> Position:
    position = Position.from_sfen(start)
    for move in moves:
        position = position.play_unchecked(move)
    return position


def _answer(response: str | None, position: Position, asked: PositionRequest | None) -> PositionAnswerBody | None:
    """The move before it is known, so that a capture on its square is spelled as one."""
    answer = read_position(response)
    if answer is None:
        return None
    previous = asked.moves[-1] if asked is not None and asked.moves else None
    found = [
        CandidateBody(
            score=score_body(each.score),
            moves=list(each.moves),
            text=line_text(position, list(each.moves), previous=previous, language=language()),
            depth=each.depth,
        )
        for each in answer.candidates
    ]
    return PositionAnswerBody(candidates=found, engine=answer.engine)


def score_body(value: int) -> ScoreBody:
    score = Score(value)
    return ScoreBody(
        value=value,
        text=format_score(value),
        win_rate=win_rate(value),
        winner=score.winner,
        mate_in=score.mate_in,
    )


def _scores(review: Review, moves: tuple[str, ...], first: Side) -> ScoresBody:
    sums = summarize(review, moves, first) if moves and review.scores else {}
    return ScoresBody(
        scores=[score_body(value) for value in review.scores],
        best_moves=list(review.best_moves),
        marks=[MarkBody(move=number, mark=mark) for number, mark in sorted(review.marks.items())],
        engine=review.engine,
        sente=_summary(sums.get(Side.SENTE)),
        gote=_summary(sums.get(Side.GOTE)),
    )


def _summary(summary: SideSummary | None) -> SideSummaryBody | None:
    if summary is None:
        return None
    return SideSummaryBody(
        inaccuracies=summary.inaccuracies,
        mistakes=summary.mistakes,
        best_share=summary.best_share,
        worst_move=summary.worst_move,
        worst_loss=summary.worst_loss,
    )


def _failure(response: str | None) -> FailureBody:
    failure = read_failure(response)
    return FailureBody(reason=failure.reason, message=str(failure.sentence))
