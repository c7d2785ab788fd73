"""What every reader of a text keeps: its lines, the tree so far, and the line of play that is being read."""

import re
from typing import NoReturn

from .drafts import Draft, DraftNode
from .endings import Ending
from .errors import InvalidSfen, PositionProblem, Reason, Refusal, UnreadableRecord
from .handicaps import EVEN, HANDICAPS
from .positions import Position
from .record import Record

#: How much of a line an error quotes.
_SHOWN = 200
_LINE_ENDS = re.compile(r"\r\n|\r|\n")


class Reading:
    """Positions are kept along the line of play only, so a variation goes back to its place without replaying."""

    def __init__(self, text: str, *, is_kept: bool = False) -> None:
        """`is_kept` when it was kept before: then it may have more variations than a new one."""
        self.lines = _LINE_ENDS.split(text)
        self.number = 0
        self._is_kept = is_kept
        self.headers: dict[str, str] = {}
        self.draft = Draft()
        self._path = [0]
        self._positions = [Position.from_sfen(HANDICAPS[EVEN])]
        self._main: tuple[list[int], list[Position]] | None = None
        self._is_at_variation = False

    # where the reading stands

    @property
    def node(self) -> DraftNode:
        return self.draft.nodes[self._path[-1]]

    @property
    def position(self) -> Position:
        return self._positions[-1]

    @property
    def previous(self) -> str | None:
        return self.node.move or None

    @property
    def ply(self) -> int:
        return len(self._path) - 1

    @property
    def has_moves(self) -> bool:
        return len(self.draft.nodes) > 1

    # what it reads

    def begin(self, start: Position) -> None:
        if problems := start.problems():
            self.refuse(Reason.INVALID_START, problems=problems)
        self._positions = [Position(start.squares, start.hands, start.side)]

    def begin_at_sfen(self, sfen: str) -> None:
        try:
            self.begin(Position.from_sfen(sfen))
        except InvalidSfen:
            self.refuse(Reason.UNREADABLE, text=sfen)

    def play(self, usi: str, text: str) -> DraftNode:
        refusal = self.position.refusal(usi)
        if refusal:
            self.refuse_move(refusal, text)
        return self.play_known(usi)

    def play_known(self, usi: str) -> DraftNode:
        """A move that is known to be legal here."""
        if not self._is_at_variation:
            self.node.gone = tuple(number for number in self.node.gone if number > 1)
        self._is_at_variation = False
        self._positions.append(self.position.play_unchecked(usi))
        self._path.append(self.draft.add(self._path[-1], usi))
        if not self._is_kept and (reason := self.draft.excess(self._path[-1])):
            self.draft.drop_last()
            self.refuse(reason, move_number=self.ply)
        return self.node

    def end(self, ending: Ending) -> None:
        self.node.end(ending)

    def go_back_to(self, ply: int) -> None:
        """Back along the line of play to where a variation leaves it; a line too short for that means the main line."""
        if self._main is None:
            self._main = (list(self._path), list(self._positions))
        if ply >= len(self._path):
            self._path, self._positions = list(self._main[0]), list(self._main[1])
        if not 0 <= ply < len(self._path):
            self.refuse(Reason.NO_SUCH_MOVE, move_number=ply + 1)
        del self._path[ply + 1 :], self._positions[ply + 1 :]
        self._is_at_variation = True

    def finish(self) -> Record:
        return self.draft.finish(self.headers, self._positions[0].sfen)

    # what stops it

    def refuse_move(self, refusal: Refusal, text: str) -> NoReturn:
        self.refuse(refusal.reason, move_number=self.ply + 1, text=text, refusal=refusal)

    def refuse(
        self,
        reason: Reason,
        *,
        text: str | None = None,
        move_number: int | None = None,
        refusal: Refusal | None = None,
        problems: tuple[PositionProblem, ...] = (),
    ) -> NoReturn:
        around = range(max(1, self.number - 1), min(len(self.lines), self.number + 1) + 1)
        raise UnreadableRecord(
            reason,
            line=self.number,
            move_number=move_number,
            text=_clip((self.lines[self.number - 1] if text is None else text).strip()),
            refusal=refusal,
            problems=problems,
            lines=tuple((number, _clip(self.lines[number - 1])) for number in around),
            readable=self.finish() if self.has_moves else None,
        )


def _clip(line: str) -> str:
    return line if len(line) <= _SHOWN else line[:_SHOWN] + "…"
