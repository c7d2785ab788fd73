"""How pieces move, without whose turn it is: what reaches a square, and what stands in the way."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from .pieces import INDEX, SQUARES, Side, file_of, kind_of, rank_of, side_of

_FORWARD, _BACK, _LEFT, _RIGHT = (0, -1), (0, 1), (1, 0), (-1, 0)
_DIAGONALS = ((1, -1), (-1, -1), (1, 1), (-1, 1))
_ORTHOGONALS = (_FORWARD, _BACK, _LEFT, _RIGHT)
_GOLD = (_FORWARD, (1, -1), (-1, -1), _LEFT, _RIGHT, _BACK)

#: Directions as (file, rank) seen from sente: one step, and as far as the way is free.
_STEPS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "P": (_FORWARD,), "N": ((1, -2), (-1, -2)), "S": (_FORWARD, *_DIAGONALS), "G": _GOLD,
    "K": _ORTHOGONALS + _DIAGONALS,
    "+P": _GOLD, "+L": _GOLD, "+N": _GOLD, "+S": _GOLD, "+B": _ORTHOGONALS, "+R": _DIAGONALS,
}  # fmt: skip
_SLIDES: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "L": (_FORWARD,), "B": _DIAGONALS, "R": _ORTHOGONALS, "+B": _DIAGONALS, "+R": _ORTHOGONALS,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Way:
    """Whether a piece's kind of move leads from one square to another, and the first square that is in the way."""

    exists: bool
    blocked_at: str | None = None


def way(squares: Sequence[str], origin: str, target: str) -> Way:
    piece = squares[INDEX[origin]]
    kind, forward = kind_of(piece), 1 if side_of(piece) is Side.SENTE else -1
    across, down = (file_of(target) - file_of(origin)) * forward, (rank_of(target) - rank_of(origin)) * forward
    if (across, down) in _STEPS.get(kind, ()):
        return Way(exists=True)
    distance = max(abs(across), abs(down))
    if distance == 0 or abs(across) not in (0, distance) or abs(down) not in (0, distance):
        return Way(exists=False)
    if (across // distance, down // distance) not in _SLIDES.get(kind, ()):
        return Way(exists=False)
    return Way(True, _first_piece_between(squares, origin, target, distance))


def attackers(squares: Sequence[str], target: str, by: Side) -> Iterator[str]:
    """The squares from which this side's pieces reach the target, as a diagram is read."""
    for square, piece in zip(SQUARES, squares, strict=True):
        if piece and side_of(piece) is by and square != target:
            found = way(squares, square, target)
            if found.exists and found.blocked_at is None:
                yield square


def king_square(squares: Sequence[str], side: Side) -> str | None:
    king = "K" if side is Side.SENTE else "k"
    return next((square for square, piece in zip(SQUARES, squares, strict=True) if piece == king), None)


def checkers(squares: Sequence[str], side: Side) -> tuple[str, ...]:
    """The squares of the pieces that give check to this side's king."""
    king = king_square(squares, side)
    return () if king is None else tuple(attackers(squares, king, side.other))


def _first_piece_between(squares: Sequence[str], origin: str, target: str, distance: int) -> str | None:
    start, step = INDEX[origin], (INDEX[target] - INDEX[origin]) // distance
    return next((SQUARES[at] for at in range(start + step, INDEX[target], step) if squares[at]), None)
