"""What an analysis may be asked for."""

import pytest

from chabudai.apps.shogi import analysis_requests
from chabudai.apps.shogi.errors import InvalidPosition
from chabudai.apps.shogi.records import EVEN, HANDICAPS, Address, Position, Record

START = HANDICAPS[EVEN]


def test_a_position_is_asked_for_with_a_time_and_candidates() -> None:
    request = analysis_requests.position_request(START, ["7g7f"], seconds=5, candidates=3)
    assert (request.seconds, request.candidates, request.key) == (5, 3, Position.start().play("7g7f").key)
    assert analysis_requests.read_position(analysis_requests.write(request)) == request


@pytest.mark.parametrize(("seconds", "candidates", "taken"), [(0, 0, (3, 1)), (4, 11, (3, 10)), (999, -5, (10, 1))])
def test_other_numbers_become_the_nearest(seconds: int, candidates: int, taken: tuple[int, int]) -> None:
    request = analysis_requests.position_request(START, [], seconds=seconds, candidates=candidates)
    assert (request.seconds, request.candidates) == taken


@pytest.mark.parametrize(
    ("start", "moves"),
    [
        ("rubbish", []),
        (START, ["5i5a"]),
        (START, ["7g7f\nquit"]),
        (START, ["7g7f", "7g7f"]),
        ("9/9/9/9/9/9/9/9/9 b - 1", []),
        (START, ["2h1h", "8b9b", "1h2h", "9b8b"] * 501),
    ],
)
def test_what_no_game_can_come_to_is_refused(start: str, moves: list[str]) -> None:
    with pytest.raises(InvalidPosition):
        analysis_requests.position_request(start, moves, seconds=3, candidates=1)


def test_a_stored_request_that_can_not_be_read_is_none() -> None:
    for text in (None, "", "{", "[]", '{"start": "x", "moves": [], "seconds": 3, "candidates": 1}'):
        assert analysis_requests.read_position(text) is None
        assert analysis_requests.read_game(text).seconds == 3
    assert analysis_requests.read_game(analysis_requests.write(analysis_requests.game_request(9))).seconds == 10


def test_far_on_in_a_long_game_only_the_moves_before_that_can_matter_are_told() -> None:
    record = Record.from_moves(["2h1h", "8b9b", "1h2h", "9b8b"] * 600)
    index = record.find(Address(2399)).index
    request = analysis_requests.request_at(record, index, ["9b8b", "7g7f"], seconds=3, candidates=1)
    assert request.moves[-3:] == ("1h2h", "9b8b", "7g7f")
    assert len(request.moves) == 302
    assert request.key == record.position_at(index).play("9b8b").play("7g7f").key
    near = analysis_requests.request_at(record, 2, [], seconds=3, candidates=1)
    assert (near.start, near.moves) == (START, ("2h1h", "8b9b"))


def test_of_which_position_a_request_is_needs_no_rules() -> None:
    request = analysis_requests.position_request(START, ["7g7f"], seconds=3, candidates=1)
    assert analysis_requests.read_key(analysis_requests.write(request)) == request.key
    assert analysis_requests.read_key("{") is None
    assert analysis_requests.read_key(analysis_requests.write(analysis_requests.game_request(3))) is None
