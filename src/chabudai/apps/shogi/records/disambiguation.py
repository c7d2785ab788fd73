"""上 寄 引 直 左 右: which of several equal pieces moves, by the rules of the Japan Shogi Association."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .geometry import way
from .pieces import SQUARES, Side, file_of, piece_of, rank_of

if TYPE_CHECKING:
    from .positions import Position

#: 馬 and 龍 are told apart by where they stand beside each other, and are never 直.
_COMPARED: Final = ("+R", "+B")


def reaching(position: "Position", kind: str, target: str) -> tuple[str, ...]:
    """The squares of the mover's pieces of this kind that get to the target; a pinned piece counts, as in print."""
    piece = piece_of(kind, position.side)
    own = [SQUARES[at] for at, each in enumerate(position.squares) if each == piece]
    ways = ((square, way(position.squares, square, target)) for square in own if square != target)
    return tuple(square for square, found in ways if found.exists and found.blocked_at is None)


def relative_words(position: "Position", kind: str, origin: str, target: str) -> str:
    """The fewest words that tell this piece from the others that could go there; empty when there are none."""
    everybody = reaching(position, kind, target)
    if len(everybody) < 2:
        return ""
    side = position.side
    acts = {square: action(side, square, target) for square in everybody}
    places = {square: place_word(side, kind, square, target, everybody) for square in everybody}
    if list(acts.values()).count(acts[origin]) == 1:
        return acts[origin]
    if list(places.values()).count(places[origin]) == 1:
        return places[origin]
    return places[origin] + acts[origin]


def action(side: Side, origin: str, target: str) -> str:
    """上 towards the opponent, 寄 sideways, 引 back."""
    up = (rank_of(origin) - rank_of(target)) * (1 if side is Side.SENTE else -1)
    return "寄" if up == 0 else "上" if up > 0 else "引"


def place_word(side: Side, kind: str, origin: str, target: str, everybody: Sequence[str]) -> str:
    """左, 直 or 右, as the mover sees where the piece stands."""
    turn = 1 if side is Side.SENTE else -1
    if kind in _COMPARED:
        other = next((square for square in everybody if square != origin), target)
        across = (file_of(origin) - file_of(other)) * turn
    else:
        across = (file_of(origin) - file_of(target)) * turn
    if across:
        return "左" if across > 0 else "右"
    return "直" if kind not in _COMPARED and action(side, origin, target) == "上" else ""
