"""How a text words an ending: in the place of a move (投了), or in the closing sentence (まで79手で先手の勝ち)."""

import re
from typing import Final

from .endings import ENDING_WORDS, Ending, EndingKind
from .pieces import Side

_WORDS: Final = {
    **{word: kind for kind, word in ENDING_WORDS.items()},
    "引分": EndingKind.DRAW,
    "引分け": EndingKind.DRAW,
    "時間切れ": EndingKind.TIMEOUT,
    "タイムアップ": EndingKind.TIMEOUT,
    "切断": EndingKind.INTERRUPTION,
    "反則手": EndingKind.ILLEGAL_WIN,
    "反則勝": EndingKind.ILLEGAL_WIN,
    "反則負": EndingKind.ILLEGAL_LOSS,
    "反則": EndingKind.ILLEGAL_LOSS,
    "宣言勝ち": EndingKind.DECLARATION,
    "入玉宣言": EndingKind.DECLARATION,
    "勝ち宣言": EndingKind.DECLARATION,
    "不戦勝ち": EndingKind.DEFAULT_WIN,
    "不戦負け": EndingKind.DEFAULT_LOSS,
    "詰": EndingKind.MATE,
    "不詰み": EndingKind.NO_MATE,
}
_WORD: Final = re.compile("|".join(sorted(map(re.escape, _WORDS), key=len, reverse=True)))
_CLOSING: Final = re.compile(r"まで[、 　]*(?:[0-9０-９]+手)?(?:で|、|にて)?(?P<how>.*)")
_SIDE: Final = re.compile("先手|後手|下手|上手")
_VERDICT: Final = re.compile("[勝負敗]")


def read_ending_word(text: str) -> tuple[EndingKind, int] | None:
    """The ending that stands at the beginning of a text, and how long its word is."""
    found = _WORD.match(text)
    return (_WORDS[found.group()], found.end()) if found else None


def read_closing(line: str, to_move: Side) -> Ending | None:
    """The ending that a closing sentence tells; None for one that tells none."""
    found = _CLOSING.match(line.strip())
    if not found:
        return None
    how = found["how"]
    named = _SIDE.search(how)
    verdict = _VERDICT.search(how, named.end()) if named else None
    if named and verdict:
        side = Side.SENTE if named.group() in {"先手", "下手"} else Side.GOTE
        wins = side if verdict.group() == "勝" else side.other
        return Ending(_won(how, by_mover=wins is to_move))
    words = (EndingKind.REPETITION, EndingKind.IMPASSE, EndingKind.NO_MATE, EndingKind.MATE)
    kind = next((kind for kind in words if ENDING_WORDS[kind] in how), None)
    kind = kind or next((kind for word, kind in _WORDS.items() if word in how), None)
    return Ending(kind) if kind else None


def _won(how: str, *, by_mover: bool) -> EndingKind:
    if by_mover:
        if "不戦" in how:
            return EndingKind.DEFAULT_WIN
        return EndingKind.DECLARATION if "入玉" in how or "宣言" in how else EndingKind.ILLEGAL_WIN
    told = {
        "反則": EndingKind.ILLEGAL_LOSS,
        "切れ": EndingKind.TIMEOUT,
        "不戦": EndingKind.DEFAULT_LOSS,
        "詰": EndingKind.MATE,
    }
    return next((kind for word, kind in told.items() if word in how), EndingKind.RESIGNATION)


def write_closing(ending: Ending, ply: int, to_move: Side, *, handicap: bool) -> str:
    """まで79手で先手の勝ち: what `read_closing` reads back as the same kind of ending."""
    names = {Side.SENTE: "下手", Side.GOTE: "上手"} if handicap else {Side.SENTE: "先手", Side.GOTE: "後手"}
    mover, other = names[to_move], names[to_move.other]
    sentences = {
        EndingKind.RESIGNATION: f"{other}の勝ち",
        EndingKind.TIMEOUT: f"時間切れにより{other}の勝ち",
        EndingKind.MATE: f"詰みにより{other}の勝ち",
        EndingKind.ILLEGAL_WIN: f"{mover}の反則勝ち",
        EndingKind.ILLEGAL_LOSS: f"{mover}の反則負け",
        EndingKind.DECLARATION: f"{mover}の入玉勝ち",
        EndingKind.DEFAULT_WIN: f"{mover}の不戦勝",
        EndingKind.DEFAULT_LOSS: f"{mover}の不戦敗",
    }
    return f"まで{ply}手で{sentences.get(ending.kind, ENDING_WORDS[ending.kind])}"
