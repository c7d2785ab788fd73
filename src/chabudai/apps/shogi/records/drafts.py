"""A record in the making: a tree that grows while a text is read or an edit is made, then frozen in its one order."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from .endings import Ending
from .errors import Reason
from .headers import clean_headers, clean_value

if TYPE_CHECKING:
    from .record import Node, Record


#: How many variations may lie within each other in a record that is new, and how many there may be in all.
MOST_LEVELS: Final = 100
MOST_VARIATIONS: Final = 2000

#: What a node keeps besides its place in the tree.
_KEPT = ("seconds", "total", "comment", "bookmark", "ending", "ends", "gone")


@dataclass(slots=True)
class DraftNode:
    parent: int
    ply: int
    move: str
    children: list[int] = field(default_factory=list)
    seconds: float | None = None
    total: float | None = None
    comment: str = ""
    bookmark: str = ""
    ending: Ending | None = None
    ends: bool = False
    gone: tuple[int, ...] = ()
    level: int = 0

    def end(self, ending: Ending) -> None:
        """The first ending counts; it ends the line only where no move continues it."""
        if self.ending is None:
            self.ending, self.ends = ending, not self.children


class Draft:
    def __init__(self) -> None:
        self.nodes = [DraftNode(-1, 0, "")]
        self.variations = 0

    @classmethod
    def of(cls, record: "Record") -> "Draft":
        draft = cls()
        for node in record.nodes[1:]:
            draft.nodes.append(DraftNode(node.parent, node.ply, node.move))
        for made, node in zip(draft.nodes, record.nodes, strict=True):
            made.children = list(node.children)
            for name in _KEPT:
                setattr(made, name, getattr(node, name))
        return draft

    def add(self, parent: int, move: str) -> int:
        """The child with this move: the one that is there, or a new last one."""
        for child in self.nodes[parent].children:
            if self.nodes[child].move == move:
                return child
        before = self.nodes[parent]
        is_variation = bool(before.children) or before.ends or 1 in before.gone
        self.variations += is_variation
        self.nodes.append(DraftNode(parent, before.ply + 1, move, level=before.level + is_variation))
        before.children.append(len(self.nodes) - 1)
        return len(self.nodes) - 1

    def drop_last(self) -> None:
        """The node that was added last, as if it had not been."""
        self.nodes[self.nodes.pop().parent].children.pop()

    def excess(self, index: int) -> Reason | None:
        """Why a node is more than a record may have."""
        if self.nodes[index].level > MOST_LEVELS:
            return Reason.TOO_DEEP
        return Reason.TOO_MANY_VARIATIONS if self.variations > MOST_VARIATIONS else None

    def finish(self, headers: Mapping[str, str], start: str) -> "Record":
        from .record import Record

        for node in self.nodes:
            node.comment = _clean_comment(node.comment)
            node.bookmark = clean_value(node.bookmark)
            if node.ending:
                node.ending = replace(node.ending, comment=_clean_comment(node.ending.comment))
        return Record(clean_headers(headers), start, self._ordered())

    def _ordered(self) -> tuple["Node", ...]:
        from .record import Node

        order, waiting = [], [0]
        while waiting:
            index = waiting.pop()
            order.append(index)
            waiting.extend(reversed(self.nodes[index].children))
        place = {old: new for new, old in enumerate(order)}
        place[-1] = -1
        ordered = []
        for old in order:
            node = self.nodes[old]
            children = tuple(place[child] for child in node.children)
            values = {name: getattr(node, name) for name in _KEPT}
            ordered.append(Node(place[node.parent], node.ply, node.move, children, **values))
        return tuple(ordered)


def _clean_comment(text: str) -> str:
    return re.sub(r"\r\n?", "\n", text).strip("\n")
