"""A month as a sheet of weeks, a way to write down any of its days; and a year as twelve small ones."""

from collections.abc import Sequence
from datetime import date

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import FIRST_DAY, LAST_DAY
from chabudai.apps.wardrobe.history import Day
from chabudai.apps.wardrobe.pages import sheets
from chabudai.apps.wardrobe.pages.closet_pages import render_page
from chabudai.common.days import Month
from chabudai.web import charts
from chabudai.web.errors import InvalidFields
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get


@get("/calendar")
def show_month(closet: Injected[Closet], pages: Injected[Pages], month: FromQuery[str] = "") -> Response[str]:
    try:
        chosen = days.parse_month(month)
    except InvalidFields:
        chosen = Month.of(closet.today())
    found = service.month(closet, chosen)
    return render_page(pages, closet, "calendar", month=chosen, weeks=group_by_week(found), worn=_count_worn(found))


@get("/calendar/year")
def show_year(closet: Injected[Closet], pages: Injected[Pages], year: FromQuery[str] = "") -> Response[str]:
    chosen = _parse_year(year, closet.today())
    worn = service.pieces_by_day(closet, date(chosen, 1, 1), date(chosen, 12, 31))
    return render_page(
        pages,
        closet,
        "year",
        year=chosen,
        before=chosen - 1 if chosen > FIRST_DAY.year else None,
        after=chosen + 1 if chosen < LAST_DAY.year else None,
        days_worn=tuple(sorted(worn.items())),
        charts=charts,
        squares=sheets,
        shades=sheets.STEPS,
    )


def group_by_week(month: Sequence[Day]) -> tuple[tuple[Day | None, ...], ...]:
    """From Monday to Sunday; None stands for the days of other months."""
    cells: list[Day | None] = [None] * month[0].day.weekday()
    cells += month
    cells += [None] * (-len(cells) % 7)
    return tuple(tuple(cells[start : start + 7]) for start in range(0, len(cells), 7))


def _count_worn(month: Sequence[Day]) -> int:
    """On how many days; what is planned is not worn yet."""
    return sum(1 for day in month if day.records and not day.is_planned)


def _parse_year(text: str, today: date) -> int:
    """Four figures; this year, if they are none."""
    try:
        return days.check_day(f"{text.strip()}-01-01").year
    except InvalidFields:
        return today.year
