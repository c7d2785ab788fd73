"""The analysis of a whole game in figures: what it comes to for each side, and the score after every move."""

from dataclasses import dataclass

from chabudai.apps.shogi.evaluation import MARK_NAMES, format_score, win_rate
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.records import Record, Side
from chabudai.apps.shogi.reviews import Review, SideSummary, summarize
from chabudai.apps.shogi.views.move_rows import Scores, move_texts
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class SideFigures:
    """`best` is how many of its moves were the engine's own choice; `turn` is the move that gave away most."""

    inaccuracies: int
    mistakes: int
    best: str
    turn: str
    turn_at: str


@dataclass(frozen=True, slots=True)
class ScoredMove:
    """`at` is its address; the start has no move."""

    at: str
    text: str
    score: str
    rate: str
    mark: Text


def summarize_sides(record: Record, review: Review) -> tuple[SideFigures, ...]:
    """Sente's, then gote's."""
    sides = summarize(review, record.main_moves, record.start_position.side)
    texts = move_texts(record, record.main_line())
    return tuple(_figures(sides[side], texts) for side in (Side.SENTE, Side.GOTE))


def list_scores(record: Record, scores: Scores) -> list[ScoredMove]:
    """As far as the analysis has come."""
    texts = ["", *move_texts(record, record.main_line())]
    return [
        ScoredMove(str(ply), texts[ply], format_score(value), f"{win_rate(value):.0%}", _name_mark(scores, ply))
        for ply, value in enumerate(scores.values[: len(texts)])
    ]


def _figures(summary: SideSummary, texts: list[str]) -> SideFigures:
    worst = summary.worst_move
    return SideFigures(
        inaccuracies=summary.inaccuracies,
        mistakes=summary.mistakes,
        best="" if summary.best_share is None else f"{summary.best_share:.0%}",
        turn=gettext("%(n)s %(move)s", n=worst, move=texts[worst - 1]) if worst else "",
        turn_at=str(worst) if worst else "",
    )


def _name_mark(scores: Scores, ply: int) -> Text:
    mark = scores.mark(ply)
    return MARK_NAMES[mark] if mark else ""
