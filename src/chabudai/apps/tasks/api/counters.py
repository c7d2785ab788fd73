"""Counters for programs."""

from datetime import date, timedelta
from typing import Annotated

from litestar.params import QueryParameter

from chabudai.apps.tasks import design, figures
from chabudai.apps.tasks.api.bodies import Counters, DayCountBody, TotalBody
from chabudai.apps.tasks.membership import Member
from chabudai.common.bodies import fill
from chabudai.web.routes import Injected, get

First = Annotated[date | None, QueryParameter(name="from", description="A month ago, if nothing is said.")]
Last = Annotated[date | None, QueryParameter(name="to", description="The team's today, if nothing is said.")]
_USUAL = timedelta(days=30)
_MOST = timedelta(days=400)


@get("/teams/{team_id:str}/counters")
def show_counters(member: Injected[Member], first: First = None, last: Last = None) -> Counters:
    """How many tasks there are, and how that changed from day to day: at most 400 days. Access pattern 16."""
    end = last or member.today()
    begin = max(first or date.min, _days_before(end, _MOST)) if first else _days_before(end, _USUAL)
    days = member.store.all(design.day_counts(member.team_id, min(begin, end), end))
    return Counters(total=fill(TotalBody, figures.find_total(member)), days=[fill(DayCountBody, each) for each in days])


def _days_before(day: date, days: timedelta) -> date:
    return day - days if day - date.min > days else date.min
