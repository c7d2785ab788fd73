"""The rules of the game, asked of rsshogi: which moves are legal in a position."""

import re
from typing import Final

from rsshogi.core import Board, Move

_USI: Final = re.compile(r"(?:[1-9][a-i]|[RBGSNLP]\*)[1-9][a-i]\+?")


def legal_moves(sfen_without_ply: str) -> tuple[str, ...]:
    """All legal moves in USI, in a fixed order."""
    return tuple(sorted(move.to_usi() for move in _board(sfen_without_ply).legal_moves()))


def is_legal(sfen_without_ply: str, usi: str) -> bool:
    if not is_usi_move(usi):
        return False
    return _board(sfen_without_ply).is_legal_move(Move.from_usi(usi))


def is_usi_move(text: str) -> bool:
    """Whether this spells a move at all, in whatever position."""
    return bool(_USI.fullmatch(text)) and text[:2] != text[2:4] and not (text[1] == "*" and text.endswith("+"))


def _board(sfen_without_ply: str) -> Board:
    return Board(f"{sfen_without_ply} 1")
