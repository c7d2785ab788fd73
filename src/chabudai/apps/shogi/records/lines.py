"""A record's tree as its lines of play: the main line, and each variation with the place at which it leaves another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .addresses import Address

if TYPE_CHECKING:
    from .record import Node


@dataclass(frozen=True, slots=True)
class Line:
    """It leaves the line with the number `origin` after `steps` of its moves, as continuation `number`.

    `level` is how many variations lie within each other up to this one, 0 for the main line; `nodes` are its moves.
    """

    origin: int
    steps: int
    number: int
    level: int
    nodes: list[int] = field(default_factory=list)


class Tree:
    """Made in one pass over the nodes: a parent stands before its children, a line before those that leave it."""

    def __init__(self, nodes: Sequence["Node"]) -> None:
        self.lines = [Line(-1, 0, 1, 0)]
        self._places = [(0, 0)] * len(nodes)
        for index, node in enumerate(nodes):
            line, steps = self._places[index]
            for number, child in node.numbered():
                to = line if number == 1 else self._leave(line, steps, number)
                self.lines[to].nodes.append(child)
                self._places[child] = (to, len(self.lines[to].nodes))

    @property
    def deepest(self) -> int:
        return max(line.level for line in self.lines)

    @property
    def variations(self) -> int:
        return len(self.lines) - 1

    def place(self, index: int) -> tuple[int, int]:
        """The number of the line on which a node lies, and how many moves along it."""
        return self._places[index]

    def end_of_line(self, index: int) -> int:
        """The last node of the line on which a node lies; the start itself where nothing was played."""
        nodes = self.lines[self._places[index][0]].nodes
        return nodes[-1] if nodes else index

    def along(self, index: int, steps: int) -> tuple[int, bool]:
        """The node so many moves on along its line, or the line's last one, and whether it goes that far."""
        line, place = self._places[index]
        nodes = self.lines[line].nodes
        reached = min(place + steps, len(nodes))
        return nodes[reached - 1] if reached else index, reached == place + steps

    def level(self, index: int) -> int:
        return self.lines[self._places[index][0]].level

    def way_to(self, index: int) -> Iterator[tuple[int, int]]:
        """The lines on the way to a node, its own first, each with how far one follows it."""
        line, steps = self._places[index]
        while line >= 0:
            yield line, steps
            line, steps = self.lines[line].origin, self.lines[line].steps

    def address_of(self, index: int) -> Address:
        *turns, (_, ply) = self.way_to(index)
        return Address(ply, tuple((self.lines[line].number, steps) for line, steps in reversed(turns)))

    def _leave(self, line: int, steps: int, number: int) -> int:
        self.lines.append(Line(line, steps, number, self.lines[line].level + 1))
        return len(self.lines) - 1
