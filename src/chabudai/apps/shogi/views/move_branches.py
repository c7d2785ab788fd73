"""The variations below the moves of a list: flat however deep they lie in each other, no more than a page holds."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from chabudai.apps.shogi.records import Record

_MOST_CHARACTERS: Final = 12_000
_OF_A_BRANCH: Final = 130  # characters around its moves
_OF_A_MOVE: Final = 70  # characters of its link beside its address
_MOVES_AT_ONCE: Final = 40  # of one variation


@dataclass(frozen=True, slots=True)
class BranchMove:
    ply: int
    at: str
    text: str
    comment: str


@dataclass(frozen=True, slots=True)
class Branch:
    """One variation. `earlier` and `later` are addresses of its moves beside those that are here, if some are not."""

    moves: tuple[BranchMove, ...]
    earlier: str = ""
    later: str = ""


@dataclass(frozen=True, slots=True)
class OuterBranch(Branch):
    """One that leaves the main line, and those within it: `count` of them in all, however deep."""

    inner: tuple[Branch, ...] = ()
    count: int = 0
    hidden_at: str = ""
    is_open: bool = False

    @property
    def hidden(self) -> int:
        return self.count - len(self.inner)


@dataclass(frozen=True, slots=True)
class Branches:
    """`hidden` are not here; they leave the main line at `hidden_at`."""

    shown: tuple[OuterBranch, ...] = ()
    hidden: int = 0
    hidden_at: str = ""

    def __bool__(self) -> bool:
        return bool(self.shown or self.hidden)


class ShownBranches:
    """Those for which there is room: the ones on the way to the current move, then the outer and nearer ones first."""

    def __init__(self, record: Record, current: int, plies: range) -> None:
        self._record, self._tree = record, record.tree
        self._way = dict(self._tree.way_to(current))
        self._near, self._own = self._way[0], self._tree.place(current)[0]
        self._within: dict[int, list[int]] = defaultdict(list)
        self._outer: list[int] = []
        self._counts = [1] * len(self._tree.lines)
        for number, line in enumerate(self._tree.lines):
            self._within[line.origin].append(number)
            self._outer.append(number if line.level <= 1 else self._outer[line.origin])
        for number in range(len(self._tree.lines) - 1, 0, -1):
            self._counts[self._tree.lines[number].origin] += self._counts[number]
        self._leaving: dict[int, list[int]] = defaultdict(list)
        for number in self._within[0]:
            self._leaving[self._tree.lines[number].steps].append(number)
        self._chosen = self._choose(plies)
        self._inner: dict[int, list[int]] = defaultdict(list)
        for number in sorted(self._chosen):
            if self._tree.lines[number].level > 1:
                self._inner[self._outer[number]].append(number)

    @property
    def nodes(self) -> Iterator[int]:
        for number in self._chosen:
            yield from self._tree.lines[number].nodes[self._window(number)]

    def leaving(self, ply: int, texts: Mapping[int, str]) -> Branches:
        """The variations that go on from a move of the main line."""
        outer = self._leaving.get(ply, [])
        shown = [number for number in outer if number in self._chosen]
        hidden = len(outer) - len(shown)
        return Branches(tuple(self._outer_branch(number, texts) for number in shown), hidden, str(ply))

    def _choose(self, plies: range) -> set[int]:
        chosen: set[int] = set()
        left = _MOST_CHARACTERS
        for number in self._by_importance(plies):
            if number in chosen:
                continue
            left -= self._cost(number)
            if left < 0 and number not in (self._own, self._outer[self._own]):
                break
            chosen.add(number)
        return chosen

    def _by_importance(self, plies: range) -> Iterator[int]:
        if self._own:
            yield self._own
            yield self._outer[self._own]
            yield from (number for number in self._way if number)
        level = [
            number
            for ply in sorted(plies, key=lambda ply: abs(ply - self._near))
            for number in self._leaving.get(ply, [])
        ]
        while level:
            yield from level
            level = [inner for number in level for inner in self._within.get(number, [])]

    def _cost(self, number: int) -> int:
        moves = min(len(self._tree.lines[number].nodes), _MOVES_AT_ONCE)
        return _OF_A_BRANCH + moves * (_OF_A_MOVE + 4 * self._tree.lines[number].level)

    def _window(self, number: int) -> slice:
        """Which of its moves: the first, or those around the one at which the way to the current move leaves it."""
        length = len(self._tree.lines[number].nodes)
        start = max(0, min(self._way.get(number, 0) - _MOVES_AT_ONCE // 2, length - _MOVES_AT_ONCE))
        return slice(start, min(start + _MOVES_AT_ONCE, length))

    def _outer_branch(self, number: int, texts: Mapping[int, str]) -> OuterBranch:
        outer, inner = self._branch(number, texts), self._inner.get(number, [])
        return OuterBranch(
            outer.moves,
            outer.earlier,
            outer.later,
            inner=tuple(self._branch(each, texts) for each in inner),
            count=self._counts[number] - 1,
            hidden_at=outer.moves[-1].at,
            is_open=self._own != number and number in self._way,
        )

    def _branch(self, number: int, texts: Mapping[int, str]) -> Branch:
        nodes, window = self._tree.lines[number].nodes, self._window(number)
        moves = tuple(self._move(index, texts) for index in nodes[window])
        earlier = self._at(nodes[window.start - 1]) if window.start else ""
        return Branch(moves, earlier, self._at(nodes[window.stop]) if window.stop < len(nodes) else "")

    def _move(self, index: int, texts: Mapping[int, str]) -> BranchMove:
        node = self._record.nodes[index]
        return BranchMove(node.ply, self._at(index), texts[index], node.comment)

    def _at(self, index: int) -> str:
        return str(self._tree.address_of(index))
