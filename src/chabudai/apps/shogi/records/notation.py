"""A move as people read it: ▲７六歩 in Japanese, ☗P-7f in English."""

from typing import Literal

from .disambiguation import reaching, relative_words
from .pieces import CAN_PROMOTE, KANJI, Side, in_zone, kind_of, square_text
from .positions import Position

Language = Literal["ja", "en"]
MARKS = {"ja": {Side.SENTE: "▲", Side.GOTE: "△"}, "en": {Side.SENTE: "☗", Side.GOTE: "☖"}}


def move_text(position: Position, usi: str, *, previous: str | None = None, language: Language = "ja") -> str:
    """A move with its side's mark; `previous` is the move before it (USI), for 同."""
    return MARKS[language][position.side] + bare_move_text(position, usi, previous=previous, language=language)


def bare_move_text(position: Position, usi: str, *, previous: str | None = None, language: Language = "ja") -> str:
    return _japanese(position, usi, previous) if language == "ja" else _english(position, usi)


def line_text(position: Position, moves: list[str], *, previous: str | None = None, language: Language = "ja") -> str:
    """Several moves in a row, from this position."""
    texts = []
    for usi in moves:
        texts.append(move_text(position, usi, previous=previous, language=language))
        position, previous = position.play_unchecked(usi), usi
    return ("" if language == "ja" else " ").join(texts)


def moved_kind(position: Position, usi: str) -> str:
    return usi[0] if usi[1] == "*" else kind_of(position.piece_at(usi[:2]))


def captured_kind(position: Position, usi: str) -> str | None:
    piece = position.piece_at(usi[2:4])
    return kind_of(piece) if piece else None


def may_promote(position: Position, usi: str) -> bool:
    """Whether the mover had a choice between 成 and 不成 (or had to promote)."""
    if usi[1] == "*" or moved_kind(position, usi) not in CAN_PROMOTE:
        return False
    return in_zone(usi[:2], position.side) or in_zone(usi[2:4], position.side)


def _japanese(position: Position, usi: str, previous: str | None) -> str:
    kind, target = moved_kind(position, usi), usi[2:4]
    where = "同" if previous and previous[2:4] == target else square_text(target)
    if usi[1] == "*":
        return where + KANJI[kind] + ("打" if reaching(position, kind, target) else "")
    promotion = "成" if usi.endswith("+") else "不成" if may_promote(position, usi) else ""
    return where + KANJI[kind] + relative_words(position, kind, usi[:2], target) + promotion


def _english(position: Position, usi: str) -> str:
    kind, target = moved_kind(position, usi), usi[2:4]
    if usi[1] == "*":
        return f"{kind}*{target}"
    origin = usi[:2] if len(reaching(position, kind, target)) > 1 else ""
    promotion = "+" if usi.endswith("+") else "=" if may_promote(position, usi) else ""
    return f"{kind}{origin}{'x' if captured_kind(position, usi) else '-'}{target}{promotion}"
