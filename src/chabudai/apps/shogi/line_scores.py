"""What an engine said of a main line when that becomes another: as far as both go together it still holds."""

from itertools import takewhile

from chabudai.apps.shogi.analysis_answers import read_details, write_details
from chabudai.apps.shogi.analysis_entities import GameScores
from chabudai.apps.shogi.heads import digest_line
from chabudai.apps.shogi.records import Record
from chabudai.apps.shogi.reviews import Review


def carry_over(kept: GameScores, old: Record, new: Record) -> GameScores | None:
    """The part that holds for the new main line; None where the lines part at once, or it was of neither."""
    shared = _shared_moves(old, new)
    if not shared or kept.line != digest_line(old):
        return None
    review = read_details(kept.scores[: shared + 1], kept.response)
    marks = {number: mark for number, mark in review.marks.items() if number <= shared}
    part = Review(review.scores, review.best_moves[: shared + 1], marks, review.engine)
    response = None if kept.response is None else write_details(part)
    return kept.model_copy(update={"line": digest_line(new), "scores": part.scores, "response": response})


def _shared_moves(old: Record, new: Record) -> int:
    if old.start != new.start:
        return 0
    pairs = zip(old.main_moves, new.main_moves, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
