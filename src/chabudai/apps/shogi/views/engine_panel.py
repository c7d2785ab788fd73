"""What the engine says of one position, as the panel beside the board shows it.

The panel is a part of the page of its own: the script asks for `{url}/engine?at=…` when one stands still, puts the
answer in its place, and asks again after `data-poll` seconds as long as it has that attribute. A candidate has its line
in USI as `data-line`, which a tap plays on the board.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from chabudai.apps.shogi.evaluation import describe_verdict, show_score, win_rate
from chabudai.apps.shogi.records import Position, move_text
from chabudai.apps.shogi.side_names import SideNames
from chabudai.apps.shogi.views import words
from chabudai.web.translations import Text


@dataclass(frozen=True, slots=True)
class Candidate:
    """`rate` is the mover's own side's in hundredths: sente's chance to win, for the bar."""

    score: str
    move: str
    rest: str
    line: str
    rate: float


@dataclass(frozen=True, slots=True)
class EnginePanel:
    """`state` is what stands where candidates will: nothing asked yet, in the queue, being searched, or why it ended.

    `poll` is after how many seconds to look again, 0 for never. `missing` is how to install an engine, for whoever may.
    `cost` is what the analysis of the whole game takes of an hour's quota, with `seconds` for each position.
    """

    candidates: tuple[Candidate, ...] = ()
    verdict: Text = ""
    score: str = ""
    depth: int = 0
    state: Text = ""
    is_problem: bool = False
    poll: int = 0
    may_ask: bool = True
    left: Text = ""
    missing: str = ""
    progress: tuple[int, int] | None = None
    may_review: bool = False
    cost: int = 0
    seconds: int = 0


def view_candidates(
    position: Position, lines: Sequence[tuple[int, Sequence[str]]], previous: str | None, *, as_rate: bool
) -> tuple[Candidate, ...]:
    """`lines` are values from sente's side, each with its moves in USI, the best first."""
    return tuple(_candidate(position, value, moves, previous, as_rate=as_rate) for value, moves in lines if moves)


def judge(value: int, sides: SideNames, *, as_rate: bool) -> tuple[str, Text]:
    """The number, and what it says."""
    return _figure(value, as_rate=as_rate), describe_verdict(value, sides)


def _candidate(
    position: Position, value: int, moves: Sequence[str], previous: str | None, *, as_rate: bool
) -> Candidate:
    texts: list[str] = []
    for move in moves:
        texts.append(move_text(position, move, previous=previous, language=words.language()))
        position, previous = position.play_unchecked(move), move
    return Candidate(
        score=_figure(value, as_rate=as_rate),
        move=texts[0],
        rest=" ".join(texts[1:]),
        line=" ".join(moves),
        rate=round(win_rate(value) * 100, 1),
    )


def _figure(value: int, *, as_rate: bool) -> str:
    return f"{win_rate(value):.0%}" if as_rate else show_score(value)
