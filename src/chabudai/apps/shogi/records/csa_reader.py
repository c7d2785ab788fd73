"""CSA: the format of servers and tournaments between programs, versions 1 to 3."""

import re
from dataclasses import replace
from typing import Final

from .csa_codes import KIND_OF_CODE, KIND_OF_ENDING
from .endings import Ending, EndingKind
from .errors import Reason, Refusal, Why
from .handicaps import EVEN, HANDICAPS
from .pieces import CAN_PROMOTE, HAND_KINDS, INDEX, SET_COUNTS, Side, kind_of, piece_of, promoted, square_at, unpromoted
from .positions import Position
from .reading import Reading
from .record import LONGEST_TIME, Record

_MOVE: Final = re.compile(r"([+-])([0-9])([0-9])([1-9])([1-9])([A-Z]{2})")
_TIME: Final = re.compile(r"T([0-9]{1,9}(?:\.[0-9]{1,9})?)")
_REMAINING: Final = re.compile(r"L[0-9]+(?:\.[0-9]+)?")
_WHOLE_LINES: Final = ("N+", "N-", "$", "'", "V")


def read_csa(text: str) -> Record:
    return _CsaReader(text).read()


class _CsaReader:
    def __init__(self, text: str) -> None:
        self.reading = Reading(text)
        self.board = _BoardReader()
        self.begun = False
        self.over = False
        self.totals = {Side.SENTE: 0.0, Side.GOTE: 0.0}

    def read(self) -> Record:
        for number, line in enumerate(self.reading.lines, 1):
            self.reading.number = number
            if line.strip() == "/":
                break
            for statement in [line] if line.startswith(_WHOLE_LINES) else line.split(","):
                if statement.strip():
                    self._take(statement if statement.startswith("'") else statement.strip())
        self._begin()
        return self.reading.finish()

    def _take(self, text: str) -> None:
        if text.startswith("'"):
            self._take_remark(text)
        elif found := _MOVE.fullmatch(text):
            self._play(found, text)
        elif found := _TIME.fullmatch(text):
            self._take_time(float(found[1]))
        elif text[0] == "%":
            self._end(text[1:])
        elif not self._take_head(text) and not self.over and not _REMAINING.fullmatch(text):
            self.reading.refuse(Reason.UNREADABLE, text=text, move_number=self.reading.ply + 1)

    # before the moves

    def _take_head(self, text: str) -> bool:
        if self.begun:
            return False
        if text[0] == "V" and text[1:2].isdigit():
            return True
        if text[:2] in {"N+", "N-"}:
            self.reading.headers["先手" if text[1] == "+" else "後手"] = text[2:]
            return True
        if text[0] == "$":
            word, _, value = text[1:].partition(":")
            self.reading.headers[f"${word}"] = value
            return True
        if text in {"+", "-"}:
            self.board.side = Side.SENTE if text == "+" else Side.GOTE
            self._begin()
            return True
        try:
            return self.board.take(text)
        except ValueError:
            self.reading.refuse(Reason.UNREADABLE, text=text)

    def _begin(self) -> None:
        if not self.begun:
            self.begun = True
            self.reading.begin(self.board.position())

    # the moves

    def _play(self, found: re.Match[str], text: str) -> None:
        self._begin()
        side = Side.SENTE if found[1] == "+" else Side.GOTE
        usi = self._resolve(found, side)
        if isinstance(usi, Refusal):
            self.reading.refuse_move(usi, text)
        self.reading.play(usi, text)
        self.over = False

    def _resolve(self, found: re.Match[str], side: Side) -> str | Refusal:
        position = self.reading.position
        target, kind = square_at(int(found[4]), int(found[5])), KIND_OF_CODE.get(found[6])
        if kind is None or ("0" in (found[2], found[3]) and found[2] != found[3]):
            return Refusal(Reason.UNREADABLE, position.side)
        if side is not position.side:
            return Refusal(Reason.WRONG_SIDE, position.side, kind, None, target)
        if found[2] == "0":
            drops = kind in HAND_KINDS
            return f"{kind}*{target}" if drops else Refusal(Reason.NOT_IN_HAND, side, kind, None, target)
        return _step(position, square_at(int(found[2]), int(found[3])), target, kind)

    def _take_time(self, seconds: float) -> None:
        """T stands behind a move or behind the ending, and counts for the side that made it."""
        whole = int(seconds) if seconds == int(seconds) else seconds
        node = self.reading.node
        side = self.reading.position.side if self.over else self.reading.position.side.other
        if self.over and node.ending and node.ending.seconds is None:
            self.totals[side] = min(self.totals[side] + whole, LONGEST_TIME)
            node.ending = replace(node.ending, seconds=whole, total=self.totals[side])
        elif not self.over and self.begun and node.move and node.seconds is None:
            self.totals[side] = min(self.totals[side] + whole, LONGEST_TIME)
            node.seconds, node.total = whole, self.totals[side]

    def _end(self, word: str) -> None:
        self._begin()
        if self.over:
            return
        to_move = self.reading.position.side
        if word in {"+ILLEGAL_ACTION", "-ILLEGAL_ACTION"}:
            offender = Side.SENTE if word[0] == "+" else Side.GOTE
            kind = EndingKind.ILLEGAL_LOSS if offender is to_move else EndingKind.ILLEGAL_WIN
        elif word in KIND_OF_ENDING:
            kind = KIND_OF_ENDING[word]
        else:
            self.reading.refuse(Reason.UNREADABLE, text=f"%{word}", move_number=self.reading.ply + 1)
        self.reading.end(Ending(kind))
        self.over = True

    def _take_remark(self, text: str) -> None:
        """'* is for people to read beside the move, other remarks are for nobody."""
        if not text.startswith("'*"):
            return
        node, line = self.reading.node, text[2:]
        if self.over and node.ending:
            before = node.ending.comment
            node.ending = replace(node.ending, comment=f"{before}\n{line}" if before else line)
        else:
            node.comment = f"{node.comment}\n{line}" if node.comment else line


def _step(position: Position, origin: str, target: str, kind: str) -> str | Refusal:
    """CSA names the piece as it is after the move."""
    there, side = position.piece_at(origin), position.side
    if not there:
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.NOTHING_THERE)
    stands = kind_of(there)
    if piece_of(stands, side) != there:
        return Refusal(Reason.WRONG_SIDE, side, kind, origin, target, obstacle=there, obstacle_square=origin)
    if origin == target:
        return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.NOT_ITS_WAY)
    if stands == kind:
        return origin + target
    if stands in CAN_PROMOTE and promoted(stands) == kind:
        return origin + target + "+"
    return Refusal(Reason.CANNOT_MOVE, side, kind, origin, target, Why.OTHER_PIECE_THERE, there, origin)


class _BoardReader:
    """PI (the usual start less some pieces), P1 … P9 (rows), P+ and P- (single pieces, 00 for the hand)."""

    def __init__(self) -> None:
        self.squares: list[str] | None = None
        self.hands = {side: dict.fromkeys(HAND_KINDS, 0) for side in Side}
        self.side = Side.SENTE

    def take(self, text: str) -> bool:
        if not re.match(r"P[I1-9+-]", text):
            return False
        if text.startswith("PI"):
            self._take_usual_start(text[2:])
        elif text[1] in "+-":
            self._take_pieces(Side.SENTE if text[1] == "+" else Side.GOTE, text[2:])
        else:
            self._take_row(int(text[1]), text[2:])
        return True

    def position(self) -> Position:
        if self.squares is None:
            return Position.start(EVEN)
        sente, gote = (tuple(self.hands[side][kind] for kind in HAND_KINDS) for side in Side)
        return Position(tuple(self.squares), (sente, gote), self.side)

    def _take_usual_start(self, taken: str) -> None:
        self.squares = list(Position.from_sfen(HANDICAPS[EVEN]).squares)
        for square, kind in _pairs(taken):
            if square is None or kind_of(self.squares[INDEX[square]]) != kind:
                raise ValueError("no such piece to take away")
            self.squares[INDEX[square]] = ""

    def _take_row(self, rank: int, text: str) -> None:
        squares = self._board()
        cells = [text[at : at + 3].strip() for at in range(0, 27, 3)]
        for file, cell in zip(range(9, 0, -1), cells, strict=True):
            at = INDEX[square_at(file, rank)]
            if cell in {"", "*"}:
                squares[at] = ""
            elif cell[0] in "+-" and cell[1:] in KIND_OF_CODE:
                squares[at] = piece_of(KIND_OF_CODE[cell[1:]], Side.SENTE if cell[0] == "+" else Side.GOTE)
            else:
                raise ValueError(f"no piece: {cell!r}")

    def _take_pieces(self, side: Side, text: str) -> None:
        squares = self._board()
        for square, kind in _pairs(text):
            if square is not None:
                if kind is None:
                    raise ValueError("all pieces can only be in hand")
                squares[INDEX[square]] = piece_of(kind, side)
            elif kind is None:
                self._take_the_rest(side)
            elif kind in HAND_KINDS:
                self.hands[side][kind] += 1
            else:
                raise ValueError(f"cannot be in hand: {kind}")

    def _take_the_rest(self, side: Side) -> None:
        """00AL: all that is neither on the board nor in the other hand."""
        on_board = [unpromoted(kind_of(piece)) for piece in self._board() if piece]
        for kind in HAND_KINDS:
            used = on_board.count(kind) + self.hands[side.other][kind]
            self.hands[side][kind] = max(0, SET_COUNTS[kind] - used)

    def _board(self) -> list[str]:
        if self.squares is None:
            self.squares = [""] * 81
        return self.squares


def _pairs(text: str) -> list[tuple[str | None, str | None]]:
    """Square (None for the hand) and kind (None for AL) of each four letters."""
    pairs: list[tuple[str | None, str | None]] = []
    text = text.strip()
    for at in range(0, len(text), 4):
        found = re.fullmatch(r"(00|[1-9]{2})([A-Z]{2})", text[at : at + 4])
        if not found or (found[2] != "AL" and found[2] not in KIND_OF_CODE):
            raise ValueError(f"no piece: {text[at : at + 4]!r}")
        square = None if found[1] == "00" else square_at(int(found[1][0]), int(found[1][1]))
        pairs.append((square, KIND_OF_CODE.get(found[2])))
    return pairs
