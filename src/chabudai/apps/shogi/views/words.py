"""The names of squares, pieces and sides in the reader's language, for pages and for the script of the board."""

from typing import Any, Final

from chabudai.apps.shogi.evaluation import MARK_NAMES
from chabudai.apps.shogi.messages import gettext, lazy, ngettext, pgettext
from chabudai.apps.shogi.records import EndingKind, Language, gives_odds
from chabudai.apps.shogi.side_names import SideNames
from chabudai.web import formats
from chabudai.web.translations import JAPANESE, Text, current_language

_JAPANESE_NAMES: Final = {
    "K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
    "R1": "龍", "B1": "馬", "S1": "成銀", "N1": "成桂", "L1": "成香", "P1": "と",
}  # fmt: skip
_ENGLISH_NAMES: Final = {
    "K": "king", "R": "rook", "B": "bishop", "G": "gold", "S": "silver", "N": "knight", "L": "lance", "P": "pawn",
    "R1": "dragon", "B1": "horse", "S1": "promoted silver", "N1": "promoted knight", "L1": "promoted lance",
    "P1": "promoted pawn",
}  # fmt: skip
_FILES: Final = {True: "１２３４５６７８９", False: "123456789"}
_RANKS: Final = {True: "一二三四五六七八九", False: "abcdefghi"}
ENDINGS: Final[dict[EndingKind, Text]] = {
    EndingKind.RESIGNATION: lazy("Resigns"),
    EndingKind.INTERRUPTION: lazy("Interrupted"),
    EndingKind.REPETITION: lazy("Repetition"),
    EndingKind.IMPASSE: lazy("Impasse"),
    EndingKind.DRAW: lazy("Draw"),
    EndingKind.MAX_MOVES: lazy("Longest game reached"),
    EndingKind.ILLEGAL_WIN: lazy("Won by an illegal move"),
    EndingKind.ILLEGAL_LOSS: lazy("Illegal move"),
    EndingKind.MATE: lazy("Mate"),
    EndingKind.TIMEOUT: lazy("Out of time"),
    EndingKind.DECLARATION: lazy("Won by declaration"),
    EndingKind.DEFAULT_WIN: lazy("Won by default"),
    EndingKind.DEFAULT_LOSS: lazy("Lost by default"),
    EndingKind.NO_MATE: lazy("No mate"),
    EndingKind.SEALED: lazy("Sealed move"),
    EndingKind.TAKEN_BACK: lazy("Taken back"),
    EndingKind.ERROR: lazy("Error"),
}
HANDICAP_NAMES: Final[dict[str, Text]] = {
    "平手": lazy("Even game"),
    "香落ち": lazy("Lance"),
    "右香落ち": lazy("Right lance"),
    "角落ち": lazy("Bishop"),
    "飛車落ち": lazy("Rook"),
    "飛香落ち": lazy("Rook and lance"),
    "二枚落ち": lazy("Two pieces"),
    "三枚落ち": lazy("Three pieces"),
    "四枚落ち": lazy("Four pieces"),
    "五枚落ち": lazy("Five pieces"),
    "左五枚落ち": lazy("Five pieces, left"),
    "六枚落ち": lazy("Six pieces"),
    "七枚落ち": lazy("Seven pieces"),
    "左七枚落ち": lazy("Seven pieces, left"),
    "八枚落ち": lazy("Eight pieces"),
    "十枚落ち": lazy("Ten pieces"),
}


def name_handicap(handicap: str | None) -> str:
    """Empty for an even game, and for a start position of its own."""
    return gettext("Handicap: %(name)s", name=HANDICAP_NAMES[handicap]) if handicap and gives_odds(handicap) else ""


def count_moves(count: int) -> str:
    return ngettext("%(n)s move", "%(n)s moves", count, n=formats.number_text(count))


def language() -> Language:
    """Of whoever reads."""
    return "ja" if current_language() == JAPANESE else "en"


def is_japanese() -> bool:
    return language() == "ja"


def files() -> str:
    """From 1 to 9."""
    return _FILES[is_japanese()]


def ranks() -> str:
    return _RANKS[is_japanese()]


def piece_names() -> dict[str, str]:
    """By the names of their drawings: `P1` is a promoted pawn."""
    return _JAPANESE_NAMES if is_japanese() else _ENGLISH_NAMES


def name_square(index: int) -> str:
    """Of 81, from 9a to 1i."""
    row, column = divmod(index, 9)
    return files()[8 - column] + ranks()[row]


def name_cell(index: int, face: str, sides: SideNames) -> str:
    """`４三、後手の金`"""
    if not face:
        return gettext("%(square)s, empty", square=name_square(index))
    side, piece = sides.gote if face.islower() else sides.sente, piece_names()[face.upper()]
    return gettext("%(square)s, %(side)s's %(piece)s", square=name_square(index), side=side, piece=piece)


def name_held(kind: str, count: int) -> str:
    return gettext("%(piece)s: %(n)s", piece=piece_names()[kind], n=count)


def name_hand(side: Text) -> str:
    return gettext("%(side)s's pieces in hand", side=side)


def script_words(sides: SideNames) -> dict[str, Any]:
    """Every sentence that the script of this game's board may say; what stands in braces is filled in by it."""
    return {
        "language": language(),
        "files": files(),
        "ranks": ranks(),
        "sides": (str(sides.sente), str(sides.gote)),
        "pieces": piece_names(),
        "cell": gettext("%(square)s, %(side)s's %(piece)s", square="{square}", side="{side}", piece="{piece}"),
        "empty": gettext("%(square)s, empty", square="{square}"),
        "held": gettext("%(piece)s: %(n)s", piece="{piece}", n="{n}"),
        "start": gettext("Start position"),
        "of": gettext("/%(n)s", n="{n}"),
        "main": gettext("main line"),
        "variation": gettext("variation"),
        "more": gettext("and %(n)s more", n="{n}"),
        "spoken": gettext("Move %(n)s, %(side)s, %(move)s", n="{n}", side="{side}", move="{move}"),
        "plus": gettext("plus %(n)s", n="{n}"),
        "minus": gettext("minus %(n)s", n="{n}"),
        "mate": str(ENDINGS[EndingKind.MATE]),
        "commented": gettext("has a comment"),
        "ways": gettext("%(n)s ways on", n="{n}"),
        "stop": gettext(". "),
        "marks": {mark.value: str(name) for mark, name in MARK_NAMES.items()},
        "takes": gettext(", takes the %(piece)s", piece="{piece}"),
        "promote": gettext("Promote"),
        "keep_side": gettext("Don't promote"),
        "failed": gettext("That didn't work. What you tried is still here."),
        "refusals": {
            "two_pawns": gettext("Two pawns on one file aren't allowed."),
            "pawn_drop_mate": gettext("A pawn may not be dropped to give mate."),
            "king_left_in_check": gettext("That would leave the king in check."),
            "no_way_to_go": gettext("The piece could never move again from there."),
            "cannot_move": gettext("It can't go there."),
            "not_in_hand": gettext("There is no such piece in hand."),
            "wrong_side": gettext("It's %(side)s's turn.", side="{side}"),
        },
        "problems": {
            "two_pawns": gettext("There are two pawns of one side on a file."),
            "no_way_to_go": gettext("A piece stands where it could never move."),
            "two_kings": gettext("A side can have only one king."),
            "no_king": gettext("There is no king on the board."),
            "opponent_in_check": gettext("The side that isn't to move is in check."),
        },
        "place": pgettext("board", "Tap a square to put it there."),
    }
