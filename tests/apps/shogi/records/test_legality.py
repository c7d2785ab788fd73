"""The rules, held against known counts of positions and against a second program, fairy-stockfish."""

import shutil
import subprocess

import pytest
from rsshogi.core import Board
from tests.apps.shogi.records.generated import random_positions

from chabudai.apps.shogi.records import HAND_KINDS, SQUARES, Position, Reason
from chabudai.apps.shogi.records.legality import is_usi_move

#: Positions whose trees the programs of the field have counted, by depth.
COUNTED = {
    "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1": (30, 900, 25470),
    "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1": (207, 28684, 4809015),
    "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1": (593, 105677),
}
ENGINE_PATHS = ("/usr/games", "/usr/local/games", "/usr/bin", "/usr/local/bin")


def count(position: Position, depth: int) -> int:
    if depth == 1:
        return len(position.legal_moves)
    return sum(count(position.play_unchecked(move), depth - 1) for move in position.legal_moves)


@pytest.mark.parametrize(
    ("sfen", "depth", "expected"),
    [(sfen, depth, expected) for sfen, counts in COUNTED.items() for depth, expected in enumerate(counts, 1)],
)
def test_as_many_positions_as_the_field_counts(sfen: str, depth: int, expected: int) -> None:
    assert count(Position.from_sfen(sfen), depth) == expected


def test_four_moves_from_the_start() -> None:
    """By the counts of transpositions: each position once, as often as it arises."""
    layer = {Position.start().sfen_without_ply: (Position.start(), 1)}
    for _ in range(3):
        following: dict[str, tuple[Position, int]] = {}
        for position, ways in layer.values():
            for move in position.legal_moves:
                after = position.play_unchecked(move)
                known = following.get(after.sfen_without_ply, (after, 0))
                following[after.sfen_without_ply] = (known[0], known[1] + ways)
        layer = following
    assert sum(len(position.legal_moves) * ways for position, ways in layer.values()) == 719731


def test_a_second_program_finds_the_same_moves() -> None:
    positions = [each for each in random_positions(300) if has_both_kings(each)]
    assert len(positions) > 250
    for position, moves in zip(positions, fairy_moves(positions), strict=True):
        assert set(position.legal_moves) == moves, position.sfen


def has_both_kings(position: Position) -> bool:
    return {"K", "k"} <= set(position.squares)


def fairy_moves(positions: list[Position]) -> list[set[str]]:
    engine = shutil.which("fairy-stockfish", path=":".join(ENGINE_PATHS)) or shutil.which("fairy-stockfish")
    assert engine, "fairy-stockfish is not installed: apt-get install fairy-stockfish"
    commands = ["usi", "setoption name USI_Variant value shogi", "setoption name UCI_Variant value shogi"]
    for position in positions:
        commands += [f"position sfen {position.sfen}", "go perft 1"]
    answer = subprocess.run(
        [engine], input="\n".join([*commands, "quit", ""]), capture_output=True, text=True, check=True, timeout=120
    )
    found: list[set[str]] = [set()]
    for line in answer.stdout.splitlines():
        word = line.partition(":")[0].strip()
        if line.startswith("Nodes searched"):
            found.append(set())
        elif is_usi_move(word) and line.endswith(": 1"):
            found[-1].add(word)
    return found[:-1]


def test_every_refused_move_has_a_reason_and_no_legal_one_has() -> None:
    """All that USI can spell, in positions of every stage: our own explanation agrees with the rules' verdict."""
    moves = [a + b + end for a in SQUARES for b in SQUARES for end in ("", "+") if a != b]
    moves += [f"{kind}*{square}" for kind in HAND_KINDS for square in SQUARES]
    seen = set()
    for position in random_positions(12):
        legal = set(position.legal_moves)
        for move in moves:
            refusal = position.refusal(move)
            assert (refusal is None) == (move in legal), (position.sfen, move)
            seen.add(refusal.reason if refusal else None)
    assert seen >= {None, Reason.CANNOT_MOVE, Reason.WRONG_SIDE, Reason.NOT_IN_HAND, Reason.NO_WAY_TO_GO}
    assert seen >= {Reason.TWO_PAWNS, Reason.KING_LEFT_IN_CHECK}


def test_check_and_mate_are_what_the_rules_program_says() -> None:
    checked = 0
    for position in random_positions(80):
        for move in position.legal_moves:
            after = position.play_unchecked(move)
            assert after.is_check == Board(after.sfen).is_in_check(), after.sfen
            assert after.is_mate == (after.is_check and not after.legal_moves)
            checked += after.is_check
    assert checked > 50


def test_mate_is_check_without_a_move() -> None:
    assert Position.from_sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1").is_mate
    assert not Position.from_sfen("4k4/4G4/9/9/9/9/9/9/4K4 w - 1").is_mate
    assert not Position.from_sfen("8k/9/7G1/9/9/9/9/9/4K4 w - 1").is_mate
