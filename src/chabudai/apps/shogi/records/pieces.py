"""Sides, pieces and squares as plain values: a piece on the board is its SFEN letters, a square its USI name."""

from enum import StrEnum
from typing import Final


class Side(StrEnum):
    """Sente moves up the board; in a handicap game sente is 下手, who receives the odds."""

    SENTE = "sente"
    GOTE = "gote"

    @property
    def other(self) -> "Side":
        return Side.GOTE if self is Side.SENTE else Side.SENTE


#: Kinds that can be in hand, in the order in which hands are written.
HAND_KINDS: Final = ("R", "B", "G", "S", "N", "L", "P")
KINDS: Final = ("K", *HAND_KINDS, "+R", "+B", "+S", "+N", "+L", "+P")
#: How many of each kind a set of pieces holds.
SET_COUNTS: Final = {"K": 2, "R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
CAN_PROMOTE: Final = frozenset("RBSNLP")

#: The name of a kind in a move: ▲７六歩, △同成銀.
KANJI: Final = {
    "K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "+R": "龍", "+B": "馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と",
}  # fmt: skip
#: The name of a kind on one square of a diagram.
KANJI_ONE: Final = {**KANJI, "+S": "全", "+N": "圭", "+L": "杏"}

FULL_WIDTH_DIGITS: Final = "０１２３４５６７８９"
KANJI_DIGITS: Final = "〇一二三四五六七八九"

#: All squares as a board is read, from 9a (top left of a diagram) to 1i.
SQUARES: Final = tuple(f"{file}{rank}" for rank in "abcdefghi" for file in "987654321")
INDEX: Final = {square: index for index, square in enumerate(SQUARES)}


def side_of(piece: str) -> Side:
    return Side.SENTE if piece[-1].isupper() else Side.GOTE


def kind_of(piece: str) -> str:
    return piece.upper()


def piece_of(kind: str, side: Side) -> str:
    return kind if side is Side.SENTE else kind.lower()


def promoted(kind: str) -> str:
    return "+" + kind


def unpromoted(kind: str) -> str:
    return kind[-1]


def square_at(file: int, rank: int) -> str:
    return f"{file}{'abcdefghi'[rank - 1]}"


def file_of(square: str) -> int:
    return int(square[0])


def rank_of(square: str) -> int:
    return ord(square[1]) - 96


def square_text(square: str) -> str:
    """２四: the square in Japanese."""
    return FULL_WIDTH_DIGITS[file_of(square)] + KANJI_DIGITS[rank_of(square)]


def in_zone(square: str, side: Side) -> bool:
    """Whether a piece of this side may promote there."""
    return rank_of(square) <= 3 if side is Side.SENTE else rank_of(square) >= 7


def is_dead_square(kind: str, square: str, side: Side) -> bool:
    """Whether an unpromoted piece could never move again from there (行き所のない駒)."""
    depth = rank_of(square) if side is Side.SENTE else 10 - rank_of(square)
    return depth <= {"P": 1, "L": 1, "N": 2}.get(kind, 0)
