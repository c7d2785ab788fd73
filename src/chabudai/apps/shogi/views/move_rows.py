"""The moves of a game as a list: one row for each of the main line, what was written below it, and its variations."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from chabudai.apps.shogi.evaluation import Mark, format_score
from chabudai.apps.shogi.records import Address, Position, Record, move_text
from chabudai.apps.shogi.views import words

WHOLE = 130
AROUND = 60
"""Of a game with more moves than WHOLE only the rows around the current one are there at once."""


@dataclass(frozen=True, slots=True)
class BranchMove:
    ply: int
    at: str
    text: str
    comment: str
    branches: tuple["Branch", ...]


@dataclass(frozen=True, slots=True)
class Branch:
    moves: tuple[BranchMove, ...]


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
    branches: tuple[Branch, ...]
    is_current: bool


@dataclass(frozen=True, slots=True)
class MoveList:
    """`is_cut` when rows are left out. `ending` stands below the last row, with variations that go on from there."""

    rows: tuple[MoveRow, ...]
    opening_comment: str
    ending: str
    last_branches: tuple[Branch, ...]
    is_cut: bool


@dataclass(frozen=True, slots=True)
class Scores:
    """What the analysis of the whole game came to, if there is one: `values` from the start position on."""

    values: tuple[int, ...] = ()
    marks: Mapping[int, Mark] | None = None

    def at(self, ply: int) -> int | None:
        return self.values[ply] if ply < len(self.values) else None

    def mark(self, ply: int) -> Mark | None:
        return self.marks.get(ply) if self.marks else None


def list_moves(record: Record, current: int, scores: Scores, *, is_whole: bool) -> MoveList:
    """`current` is the index of the node that is shown."""
    line = record.main_line()
    texts = move_texts(record, line)
    near = _main_ply(record, current)
    is_cut = not is_whole and len(line) > WHOLE
    rows = tuple(
        _row(record, index, texts[ply - 1], scores, is_current=index == current)
        for ply, index in enumerate(line, start=1)
        if not is_cut or abs(ply - near) <= AROUND
    )
    last = record.nodes[line[-1] if line else 0]
    is_end_shown = not is_cut or near + AROUND >= len(line)
    return MoveList(
        rows=rows,
        opening_comment=record.nodes[0].comment,
        ending=str(words.ENDINGS[last.ending.kind]) if last.ending and is_end_shown else "",
        last_branches=tuple(_branches(record, line[-1] if line else 0, but=None)) if last.ends and is_end_shown else (),
        is_cut=is_cut,
    )


def move_texts(record: Record, path: Sequence[int]) -> list[str]:
    """In the reader's language, along a path from the start on."""
    texts: list[str] = []
    previous: str | None = None
    for index, position in zip(path, record.positions(path), strict=False):
        move = record.nodes[index].move
        texts.append(move_text(position, move, previous=previous, language=words.language()))
        previous = move
    return texts


def format_time(seconds: float) -> str:
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _row(record: Record, index: int, text: str, scores: Scores, *, is_current: bool) -> MoveRow:
    node = record.nodes[index]
    score = scores.at(node.ply)
    return MoveRow(
        ply=node.ply,
        at=str(record.address_of(index)),
        text=text,
        time=format_time(node.seconds) if node.seconds is not None else "",
        score=format_score(score) if score is not None else "",
        mark=scores.mark(node.ply),
        comment=node.comment,
        branches=tuple(_branches(record, node.parent, but=index)),
        is_current=is_current,
    )


def _branches(record: Record, parent: int, *, but: int | None) -> Iterator[Branch]:
    """The continuations of a node except the one that has a row."""
    others = [child for child in record.nodes[parent].children if child != but]
    if not others:
        return
    position = record.position_at(parent)
    for child in others:
        yield Branch(tuple(_branch_moves(record, child, position, record.nodes[parent].move or None)))


def _branch_moves(record: Record, index: int, position: Position, previous: str | None) -> Iterator[BranchMove]:
    at: int | None = index
    address = record.address_of(index)
    parent = -1
    while at is not None:
        node = record.nodes[at]
        text = move_text(position, node.move, previous=previous, language=words.language())
        inner = tuple(_branches(record, parent, but=at)) if parent >= 0 else ()
        yield BranchMove(node.ply, str(address), text, node.comment, inner)
        position, previous, parent = position.play_unchecked(node.move), node.move, at
        at = node.following
        number, steps = address.turns[-1]
        address = Address(address.ply, (*address.turns[:-1], (number, steps + 1)))


def _main_ply(record: Record, index: int) -> int:
    """The last move of the main line on the way to a node."""
    address = record.address_of(index)
    return address.ply
