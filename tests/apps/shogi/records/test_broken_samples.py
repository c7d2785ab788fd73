"""Records that cannot be read: each is stopped at the right line, with the reason and what was read until then."""

from pathlib import Path

import pytest

from chabudai.apps.shogi.records import (
    MAX_BYTES,
    Problem,
    Reason,
    Refusal,
    Side,
    UnreadableRecord,
    Why,
    decode,
    parse,
)

BROKEN = Path(__file__).parent / "samples" / "broken"
S, G = Side.SENTE, Side.GOTE
MOVE = Reason.CANNOT_MOVE

#: File: line, number of the move, how many moves can be kept, reason, and what is told about the move.
EXPECTED: dict[str, tuple[int | None, int | None, int | None, Reason, Refusal | None]] = {
    "rook-behind-pawn.kif": (15, 9, 8, MOVE, Refusal(MOVE, S, "R", "2h", "2d", Why.BLOCKED, "P", "2f")),
    "two-pawns.kif": (
        14,
        10,
        9,
        Reason.TWO_PAWNS,
        Refusal(Reason.TWO_PAWNS, G, "P", None, "3c", obstacle="p", obstacle_square="3d"),
    ),
    "pawn-drop-mate.kif": (16, 1, None, Reason.PAWN_DROP_MATE, Refusal(Reason.PAWN_DROP_MATE, S, "P", None, "1b")),
    "king-left-in-check.kif": (
        11,
        7,
        6,
        Reason.KING_LEFT_IN_CHECK,
        Refusal(Reason.KING_LEFT_IN_CHECK, S, "P", "9f", "9e", obstacle="b", obstacle_square="7g"),
    ),
    "pinned-gold.kif": (
        16,
        1,
        None,
        Reason.KING_LEFT_IN_CHECK,
        Refusal(Reason.KING_LEFT_IN_CHECK, S, "G", "5h", "6h", obstacle="l", obstacle_square="5b"),
    ),
    "no-way-to-go.kif": (13, 9, 8, Reason.NO_WAY_TO_GO, Refusal(Reason.NO_WAY_TO_GO, S, "P", None, "2a")),
    "not-in-hand.ki2": (3, 6, 5, Reason.NOT_IN_HAND, Refusal(Reason.NOT_IN_HAND, G, "R", None, "5e")),
    "nothing-there.kif": (7, 3, 2, MOVE, Refusal(MOVE, S, "P", "5f", "5e", Why.NOTHING_THERE)),
    "other-piece-there.kif": (7, 3, 2, MOVE, Refusal(MOVE, S, "S", "6i", "7h", Why.OTHER_PIECE_THERE, "G", "6i")),
    "own-piece.csa": (7, 4, 3, MOVE, Refusal(MOVE, G, "B", "2b", "8h", Why.BLOCKED, "B", "7g")),
    "no-promotion.kif": (5, 1, None, MOVE, Refusal(MOVE, S, "P", "7g", "7f", Why.NO_PROMOTION)),
    "illegal-usi.usi": (2, 4, 3, MOVE, Refusal(MOVE, G, "K", "5a", "5c", Why.NOT_ITS_WAY)),
    "wrong-side.kif": (
        6,
        2,
        1,
        Reason.WRONG_SIDE,
        Refusal(Reason.WRONG_SIDE, G, "P", "2g", "2f", obstacle="P", obstacle_square="2g"),
    ),
    "wrong-mark.ki2": (1, 3, 2, Reason.WRONG_SIDE, Refusal(Reason.WRONG_SIDE, S, "P", None, "8d")),
    "ambiguous.ki2": (3, 1, None, Reason.AMBIGUOUS, Refusal(Reason.AMBIGUOUS, S, "G", None, "5h")),
    "nothing-to-repeat.kif": (5, 1, None, Reason.NOTHING_TO_REPEAT, Refusal(Reason.NOTHING_TO_REPEAT, S, "P")),
    "unreadable.kif": (6, 2, 1, Reason.UNREADABLE, None),
    "no-such-move.kif": (8, 9, 2, Reason.NO_SUCH_MOVE, None),
    "unknown-handicap.kif": (1, None, None, Reason.UNKNOWN_HANDICAP, None),
    "two-kings.kif": (5, None, None, Reason.INVALID_START, None),
    "short-row.kif": (3, None, None, Reason.UNREADABLE, None),
    "bad-sfen.usi": (1, None, None, Reason.UNREADABLE, None),
    "unknown-ending.csa": (5, 2, 1, Reason.UNREADABLE, None),
    "half-a-piece.csa": (2, None, None, Reason.UNREADABLE, None),
    "empty.kif": (None, None, None, Reason.EMPTY, None),
    "letter.txt": (None, None, None, Reason.EMPTY, None),
    "prose.txt": (1, 1, None, Reason.UNREADABLE, None),
    "binary.kif": (None, None, None, Reason.UNREADABLE, None),
}


def refused(data: bytes) -> UnreadableRecord:
    with pytest.raises(UnreadableRecord) as caught:
        parse(decode(data).text)
    return caught.value


def test_every_broken_sample_has_its_expectation() -> None:
    assert {path.name for path in BROKEN.iterdir()} == EXPECTED.keys()


@pytest.mark.parametrize(("name", "expected"), EXPECTED.items())
def test_a_broken_record_is_stopped_with_its_reason(
    name: str, expected: tuple[int | None, int | None, int | None, Reason, Refusal | None]
) -> None:
    line, number, kept, reason, refusal = expected
    error = refused((BROKEN / name).read_bytes())
    assert (error.line, error.move_number, error.reason) == (line, number, reason)
    assert (error.readable.moves_count if error.readable else None) == kept
    assert error.refusal == refusal


def test_the_lines_around_are_told_with_their_numbers() -> None:
    error = refused((BROKEN / "rook-behind-pawn.kif").read_bytes())
    assert error.lines == ((14, "   8 ３二金(41)"), (15, "   9 ２四飛(28)"), (16, "  10 ８六歩(85)"))
    assert error.text == "２四飛(28)"
    assert error.readable is not None
    assert error.readable.sente == "山田 健"


def test_an_impossible_start_tells_all_its_problems() -> None:
    error = refused((BROKEN / "two-kings.kif").read_bytes())
    assert [(each.problem, each.side, each.count) for each in error.problems] == [(Problem.TWO_KINGS, S, 2)]


def test_300_kilobytes_are_read_and_one_byte_more_is_refused() -> None:
    record = "手合割：平手\n   1 ７六歩(77)\n".encode()
    full = record + b"*" + b"x" * (MAX_BYTES - len(record) - 2) + b"\n"
    assert len(full) == MAX_BYTES
    assert parse(decode(full).text).moves_count == 1
    for data in (full + b"x", full + full, full * 20):
        assert refused(data).reason is Reason.TOO_LARGE
    with pytest.raises(UnreadableRecord):
        parse("あ" * (MAX_BYTES // 3 + 1))
