"""Positions as values: SFEN, keys, hands, playing, and what is wrong with one that was laid out by hand."""

import subprocess
import sys

import pytest
from tests.apps.shogi.records.generated import random_positions

from chabudai.apps.shogi.records import (
    HANDICAPS,
    SQUARES,
    IllegalMove,
    InvalidSfen,
    Position,
    PositionProblem,
    Problem,
    Reason,
    Side,
    Why,
)

START = HANDICAPS["平手"]


def test_sfen_comes_back() -> None:
    for position in random_positions(60):
        assert Position.from_sfen(position.sfen) == position


def test_hands_are_written_in_the_usual_order() -> None:
    position = Position.from_sfen("4k4/9/9/9/9/9/9/9/4K4 b 2pPGr3n 7")
    assert position.sfen == "4k4/9/9/9/9/9/9/9/4K4 b GPr3n2p 7"
    assert list(position.hand(Side.GOTE).items()) == [("R", 1), ("N", 3), ("P", 2)]


@pytest.mark.parametrize(
    "sfen",
    [
        "",
        "x",
        "9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/9/9 b - 1",
        "54/9/9/9/9/9/9/9/91 b - 1",
        "+k8/9/9/9/9/9/9/9/9 b - 1",
        "+g8/9/9/9/9/9/9/9/9 b - 1",
        "9/9/9/9/9/9/9/9/9 x - 1",
        "9/9/9/9/9/9/9/9/9 b 19P 1",
        "9/9/9/9/9/9/9/9/9 b K 1",
        "9/9/9/9/9/9/9/9/9 b P- 1",
        "9/9/9/9/9/9/9/9/9 b - one",
        "9/9/9/9/9/9/9/9/9 b - 1 1",
    ],
)
def test_what_is_no_position_is_refused(sfen: str) -> None:
    with pytest.raises(InvalidSfen):
        Position.from_sfen(sfen)


def test_a_key_is_of_board_hands_and_turn_alone() -> None:
    by_one_way = Position.start().play("7g7f").play("3c3d").play("2g2f")
    by_another = Position.start().play("2g2f").play("3c3d").play("7g7f")
    assert by_one_way.key == by_another.key
    assert Position.from_sfen(START.replace(" 1", " 77")).key == Position.start().key
    assert Position.from_sfen(START.replace(" b ", " w ")).key != Position.start().key
    assert (
        Position.from_sfen("4k4/9/9/9/9/9/9/9/4K4 b P 1").key != Position.from_sfen("4k4/9/9/9/9/9/9/9/4K4 b p 1").key
    )


def test_a_key_is_the_same_in_another_process() -> None:
    told = subprocess.run(
        [sys.executable, "-c", "from chabudai.apps.shogi.records import Position; print(Position.start().key)"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": "5"},
    )
    assert told.stdout.strip() == Position.start().key == "d5edvs33zlm22wlb"


def test_a_position_is_drawn_from_plain_values() -> None:
    position = Position.start().play("7g7f").play("3c3d").play("8h2b+")
    assert dict(zip(SQUARES, position.squares, strict=True))["2b"] == "+B"
    assert ("2b", "+B", Side.SENTE) in position.pieces()
    assert dict(position.hand(Side.SENTE)) == {"B": 1}
    assert position.ply == 4
    assert not position.is_check


def test_an_illegal_move_is_not_played() -> None:
    with pytest.raises(IllegalMove) as caught:
        Position.start().play("8h3c")
    refusal = caught.value.refusal
    assert (refusal.reason, refusal.why, refusal.obstacle_square) == (Reason.CANNOT_MOVE, Why.BLOCKED, "7g")
    for nonsense in ("", "7g", "7g7f=", "P*7f+", "7g7g", "K*5e", "歩"):
        unreadable = Position.start().refusal(nonsense)
        assert unreadable is not None
        assert unreadable.reason is Reason.UNREADABLE


def test_a_king_may_not_step_into_check_nor_a_pawn_give_mate_by_a_drop() -> None:
    position = Position.from_sfen("4k4/9/4r4/9/9/9/9/9/3K5 b - 1")
    refusal = position.refusal("6i5i")
    assert refusal is not None
    assert (refusal.reason, refusal.obstacle, refusal.obstacle_square) == (Reason.KING_LEFT_IN_CHECK, "r", "5c")
    mating = Position.from_sfen("7nk/6G2/7G1/9/9/9/9/9/4K4 b P 1").refusal("P*1b")
    assert mating is not None
    assert mating.reason is Reason.PAWN_DROP_MATE
    assert Position.from_sfen("8k/9/7G1/9/9/9/9/9/4K4 b P 1").refusal("P*1b") is None


@pytest.mark.parametrize(
    ("sfen", "problem"),
    [
        ("4k4/9/9/9/9/P8/P8/9/4K4 b - 1", PositionProblem(Problem.TWO_PAWNS, Side.SENTE, "P", "9g", 2)),
        ("4k4/p8/p8/9/9/9/9/9/4K4 b - 1", PositionProblem(Problem.TWO_PAWNS, Side.GOTE, "P", "9c", 2)),
        ("4k3P/9/9/9/9/9/9/9/4K4 b - 1", PositionProblem(Problem.NO_WAY_TO_GO, Side.SENTE, "P", "1a")),
        ("4k4/8N/9/9/9/9/9/9/4K4 b - 1", PositionProblem(Problem.NO_WAY_TO_GO, Side.SENTE, "N", "1b")),
        ("4k4/9/9/9/9/9/9/9/l3K4 b - 1", PositionProblem(Problem.NO_WAY_TO_GO, Side.GOTE, "L", "9i")),
        ("4k4/9/9/9/9/9/9/9/3KK4 b - 1", PositionProblem(Problem.TWO_KINGS, Side.SENTE, "K", count=2)),
        ("9/9/9/9/9/9/9/9/9 b - 1", PositionProblem(Problem.NO_KING, kind="K", count=0)),
        ("4k4/RR7/9/9/9/9/9/9/4K4 b R 1", PositionProblem(Problem.TOO_MANY, kind="R", count=3)),
        (
            "4k4/9/+P+P+P+P+P+P+P+P+P/+P+P+P+P+P+P+P+P+P/9/9/9/9/K8 w P 1",
            PositionProblem(Problem.TOO_MANY, kind="P", count=19),
        ),
        ("4k4/4G4/9/9/9/9/9/9/4K4 b - 1", PositionProblem(Problem.OPPONENT_IN_CHECK, Side.GOTE, "G", "5b")),
    ],
)
def test_what_is_wrong_with_a_start_is_told(sfen: str, problem: PositionProblem) -> None:
    assert Position.from_sfen(sfen).problems() == (problem,)


def test_every_handicap_and_every_position_of_a_game_is_a_possible_start() -> None:
    for handicap in HANDICAPS:
        assert Position.start(handicap).problems() == ()
    for position in random_positions(60):
        assert position.problems() == ()
    assert Position.from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G 1").problems() == ()
