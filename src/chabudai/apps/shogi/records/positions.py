"""A position: the board, the hands and whose turn it is, as a frozen value that knows its legal moves."""

import hashlib
import re
from base64 import b32encode
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from . import legality, refusals
from .errors import IllegalMove, InvalidSfen, PositionProblem, Refusal
from .geometry import checkers
from .handicaps import EVEN, HANDICAPS
from .pieces import HAND_KINDS, INDEX, SET_COUNTS, SQUARES, Side, kind_of, piece_of, promoted, side_of, unpromoted

_ROW_PIECE: Final = re.compile(r"\+?[A-Za-z]|[1-9]")
_HELD: Final = re.compile(r"([1-9][0-9]?)?([RBGSNLPrbgsnlp])")


@dataclass(frozen=True)
class Position:
    """`squares` holds 81 pieces as a diagram is read (9a … 1i): SFEN letters, "" where none stands.
    `hands` holds, per side, the counts in the order of `HAND_KINDS`. `ply` is the number of the next move."""

    squares: tuple[str, ...]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    side: Side
    ply: int = 1

    @classmethod
    def from_sfen(cls, sfen: str) -> "Position":
        """Any board that SFEN can spell, also one that could not come from a game: ask `problems`."""
        fields = sfen.split()
        if not 2 <= len(fields) <= 4 or fields[1] not in {"b", "w"}:
            raise InvalidSfen(f"no position: {sfen[:100]!r}")
        side = Side.SENTE if fields[1] == "b" else Side.GOTE
        ply = fields[3] if len(fields) == 4 else "1"
        if not re.fullmatch(r"[0-9]{1,6}", ply):
            raise InvalidSfen(f"no move number: {ply[:20]!r}")
        return cls(_read_rows(fields[0]), _read_hands(fields[2] if len(fields) > 2 else "-"), side, max(1, int(ply)))

    @classmethod
    def start(cls, handicap: str = EVEN) -> "Position":
        return cls.from_sfen(HANDICAPS[handicap])

    @cached_property
    def sfen(self) -> str:
        return f"{self.sfen_without_ply} {self.ply}"

    @cached_property
    def sfen_without_ply(self) -> str:
        return f"{_write_rows(self.squares)} {'b' if self.side is Side.SENTE else 'w'} {_write_hands(self.hands)}"

    @cached_property
    def key(self) -> str:
        """16 letters that are the same for the same board, hands and side to move, wherever and whenever they arise."""
        digest = hashlib.blake2b(self.sfen_without_ply.encode(), digest_size=10).digest()
        return b32encode(digest).decode().lower()

    def piece_at(self, square: str) -> str:
        return self.squares[INDEX[square]]

    def pieces(self) -> Iterator[tuple[str, str, Side]]:
        """Square, kind and side of every piece on the board."""
        for square, piece in zip(SQUARES, self.squares, strict=True):
            if piece:
                yield square, kind_of(piece), side_of(piece)

    def hand(self, side: Side) -> Mapping[str, int]:
        """What this side holds, kind to count, the strongest first; kinds not held are left out."""
        counts = self.hands[0] if side is Side.SENTE else self.hands[1]
        return {kind: count for kind, count in zip(HAND_KINDS, counts, strict=True) if count}

    @cached_property
    def legal_moves(self) -> tuple[str, ...]:
        return legality.legal_moves(self.sfen_without_ply)

    @cached_property
    def is_check(self) -> bool:
        return bool(checkers(self.squares, self.side))

    @cached_property
    def is_mate(self) -> bool:
        return self.is_check and not self.legal_moves

    def is_legal(self, usi: str) -> bool:
        return legality.is_legal(self.sfen_without_ply, usi)

    def refusal(self, usi: str) -> Refusal | None:
        """Why the rules refuse this move; None for a legal one."""
        return None if self.is_legal(usi) else refusals.explain(self, usi)

    def problems(self) -> tuple[PositionProblem, ...]:
        """What keeps this from being the start of a game; a position without one of the kings (a tsume) may be."""
        return refusals.find_problems(self)

    def play(self, usi: str) -> "Position":
        if not self.is_legal(usi):
            raise IllegalMove(usi, refusals.explain(self, usi))
        return self.play_unchecked(usi)

    def play_unchecked(self, usi: str) -> "Position":
        """The position after a move that is known to be legal, or at least to be possible by the pieces' places."""
        squares, target = list(self.squares), INDEX[usi[2:4]]
        hands = self.hands
        if usi[1] == "*":
            hands = self._hands_with(usi[0], -1)
            squares[target] = piece_of(usi[0], self.side)
        else:
            origin = INDEX[usi[:2]]
            if squares[target]:
                hands = self._hands_with(unpromoted(kind_of(squares[target])), 1)
            kind = kind_of(squares[origin])
            squares[target] = piece_of(promoted(kind) if usi.endswith("+") else kind, self.side)
            squares[origin] = ""
        return Position(tuple(squares), hands, self.side.other, self.ply + 1)

    def _hands_with(self, kind: str, change: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        sente, gote = self.hands
        if kind == "K":
            return self.hands
        at, own = HAND_KINDS.index(kind), sente if self.side is Side.SENTE else gote
        own = (*own[:at], own[at] + change, *own[at + 1 :])
        return (own, gote) if self.side is Side.SENTE else (sente, own)


def _read_rows(text: str) -> tuple[str, ...]:
    rows = text.split("/")
    if len(rows) != 9:
        raise InvalidSfen(f"a board has nine rows: {text[:100]!r}")
    squares: list[str] = []
    for number, row in enumerate(rows, 1):
        pieces = _ROW_PIECE.findall(row) if len(row) <= 18 else []
        if "".join(pieces) != row:
            raise InvalidSfen(f"no row of a board: {row[:40]!r}")
        for piece in pieces:
            squares.extend([""] * int(piece) if piece.isdigit() else [_check_piece(piece)])
        if len(squares) != 9 * number:
            raise InvalidSfen(f"a row has nine squares: {row[:40]!r}")
    return tuple(squares)


def _check_piece(piece: str) -> str:
    kind = piece.upper()
    if kind[-1] not in SET_COUNTS or kind in {"+K", "+G"}:
        raise InvalidSfen(f"no piece: {piece!r}")
    return piece


def _read_hands(text: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    counts = {piece: 0 for kind in HAND_KINDS for piece in (kind, kind.lower())}
    if text != "-":
        held = _HELD.findall(text) if len(text) <= 60 else []
        if "".join(count + piece for count, piece in held) != text or not held:
            raise InvalidSfen(f"no hands: {text[:40]!r}")
        for count, piece in held:
            counts[piece] += int(count or 1)
    for piece, count in counts.items():
        if count > SET_COUNTS[piece.upper()]:
            raise InvalidSfen(f"too many in hand: {count}{piece}")
    return tuple(counts[kind] for kind in HAND_KINDS), tuple(counts[kind.lower()] for kind in HAND_KINDS)


def _write_rows(squares: tuple[str, ...]) -> str:
    filled = [piece or " " for piece in squares]
    text = "/".join("".join(filled[start : start + 9]) for start in range(0, 81, 9))
    for length in range(9, 0, -1):
        text = text.replace(" " * length, str(length))
    return text


def _write_hands(hands: tuple[tuple[int, ...], tuple[int, ...]]) -> str:
    held = [
        (str(count) if count > 1 else "") + piece_of(kind, side)
        for side, counts in zip(Side, hands, strict=True)
        for kind, count in zip(HAND_KINDS, counts, strict=True)
        if count
    ]
    return "".join(held) or "-"
