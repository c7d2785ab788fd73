"""A whole game's numbers: losses, marks, and what they come to for each side."""

from chabudai.apps.shogi import analysis_answers
from chabudai.apps.shogi.analysis_answers import AnalysisFailure, Candidate, PositionAnswer
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import Side
from chabudai.apps.shogi.reviews import Review, find_marks, losses, summarize

MOVES = ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e")
SCORES = (50, 40, 60, -700, -650, -700, -10)  # the third move and the sixth give much away
BEST = ("7g7f", "8c8d", "6g6f", "8c8d", "2f2e", "4a3b", "6i7h")


def test_a_move_loses_what_its_own_side_gave_away() -> None:
    lost = losses(SCORES, Side.SENTE)
    assert len(lost) == 6
    assert [number for number, loss in enumerate(lost, start=1) if loss > 0.2] == [3, 6]
    assert [number for number, loss in enumerate(losses(SCORES, Side.GOTE), start=1) if loss > 0.05] == []


def test_marks_spare_the_engines_own_choice() -> None:
    assert find_marks(SCORES, BEST, MOVES, Side.SENTE) == {3: Mark.MISTAKE, 6: Mark.MISTAKE}
    own = (*BEST[:2], MOVES[2], *BEST[3:])
    assert find_marks(SCORES, own, MOVES, Side.SENTE) == {6: Mark.MISTAKE}


def test_a_summary_counts_each_sides_moves() -> None:
    review = Review(SCORES, BEST, {3: Mark.MISTAKE, 6: Mark.INACCURACY}, "engine")
    sides = summarize(review, MOVES, Side.SENTE)
    sente, gote = sides[Side.SENTE], sides[Side.GOTE]
    assert (sente.inaccuracies, sente.mistakes, sente.worst_move) == (0, 1, 3)
    assert (gote.inaccuracies, gote.mistakes, gote.worst_move) == (1, 0, 6)
    assert sente.best_share == 2 / 3
    assert gote.best_share == 1 / 3
    turned = summarize(review, MOVES, Side.GOTE)
    assert turned[Side.GOTE].mistakes == 1


def test_a_cancelled_one_is_summarized_as_far_as_it_went() -> None:
    sides = summarize(Review(SCORES[:3], BEST[:3]), MOVES, Side.SENTE)
    assert sides[Side.SENTE].best_share == 1.0
    assert summarize(Review((0,)), (), Side.SENTE)[Side.GOTE].best_share is None
    assert summarize(Review((0,)), (), Side.SENTE)[Side.GOTE].worst_move is None


def test_what_is_written_is_read_back() -> None:
    review = Review(SCORES, (*BEST[:-1], ""), {3: Mark.MISTAKE, 6: Mark.INACCURACY}, "Fairy 11")
    assert analysis_answers.read_review(analysis_answers.write_review(review, MOVES)) == review
    assert analysis_answers.read_details(SCORES, analysis_answers.write_details(review)) == review
    answer = PositionAnswer((Candidate(120, ("7g7f", "3c3d"), 14), Candidate(-30_000, (), 0)), "Fairy 11")
    written = analysis_answers.write_position(answer)
    assert analysis_answers.read_position(written) == answer
    assert '"moves":["7g7f",""],"evaluation":[120,-30000]' in written
    failure = AnalysisFailure("silent", "x" * 999)
    read = analysis_answers.read_failure(analysis_answers.write_failure(failure))
    assert (read.reason, len(read.detail)) == ("silent", 300)
    assert str(read.sentence) == "The shogi program stopped answering."


def test_what_another_program_stored_hides_nothing() -> None:
    for text in (None, "", "{", "[]", "7", '{"evaluation": ["x"], "lines": [], "depths": []}', '{"moves": []}'):
        assert analysis_answers.read_position(text) is None
        assert analysis_answers.read_review(text) is None
        assert analysis_answers.read_details((1, 2), text).scores == (1, 2)
        assert str(analysis_answers.read_failure(text).sentence) == "The analysis stopped."
    odd = analysis_answers.read_details((1,), '{"best": 3, "marks": {"x": "mistake", "2": "blunder", "4": "mistake"}}')
    assert dict(odd.marks) == {4: Mark.MISTAKE}
