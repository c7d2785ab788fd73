"""The analysis of a whole game: a score for every position, marked moves, and what it comes to for each side."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from types import MappingProxyType

from chabudai.apps.shogi.evaluation import Mark, lost_rate, mark_of
from chabudai.apps.shogi.records import Side


@dataclass(frozen=True, slots=True)
class Unfinished:
    """What it takes to go on with a review: how long a second search takes, and of which positions there was one.

    `line` is what the game's head said of its main line: of another there is nothing to go on with.
    """

    line: str
    seconds: float
    searched_twice: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Review:
    """`scores` and `best_moves` are of the positions after 0, 1, 2 … moves; one that was cancelled has fewer.

    `marks` are by the number of the move; a mark is set only after both positions around it were searched twice.
    `unfinished` is None for one that has come to its end.
    """

    scores: tuple[int, ...]
    best_moves: tuple[str, ...] = ()
    marks: Mapping[int, Mark] = field(default_factory=lambda: MappingProxyType({}))
    engine: str = ""
    unfinished: Unfinished | None = None


@dataclass(frozen=True, slots=True)
class SideSummary:
    """`best_share` is how many of its moves were the engine's own choice, 0 to 1; None when it made none.

    `worst_move` is the number of the move that gave away most, if any did; `worst_loss` how much of the chance to win.
    """

    inaccuracies: int
    mistakes: int
    best_share: float | None
    worst_move: int | None
    worst_loss: float


def losses(scores: Sequence[int], first: Side) -> tuple[float, ...]:
    """What each move gave away, the first one first."""
    return tuple(
        lost_rate(before, after, first if number % 2 == 0 else first.other)
        for number, (before, after) in enumerate(pairwise(scores))
    )


def find_marks(scores: Sequence[int], best_moves: Sequence[str], moves: Sequence[str], first: Side) -> dict[int, Mark]:
    """By the number of the move. The engine's own choice is none, whatever it thought a move later."""
    found = {}
    for number, lost in enumerate(losses(scores, first), start=1):
        mark = mark_of(lost)
        if mark is not None and best_moves[number - 1] != moves[number - 1]:
            found[number] = mark
    return found


def summarize(review: Review, moves: Sequence[str], first: Side) -> dict[Side, SideSummary]:
    """`moves` is the main line that was analysed, `first` whoever moves first."""
    lost = losses(review.scores[: len(moves) + 1], first)
    return {side: _summarize(review, moves, lost, 1 if side is first else 2) for side in Side}


def _summarize(review: Review, moves: Sequence[str], lost: Sequence[float], start: int) -> SideSummary:
    numbers = range(start, len(lost) + 1, 2)
    marks = [review.marks.get(number) for number in numbers]
    known = [number for number in numbers if number <= len(review.best_moves) and review.best_moves[number - 1]]
    best = [number for number in known if review.best_moves[number - 1] == moves[number - 1]]
    worst = max(numbers, key=lambda number: lost[number - 1], default=None)
    worst_loss = 0.0 if worst is None else max(0.0, lost[worst - 1])
    return SideSummary(
        inaccuracies=marks.count(Mark.INACCURACY),
        mistakes=marks.count(Mark.MISTAKE),
        best_share=len(best) / len(known) if known else None,
        worst_move=worst if worst_loss > 0 else None,
        worst_loss=worst_loss,
    )
