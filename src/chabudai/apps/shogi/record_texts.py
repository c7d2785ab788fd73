"""Records as texts: read as people paste them, written as they are kept, and what is wrong with one in words."""

import re
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from types import MappingProxyType
from typing import Final

from chabudai.apps.shogi.errors import InvalidPosition, MoveRefused, RecordRefused
from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import (
    EVEN,
    HANDICAPS,
    MAX_BYTES,
    MOST_LEVELS,
    MOST_VARIATIONS,
    Decoded,
    Ending,
    Format,
    IllegalMove,
    InvalidSfen,
    Position,
    Reason,
    Record,
    Refusal,
    TooManyVariations,
    UnreadableRecord,
    Why,
    decode,
    detect,
    parse,
    square_text,
    write,
)
from chabudai.web.translations import JAPANESE, Text, current_language

_KEPT_AS_TYPED: Final = frozenset({Format.KIF, Format.KI2})
MOST_MOVES: Final = 1000  # of a game that is entered move by move
_LINE_ENDS: Final = re.compile("\r\n?")

_REASONS: Final[Mapping[Reason, Text]] = {
    Reason.TWO_PAWNS: lazy("There is a pawn on this file already."),
    Reason.PAWN_DROP_MATE: lazy("A dropped pawn can't give mate."),
    Reason.KING_LEFT_IN_CHECK: lazy("The king would be left in check."),
    Reason.NO_WAY_TO_GO: lazy("The piece could never move again from there."),
    Reason.NOT_IN_HAND: lazy("That piece isn't in hand."),
    Reason.CANNOT_MOVE: lazy("No piece can make this move."),
    Reason.WRONG_SIDE: lazy("It's the other side's turn."),
    Reason.AMBIGUOUS: lazy("More than one piece can make this move."),
    Reason.UNREADABLE: lazy("There is something here that can't be read."),
    Reason.NOTHING_TO_REPEAT: lazy("There is no move before this one to take its square from."),
    Reason.NO_SUCH_MOVE: lazy("The variation begins at a move that isn't there."),
    Reason.UNKNOWN_HANDICAP: lazy("We don't know this handicap."),
    Reason.INVALID_START: lazy("No game can begin from this position."),
    Reason.EMPTY: lazy("Paste a game, or choose a file."),
    Reason.TOO_LARGE: lazy("This is larger than %(most)s KB.", most=MAX_BYTES // 1024),
    Reason.TOO_DEEP: lazy("More than %(most)s variations lie within each other.", most=MOST_LEVELS),
    Reason.TOO_MANY_VARIATIONS: lazy("A game can have up to %(most)s variations.", most=f"{MOST_VARIATIONS:,}"),
}
_TOO_LARGE_AS_KEPT: Final = lazy("Written out as KIF, this game is larger than %(most)s KB.", most=MAX_BYTES // 1024)


@dataclass(frozen=True)
class ReadText:
    """A record, and the text as it is kept: as it was typed where that is KIF or KI2, else as KIF."""

    record: Record
    text: str
    format: Format


def read(text: str) -> ReadText:
    """RecordRefused says at which line, and why; also for what is short as it was sent, and too long as it is kept."""
    found = detect(text)
    record = _parse(text, found, is_kept=False)
    kept = _LINE_ENDS.sub("\n", text).removeprefix("\ufeff") if found in _KEPT_AS_TYPED else compose(record)
    return ReadText(record, kept, found)


def read_kept(text: str) -> Record:
    """What is stored was read before; also one that another program stored and that can't be read is told.

    The last ones are remembered: a record never changes, and a game is looked at move by move.
    """
    return _KEPT.find(text) or _KEPT.remember(text, _parse(text, detect(text), is_kept=True))


def compose(record: Record) -> str:
    """As it is kept after a change."""
    text = write(record, Format.KIF)
    if len(text.encode()) > MAX_BYTES:
        unreadable, reason = UnreadableRecord(Reason.TOO_LARGE), _TOO_LARGE_AS_KEPT
        raise RecordRefused(unreadable, reason, reason)
    return text


def enter(
    moves: Sequence[str],
    *,
    headers: Mapping[str, str] = MappingProxyType({}),
    start: str = HANDICAPS[EVEN],
    ending: Ending | None = None,
) -> Record:
    """A game entered move by move. InvalidPosition for a start that can be none, MoveRefused for an illegal move."""
    try:
        position = Position.from_sfen(start)
    except InvalidSfen:
        raise InvalidPosition from None
    if position.problems():
        raise InvalidPosition
    if len(moves) > MOST_MOVES:
        raise MoveRefused
    try:
        return Record.from_moves(moves, headers=headers, start=position.sfen, ending=ending)
    except IllegalMove as illegal:
        raise refuse_move(illegal) from illegal


def keep_readable(text: str) -> str:
    """As much of a text as can be read: all of it, or what stands before the line at which it stops."""
    try:
        read(text)
    except RecordRefused as refusal:
        if refusal.unreadable.readable is None:
            raise
        return compose(refusal.unreadable.readable)
    return text


def decode_file(content: bytes) -> Decoded:
    """A file's text, whatever encoding it is in; RecordRefused for what is neither of those that we read."""
    try:
        decoded = decode(content)
    except UnreadableRecord as refusal:
        raise refuse(refusal) from refusal
    return Decoded(decoded.text.replace("\r\n", "\n"), decoded.encoding)


def refuse(unreadable: UnreadableRecord) -> RecordRefused:
    reason = describe(unreadable)
    if unreadable.line is None:
        return RecordRefused(unreadable, reason, reason)
    return RecordRefused(unreadable, lazy("Line %(line)s: %(reason)s", line=unreadable.line, reason=reason), reason)


def refuse_move(illegal: IllegalMove) -> MoveRefused:
    return MoveRefused(describe_refusal(illegal.refusal))


def refuse_variations(refusal: TooManyVariations) -> MoveRefused:
    return MoveRefused(_REASONS[refusal.reason])


def describe(unreadable: UnreadableRecord) -> Text:
    """Why, without where."""
    if unreadable.refusal is not None:
        return describe_refusal(unreadable.refusal)
    return _REASONS[unreadable.reason]


def describe_refusal(refusal: Refusal) -> Text:
    if refusal.reason is not Reason.CANNOT_MOVE or refusal.why is None:
        return _REASONS[refusal.reason]
    square = SquareName(refusal.obstacle_square or refusal.target or "")
    match refusal.why:
        case Why.NOTHING_THERE:
            return lazy("There is no piece to move.")
        case Why.OTHER_PIECE_THERE:
            return lazy("Another piece stands there.")
        case Why.OWN_PIECE_ON_TARGET if square:
            return lazy("Your own piece is on %(square)s.", square=square)
        case Why.OCCUPIED if square:
            return lazy("There's already a piece on %(square)s.", square=square)
        case Why.BLOCKED if square:
            return lazy("A piece on %(square)s is in the way.", square=square)
        case Why.NOT_ITS_WAY:
            return lazy("The piece doesn't move like that.")
        case Why.NO_PROMOTION:
            return lazy("The piece can't promote here.")
        case _:
            return _REASONS[Reason.CANNOT_MOVE]


def _parse(text: str, found: Format, *, is_kept: bool) -> Record:
    try:
        return parse(text, format=found, is_kept=is_kept)
    except UnreadableRecord as refusal:
        raise refuse(refusal) from refusal


class _RememberedRecords:
    """By their texts, as long as these have no more characters together than `most`; the longest unused goes first."""

    def __init__(self, most: int) -> None:
        self._most, self._size = most, 0
        self._records: OrderedDict[str, Record] = OrderedDict()
        self._lock = Lock()

    def find(self, text: str) -> Record | None:
        with self._lock:
            if (found := self._records.get(text)) is not None:
                self._records.move_to_end(text)
            return found

    def remember(self, text: str, record: Record) -> Record:
        with self._lock:
            if text not in self._records:
                self._records[text] = record
                self._size += len(text)
            while self._size > self._most:
                self._size -= len(self._records.popitem(last=False)[0])
        return record


_KEPT: Final = _RememberedRecords(most=1_000_000)  # which are 30 MB of moves at most


@dataclass(frozen=True, slots=True)
class SquareName:
    """As the reader writes it, once it is read: `２六` or `2f`."""

    square: str

    def __bool__(self) -> bool:
        return bool(self.square)

    def __str__(self) -> str:
        return square_text(self.square) if current_language() == JAPANESE else self.square
