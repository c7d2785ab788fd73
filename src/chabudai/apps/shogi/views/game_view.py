"""A game at one of its positions, as its page shows it: the board, the way on and back, the list, the graph."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from chabudai.apps.shogi.evaluation import describe_verdict, format_score, win_rate
from chabudai.apps.shogi.records import Address, Place, Position, Record, Side, UnknownAddress, move_text
from chabudai.apps.shogi.views import words
from chabudai.apps.shogi.views.board_view import BoardView, view_board
from chabudai.apps.shogi.views.graph import Graph, draw_graph, knob_height
from chabudai.apps.shogi.views.move_rows import MoveList, Scores, format_time, list_moves, move_texts
from chabudai.web.translations import Text


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
    def moves(self) -> int:
        return self.record.moves_count

    @cached_property
    def length(self) -> int:
        """Of the line that one is on."""
        return len(self._line)

    @cached_property
    def position(self) -> Position:
        return self.record.position_at(self.place.index)

    @cached_property
    def board(self) -> BoardView:
        last = self.record.nodes[self.place.index].move or None
        return view_board(self.position, last, is_flipped=self.is_flipped)

    @cached_property
    def text(self) -> str:
        """The move that led here; empty at the start."""
        return self._texts_to[-1] if self._texts_to else ""

    @cached_property
    def steps(self) -> dict[str, str]:
        """Where the buttons lead: the address of the start, of one move back and on, and of the end of this line."""
        at = self._path.index(self.place.index) if self._path else -1
        back = self._line[at - 1] if at > 0 else 0
        on = self._line[at + 1] if at + 1 < len(self._line) else self.place.index
        end = self._line[-1] if self._line else 0
        return {"start": "0", "back": self._at(back), "next": self._at(on), "end": self._at(end)}

    @cached_property
    def continuations(self) -> tuple[Continuation, ...]:
        """What comes next, the main line first."""
        node = self.record.nodes[self.place.index]
        return tuple(
            Continuation(
                self._at(child),
                move_text(
                    self.position, self.record.nodes[child].move, previous=node.move or None, language=words.language()
                ),
                is_main=number == 1,
            )
            for number, child in node.numbered()
        )

    @cached_property
    def clocks(self) -> tuple[str, str]:
        """How long sente and gote have thought until here."""
        found = {Side.SENTE: "", Side.GOTE: ""}
        for index in self._path:
            node = self.record.nodes[index]
            if node.total is not None:
                found[self.record.side_to_move(node.parent)] = format_time(node.total)
        return found[Side.SENTE], found[Side.GOTE]

    @cached_property
    def graph(self) -> Graph:
        return draw_graph(self.scores, self.moves, move_texts(self.record, self.record.main_line()))

    @property
    def score(self) -> int | None:
        return self.scores.at(self.ply) if self.is_main else None

    @property
    def score_text(self) -> str:
        return "" if self.score is None else format_score(self.score)

    @property
    def rate_text(self) -> str:
        return "" if self.score is None else f"{win_rate(self.score):.0%}"

    @property
    def verdict(self) -> Text:
        return "" if self.score is None else describe_verdict(self.score)

    @property
    def knob(self) -> tuple[float, float]:
        """Where the slider's knob stands, in hundredths."""
        return min(self.ply, self.moves) / max(self.moves, 1) * 100, knob_height(self.score)

    @property
    def marks(self) -> str:
        return " ".join(str(ply) for ply in sorted(self.scores.marks or {}))

    @cached_property
    def list(self) -> MoveList:
        return list_moves(self.record, self.place.index, self.scores, is_whole=False)

    @cached_property
    def whole_list(self) -> MoveList:
        return list_moves(self.record, self.place.index, self.scores, is_whole=True)

    @cached_property
    def counts(self) -> tuple[int, int]:
        """How many variations there are, and how many comments."""
        variations = sum(len(node.children) - (0 if node.ends else 1) for node in self.record.nodes if node.children)
        return variations, sum(1 for node in self.record.nodes if node.comment)

    @cached_property
    def lines(self) -> str:
        """The tree for the script: see `static/game.js/c_game.js`."""
        return json.dumps(list(self._script_lines()), ensure_ascii=False, separators=(",", ":"))

    def _script_lines(self) -> Iterator[Sequence[object]]:
        yield self._script_line(0, self.record.main_line(), "", "0", self.scores.values[1:])
        for index, node in enumerate(self.record.nodes):
            for number, child in node.numbered():
                if number > 1 or node.ends:
                    address = self.record.address_of(child)
                    turn = "-".join(str(each) for each in (address.ply, *(n for turn in address.turns for n in turn)))
                    yield self._script_line(index, self._line_from(child), turn.rpartition("-")[0], self._at(index), ())

    def _script_line(
        self, parent: int, line: Sequence[int], address: str, parent_at: str, scores: Sequence[int]
    ) -> Sequence[object]:
        path = (*self.record.path_to(parent), *line)
        texts = move_texts(self.record, path)[len(path) - len(line) :]
        clocks = [self.record.nodes[index].total for index in line]
        return (
            parent_at,
            address,
            " ".join(self.record.nodes[index].move for index in line),
            " ".join(texts),
            scores[: len(line)],
            [] if not any(clocks) else [each and round(each) for each in clocks],
        )

    def _line_from(self, index: int) -> tuple[int, ...]:
        line = [index]
        while (following := self.record.nodes[line[-1]].following) is not None:
            line.append(following)
        return tuple(line)

    @cached_property
    def _path(self) -> tuple[int, ...]:
        return self.record.path_to(self.place.index)

    @cached_property
    def _line(self) -> tuple[int, ...]:
        return self.record.line_through(self.place.index)

    @cached_property
    def _texts_to(self) -> Sequence[str]:
        return move_texts(self.record, self._path)

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
