"""A real engine at work on positions and whole games. Slow, since it has to think."""

from collections.abc import Iterator

import pytest
from tests import engines

from chabudai.adapters.usi import UsiEngine
from chabudai.apps.shogi import searches
from chabudai.apps.shogi.analysis_answers import PositionAnswer
from chabudai.apps.shogi.analysis_requests import position_request
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Record, line_text
from chabudai.apps.shogi.reviews import Review
from chabudai.apps.shogi.searches import Cancelled, MainLine, analyse_position, review_game

START = HANDICAPS[EVEN]
MATE_IN_1 = "4k4/9/4P4/9/9/9/9/9/4K4 b G2r2b3g4s4n4l17p 1"
SECOND = 5.0  # thousands of positions, as the engine of these tests counts its time
BLUNDER = ["7g7f", "3c3d", "8h3c+", "2b3c", "2g2f", "8c8d"]  # the third move gives a bishop away


@pytest.fixture(scope="module")
def engine() -> Iterator[UsiEngine]:
    with UsiEngine(engines.require_counting()) as engine:
        yield engine


def ignore(_found: object) -> None:
    pass


def main_line(moves: list[str], start: str = START) -> MainLine:
    record = Record.from_moves(moves, start=start)
    return MainLine(start, record.main_moves, tuple(record.positions(record.main_line())))


def test_candidates_are_told_while_the_engine_thinks_and_read_in_both_notations(engine: UsiEngine) -> None:
    request = position_request(START, ["7g7f", "3c3d"], seconds=10, candidates=3)
    told: list[PositionAnswer] = []
    answer = analyse_position(engine, request, SECOND, told.append)
    assert told[-1] == answer
    assert len(answer.candidates) == 3
    assert answer.score == answer.candidates[0].score
    assert answer.depth > 2
    position = main_line(["7g7f", "3c3d"]).positions[-1]
    for candidate in answer.candidates:
        assert line_text(position, list(candidate.moves), previous="3c3d").startswith("▲")
        assert line_text(position, list(candidate.moves), language="en").startswith("☗")


def test_a_mate_and_a_mated_king_are_told(engine: UsiEngine) -> None:
    mate = analyse_position(engine, position_request(MATE_IN_1, [], seconds=10, candidates=1), SECOND, ignore)
    assert mate.candidates[0].moves == ("G*5b",)
    assert mate.score == 29_999
    mated = position_request(MATE_IN_1, ["G*5b"], seconds=3, candidates=3)
    answer = analyse_position(engine, mated, SECOND, ignore)
    assert (answer.score, answer.candidates[0].moves) == (30_000, ())


def test_a_cancelled_search_answers_with_what_was_found(engine: UsiEngine) -> None:
    def cancel(answer: PositionAnswer) -> None:
        if answer.candidates:
            raise Cancelled

    request = position_request(START, [], seconds=10, candidates=2)
    assert analyse_position(engine, request, 300.0, cancel).candidates


def test_the_graph_of_a_whole_game_fills_from_the_left_and_a_blunder_is_marked(engine: UsiEngine) -> None:
    told: list[Review] = []
    line = main_line(BLUNDER)
    review = review_game(engine, line, SECOND * 4, told.append)
    lengths = [len(each.scores) for each in told]
    assert lengths == sorted(lengths)
    assert set(lengths) == set(range(len(BLUNDER) + 2))
    assert len(review.scores) == len(review.best_moves) == len(BLUNDER) + 1
    assert review.marks[3] == Mark.MISTAKE
    assert review.engine.startswith("Fairy")
    # No mark before the second search.
    assert all(not each.marks for each in told if len(each.scores) <= len(BLUNDER))


def test_a_cancelled_game_keeps_its_beginning(engine: UsiEngine) -> None:
    def cancel(found: Review) -> None:
        if len(found.scores) == 4:
            raise Cancelled

    review = review_game(engine, main_line(BLUNDER), SECOND, cancel)
    assert len(review.scores) == len(review.best_moves) == 4
    assert not review.marks


def test_a_game_that_ends_in_mate_ends_at_the_rim(engine: UsiEngine) -> None:
    review = review_game(engine, main_line(["G*5b"], MATE_IN_1), SECOND, ignore)
    assert review.scores == (29_999, 30_000)
    assert review.best_moves == ("G*5b", "")
    empty = review_game(engine, main_line([]), SECOND, ignore)
    assert len(empty.scores) == 1


def test_a_mark_is_set_only_where_both_positions_were_searched_twice(
    engine: UsiEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searches, "_DOUBTFUL", 9.0)  # nothing is looked at again
    assert not review_game(engine, main_line(BLUNDER), SECOND * 4, ignore).marks
