"""The analysis of a whole game in figures: what it comes to for each side, and the score after every move."""

from collections.abc import Mapping
from dataclasses import dataclass

from chabudai.apps.shogi.evaluation import MARK_NAMES, show_score, win_rate
from chabudai.apps.shogi.messages import gettext
from chabudai.apps.shogi.records import Record, Side
from chabudai.apps.shogi.reviews import Review, SideSummary, summarize
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.move_rows import AROUND, WHOLE, Scores
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


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """`earlier` and `later` are plies on both sides of the rows, None where no row is left out."""

    rows: tuple[ScoredMove, ...]
    earlier: int | None
    later: int | None


def summarize_sides(record: Record, review: Review) -> tuple[SideFigures, ...]:
    """Sente's, then gote's."""
    sides = summarize(review, record.main_moves, record.start_position.side)
    worst = [side.worst_move for side in sides.values() if side.worst_move]
    texts = record.replay.texts(worst, words.language())
    return tuple(_figures(sides[side], texts) for side in (Side.SENTE, Side.GOTE))


def list_scores(record: Record, scores: Scores, near: int) -> ScoreTable:
    """As far as the analysis has come; of a long game around the move with the number `near`."""
    count = min(len(scores.values), record.moves_count + 1)
    first, last = (max(0, near - AROUND), min(count, near + AROUND)) if count > WHOLE else (0, count)
    texts = record.replay.texts(range(first, last), words.language())
    rows = [
        ScoredMove(str(ply), texts.get(ply, ""), show_score(value), f"{win_rate(value):.0%}", _name_mark(scores, ply))
        for ply, value in enumerate(scores.values[first:last], start=first)
    ]
    return ScoreTable(tuple(rows), first - 1 if first else None, last if last < count else None)


def _figures(summary: SideSummary, texts: Mapping[int, str]) -> SideFigures:
    worst = summary.worst_move
    return SideFigures(
        inaccuracies=summary.inaccuracies,
        mistakes=summary.mistakes,
        best="" if summary.best_share is None else f"{summary.best_share:.0%}",
        turn=gettext("%(n)s %(move)s", n=worst, move=texts[worst]) if worst else "",
        turn_at=str(worst) if worst else "",
    )


def _name_mark(scores: Scores, ply: int) -> Text:
    mark = scores.mark(ply)
    return MARK_NAMES[mark] if mark else ""
