"""The address of a position that is looked for: the position, whose games, and what is being done on its board."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import MaxLen

from chabudai.apps.shogi.records import Position
from chabudai.web.lists import CursorAddress


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionAddress(CursorAddress):
    """`picked` is the piece that is being moved, by its square or as `P*`; `target` where it goes, while it is asked
    whether it promotes. `piece` is what is being placed, `off` to take pieces away, empty when moves are played.
    """

    PATH: ClassVar[str] = "/shogi/positions"
    NAMES: ClassVar[dict[str, str]] = {"picked": "from", "target": "to"}
    PASSING: ClassVar[tuple[str, ...]] = ("cursor", "picked", "target")

    sfen: str = ""
    side: Literal["", "first", "second"] = ""
    flipped: bool = False
    picked: Annotated[str, MaxLen(2)] = ""
    target: Annotated[str, MaxLen(2)] = ""
    piece: Annotated[str, MaxLen(3)] = ""

    def moved_to(self, position: Position) -> "PositionAddress":
        """The same of another position."""
        return self.but(sfen=spell(position))


def position_url(position: Position) -> str:
    return PositionAddress(sfen=spell(position)).url


def spell(position: Position) -> str:
    """The start of an even game needs no saying."""
    text = position.sfen_without_ply
    return "" if text == Position.start().sfen_without_ply else text
