"""A game record: headers, a start position and a tree of moves, as a frozen value.

The tree is flat. Node 0 is the start, the nodes of the main line follow in order (so a main-line node's index is its
ply), then the variations, the latest in the game first, each with its own variations behind it.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from types import MappingProxyType
from typing import Final

from . import editing
from .addresses import Address
from .endings import Ending, Result, result_for
from .handicaps import EVEN, HANDICAP_OF_START, HANDICAPS, OTHER
from .headers import clean_headers
from .lines import Tree
from .pieces import Side
from .positions import Position
from .replay import Replay

LONGEST_TIME: Final = 999_999_999
"""Of a move or of a side, in seconds: as much as CSA can spell. What is said to be longer is taken for this."""


@dataclass(frozen=True, slots=True)
class Node:
    """One move and what was written beside it; `parent` is -1 and `move` is empty for the start.

    `children` are the continuations in order. Where `ends` is true the line of play ends here with `ending` and all
    children are variations; otherwise the first child continues the line (and `ending` is one more way it could end).
    `gone` are the numbers of deleted continuations: the others keep theirs, so that links stay true. Where 1 is among
    them the line stops here too, and the children are variations.
    """

    parent: int
    ply: int
    move: str
    children: tuple[int, ...] = ()
    seconds: float | None = None
    total: float | None = None
    comment: str = ""
    bookmark: str = ""
    ending: Ending | None = None
    ends: bool = False
    gone: tuple[int, ...] = ()

    @property
    def following(self) -> int | None:
        """The child that continues the line."""
        return self.children[0] if self.children and not self.ends and 1 not in self.gone else None

    def numbered(self) -> Iterator[tuple[int, int]]:
        """Each child with its number among the continuations: 1 is the line itself, variations count from 2."""
        number, gone = 2 if self.ends else 1, frozenset(self.gone)
        for child in self.children:
            while number in gone:
                number += 1
            yield number, child
            number += 1


@dataclass(frozen=True, slots=True)
class Place:
    """Where an address leads: the node, its true address, and whether that is what was asked for."""

    index: int
    address: Address
    found: bool


@dataclass(frozen=True)
class Record:
    """`headers` are as in the record, without 手合割 and diagrams (see `start`); 上手 under 後手, 下手 under 先手."""

    headers: Mapping[str, str]
    start: str
    nodes: tuple[Node, ...]

    @classmethod
    def from_moves(
        cls,
        moves: Iterable[str],
        *,
        headers: Mapping[str, str] = MappingProxyType({}),
        start: str = HANDICAPS[EVEN],
        ending: Ending | None = None,
    ) -> "Record":
        """A game entered by hand; IllegalMove names the first move that the rules refuse."""
        empty = cls(clean_headers(headers), start, (Node(-1, 0, ""),))
        return editing.with_ending(empty.with_branch(Address(), moves), ending)

    # what it says about the game

    @property
    def sente(self) -> str:
        return self.headers.get("先手", "")

    @property
    def gote(self) -> str:
        return self.headers.get("後手", "")

    @property
    def event(self) -> str:
        return self.headers.get("棋戦", "")

    @property
    def opening(self) -> str:
        """What the record itself calls the opening; `openings.name_opening` looks at the moves."""
        return self.headers.get("戦型", "")

    @property
    def played(self) -> date | None:
        return _read_date(self.headers.get("開始日時") or self.headers.get("対局日") or "")

    @property
    def handicap(self) -> str:
        """平手, 香落ち … or その他 for a start position of its own."""
        return HANDICAP_OF_START.get(self.start, OTHER)

    @cached_property
    def start_position(self) -> Position:
        return Position.from_sfen(self.start)

    # the tree

    @cached_property
    def tree(self) -> Tree:
        return Tree(self.nodes)

    @cached_property
    def replay(self) -> Replay:
        return Replay(self)

    def main_line(self) -> tuple[int, ...]:
        """The indexes of the main line's nodes, without the start."""
        return tuple(self.tree.lines[0].nodes)

    @cached_property
    def main_moves(self) -> tuple[str, ...]:
        return tuple([self.nodes[index].move for index in self.tree.lines[0].nodes])

    @property
    def moves_count(self) -> int:
        return len(self.tree.lines[0].nodes)

    @cached_property
    def is_timed(self) -> bool:
        """Whether any move says how long its side has thought until then."""
        return any(node.total is not None for node in self.nodes)

    @cached_property
    def comments_count(self) -> int:
        return sum(1 for node in self.nodes if node.comment)

    def side_to_move(self, index: int) -> Side:
        first = self.start_position.side
        return first if self.nodes[index].ply % 2 == 0 else first.other

    def path_to(self, index: int) -> tuple[int, ...]:
        """The nodes from the first move to this one."""
        path = []
        while index > 0:
            path.append(index)
            index = self.nodes[index].parent
        return tuple(reversed(path))

    def line_to(self, address: Address) -> tuple[int, ...]:
        """The nodes from the first move to this address, or to its last living ancestor."""
        return self.path_to(self.find(address).index)

    def end_of_line(self, index: int) -> int:
        """The last node of the line of play through a node, on along its first continuations."""
        return self.tree.end_of_line(index)

    def position_at(self, index: int) -> Position:
        return self.replay.position_at(index)

    def positions(self, path: Sequence[int]) -> Iterator[Position]:
        """The start, then the position after each node of a path."""
        position = self.start_position
        yield position
        for index in path:
            position = position.play_unchecked(self.nodes[index].move)
            yield position

    def find(self, address: Address) -> Place:
        """The node at an address; when that is gone, its last living ancestor."""
        return editing.find(self, address)

    def address_of(self, index: int) -> Address:
        return self.tree.address_of(index)

    # the end

    @property
    def ending(self) -> Ending | None:
        """How the main line ends."""
        return self.nodes[self._last_of_main()].ending

    @property
    def winner(self) -> Side | None:
        last = self._last_of_main()
        ending = self.nodes[last].ending
        return ending.winner(self.side_to_move(last)) if ending else None

    def result_for(self, side: Side) -> Result | None:
        last = self._last_of_main()
        ending = self.nodes[last].ending
        return result_for(ending, self.side_to_move(last), side) if ending else None

    # other records made of this one

    def with_branch(self, address: Address, moves: Iterable[str]) -> "Record":
        """Moves appended after an address; those that are there already are followed, not doubled."""
        return editing.with_branch(self, address, moves)

    def with_comment(self, address: Address, comment: str) -> "Record":
        return editing.with_comment(self, address, comment)

    def with_ending(self, ending: Ending | None) -> "Record":
        """The main line ended in this way."""
        return editing.with_ending(self, ending)

    def with_headers(self, headers: Mapping[str, str]) -> "Record":
        return Record(clean_headers(headers), self.start, self.nodes)

    def without(self, address: Address) -> "Record":
        """The move at this address and all that follows it deleted."""
        return editing.without(self, address)

    def promote(self, address: Address) -> "Record":
        """The line through this address made the main line (本譜にする)."""
        return editing.promote(self, address)

    @property
    def digest(self) -> str:
        """The same for the same game: players, start and main line, whatever was written beside them."""
        players = [re.sub(r"\s", "", name) for name in (self.sente, self.gote)]
        text = "\n".join([*players, self.start, *self.main_moves])
        return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    def same_game(self, other: "Record") -> bool:
        return self.digest == other.digest

    def _last_of_main(self) -> int:
        return self.end_of_line(0)


def _read_date(text: str) -> date | None:
    found = re.search(r"([0-9]{4})\s*[/年.\-]\s*([0-9]{1,2})\s*[/月.\-]\s*([0-9]{1,2})", text)
    if not found:
        return None
    try:
        return date(*(int(number) for number in found.groups()))
    except ValueError:
        return None
