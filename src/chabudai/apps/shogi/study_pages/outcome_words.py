"""How games came out, in words and as the parts of a bar."""

from dataclasses import dataclass

from chabudai.apps.shogi.messages import gettext, ngettext, pgettext
from chabudai.apps.shogi.positions import Outcomes
from chabudai.apps.shogi.statistics import ENDLESS
from chabudai.web import charts


@dataclass(frozen=True, slots=True)
class OutcomeBar:
    """Lengths in hundredths of the longest bar's room: won first, then drawn, lost, and what has no result."""

    wins: float
    draws: float
    losses: float
    others: float

    @property
    def parts(self) -> tuple[tuple[str, float, float], ...]:
        """Each with its kind, where it begins and how long it is; those that are nothing are left out."""
        begin, found = 0.0, []
        for kind, length in zip(("won", "drawn", "lost", "open"), self._lengths, strict=True):
            if length:
                found.append((kind, round(begin, 2), round(length, 2)))
            begin += length
        return tuple(found)

    @property
    def _lengths(self) -> tuple[float, ...]:
        return (self.wins, self.draws, self.losses, self.others)


def draw_outcomes(outcomes: Outcomes, most: int) -> OutcomeBar:
    others = outcomes.games - outcomes.wins - outcomes.draws - outcomes.losses
    return OutcomeBar(*(charts.length(each, most) for each in (outcomes.wins, outcomes.draws, outcomes.losses, others)))


def describe_outcomes(outcomes: Outcomes) -> str:
    """`5 wins, 1 draw, 2 losses`: for oneself; empty when no game has a result."""
    told = []
    if outcomes.wins:
        told.append(ngettext("%(n)s win", "%(n)s wins", outcomes.wins))
    if outcomes.draws:
        told.append(ngettext("%(n)s draw", "%(n)s draws", outcomes.draws))
    if outcomes.losses:
        told.append(ngettext("%(n)s loss", "%(n)s losses", outcomes.losses))
    return pgettext("wins and losses", ", ").join(told)


def format_rate(rate: float | None) -> str:
    return "" if rate is None else f"{rate:.0%}"


def name_length(least: int, most: int) -> str:
    """Of games with so many moves."""
    if most >= ENDLESS:
        return gettext("%(n)s moves or more", n=least)
    return gettext("%(least)s to %(most)s moves", least=least, most=most)
