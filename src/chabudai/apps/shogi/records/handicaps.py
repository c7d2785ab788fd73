"""The handicaps by name, and the SFEN from which each starts (gote, 上手, gives the odds and moves first)."""

from typing import Final

EVEN: Final = "平手"
_ARMY = "ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL"

HANDICAPS: Final[dict[str, str]] = {
    EVEN: f"lnsgkgsnl/1r5b1/{_ARMY} b - 1",
    "香落ち": f"lnsgkgsn1/1r5b1/{_ARMY} w - 1",
    "右香落ち": f"1nsgkgsnl/1r5b1/{_ARMY} w - 1",
    "角落ち": f"lnsgkgsnl/1r7/{_ARMY} w - 1",
    "飛車落ち": f"lnsgkgsnl/7b1/{_ARMY} w - 1",
    "飛香落ち": f"lnsgkgsn1/7b1/{_ARMY} w - 1",
    "二枚落ち": f"lnsgkgsnl/9/{_ARMY} w - 1",
    "三枚落ち": f"lnsgkgsn1/9/{_ARMY} w - 1",
    "四枚落ち": f"1nsgkgsn1/9/{_ARMY} w - 1",
    "五枚落ち": f"2sgkgsn1/9/{_ARMY} w - 1",
    "左五枚落ち": f"1nsgkgs2/9/{_ARMY} w - 1",
    "六枚落ち": f"2sgkgs2/9/{_ARMY} w - 1",
    "七枚落ち": f"3gkgs2/9/{_ARMY} w - 1",
    "左七枚落ち": f"2sgkg3/9/{_ARMY} w - 1",
    "八枚落ち": f"3gkg3/9/{_ARMY} w - 1",
    "十枚落ち": f"4k4/9/{_ARMY} w - 1",
}
#: What a record calls a start that is none of these.
OTHER: Final = "その他"
HANDICAP_OF_START: Final = {sfen: name for name, sfen in HANDICAPS.items()}


def gives_odds(handicap: str | None) -> bool:
    """Whether one side is 上手; not from a start position of its own, which says nothing of that."""
    return handicap in HANDICAPS and handicap != EVEN
