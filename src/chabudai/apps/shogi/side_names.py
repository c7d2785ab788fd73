"""What the two sides of a game are called: 先手 and 後手; with a handicap 下手, who receives the odds, and 上手."""

from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi.messages import lazy
from chabudai.apps.shogi.records import Side, gives_odds
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class SideNames:
    sente: Text
    gote: Text

    def of(self, side: Side) -> Text:
        return self.sente if side is Side.SENTE else self.gote


EVEN_NAMES: Final = SideNames(lazy("Sente"), lazy("Gote"))
HANDICAP_NAMES: Final = SideNames(lazy("Shitate"), lazy("Uwate"))


def names_in(handicap: str | None) -> SideNames:
    """In a game with this handicap; None where it is not known."""
    return HANDICAP_NAMES if gives_odds(handicap) else EVEN_NAMES
