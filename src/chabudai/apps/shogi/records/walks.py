"""A record's tree in the order in which a text tells it: a line to its end, then the variations, the latest first."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .positions import Position

if TYPE_CHECKING:
    from .record import Record


@dataclass(frozen=True, slots=True)
class Branch:
    """A variation begins, in the place of the move with this number."""

    ply: int


@dataclass(frozen=True, slots=True)
class Played:
    """A node, with the position before its move."""

    index: int
    before: Position


@dataclass(frozen=True, slots=True)
class Ended:
    """The line of play ends after this node."""

    index: int
    position: Position


def walk(record: "Record") -> Iterator[Branch | Played | Ended]:
    """Without recursion, and with a position kept only where a variation still waits for it."""
    yield from _end_of_line(record, 0, record.start_position)
    waiting = _continuations(record, 0, record.start_position)
    while waiting:
        index, before = waiting.pop()
        if index < 0:
            node = record.nodes[~index]
            yield Branch(node.ply + 1)
            yield Ended(~index, before)
            continue
        node = record.nodes[index]
        if record.nodes[node.parent].following != index:
            yield Branch(node.ply)
        yield Played(index, before)
        after = before.play_unchecked(node.move)
        yield from _end_of_line(record, index, after)
        waiting += _continuations(record, index, after)


def _end_of_line(record: "Record", index: int, position: Position) -> Iterator[Ended]:
    if record.nodes[index].ends:
        yield Ended(index, position)


def _continuations(record: "Record", index: int, position: Position) -> list[tuple[int, Position]]:
    """What follows a node, the last first; an ending beside moves is told by the node's complement."""
    node = record.nodes[index]
    beside = [(~index, position)] if node.ending and not node.ends else []
    return beside + [(child, position) for child in reversed(node.children)]
