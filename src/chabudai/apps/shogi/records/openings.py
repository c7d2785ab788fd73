"""What an opening is called, by some thirty rules over the first forty moves of an even game.

A rule asks what stood where at any time of these moves, not only at their end: a castle is left, a silver exchanged.
A rook that slides late is a plan of the middle game, and names no opening.

The name that is kept is the Japanese one, as records have it under 戦型: people write their own there as well.
`opening_text` gives the English of the names that are known and leaves the others as they are.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from .handicaps import EVEN
from .notation import Language, captured_kind, moved_kind
from .pieces import Side, file_of, rank_of, square_at
from .positions import Position
from .record import Record

_LOOKED_AT: Final = 40
_KNOWN_BY: Final = 30  # plies: what comes later is a plan of the middle game, except for slow castles and silvers
_SWUNG_BY: Final = 24  # plies: a rook that goes to another file later is no ranging rook
_SLEEVE_BY: Final = 16
_EXCHANGED_BY: Final = 16
_ADVANCED_BY: Final = 16
_CHOSEN_BY: Final = 20
_RACED_BY: Final = 6  # both rooks' pawns at their fifth rank so early: whatever is built later, it is 相掛かり
_AGAINST: Final = " 対 "

ENGLISH_NAMES: Final = {
    "四間飛車": "Fourth File Rook",
    "角交換四間飛車": "Bishop Exchange Fourth File Rook",
    "四間飛車穴熊": "Fourth File Rook Anaguma",
    "三間飛車": "Third File Rook",
    "三間飛車穴熊": "Third File Rook Anaguma",
    "石田流": "Ishida",
    "中飛車": "Central Rook",
    "ゴキゲン中飛車": "Cheerful Central Rook",
    "中飛車穴熊": "Central Rook Anaguma",
    "向かい飛車": "Opposing Rook",
    "向かい飛車穴熊": "Opposing Rook Anaguma",
    "相振り飛車": "Double Ranging Rook",
    "居飛車穴熊": "Static Rook Anaguma",
    "左美濃": "Left Mino",
    "急戦": "Quick Attack",
    "早仕掛け": "Early Attack",
    "棒銀": "Climbing Silver",
    "右四間飛車": "Right Fourth File Rook",
    "袖飛車": "Sleeve Rook",
    "矢倉": "Yagura",
    "雁木": "Snow Roof",
    "相掛かり": "Double Wing Attack",
    "横歩取り": "Side Pawn Capture",
    "筋違い角": "Wrong Diagonal Bishop",
    "鬼殺し": "Demon Slayer",
    "角換わり": "Bishop Exchange",
    "角換わり腰掛け銀": "Bishop Exchange Reclining Silver",
    "角換わり棒銀": "Bishop Exchange Climbing Silver",
    "角換わり早繰り銀": "Bishop Exchange Rushing Silver",
    "一手損角換わり": "Tempo-Loss Bishop Exchange",
    "嬉野流": "Ureshino Style",
    "パックマン": "Pac-Man",
    "角頭歩": "Pawn at the Bishop's Head",
}
_BY_ENGLISH: Final = {english.casefold(): japanese for japanese, english in ENGLISH_NAMES.items()}


def name_opening(record: Record) -> str | None:
    """The Japanese name, "A 対 B" where the sides play different ones; None where no rule fits."""
    if record.handicap != EVEN:
        return None
    if (trick := _trick_name(record.main_moves)) is not None:
        return trick
    camps = _watch(record)
    sente, gote = camps[Side.SENTE], camps[Side.GOTE]
    ranging = [name for camp in (sente, gote) if (name := _ranging_name(camp))]
    if len(ranging) == 2:
        return "相振り飛車"
    if ranging:
        static = _against_ranging(gote if _ranging_name(sente) else sente)
        return ranging[0] + _AGAINST + static if static else ranging[0]
    return _both_static(sente, gote)


def opening_text(name: str, language: Language) -> str:
    if language == "ja":
        return name
    return " vs ".join(ENGLISH_NAMES.get(part, part) for part in name.split(_AGAINST))


def opening_name(text: str, language: Language) -> str:
    """What is kept of a name as a person writes it: the Japanese of those that are known, else the text itself."""
    if language == "ja":
        return text
    parts = [_BY_ENGLISH.get(part.strip().casefold()) for part in text.split(" vs ")]
    known = [part for part in parts if part is not None]
    return _AGAINST.join(known) if len(known) == len(parts) else text


def _trick_name(moves: tuple[str, ...]) -> str | None:
    """Of an opening that is one surprising move."""
    if moves[:2] == ("7g7f", "4c4d"):
        return "パックマン"
    return "角頭歩" if moves[:3] == ("7g7f", "3c3d", "8g8f") else None


@dataclass(slots=True)
class _Camp:
    """One side's opening, turned so that it plays upwards: what stood where, and what it did."""

    side: Side
    stood: dict[str, int] = field(default_factory=dict)  # "S7g", and since which ply
    chosen: set[str] = field(default_factory=set)  # what stands when the opening is chosen, before the fight
    rook_file: int = 2  # to which it was first swung, on its own second rank
    rook_ply: int = 0  # when
    takes_side_pawn: bool = False
    swaps_bishops_at: str | None = None  # where it took the bishop with its own
    swap_ply: int = 0  # when
    wrong_diagonal: bool = False
    wing_pawn_ply: int | None = None  # when the rook's pawn stood on the fifth rank
    builds_yagura: bool = False  # the silver went to 7g by itself, while both had their bishops

    def has(self, *pieces: str, by: int = _KNOWN_BY) -> bool:
        """Whether all of them stood there by a ply, not necessarily together."""
        return all(self.stood.get(piece, _LOOKED_AT + 1) <= by for piece in pieces)

    @property
    def swung_to(self) -> int:
        """2 also for a rook that went elsewhere too late to count."""
        return self.rook_file if self.rook_ply <= _SWUNG_BY else 2


def _watch(record: Record) -> dict[Side, _Camp]:
    camps = {side: _Camp(side) for side in Side}
    position = record.start_position
    for square, kind, side in position.pieces():
        camps[side].stood[kind + _turned(square, side)] = 0
    for ply, usi in enumerate(record.main_moves[:_LOOKED_AT], 1):
        camp = camps[position.side]
        _note(camp, position, usi, ply, is_exchanged=any(each.swaps_bishops_at for each in camps.values()))
        camp.stood.setdefault(moved_kind(position, usi) + _turned(usi[2:4], camp.side), ply)
        position = position.play_unchecked(usi)
        if ply == min(_CHOSEN_BY, len(record.main_moves)):
            for square, kind, side in position.pieces():
                camps[side].chosen.add(kind + _turned(square, side))
    return camps


def _note(camp: _Camp, position: Position, usi: str, ply: int, *, is_exchanged: bool) -> None:
    kind, target = moved_kind(position, usi), _turned(usi[2:4], camp.side)
    if usi[1] == "*":
        camp.wrong_diagonal = camp.wrong_diagonal or (kind == "B" and target == "4e" and ply <= 8)
        return
    origin, taken = _turned(usi[:2], camp.side), captured_kind(position, usi)
    if kind == "R" and camp.rook_file == 2 and rank_of(target) == 8 and not taken:
        camp.rook_file, camp.rook_ply = file_of(target), ply
    if kind == "R" and taken == "P" and (origin, target) == ("2d", "3d"):
        camp.takes_side_pawn = True
    if kind == "B" and taken == "B" and camp.swaps_bishops_at is None:
        camp.swaps_bishops_at, camp.swap_ply = target, ply
    if kind == "P" and target == "2e" and camp.wing_pawn_ply is None:
        camp.wing_pawn_ply = ply
    if kind == "S" and target == "7g" and not taken and not is_exchanged:
        camp.builds_yagura = True


def _turned(square: str, side: Side) -> str:
    return square if side is Side.SENTE else square_at(10 - file_of(square), 10 - rank_of(square))


def _is_anaguma(camp: _Camp, corner: int) -> bool:
    edge = "1" if corner == 1 else "9"
    return camp.has(f"K{edge}i", by=_LOOKED_AT) or camp.has(f"L{edge}h", by=_LOOKED_AT)


def _ranging_name(camp: _Camp) -> str | None:
    names = {5: "中飛車", 6: "四間飛車", 7: "三間飛車", 8: "向かい飛車"}
    name = names.get(camp.swung_to)
    if name is None:
        return None
    if _is_anaguma(camp, 1):
        return name + "穴熊"
    if name == "三間飛車" and (camp.has("P7e") or camp.has("R7f")):
        return "石田流"
    if name == "四間飛車" and not any(piece[0] == "B" for piece in camp.chosen):
        return "角交換四間飛車"
    if name == "中飛車" and camp.side is Side.GOTE and camp.has("P7f") and not camp.has("P6f"):
        return "ゴキゲン中飛車"
    return name


def _against_ranging(camp: _Camp) -> str | None:
    if _is_anaguma(camp, 9):
        return "居飛車穴熊"
    if camp.has("S7h") and (camp.has("K8h") or camp.has("K8g")):
        return "左美濃"
    return next((name for name, fits in _ATTACKS.items() if fits(camp)), None)


def _is_sleeve(camp: _Camp) -> bool:
    """The rook behind its pawn of the third file, early: later that is a plan of many openings."""
    return camp.rook_file == 3 and camp.rook_ply <= _SLEEVE_BY and camp.has("P3f")


def _is_climbing(camp: _Camp) -> bool:
    return any(camp.has(silver) for silver in ("S2f", "S1e", "S2e"))


_ATTACKS: Final[dict[str, Callable[[_Camp], bool]]] = {
    "右四間飛車": lambda camp: camp.swung_to == 4,
    "袖飛車": _is_sleeve,
    "棒銀": _is_climbing,
    "早仕掛け": lambda camp: camp.has("P4e", "N3g"),
    "急戦": lambda camp: camp.has("S5g") or camp.has("S4f"),
}
_CASTLES: Final[dict[str, Callable[[_Camp], bool]]] = {
    "右四間飛車": lambda camp: camp.swung_to == 4 and (camp.has("P4f") or camp.has("P4e")),
    "矢倉": lambda camp: camp.builds_yagura,
    "雁木": lambda camp: camp.has("S6g", "P6f"),
    "袖飛車": _is_sleeve,
    "嬉野流": lambda camp: camp.has("S6h", "B7i") and not camp.has("P7f"),
    "棒銀": _is_climbing,
}


def _both_static(sente: _Camp, gote: _Camp) -> str | None:
    if sente.takes_side_pawn or gote.takes_side_pawn:
        return "横歩取り"
    if sente.wrong_diagonal or gote.wrong_diagonal:
        return "筋違い角"
    if any(camp.has("N7g", "P7e") for camp in (sente, gote)):
        return "鬼殺し"
    swaps = [camp.swap_ply for camp in (sente, gote) if camp.swaps_bishops_at]
    if any(ply <= _EXCHANGED_BY for ply in swaps):
        return _exchange_name(sente, gote)
    if _have_advanced(sente, gote, _RACED_BY):
        return "相掛かり"
    names = [name for camp in (sente, gote) if (name := _castle_name(camp))]
    if len(set(names)) == 2:
        return _AGAINST.join(names)
    if names:
        return names[0]
    if swaps:
        return _exchange_name(sente, gote)
    return "相掛かり" if _have_advanced(sente, gote, _ADVANCED_BY) else None


def _have_advanced(sente: _Camp, gote: _Camp, by: int) -> bool:
    """Whether the pawns of both rooks stood on their fifth rank by then."""
    return all(camp.wing_pawn_ply is not None and camp.wing_pawn_ply <= by for camp in (sente, gote))


def _castle_name(camp: _Camp) -> str | None:
    return next((name for name, fits in _CASTLES.items() if fits(camp)), None)


def _exchange_name(sente: _Camp, gote: _Camp) -> str:
    """Gote who takes the bishop on its own square gives up a move for it; the silver says the rest."""
    if gote.swaps_bishops_at == "2b":
        return "一手損角換わり"
    for silver, name in (("S5f", "腰掛け銀"), ("S2f", "棒銀"), ("S1e", "棒銀"), ("S4f", "早繰り銀")):
        if sente.has(silver, by=_LOOKED_AT) or gote.has(silver, by=_LOOKED_AT):
            return "角換わり" + name
    return "角換わり"
