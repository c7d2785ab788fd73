"""A position as a diagram of text (BOD), as records and newspapers write it."""

import re
from typing import Final

from .handicaps import HANDICAPS
from .pieces import HAND_KINDS, KANJI_DIGITS, KANJI_ONE, Side, kind_of, piece_of, side_of
from .positions import Position

_KINDS: Final = {**{name: kind for kind, name in KANJI_ONE.items()}, "王": "K", "竜": "+R", "成": "+S"}
_HELD: Final = re.compile(r"(飛|角|金|銀|桂|香|歩)(十[一二三四五六七八九]?|[一二三四五六七八九]|[0-9]+|[０-９]+)?")
_HANDS_LINE: Final = re.compile(r"(先手|後手|下手|上手)の?持(?:ち)?駒[：:]?(.*)")
_TURN_LINE: Final = re.compile(r"[ 　]*(先手|後手|下手|上手)番[ 　]*")
_ROW_LINE: Final = re.compile(r"\|(.*?)(?:\||$)")
_SENTE_WORDS: Final = ("先手", "下手")


class DiagramReader:
    """Takes a diagram's lines one by one, in whatever order they come, and becomes a position."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.hands: dict[Side, dict[str, int]] = {}
        self.turn: Side | None = None

    @property
    def seen(self) -> bool:
        return bool(self.rows)

    def take(self, line: str) -> bool:
        """Whether the line belongs to a diagram; ValueError when it does but cannot be read."""
        if found := _HANDS_LINE.match(line):
            self.hands[_side(found[1])] = _read_hand(found[2])
            return True
        if found := _TURN_LINE.fullmatch(line):
            self.turn = _side(found[1])
            return True
        if line.startswith("|"):
            self.rows.append(_read_row(line))
            return True
        return bool(re.match(r"[ 　]*９[ 　]*８|\+-{3,}|手数[＝=]", line))

    def position(self, handicap: str | None) -> Position:
        """The whole; ValueError when rows are missing."""
        if len(self.rows) != 9:
            raise ValueError("a board has nine rows")
        squares = tuple(piece for row in self.rows for piece in row)
        sente, gote = (self.hands.get(side, {}) for side in Side)
        first = Side.GOTE if handicap in HANDICAPS and handicap != "平手" else Side.SENTE
        hands = (tuple(sente.get(kind, 0) for kind in HAND_KINDS), tuple(gote.get(kind, 0) for kind in HAND_KINDS))
        return Position(squares, hands, self.turn or first)


def write_diagram(position: Position, *, handicap: bool) -> list[str]:
    sente, gote = ("下手", "上手") if handicap else ("先手", "後手")
    rows = []
    for rank in range(9):
        row = position.squares[9 * rank : 9 * rank + 9]
        rows.append("|" + "".join(_write_square(piece) for piece in row) + "|" + KANJI_DIGITS[rank + 1])
    return [
        f"{gote}の持駒：{write_hand(position, Side.GOTE)}",
        "  ９ ８ ７ ６ ５ ４ ３ ２ １",
        "+---------------------------+",
        *rows,
        "+---------------------------+",
        f"{sente}の持駒：{write_hand(position, Side.SENTE)}",
        *([f"{gote}番"] if position.side is Side.GOTE else []),
    ]


def write_hand(position: Position, side: Side) -> str:
    held = position.hand(side)
    return (
        "　".join(KANJI_ONE[kind] + (_kanji_number(count) if count > 1 else "") for kind, count in held.items())
        or "なし"
    )


def _side(word: str) -> Side:
    return Side.SENTE if word in _SENTE_WORDS else Side.GOTE


def _read_row(line: str) -> list[str]:
    found = _ROW_LINE.match(line)
    cells = found[1] if found else ""
    row: list[str] = []
    side = Side.SENTE
    for letter in cells:
        if letter in "vV":
            side = Side.GOTE
        elif letter in "・.*":
            row.append("")
        elif letter in _KINDS:
            row.append(piece_of(_KINDS[letter], side))
            side = Side.SENTE
        elif letter not in " 　^":
            raise ValueError(f"no piece: {letter!r}")
    if len(row) != 9:
        raise ValueError("a row has nine squares")
    return row


def _read_hand(text: str) -> dict[str, int]:
    text = re.sub(r"[ 　、,]", "", text)
    if text in {"", "なし", "ナシ"}:
        return {}
    counts: dict[str, int] = {}
    end = 0
    for found in _HELD.finditer(text):
        if found.start() != end:
            break
        counts[_KINDS[found[1]]] = counts.get(_KINDS[found[1]], 0) + _number(found[2])
        end = found.end()
    if end != len(text) or any(count > 18 for count in counts.values()):
        raise ValueError(f"no hand: {text[:40]!r}")
    return counts


def _number(text: str | None) -> int:
    if not text:
        return 1
    if text[0] == "十":
        return 10 + (KANJI_DIGITS.index(text[1]) if len(text) > 1 else 0)
    return KANJI_DIGITS.index(text) if text in KANJI_DIGITS else int(text[:3])


def _kanji_number(number: int) -> str:
    return ("十" if number >= 10 else "") + (KANJI_DIGITS[number % 10] if number % 10 else "")


def _write_square(piece: str) -> str:
    if not piece:
        return " ・"
    return (" " if side_of(piece) is Side.SENTE else "v") + KANJI_ONE[kind_of(piece)]
