"""Statistics: a person's games by month, side, opponent, opening and length, of one walk through their heads."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

from chabudai.apps.shogi import design
from chabudai.apps.shogi.entities import GameHead
from chabudai.apps.shogi.positions import Outcomes, day_of
from chabudai.common.text import fold_search
from chabudai.table import TypedStore

MOST_OPPONENTS: Final = 10
FEW: Final = 10
"""Below so many games there are counts and no percentages."""
ENDLESS: Final = 9999
_LENGTHS: Final = ((0, 59), (60, 79), (80, 99), (100, 119), (120, 149), (150, 199), (200, ENDLESS))


@dataclass(frozen=True, slots=True)
class Share:
    """Some games under one key: a month `2026-11`, a side, a name, a number of moves `80-99`."""

    key: str
    outcomes: Outcomes


@dataclass(frozen=True)
class GameStatistics:
    """Months and lengths are in their order, the others from the most games on. What is not known is left out."""

    all: Outcomes
    months: tuple[Share, ...]
    sides: tuple[Share, ...]
    opponents: tuple[Share, ...]
    openings: tuple[Share, ...]
    lengths: tuple[Share, ...]

    @property
    def has_rates(self) -> bool:
        return self.all.games >= FEW


def find_statistics(
    store: TypedStore, owner: str, first: date | None = None, last: date | None = None
) -> GameStatistics:
    """Of the days from first to last, both included."""
    heads = [
        head
        for head in store.all(design.all_heads(owner))
        if (first is None or day_of(head) >= first) and (last is None or day_of(head) <= last)
    ]
    return GameStatistics(
        all=_sum(heads),
        months=_by_key(_group(heads, lambda head: f"{day_of(head):%Y-%m}")),
        sides=_by_key(_group(heads, lambda head: head.side)),
        opponents=_by_count(_group_names(heads, opponent_of))[:MOST_OPPONENTS],
        openings=_by_count(_group_names(heads, lambda head: head.opening)),
        lengths=tuple(
            Share(f"{least}-{most}", _sum(some))
            for least, most in _LENGTHS
            if (some := [head for head in heads if least <= head.moves <= most])
        ),
    )


def opponent_of(head: GameHead) -> str | None:
    """None when it is not known which side was one's own."""
    return {"first": head.second_player, "second": head.first_player}.get(head.side or "")


def fold_person(name: str) -> str:
    """Names that differ in width, case or spaces are one."""
    return fold_search(name).replace(" ", "")


def _sum(heads: Iterable[GameHead]) -> Outcomes:
    outcomes = Outcomes()
    for head in heads:
        outcomes = outcomes.with_game(head.result, day_of(head))
    return outcomes


def _group(heads: Iterable[GameHead], key: Callable[[GameHead], str | None]) -> dict[str, list[GameHead]]:
    groups: dict[str, list[GameHead]] = defaultdict(list)
    for head in heads:
        if (found := key(head)) is not None:
            groups[found].append(head)
    return groups


def _group_names(heads: Iterable[GameHead], name: Callable[[GameHead], str | None]) -> dict[str, list[GameHead]]:
    """Names that differ in width or spaces are one, spelled as in the latest game."""
    groups: dict[str, list[GameHead]] = defaultdict(list)
    for head in heads:
        if (found := name(head)) is not None:
            groups[fold_person(found)].append(head)
    return {str(name(max(some, key=day_of))): some for some in groups.values()}


def _by_key(groups: dict[str, list[GameHead]]) -> tuple[Share, ...]:
    return tuple(Share(key, _sum(some)) for key, some in sorted(groups.items()))


def _by_count(groups: dict[str, list[GameHead]]) -> tuple[Share, ...]:
    return tuple(
        Share(key, _sum(some)) for key, some in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0]))
    )
