"""A month as a sheet of weeks, a way to write down any of its days; and a year as twelve small ones."""

from collections.abc import Sequence
from datetime import date

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import InvalidDay
from chabudai.apps.wardrobe.history import Day
from chabudai.apps.wardrobe.pages import charts
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.web import charts as shapes
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get


@get("/calendar")
def calendar(closet: Injected[Closet], pages: Injected[Pages], month: FromQuery[str] = "") -> Response[str]:
    try:
        chosen = days.parsed_month(month)
    except InvalidDay:
        chosen = days.month_of(closet.today())
    found = service.month(closet, chosen)
    return shown(pages, closet, "calendar", month=chosen, weeks=weeks(found), worn=_worn(found))


@get("/calendar/year")
def year(closet: Injected[Closet], pages: Injected[Pages], year: FromQuery[str] = "") -> Response[str]:
    chosen = _year(year, closet.today())
    worn = service.pieces_by_day(closet, date(chosen, 1, 1), date(chosen, 12, 31))
    return shown(
        pages,
        closet,
        "year",
        year=chosen,
        before=chosen - 1 if chosen > days.FIRST.year else None,
        after=chosen + 1 if chosen < days.LAST.year else None,
        days_worn=tuple(sorted(worn.items())),
        charts=shapes,
        squares=charts,
        shades=charts.STEPS,
    )


HANDLERS = (calendar, year)


def weeks(month: Sequence[Day]) -> tuple[tuple[Day | None, ...], ...]:
    """From Monday to Sunday; None stands for the days of other months."""
    cells: list[Day | None] = [None] * month[0].day.weekday()
    cells += month
    cells += [None] * (-len(cells) % 7)
    return tuple(tuple(cells[start : start + 7]) for start in range(0, len(cells), 7))


def _worn(month: Sequence[Day]) -> int:
    """On how many days; what is planned is not worn yet."""
    return sum(1 for day in month if day.records and not day.is_planned)


def _year(text: str, today: date) -> int:
    """Four figures; this year, if they are none."""
    try:
        return days.parsed(f"{text.strip()}-01-01").year
    except InvalidDay:
        return today.year
