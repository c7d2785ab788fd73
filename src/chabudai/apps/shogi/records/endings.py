"""How a game ends, and who won by it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .pieces import Side


class EndingKind(StrEnum):
    RESIGNATION = "resignation"
    INTERRUPTION = "interruption"
    REPETITION = "repetition"
    IMPASSE = "impasse"
    DRAW = "draw"
    MAX_MOVES = "max_moves"
    ILLEGAL_WIN = "illegal_win"
    ILLEGAL_LOSS = "illegal_loss"
    MATE = "mate"
    TIMEOUT = "timeout"
    DECLARATION = "declaration"
    DEFAULT_WIN = "default_win"
    DEFAULT_LOSS = "default_loss"
    NO_MATE = "no_mate"
    SEALED = "sealed"
    TAKEN_BACK = "taken_back"
    ERROR = "error"


#: The word that stands in the place of the move in a record.
ENDING_WORDS: Final = {
    EndingKind.RESIGNATION: "投了",
    EndingKind.INTERRUPTION: "中断",
    EndingKind.REPETITION: "千日手",
    EndingKind.IMPASSE: "持将棋",
    EndingKind.DRAW: "引き分け",
    EndingKind.MAX_MOVES: "最大手数",
    EndingKind.ILLEGAL_WIN: "反則勝ち",
    EndingKind.ILLEGAL_LOSS: "反則負け",
    EndingKind.MATE: "詰み",
    EndingKind.TIMEOUT: "切れ負け",
    EndingKind.DECLARATION: "入玉勝ち",
    EndingKind.DEFAULT_WIN: "不戦勝",
    EndingKind.DEFAULT_LOSS: "不戦敗",
    EndingKind.NO_MATE: "不詰",
    EndingKind.SEALED: "封じ手",
    EndingKind.TAKEN_BACK: "待った",
    EndingKind.ERROR: "エラー",
}

_MOVER_WINS: Final = {EndingKind.ILLEGAL_WIN, EndingKind.DECLARATION, EndingKind.DEFAULT_WIN}
_MOVER_LOSES: Final = {
    EndingKind.RESIGNATION,
    EndingKind.MATE,
    EndingKind.TIMEOUT,
    EndingKind.ILLEGAL_LOSS,
    EndingKind.DEFAULT_LOSS,
}


@dataclass(frozen=True, slots=True)
class Ending:
    """Stands after the last move, in the place of the move of the side whose turn it was."""

    kind: EndingKind
    seconds: float | None = None
    total: float | None = None
    comment: str = ""

    def winner(self, to_move: Side) -> Side | None:
        if self.kind in _MOVER_WINS:
            return to_move
        return to_move.other if self.kind in _MOVER_LOSES else None


class Result(StrEnum):
    """A game's result for one side, in the words of its stored row."""

    WIN = "win"
    LOSE = "lose"
    DRAW = "draw"
    SENNICHITE = "sennichite"
    JISHOGI = "jishogi"


def result_for(ending: Ending, to_move: Side, side: Side) -> Result | None:
    winner = ending.winner(to_move)
    if winner is not None:
        return Result.WIN if winner is side else Result.LOSE
    drawn = {
        EndingKind.REPETITION: Result.SENNICHITE,
        EndingKind.IMPASSE: Result.JISHOGI,
        EndingKind.DRAW: Result.DRAW,
        EndingKind.MAX_MOVES: Result.DRAW,
    }
    return drawn.get(ending.kind)
