"""The position an engine is asked about, with the moves that led to it: it has to know what was repeated."""

import re
from dataclasses import dataclass
from typing import Final

from chabudai.adapters.usi.scores import Color

START: Final = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"
_SFEN: Final = re.compile(r"[1-9a-zA-Z+/]{17,180} [bw] (?:-|[0-9a-zA-Z]{1,60})(?: [0-9]{1,5})?")
MOVE: Final = re.compile(r"(?:[1-9][a-i][1-9][a-i]\+?|[PLNSGBR]\*[1-9][a-i])")


@dataclass(frozen=True, slots=True)
class EnginePosition:
    """Its shape is checked here, so that no line break reaches an engine; what is legal is the caller's to know."""

    sfen: str = START
    moves: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not _SFEN.fullmatch(self.sfen):
            raise ValueError(f"Invalid position {self.sfen!r}: SFEN is wanted.")
        for move in self.moves:
            if not MOVE.fullmatch(move):
                raise ValueError(f"Invalid move {move!r}: USI is wanted, as in 7g7f, 8h2b+ or P*5e.")

    @property
    def turn(self) -> Color:
        is_sente_first = self.sfen.split(" ")[1] == "b"
        return "sente" if is_sente_first == (len(self.moves) % 2 == 0) else "gote"

    @property
    def command(self) -> str:
        start = "startpos" if self.sfen == START else f"sfen {self.sfen}"
        return f"position {start}" + (f" moves {' '.join(self.moves)}" if self.moves else "")
