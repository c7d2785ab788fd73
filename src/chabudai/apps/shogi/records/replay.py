"""Positions and moves in words anywhere in a record, without playing it from the start each time."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from .notation import Language, move_text
from .walks import Played, walk

if TYPE_CHECKING:
    from .positions import Position
    from .record import Record

_EVERY: Final = 64  # plies: one position in so many is remembered


class Replay:
    """Made of a record, which never changes: what it has worked out once stays good."""

    def __init__(self, record: "Record") -> None:
        self._record = record
        self._known = {0: record.start_position}
        self._lines: dict[Language, tuple[str, ...]] = {}

    def position_at(self, index: int) -> "Position":
        """After the move of a node."""
        nodes, missing = self._record.nodes, []
        while index not in self._known:
            missing.append(index)
            index = nodes[index].parent
        position = self._known[index]
        for at in reversed(missing):
            position = position.play_unchecked(nodes[at].move)
            if nodes[at].ply % _EVERY == 0:
                self._known[at] = position
        return position

    def texts(self, indexes: Iterable[int], language: Language) -> dict[int, str]:
        """The moves of these nodes as people read them."""
        after: dict[int, Position] = {}
        texts = {}
        for index in sorted(set(indexes) - {0}):
            node = self._record.nodes[index]
            before = after.get(node.parent) or self.position_at(node.parent)
            previous = self._record.nodes[node.parent].move or None
            texts[index] = move_text(before, node.move, previous=previous, language=language)
            after[index] = before.play_unchecked(node.move)
        return texts

    def lines(self, language: Language) -> tuple[str, ...]:
        """All moves of each line of play, with a space between them; remembered, since a script asks for them again."""
        if language not in self._lines:
            texts = self._all_texts(language)
            lines = self._record.tree.lines
            self._lines[language] = tuple(" ".join([texts[index] for index in line.nodes]) for line in lines)
        return self._lines[language]

    def _all_texts(self, language: Language) -> dict[int, str]:
        nodes = self._record.nodes
        return {
            step.index: move_text(
                step.before,
                nodes[step.index].move,
                previous=nodes[nodes[step.index].parent].move or None,
                language=language,
            )
            for step in walk(self._record)
            if isinstance(step, Played)
        }
