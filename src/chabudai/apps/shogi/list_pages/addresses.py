"""Addresses: of the list of games with its order, folder and filters, and of the diagrams in it."""

from dataclasses import dataclass
from datetime import date
from typing import ClassVar, Final, Literal
from urllib.parse import quote

from chabudai.apps.shogi.lists import GameSelection, Sort
from chabudai.common.text import is_id
from chabudai.web.lists import CursorAddress

COUNTED: Final = ("opponent", "opening_name", "length")
"""What a bar of the statistics counts by, and no field of the filters has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GamesAddress(CursorAddress):
    """`turned`: the order is the other way round. A folder is a place, and no filter.

    `length` is a number of moves, from and to: `80-99`.
    """

    PATH: ClassVar[str] = "/shogi"
    NAMES: ClassVar[dict[str, str]] = {
        "words": "q",
        "first": "from",
        "last": "until",
        "is_selecting": "select",
    }
    NARROWING: ClassVar[tuple[str, ...]] = (
        "side",
        "result",
        "tag",
        "player",
        "opening",
        "first",
        "last",
        "words",
        *COUNTED,
    )

    sort: Sort = "accessed"
    turned: bool = False
    folder: str = ""
    side: Literal["", "first", "second"] = ""
    result: Literal["", "win", "lose", "draw", "sennichite", "jishogi"] = ""
    tag: str = ""
    player: str = ""
    opening: str = ""
    first: str = ""
    last: str = ""
    words: str = ""
    opponent: str = ""
    opening_name: str = ""
    length: str = ""
    is_selecting: bool = False

    @property
    def selection(self) -> GameSelection:
        return GameSelection(
            sort=self.sort,
            order="desc" if (self.sort == "name") == self.turned else "asc",
            folder=self.folder,
            side=self.side or None,
            result=self.result or None,
            tag=self.tag if self.tag and is_id(self.tag) else None,
            player=self.player,
            opening=self.opening,
            first=_day(self.first),
            last=_day(self.last),
            words=self.words,
            opponent=self.opponent,
            opening_name=self.opening_name,
            lengths=_lengths(self.length),
        )

    def sorted_by(self, sort: Sort) -> str:
        """The address of this order; that of the one that is chosen turns it round."""
        return self.but(sort=sort, turned=not self.turned if sort == self.sort else False).url

    @property
    def crumbs(self) -> list[tuple[str, str]]:
        """The folders down to this one, each with its address."""
        parts = self.folder.split("/") if self.folder else []
        paths = ["/".join(parts[: depth + 1]) for depth in range(len(parts))]
        return [(name, folder_url(path)) for name, path in zip(parts, paths, strict=True)]


def folder_url(folder: str) -> str:
    return f"{GamesAddress.PATH}?folder={quote(folder, safe='')}" if folder else GamesAddress.PATH


def _lengths(text: str) -> tuple[int, int] | None:
    """`80-99`"""
    least, _, most = text.partition("-")
    if not all(each.isascii() and each.isdigit() and len(each) <= 4 for each in (least, most)):
        return None
    return int(least), int(most)


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
