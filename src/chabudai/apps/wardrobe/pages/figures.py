"""Statistics of a time: how much was worn in each week or month, what most and least, and how much of the wardrobe."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Final

from litestar import Response

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.days import Month
from chabudai.apps.wardrobe.pages import charts
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.apps.wardrobe.statistics import Statistics
from chabudai.web.language import lazy
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Given, get

SPANS: Final = {"30": lazy("30 days"), "90": lazy("90 days"), "365": lazy("a year"), "1826": lazy("5 years")}
_USUAL = "90"
_BY_MONTH = 200
_ROWS = 8


@get("/statistics")
def statistics(closet: Given[Closet], pages: Given[Pages], span: FromQuery[str] = _USUAL) -> Response[str]:
    chosen = span if span in SPANS else _USUAL
    last = closet.today()
    found = service.statistics(closet, last - timedelta(days=int(chosen) - 1), last)
    by_month = int(chosen) > _BY_MONTH
    context: dict[str, Any] = {"span": chosen, "spans": SPANS, "found": found, "by_month": by_month, "rows": _ROWS}
    return shown(pages, closet, "statistics", bars=charts.bars(_values(found, by_month=by_month)), **context)


HANDLERS = (statistics,)


def _values(found: Statistics, *, by_month: bool) -> Sequence[tuple[str, int]]:
    if by_month:
        return [(_month_name(month), amount.pieces) for month, amount in found.months.items()]
    return [(_week_name(monday), amount.pieces) for monday, amount in found.weeks.items()]


def _month_name(month: Month) -> str:
    return f"{month.year}/{month.number}"


def _week_name(monday: date) -> str:
    return f"{monday.month}/{monday.day}"
