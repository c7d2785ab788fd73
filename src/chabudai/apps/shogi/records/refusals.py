"""Why a move is refused, and what is wrong with a position that somebody laid out."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from . import legality
from .errors import PositionProblem, Problem, Reason, Refusal, Why
from .geometry import checkers, way
from .pieces import (
    CAN_PROMOTE,
    INDEX,
    SET_COUNTS,
    SQUARES,
    Side,
    file_of,
    in_zone,
    is_dead_square,
    kind_of,
    piece_of,
    side_of,
    square_at,
    unpromoted,
)

if TYPE_CHECKING:
    from .positions import Position


def explain(position: "Position", usi: str) -> Refusal:
    """Why this move, which is not legal here, is not."""
    if not legality.is_usi_move(usi):
        return Refusal(Reason.UNREADABLE, position.side)
    refusal = _refused_drop(position, usi) if usi[1] == "*" else _refused_step(position, usi)
    return refusal or _refused_by_kings(position, usi)


def _refused_drop(position: "Position", usi: str) -> Refusal | None:
    kind, target, side = usi[0], usi[2:4], position.side
    if not position.hand(side).get(kind):
        return Refusal(Reason.NOT_IN_HAND, side, kind, None, target)
    if there := position.piece_at(target):
        return Refusal(Reason.CANNOT_MOVE, side, kind, None, target, Why.OCCUPIED, there, target)
    if kind == "P" and (pawn := _pawn_on_file(position, file_of(target))):
        return Refusal(Reason.TWO_PAWNS, side, kind, None, target, obstacle=piece_of("P", side), obstacle_square=pawn)
    if is_dead_square(kind, target, side):
        return Refusal(Reason.NO_WAY_TO_GO, side, kind, None, target)
    return None


def _refused_step(position: "Position", usi: str) -> Refusal | None:
    origin, target, side = usi[:2], usi[2:4], position.side
    piece, there = position.piece_at(origin), position.piece_at(target)
    if not piece:
        return Refusal(Reason.CANNOT_MOVE, side, None, origin, target, Why.NOTHING_THERE)
    kind = kind_of(piece)
    if side_of(piece) is not side:
        return Refusal(Reason.WRONG_SIDE, side, kind, origin, target, obstacle=piece, obstacle_square=origin)
    found = way(position.squares, origin, target)
    if not found.exists:
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.NOT_ITS_WAY)
    if found.blocked_at:
        blocker = position.piece_at(found.blocked_at)
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.BLOCKED, blocker, found.blocked_at)
    if there and side_of(there) is side:
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.OWN_PIECE_ON_TARGET, there, target)
    promotes = usi.endswith("+")
    if promotes and (kind not in CAN_PROMOTE or not (in_zone(origin, side) or in_zone(target, side))):
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.NO_PROMOTION)
    if not promotes and is_dead_square(kind, target, side):
        return Refusal(Reason.NO_WAY_TO_GO, side, kind, origin, target)
    return None


def _refused_by_kings(position: "Position", usi: str) -> Refusal:
    side, target = position.side, usi[2:4]
    drops = usi[1] == "*"
    origin = None if drops else usi[:2]
    kind = usi[0] if drops else kind_of(position.piece_at(usi[:2]))
    after = position.play_unchecked(usi)
    if giving := checkers(after.squares, side):
        return Refusal(
            Reason.KING_LEFT_IN_CHECK,
            side,
            kind,
            origin,
            target,
            obstacle=after.piece_at(giving[0]),
            obstacle_square=giving[0],
        )
    return Refusal(Reason.PAWN_DROP_MATE, side, kind, origin, target)


def _pawn_on_file(position: "Position", file: int) -> str | None:
    pawn = piece_of("P", position.side)
    squares = (square_at(file, rank) for rank in range(1, 10))
    return next((square for square in squares if position.squares[INDEX[square]] == pawn), None)


def find_problems(position: "Position") -> tuple[PositionProblem, ...]:
    found = [*_wrong_counts(position), *_wrong_pawns(position), *_dead_pieces(position)]
    if not found and (giving := checkers(position.squares, position.side.other)):
        side = position.side.other
        found.append(PositionProblem(Problem.OPPONENT_IN_CHECK, side, kind_of(position.piece_at(giving[0])), giving[0]))
    return tuple(found)


def _wrong_counts(position: "Position") -> Iterator[PositionProblem]:
    total = Counter(unpromoted(kind_of(piece)) for piece in position.squares if piece)
    for side in Side:
        total.update(dict(position.hand(side)))
        if (kings := position.squares.count(piece_of("K", side))) > 1:
            yield PositionProblem(Problem.TWO_KINGS, side, "K", count=kings)
    if not total["K"]:
        yield PositionProblem(Problem.NO_KING, kind="K", count=0)
    for kind, limit in SET_COUNTS.items():
        if kind != "K" and total[kind] > limit:
            yield PositionProblem(Problem.TOO_MANY, kind=kind, count=total[kind])


def _wrong_pawns(position: "Position") -> Iterator[PositionProblem]:
    for side in Side:
        files = Counter(
            file_of(square)
            for square, piece in zip(SQUARES, position.squares, strict=True)
            if piece == piece_of("P", side)
        )
        for file, count in sorted(files.items()):
            if count > 1:
                second = [s for s in SQUARES if file_of(s) == file and position.piece_at(s) == piece_of("P", side)][1]
                yield PositionProblem(Problem.TWO_PAWNS, side, "P", second, count)


def _dead_pieces(position: "Position") -> Iterator[PositionProblem]:
    for square, kind, side in position.pieces():
        if is_dead_square(kind, square, side):
            yield PositionProblem(Problem.NO_WAY_TO_GO, side, kind, square)
