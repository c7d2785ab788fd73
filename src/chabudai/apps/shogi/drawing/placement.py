"""What stands where: a position as an SFEN spells it, read strictly, for it may be anybody's address."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from chabudai.apps.shogi.drawing.shapes import KINDS, PROMOTABLE

EVEN: Final = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
HAND: Final = KINDS[1:]
"""What a hand may hold, as it is laid out."""
_LONGEST: Final = 200
_MOST: Final = {"K": 2, "R": 2, "B": 2, "G": 4, "S": 4, "N": 4, "L": 4, "P": 18}
_SHAPE: Final = re.compile(r"[1-9KRBGSNLPkrbgsnlp+/]+ [bw] (?:-|(?:\d{0,2}[RBGSNLPrbgsnlp])+)(?: \d{1,4})?")
_HELD: Final = re.compile(r"(\d*)([A-Za-z])")


class UnreadablePosition(ValueError):
    """This is no SFEN of a shogi board."""


@dataclass(frozen=True)
class Placement:
    """`squares` go from 9a to 1i, row by row: a piece is `P`, `P1` when promoted, small for gote; empty is ``.

    `hands` are sente's and gote's: how many of each kind, the strongest first.
    """

    squares: tuple[str, ...]
    hands: tuple[Mapping[str, int], Mapping[str, int]]
    is_gote_to_move: bool

    def at(self, square: str) -> str:
        """By its USI name: `7g`."""
        return self.squares[square_index(square)]


@lru_cache(maxsize=1024)
def parse(sfen: str) -> Placement:
    if len(sfen) > _LONGEST or not _SHAPE.fullmatch(sfen):
        raise UnreadablePosition(f"not an SFEN: {sfen[:40]!r}")
    board, turn, held, *_ = sfen.split(" ")
    rows = [_parse_row(row) for row in board.split("/")]
    if len(rows) != 9 or any(len(row) != 9 for row in rows):
        raise UnreadablePosition("a board has nine rows of nine squares")
    squares = tuple(piece for row in rows for piece in row)
    hands = _parse_hands(held)
    counted = Counter(piece[0].upper() for piece in squares if piece)
    for hand in hands:
        counted.update(hand)
    if any(counted[kind] > most for kind, most in _MOST.items()):
        raise UnreadablePosition("more pieces of a kind than a set has")
    return Placement(squares, hands, turn == "w")


def square_index(square: str) -> int:
    return (ord(square[1]) - ord("a")) * 9 + 9 - int(square[0])


def square_name(index: int) -> str:
    return f"{9 - index % 9}{chr(ord('a') + index // 9)}"


def _parse_row(row: str) -> list[str]:
    pieces: list[str] = []
    is_promoted = False
    for letter in row:
        if letter == "+":
            if is_promoted:
                raise UnreadablePosition("two signs of promotion before one piece")
            is_promoted = True
            continue
        if is_promoted and letter.upper() not in PROMOTABLE:
            raise UnreadablePosition(f"{letter!r} can't be promoted")
        pieces += [""] * int(letter) if letter.isdigit() else [letter + ("1" if is_promoted else "")]
        is_promoted = False
    if is_promoted:
        raise UnreadablePosition("a sign of promotion before no piece")
    return pieces


def _parse_hands(held: str) -> tuple[Mapping[str, int], Mapping[str, int]]:
    counted: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for count, letter in _HELD.findall("" if held == "-" else held):
        counted[letter.islower()][letter.upper()] += int(count or 1)
    sente, gote = ({kind: hand[kind] for kind in HAND if hand[kind]} for hand in counted)
    return sente, gote
