"""Days for programs: the last week, a month, a year, any one day, and what is planned."""

import datetime
from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.wardrobe import days, service
from chabudai.apps.wardrobe.api.bodies import RecordBody, WornDay, record_body
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.history import Day
from chabudai.common.days import Month
from chabudai.web.bodies import Body
from chabudai.web.routes import FromPath, Injected, get

_MONTHS = r"^(19[7-9][0-9]|2[01][0-9]{2}|22[0-7][0-9]|228[0-5])-(0[1-9]|1[0-2])$"
InMonth = Annotated[
    str | None, QueryParameter(name="month", pattern=_MONTHS, description="From 1970-01 to 2285-12; this one, if none.")
]

InYear = Annotated[int | None, QueryParameter(name="year", ge=1970, le=2285, description="This one, if none.")]


class DayBody(Body):
    """The first record first. Planned is a day to come."""

    date: datetime.date
    is_planned: bool
    records: list[RecordBody]


class DayList(Body):
    days: list[DayBody]


class YearBody(Body):
    """How many pieces were worn, or are to be worn, on each day on which any were; the first day first."""

    year: int
    days: list[WornDay]


@get("/{key:str}/week")
def list_week(closet: Injected[Closet]) -> DayList:
    """AP-03: today and the six days before it, today last."""
    return DayList(days=[_body(closet, day) for day in service.last_week(closet)])


@get("/{key:str}/calendar")
def list_month(closet: Injected[Closet], month: InMonth = None) -> DayList:
    """Every day of a month, whether anything was worn or not."""
    chosen = Month.of(closet.today()) if month is None else days.parse_month(month)
    return DayList(days=[_body(closet, day) for day in service.month(closet, chosen)])


@get("/{key:str}/calendar/year")
def count_year(closet: Injected[Closet], year: InYear = None) -> YearBody:
    """A year, by how much was worn on its days."""
    chosen = closet.today().year if year is None else year
    found = service.pieces_by_day(closet, datetime.date(chosen, 1, 1), datetime.date(chosen, 12, 31))
    return YearBody(year=chosen, days=[WornDay(date=day, count=found[day]) for day in sorted(found)])


@get("/{key:str}/days/{date:str}")
def find_day(date: FromPath[str], closet: Injected[Closet]) -> DayBody:
    """A day, as 2026-11-15."""
    return _body(closet, service.day(closet, days.check_day(date)))


@get("/{key:str}/planned")
def list_planned(closet: Injected[Closet]) -> DayList:
    """The next days for which something was chosen, thirty records of them at most."""
    return DayList(days=[_body(closet, day) for day in service.planned_days(closet)])


def _body(closet: Closet, day: Day) -> DayBody:
    records = [record_body(closet, card) for card in day.records]
    return DayBody(date=day.day, is_planned=day.is_planned, records=records)
