"""Statistics of a time: how much was worn in each week or month, what most and least, and how much of the wardrobe."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.messages import gettext, lazy
from chabudai.apps.wardrobe.pages.closet_pages import render_page
from chabudai.apps.wardrobe.statistics import Amount, Kind, Statistics, Times
from chabudai.web import charts, formats
from chabudai.web.charts import BarValue
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get

SPANS: Final = {"30": lazy("30 days"), "90": lazy("90 days"), "365": lazy("1 year"), "1826": lazy("5 years")}
STEPS: Final = {"week": lazy("By week"), "month": lazy("By month")}
_STEPS_OF: Final = {"30": ("week",), "90": ("week", "month"), "365": ("month", "week"), "1826": ("month",)}
"""In what steps a time may be drawn, the usual ones first."""

_USUAL = "90"
_ROWS = 5
_MANY_MONTHS = 24
_SIX_DAYS = timedelta(days=6)


@dataclass(frozen=True, slots=True)
class Totals:
    """Of all that was found what the page says in figures."""

    first: date
    last: date
    total: Amount
    owned: int
    worn: int
    share: float


@get("/statistics")
def show_statistics(
    closet: Injected[Closet], pages: Injected[Pages], span: FromQuery[str] = _USUAL, by: FromQuery[str] = ""
) -> Response[str]:
    chosen = span if span in SPANS else _USUAL
    steps = _STEPS_OF[chosen]
    step = by if by in steps else steps[0]
    last = closet.today()
    found = service.statistics(closet, last - timedelta(days=int(chosen) - 1), last)
    return render_page(
        pages,
        closet,
        "statistics",
        span=chosen,
        spans=tuple(SPANS.items()),
        by=step,
        steps=tuple((key, name) for key, name in STEPS.items() if key in steps),
        totals=Totals(found.first, found.last, found.total, found.owned, found.worn, found.share),
        charts=charts,
        **_draw(found, step, closet.zone),
    )


def _draw(found: Statistics, by: str, zone: ZoneInfo) -> dict[str, Any]:
    longest = max((each.count for each in found.by_times), default=0)
    most, dearest = found.most_worn(_ROWS), found.dearest_per_wear(_ROWS)
    least = [each for each in found.least_worn(_ROWS) if each not in most]  # of few pieces each is told once
    return {
        "bars": charts.bar_chart(list(_months(found) if by == "month" else _weeks(found, zone))),
        "ring": charts.ring(found.share),
        "kinds": _kinds(found.by_kind()),
        "most": tuple((each, charts.length(each.count, longest)) for each in most),
        "least": tuple((each, charts.length(each.count, longest)) for each in least),
        "dearest": tuple((each, charts.length(_cost(each), _cost(dearest[0]))) for each in dearest),
    }


def _weeks(found: Statistics, zone: ZoneInfo) -> Iterator[BarValue]:
    for monday, amount in found.weeks.items():
        name, label = formats.date_text(monday, zone), formats.short_day_text(monday)
        yield _value(found, amount, (monday, monday + _SIX_DAYS), name, label)


def _months(found: Statistics) -> Iterator[BarValue]:
    """Of many months only each January has a label, which is its year."""
    are_many = len(found.months) > _MANY_MONTHS
    for month, amount in found.months.items():
        first = month.first
        label = formats.month_name(first) if not are_many else str(month.year) if month.number == 1 else ""
        yield _value(found, amount, (first, month.last), formats.month_text(first), label)


def _value(found: Statistics, amount: Amount, reach: tuple[date, date], name: str, label: str) -> BarValue:
    """What `reach` goes beyond the time that is shown is said in the name."""
    first, last = reach
    if last >= found.last:
        now = gettext("now") if label else ""
        return BarValue(gettext("%(name)s (so far)", name=name), now, amount.pieces, is_whole=False)
    if first < found.first:
        begun = formats.short_day_text(found.first)
        return BarValue(gettext("%(name)s (from %(day)s)", name=name, day=begun), label, amount.pieces, is_whole=False)
    return BarValue(name, label, amount.pieces, is_whole=True)


def _kinds(kinds: Iterable[Kind]) -> tuple[tuple[Kind, float], ...]:
    """Those that were worn, each with its share of all wears in per cent."""
    some = [kind for kind in kinds if kind.count]
    total = sum(kind.count for kind in some)
    return tuple((kind, charts.length(kind.count, total)) for kind in some)


def _cost(times: Times) -> float:
    return times.cost_per_wear or 0.0
