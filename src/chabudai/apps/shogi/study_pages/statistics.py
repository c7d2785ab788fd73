"""Statistics: a person's games by month, side, opponent, opening and length; each bar leads to the games it counts."""

from calendar import monthrange
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final, Literal, TypeAlias

from litestar import Response

from chabudai.apps.shogi import statistics
from chabudai.apps.shogi.list_pages.addresses import GamesAddress
from chabudai.apps.shogi.list_pages.cards import SIDES
from chabudai.apps.shogi.messages import gettext, lazy, ngettext
from chabudai.apps.shogi.positions import Outcomes
from chabudai.apps.shogi.records import opening_text
from chabudai.apps.shogi.statistics import FEW, GameStatistics, Share
from chabudai.apps.shogi.study_pages.outcome_words import (
    OutcomeBar,
    describe_outcomes,
    draw_outcomes,
    format_rate,
    name_length,
)
from chabudai.apps.shogi.views import words
from chabudai.common.owner import Owner
from chabudai.web import charts, formats
from chabudai.web.charts import Bar, BarChart, BarValue
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get

Span: TypeAlias = Literal["30", "year", "all"]
SPANS: Final = {"30": lazy("30 days"), "year": lazy("This year"), "all": lazy("All")}
_USUAL: Final = "all"
_MOST_ROWS: Final = 10
_MANY_MONTHS: Final = 24


@dataclass(frozen=True, slots=True)
class CountedGames:
    """Some games of a kind: `rate` is empty where there are too few to say."""

    name: str
    url: str
    outcomes: Outcomes
    told: str
    rate: str
    bar: OutcomeBar


@dataclass(frozen=True, slots=True)
class MonthBar:
    """`won` is the height of the part that was won, from the foot on."""

    bar: Bar
    won: float
    url: str
    outcomes: Outcomes
    rate: str


@dataclass(frozen=True, slots=True)
class Months:
    chart: BarChart
    bars: tuple[MonthBar, ...]


@get("/statistics")
def show_statistics(owner: Injected[Owner], pages: Injected[Pages], span: FromQuery[str] = _USUAL) -> Response[str]:
    chosen = span if span in SPANS else _USUAL
    first, last = _period(chosen, owner.today())
    found = statistics.find_statistics(owner.store, owner.username, first, last)
    base = GamesAddress(first=first.isoformat() if first else "", last=last.isoformat() if last else "")
    return pages.page(
        "shogi/statistics.html",
        span=chosen,
        spans=tuple(SPANS.items()),
        games=found.all,
        note=_note(found),
        months=_draw_months(found),
        sections=_sections(found, base),
        most_rows=_MOST_ROWS,
        charts=charts,
    )


def _note(found: GameStatistics) -> str:
    if not found.all.games:
        return ""
    parts = [ngettext("%(n)s game", "%(n)s games", found.all.games), describe_outcomes(found.all)]
    if found.has_rates and found.all.rate is not None:
        parts.append(gettext("win rate %(rate)s", rate=format_rate(found.all.rate)))
    return " · ".join(part for part in parts if part)


def _period(span: str, today: date) -> tuple[date | None, date | None]:
    if span == "30":
        return today - timedelta(days=29), today
    if span == "year":
        return today.replace(month=1, day=1), today
    return None, None


def _sections(found: GameStatistics, base: GamesAddress) -> list[tuple[str, str, list[CountedGames]]]:
    """Each with the name of its first column and what it counts; without those that count nothing."""
    language = words.language()
    told = [
        (
            gettext("By side"),
            gettext("Your side"),
            _count(found.sides, _name_side, lambda key: base.but(side=key)),
        ),
        (
            gettext("By opponent"),
            gettext("Opponent"),
            _count(found.opponents, lambda key: key, lambda key: base.but(opponent=key)),
        ),
        (
            gettext("By opening"),
            gettext("Opening"),
            _count(found.openings, lambda key: opening_text(key, language), lambda key: base.but(opening_name=key)),
        ),
        (
            gettext("By length"),
            gettext("Moves"),
            _count(found.lengths, _name_length, lambda key: base.but(length=key)),
        ),
    ]
    return [section for section in told if section[2]]


def _count(
    shares: Sequence[Share], name: Callable[[str], str], address: Callable[[str], GamesAddress]
) -> list[CountedGames]:
    most = max((share.outcomes.games for share in shares), default=0)
    return [
        CountedGames(
            name=name(share.key),
            url=address(share.key).url,
            outcomes=share.outcomes,
            told=describe_outcomes(share.outcomes),
            rate=_rate(share.outcomes),
            bar=draw_outcomes(share.outcomes, most),
        )
        for share in shares
    ]


def _rate(outcomes: Outcomes) -> str:
    return format_rate(outcomes.rate) if outcomes.games >= FEW else ""


def _name_side(key: str) -> str:
    return str(SIDES["first" if key == "first" else "second"])


def _name_length(key: str) -> str:
    least, _, most = key.partition("-")
    return name_length(int(least), int(most))


def _draw_months(found: GameStatistics) -> Months:
    shares = list(_every_month(found.months))
    are_many = len(shares) > _MANY_MONTHS
    chart = charts.bar_chart([_month_value(share, are_many=are_many) for share in shares])
    return Months(
        chart, tuple(_month_bar(bar, share.key, share.outcomes) for bar, share in zip(chart.bars, shares, strict=True))
    )


def _every_month(months: Sequence[Share]) -> Iterator[Share]:
    """Also those without games between the first and the last."""
    known = {share.key: share for share in months}
    month = _first_day(months[0].key) if months else None
    while month is not None and (key := f"{month:%Y-%m}") <= months[-1].key:
        yield known.get(key) or Share(key, Outcomes())
        month = (month + timedelta(days=31)).replace(day=1)


def _first_day(key: str) -> date:
    return date.fromisoformat(f"{key}-01")


def _month_value(share: Share, *, are_many: bool) -> BarValue:
    """Of many months only each January has a label, which is its year."""
    first = _first_day(share.key)
    label = formats.month_name(first) if not are_many else str(first.year) if first.month == 1 else ""
    return BarValue(formats.month_text(first), label, share.outcomes.games, is_whole=True)


def _month_bar(bar: Bar, key: str, outcomes: Outcomes) -> MonthBar:
    first = _first_day(key)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    won = round(bar.height * outcomes.wins / outcomes.games, 2) if outcomes.games else 0.0
    url = GamesAddress(first=first.isoformat(), last=last.isoformat()).url
    return MonthBar(bar, won, url, outcomes, _rate(outcomes))
