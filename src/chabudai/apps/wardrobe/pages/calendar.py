"""A month as a sheet of weeks: what was worn on each day, and a way to write down any of them."""

from collections.abc import Sequence

from litestar import Response

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import DayUnfit
from chabudai.apps.wardrobe.history import Day
from chabudai.apps.wardrobe.pages.answers import shown
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Given, get


@get("/calendar")
def calendar(closet: Given[Closet], pages: Given[Pages], month: FromQuery[str] = "") -> Response[str]:
    try:
        chosen = days.parsed_month(month)
    except DayUnfit:
        chosen = days.month_of(closet.today())
    found = service.month(closet, chosen)
    return shown(pages, closet, "calendar", month=chosen, weeks=weeks(found), worn=sum(1 for d in found if d.records))


HANDLERS = (calendar,)


def weeks(month: Sequence[Day]) -> list[list[Day | None]]:
    """From Monday to Sunday; None stands for the days of other months."""
    cells: list[Day | None] = [None] * month[0].day.weekday()
    cells += month
    cells += [None] * (-len(cells) % 7)
    return [cells[start : start + 7] for start in range(0, len(cells), 7)]
