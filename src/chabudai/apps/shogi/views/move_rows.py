"""The moves of a game as a list: one row for each of the main line, what was written below it, and its variations."""

from collections.abc import Mapping
from dataclasses import dataclass

from chabudai.apps.shogi.evaluation import Mark, show_score
from chabudai.apps.shogi.records import Record
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.move_branches import Branches, ShownBranches

WHOLE = 130
AROUND = 60
"""Of a game with more moves than WHOLE only the rows around the current one are there at once."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """`at` is its address. `branches` are other moves in the place of this one."""

    ply: int
    at: str
    text: str
    time: str
    score: str
    mark: Mark | None
    comment: str
    branches: Branches
    is_current: bool


@dataclass(frozen=True, slots=True)
class MoveList:
    """`earlier` and `later` are plies on both sides of the rows, None where no row is left out.

    `ending` stands below the last row, with variations that go on from there.
    """

    rows: tuple[MoveRow, ...]
    opening_comment: str
    ending: str
    last_branches: Branches
    earlier: int | None
    later: int | None

    @property
    def is_cut(self) -> bool:
        return self.earlier is not None or self.later is not None


@dataclass(frozen=True, slots=True)
class Scores:
    """What the analysis of the whole game came to, if there is one: `values` from the start position on."""

    values: tuple[int, ...] = ()
    marks: Mapping[int, Mark] | None = None

    def at(self, ply: int) -> int | None:
        return self.values[ply] if ply < len(self.values) else None

    def mark(self, ply: int) -> Mark | None:
        return self.marks.get(ply) if self.marks else None

    @property
    def state(self) -> str:
        """Another when there is more: what the script knows it by."""
        return f"{len(self.values)}.{len(self.marks or ())}"


def list_moves(record: Record, current: int, scores: Scores) -> MoveList:
    """`current` is the index of the node that is shown."""
    line = record.tree.lines[0].nodes
    near = record.address_of(current).ply
    first, last = (max(1, near - AROUND), min(len(line), near + AROUND)) if len(line) > WHOLE else (1, len(line))
    is_end_shown = last == len(line)
    shown = ShownBranches(record, current, range(first - 1, last + is_end_shown))
    rows = [line[ply - 1] for ply in range(first, last + 1)]
    texts = record.replay.texts({*rows, *shown.nodes}, words.language())
    ending = record.ending
    return MoveList(
        rows=tuple(_row(record, index, scores, shown, texts, is_current=index == current) for index in rows),
        opening_comment=record.nodes[0].comment if first == 1 else "",
        ending=str(words.ENDINGS[ending.kind]) if ending and is_end_shown else "",
        last_branches=shown.leaving(len(line), texts) if is_end_shown else Branches(),
        earlier=first - 1 if first > 1 else None,
        later=None if is_end_shown else last + 1,
    )


def format_time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _row(
    record: Record, index: int, scores: Scores, shown: ShownBranches, texts: Mapping[int, str], *, is_current: bool
) -> MoveRow:
    node = record.nodes[index]
    score = scores.at(node.ply)
    return MoveRow(
        ply=node.ply,
        at=str(node.ply),
        text=texts[index],
        time=format_time(node.seconds) if node.seconds is not None else "",
        score=show_score(score) if score is not None else "",
        mark=scores.mark(node.ply),
        comment=node.comment,
        branches=shown.leaving(node.ply - 1, texts),
        is_current=is_current,
    )
