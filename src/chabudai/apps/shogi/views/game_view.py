"""A game at one of its positions, as its page shows it: the board, the way on and back, the list, the graph."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from chabudai.apps.shogi.analyses import MOST_MOVES
from chabudai.apps.shogi.evaluation import describe_verdict, show_score, win_rate
from chabudai.apps.shogi.records import Address, Place, Position, Record, Side, UnknownAddress, move_text
from chabudai.apps.shogi.side_names import SideNames, names_in
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_view import BoardView, view_board
from chabudai.apps.shogi.views.graph import Graph, draw_graph, knob_height
from chabudai.apps.shogi.views.move_rows import MoveList, Scores, format_time, list_moves
from chabudai.web.translations import Text

MOST_NODES: Final = 280
"""Of a tree with more than these the script is told by itself, not in the page."""
_OF_A_LINE: Final = 5  # a variation takes the room of so many moves


@dataclass(frozen=True, slots=True)
class Continuation:
    at: str
    text: str
    is_main: bool


@dataclass(frozen=True)
class GameView:
    """`is_found` is false when the address is gone, and the position is its last living ancestor's."""

    record: Record
    place: Place
    scores: Scores
    is_flipped: bool

    @property
    def at(self) -> str:
        return str(self.place.address)

    @property
    def is_found(self) -> bool:
        return self.place.found

    @property
    def is_main(self) -> bool:
        return self.place.address.is_main

    @property
    def ply(self) -> int:
        return self.record.nodes[self.place.index].ply

    @property
    def sides(self) -> SideNames:
        return names_in(self.record.handicap)

    @property
    def moves(self) -> int:
        return self.record.moves_count

    @cached_property
    def length(self) -> int:
        """Of the line that one is on."""
        return self.record.nodes[self.record.end_of_line(self.place.index)].ply

    @cached_property
    def position(self) -> Position:
        return self.record.position_at(self.place.index)

    @cached_property
    def board(self) -> BoardView:
        last = self.record.nodes[self.place.index].move or None
        return view_board(self.position, last, self.sides, is_flipped=self.is_flipped)

    @cached_property
    def text(self) -> str:
        """The move that led here; empty at the start."""
        index = self.place.index
        return self.record.replay.texts([index], words.language()).get(index, "")

    @cached_property
    def steps(self) -> dict[str, str]:
        """Where the buttons lead: the address of the start, of one move back and on, and of the end of this line."""
        index = self.place.index
        back, on = max(self.record.nodes[index].parent, 0), self.record.nodes[index].following
        end = self.record.end_of_line(index)
        return {
            "start": "0",
            "back": self._at(back),
            "next": self._at(index if on is None else on),
            "end": self._at(end),
        }

    @cached_property
    def continuations(self) -> tuple[Continuation, ...]:
        """What comes next, the main line, or the variation that one is in, first."""
        node = self.record.nodes[self.place.index]
        return tuple(
            Continuation(
                self._at(child),
                move_text(
                    self.position, self.record.nodes[child].move, previous=node.move or None, language=words.language()
                ),
                is_main=number == 1 and self.is_main,
            )
            for number, child in node.numbered()
        )

    @cached_property
    def clocks(self) -> tuple[str, str]:
        """How long sente and gote have thought until here."""
        found = {Side.SENTE: "", Side.GOTE: ""}
        node = self.record.nodes[self.place.index]
        while self.record.is_timed and node.ply and not all(found.values()):
            side = self.record.side_to_move(node.parent)
            if node.total is not None and not found[side]:
                found[side] = format_time(node.total)
            node = self.record.nodes[node.parent]
        return found[Side.SENTE], found[Side.GOTE]

    @cached_property
    def graph(self) -> Graph:
        marked = [ply for ply in self.scores.marks or () if ply <= self.moves]  # which are also their nodes
        return draw_graph(self.scores, self.moves, self.record.replay.texts(marked, words.language()))

    @property
    def score(self) -> int | None:
        return self.scores.at(self.ply) if self.is_main else None

    @property
    def score_text(self) -> str:
        return "" if self.score is None else show_score(self.score)

    @property
    def rate_text(self) -> str:
        return "" if self.score is None else f"{win_rate(self.score):.0%}"

    @property
    def verdict(self) -> Text:
        return "" if self.score is None else describe_verdict(self.score, self.sides)

    @property
    def knob(self) -> tuple[float, float]:
        """Where the slider's knob stands, in hundredths."""
        return min(self.ply, self.moves) / max(self.moves, 1) * 100, knob_height(self.score)

    @property
    def marks(self) -> str:
        return " ".join(str(ply) for ply in sorted(self.scores.marks or {}))

    @property
    def turning(self) -> tuple[str, str]:
        """The marked moves before and after this one; where there is none, this one."""
        marked = sorted(self.scores.marks or {})
        before = [ply for ply in marked if ply < self.ply]
        after = [ply for ply in marked if ply > self.ply]
        return str(before[-1]) if before else self.at, str(after[0]) if after else self.at

    @cached_property
    def list(self) -> MoveList:
        return list_moves(self.record, self.place.index, self.scores)

    @property
    def scored_moves(self) -> Sequence[tuple[int, str, str]]:
        """For the script: the score of each move that an analysis comes to, the same as text, and its mark."""
        scores = self.scores
        values = enumerate(scores.values[1 : min(self.moves, MOST_MOVES) + 1], start=1)
        return [(value, show_score(value), scores.mark(ply) or "") for ply, value in values]

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many variations there are, and how many comments."""
        return self.record.tree.variations, self.record.comments_count

    @cached_property
    def lines(self) -> str:
        """The tree for the script: see `static/game.js/c_game.js`."""
        return json.dumps(list(self._script_lines()), ensure_ascii=False, separators=(",", ":"))

    @property
    def are_lines_long(self) -> bool:
        """Then the script fetches them after the page."""
        return len(self.record.nodes) + _OF_A_LINE * self.record.tree.variations > MOST_NODES

    def _script_lines(self) -> Iterator[Sequence[object]]:
        nodes, texts = self.record.nodes, self.record.replay.lines(words.language())
        for at, line in enumerate(self.record.tree.lines):
            clocks = [nodes[index].total for index in line.nodes]
            yield (
                line.origin,
                line.steps,
                line.number,
                " ".join([nodes[index].move for index in line.nodes]),
                texts[at],
                () if at else self.scores.values[1 : len(line.nodes) + 1],
                [] if not any(clocks) else [each and round(each) for each in clocks],
            )

    def _at(self, index: int) -> str:
        return str(self.record.address_of(index))


def view_game(record: Record, at: str, scores: Scores, *, is_flipped: bool) -> GameView:
    """`at` is an address as a link spells it. Empty is the start; what is none leads there too, and says so."""
    return GameView(record, find_place(record, at), scores, is_flipped)


def find_place(record: Record, at: str) -> Place:
    if not at:
        return record.find(Address())
    try:
        return record.find(Address.parse(at))
    except UnknownAddress:
        return Place(0, Address(), found=False)
