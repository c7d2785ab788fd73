"""A move as a KIF or KI2 text words it, and which legal move it means in a position."""

import re
from dataclasses import dataclass
from typing import Final

from .disambiguation import action, place_word, reaching, relative_words
from .errors import Reason, Refusal, Why
from .geometry import way
from .pieces import KANJI, Side, kind_of, side_of, square_at
from .positions import Position

_MARKS: Final = {"▲": Side.SENTE, "☗": Side.SENTE, "▼": Side.SENTE, "△": Side.GOTE, "☖": Side.GOTE, "▽": Side.GOTE}
_FILES: Final = {
    digit: number for digits in ("123456789", "１２３４５６７８９") for number, digit in enumerate(digits, 1)
}
_RANKS: Final = {**_FILES, **{digit: number for number, digit in enumerate("一二三四五六七八九", 1)}}
_NAMES: Final = {
    **{name: kind for kind, name in KANJI.items()},
    "王": "K", "竜": "+R", "全": "+S", "圭": "+N", "杏": "+L", "と金": "+P", "成歩": "+P", "成角": "+B", "成飛": "+R",
    "飛車": "R", "角行": "B",
}  # fmt: skip
_MOVE: Final = re.compile(
    r"(?P<mark>[▲△▼▽☗☖])?[ 　\t]*"
    r"(?:(?P<file>[1-9１-９])(?P<rank>[1-9１-９一二三四五六七八九])(?P<same_too>同)?|(?P<same>同))[ 　\t]*"
    r"(?P<name>と金|成[香桂銀歩角飛]|飛車|角行|[歩香桂銀金角飛玉王と龍竜馬全圭杏])"
    r"(?P<words>[左右直上行入寄引下]*)(?P<act>不成|成らず|生|成|打)?"
    r"(?:[ 　\t]*[(（](?P<from>[0-9０-９]{2})[)）])?"
)


@dataclass(frozen=True, slots=True)
class MoveWords:
    """`target` is None for 同; `promotes` is None where nothing is said of it."""

    side: Side | None
    target: str | None
    kind: str
    words: str
    drops: bool
    promotes: bool | None
    origin: str | None
    length: int


def read_words(text: str, start: int = 0) -> MoveWords | None:
    """The move that a text spells from there on; None when it spells none."""
    found = _MOVE.match(text, start)
    if not found:
        return None
    target = None if found["same"] else square_at(_FILES[found["file"]], _RANKS[found["rank"]])
    act, origin = found["act"], _origin(found["from"])
    words = found["words"].replace("行", "上").replace("入", "上").replace("下", "引")
    drops = act == "打" or found["from"] in {"00", "００"}
    promotes = None if act in {None, "打"} else act == "成"
    side = _MARKS.get(found["mark"] or "")
    return MoveWords(side, target, _NAMES[found["name"]], words, drops, promotes, origin, found.end() - start)


def _origin(digits: str | None) -> str | None:
    if not digits or not {digits[0], digits[1]} <= _FILES.keys():
        return None
    return square_at(_FILES[digits[0]], _FILES[digits[1]])


def resolve(words: MoveWords, position: Position, previous: str | None) -> str | Refusal:
    """The move in USI, not yet held against the rules; a Refusal when the words fit none or several."""
    target = words.target or (previous[2:4] if previous else None)
    if words.side not in {None, position.side}:
        return Refusal(Reason.WRONG_SIDE, position.side, words.kind, words.origin, target)
    if target is None:
        return Refusal(Reason.NOTHING_TO_REPEAT, position.side, words.kind)
    if words.drops:
        return _drop(words, position, target)
    if words.origin:
        return _step(words, position, words.origin, target)
    return _step_or_drop(words, position, target)


def _drop(words: MoveWords, position: Position, target: str) -> str | Refusal:
    if len(words.kind) > 1 or words.kind == "K":
        return Refusal(Reason.NOT_IN_HAND, position.side, words.kind, None, target)
    return f"{words.kind}*{target}"


def _step(words: MoveWords, position: Position, origin: str, target: str) -> str | Refusal:
    there, side = position.piece_at(origin), position.side
    if not there:
        return Refusal(Reason.CANNOT_MOVE, side, words.kind, origin, target, Why.NOTHING_THERE)
    if side_of(there) is not side:
        return Refusal(Reason.WRONG_SIDE, side, words.kind, origin, target, obstacle=there, obstacle_square=origin)
    if kind_of(there) != words.kind:
        return Refusal(Reason.CANNOT_MOVE, side, words.kind, origin, target, Why.OTHER_PIECE_THERE, there, origin)
    if origin == target:
        return Refusal(Reason.CANNOT_MOVE, side, words.kind, origin, target, Why.NOT_ITS_WAY)
    return origin + target + ("+" if words.promotes else "")


def _step_or_drop(words: MoveWords, position: Position, target: str) -> str | Refusal:
    everybody = reaching(position, words.kind, target)
    fitting = [origin for origin in everybody if _fits(words, position.side, origin, target, everybody)]
    if len(fitting) > 1:
        suffix = "+" if words.promotes else ""
        legal = [origin for origin in fitting if position.is_legal(origin + target + suffix)]
        exact = [each for each in legal if relative_words(position, words.kind, each, target) == words.words]
        fitting = exact if len(exact) == 1 else legal or fitting
    if len(fitting) > 1:
        return Refusal(Reason.AMBIGUOUS, position.side, words.kind, None, target)
    if fitting:
        return _step(words, position, fitting[0], target)
    if not words.words and words.promotes is None and position.hand(position.side).get(words.kind):
        return _drop(words, position, target)
    return _nobody(words, position, target)


def _fits(words: MoveWords, side: Side, origin: str, target: str, everybody: tuple[str, ...]) -> bool:
    told = action(side, origin, target) + place_word(side, words.kind, origin, target, everybody)
    return set(words.words) <= set(told)


def _nobody(words: MoveWords, position: Position, target: str) -> Refusal:
    """The one piece of that kind tells best why it does not get there."""
    side = position.side
    own = [square for square, kind, owner in position.pieces() if kind == words.kind and owner is side]
    if len(own) == 1 and own[0] != target:
        found = way(position.squares, own[0], target)
        if found.blocked_at:
            blocker = position.piece_at(found.blocked_at)
            return Refusal(Reason.CANNOT_MOVE, side, words.kind, own[0], target, Why.BLOCKED, blocker, found.blocked_at)
    if not own and len(words.kind) == 1 and words.kind != "K":
        return Refusal(Reason.NOT_IN_HAND, side, words.kind, None, target)
    return Refusal(Reason.CANNOT_MOVE, side, words.kind, None, target, Why.NOBODY_REACHES)
