"""What can be wrong with a record, as codes and values that a page words in its own language.

RecordError
├── InvalidSfen        text that is no position
├── IllegalMove        a move that the rules refuse, with its Refusal
├── UnknownAddress     text that names no place in a record
├── TooManyVariations  more of them, or more within each other, than a record may have
├── UnwritableRecord   a record that a format cannot hold
└── UnreadableRecord   a text that cannot be read as a record: where, why, and what was read until then
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from .pieces import Side

if TYPE_CHECKING:
    from .record import Record


class Reason(StrEnum):
    # the rules refuse the move
    TWO_PAWNS = "two_pawns"
    PAWN_DROP_MATE = "pawn_drop_mate"
    KING_LEFT_IN_CHECK = "king_left_in_check"
    NO_WAY_TO_GO = "no_way_to_go"
    NOT_IN_HAND = "not_in_hand"
    CANNOT_MOVE = "cannot_move"
    WRONG_SIDE = "wrong_side"
    # the text does
    AMBIGUOUS = "ambiguous"
    UNREADABLE = "unreadable"
    NOTHING_TO_REPEAT = "nothing_to_repeat"  # 同 without a move before it
    NO_SUCH_MOVE = "no_such_move"  # a variation from a move that the record does not have
    UNKNOWN_HANDICAP = "unknown_handicap"
    INVALID_START = "invalid_start"
    EMPTY = "empty"
    TOO_LARGE = "too_large"
    TOO_DEEP = "too_deep"  # variations within variations
    TOO_MANY_VARIATIONS = "too_many_variations"


class Why(StrEnum):
    """Why a piece cannot make a move that leaves the rules about kings and pawns aside."""

    NOTHING_THERE = "nothing_there"  # the square that the piece should leave is empty
    OTHER_PIECE_THERE = "other_piece_there"  # another piece than the record says stands there
    OWN_PIECE_ON_TARGET = "own_piece_on_target"
    OCCUPIED = "occupied"  # a drop onto a piece
    BLOCKED = "blocked"
    NOT_ITS_WAY = "not_its_way"
    NO_PROMOTION = "no_promotion"  # not in the zone, or a piece that has no other side
    NOBODY_REACHES = "nobody_reaches"  # no piece of that kind gets to the target


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused move. Kinds and squares as in USI; `obstacle` is the piece (SFEN letters) that is in the way on
    `obstacle_square`: what blocks, stands on the target, gives check, or the other pawn of the file."""

    reason: Reason
    side: Side
    kind: str | None = None
    origin: str | None = None
    target: str | None = None
    why: Why | None = None
    obstacle: str | None = None
    obstacle_square: str | None = None


class Problem(StrEnum):
    """What is wrong with a start position that somebody laid out."""

    TWO_PAWNS = "two_pawns"
    NO_WAY_TO_GO = "no_way_to_go"
    TWO_KINGS = "two_kings"
    NO_KING = "no_king"
    TOO_MANY = "too_many"
    OPPONENT_IN_CHECK = "opponent_in_check"


@dataclass(frozen=True, slots=True)
class PositionProblem:
    problem: Problem
    side: Side | None = None
    kind: str | None = None
    square: str | None = None
    count: int | None = None


class RecordError(Exception):
    """The base of this package's errors."""


class InvalidSfen(RecordError):
    pass


class IllegalMove(RecordError):
    def __init__(self, usi: str, refusal: Refusal) -> None:
        super().__init__(f"{usi}: {refusal.reason}")
        self.usi = usi
        self.refusal = refusal


class UnknownAddress(RecordError):
    pass


class TooManyVariations(RecordError):
    """`reason` says whether there are too many, or too many within each other."""

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason.value)
        self.reason = reason


class UnwritableRecord(RecordError):
    pass


class UnreadableRecord(RecordError):
    """`line` counts from 1 (None for a text as a whole), `move_number` is the number of the move in its line of play,
    `lines` are the text lines around it with their numbers, `readable` is what was read until then, if anything was."""

    def __init__(
        self,
        reason: Reason,
        *,
        line: int | None = None,
        move_number: int | None = None,
        text: str = "",
        refusal: Refusal | None = None,
        problems: tuple[PositionProblem, ...] = (),
        lines: tuple[tuple[int, str], ...] = (),
        readable: "Record | None" = None,
    ) -> None:
        super().__init__(f"line {line}, move {move_number}: {reason} {text[:40]!r}")
        self.reason = reason
        self.line = line
        self.move_number = move_number
        self.text = text
        self.refusal = refusal
        self.problems = problems
        self.lines = lines
        self.readable = readable
