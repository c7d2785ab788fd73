"""How the team is doing: figures, what needs someone, and how it came about."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from litestar import Response

from chabudai.apps.tasks import design, figures, members, tags
from chabudai.apps.tasks.entities import Total
from chabudai.apps.tasks.figures import SOON, Needs, Period
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.membership_proof import MembershipProofs
from chabudai.apps.tasks.messages import gettext, lazy
from chabudai.apps.tasks.pages import trend_chart as chart
from chabudai.apps.tasks.pages.addresses import TaskListAddress
from chabudai.apps.tasks.pages.cards import Card, Names, card_of
from chabudai.apps.tasks.pages.looks import look_at_team
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.trend_chart import TrendChart, trend_chart
from chabudai.web.pages import Pages
from chabudai.web.routes import FromQuery, Injected, get
from chabudai.web.translations import Text

SPANS: Final[dict[str, tuple[Text, int]]] = {
    "4": (lazy("4 weeks"), 4),
    "12": (lazy("12 weeks"), 12),
    "52": (lazy("1 year"), 52),
}
_USUAL = "12"
_FIRST_DAYS = timedelta(days=14)
"""Before that there is nothing to be seen in a trend."""
_FACES = 8
_ROWS = 3  # of what needs someone


@dataclass(frozen=True, slots=True)
class NeedsList:
    name: Text
    url: str
    cards: tuple[Card, ...]
    count: int
    is_more: bool


@dataclass(frozen=True, slots=True)
class SharePart:
    """Of the bar of all tasks, in thousandths of its length."""

    status: str
    x: float
    width: float


@get("/overview")
def show_overview(
    member: Injected[Member],
    shell: Injected[Shell],
    proofs: Injected[MembershipProofs],
    pages: Injected[Pages],
    weeks: FromQuery[str] = _USUAL,
) -> Response[str]:
    found = figures.overview(member)
    people, team_tags = members.find_all(member), tags.find_all(member)
    names = Names.of(people, team_tags)
    span = weeks if weeks in SPANS else _USUAL
    return pages.page(
        "tasks/overview.html",
        shell=shell,
        base=f"/tasks/{member.team_id}",
        look=look_at_team(member, proofs, found.total),
        team=member.team,
        faces=tuple(names.people[each.user_id] for each in people[:_FACES]),
        others=max(0, len(people) - _FACES),
        total=found.total,
        share=_share(found.total),
        periods=_periods(found.today, found.week, found.month),
        needs=_needs(member, found, names),
        span=span,
        spans=tuple((key, name) for key, (name, _) in SPANS.items()),
        chart=chart,
        trend=_trend(member, SPANS[span][1]),
    )


def _share(total: Total) -> tuple[SharePart, ...]:
    """Each at least as wide as can be seen."""
    counts = [(status, getattr(total, status)) for status in ("todo", "doing", "done")]
    present = [(status, count) for status, count in counts if count]
    whole = sum(count for _, count in present)
    widths = [max(12.0, 1000 * count / whole) for _, count in present]
    scale = (1000 - 3 * (len(present) - 1)) / sum(widths) if widths else 1
    parts, x = [], 0.0
    for (status, _), width in zip(present, widths, strict=True):
        parts.append(SharePart(status, round(x, 1), round(width * scale, 1)))
        x += width * scale + 3
    return tuple(parts)


def _periods(today: Period, week: Period, month: Period) -> tuple[tuple[Text, Period], ...]:
    return ((gettext("Today"), today), (gettext("This week"), week), (gettext("This month"), month))


def _needs(member: Member, found: figures.Overview, names: Names) -> tuple[NeedsList, ...]:
    today = member.today()
    period = {"sort": "end", "first": today.isoformat(), "last": (today + SOON).isoformat()}

    def build(name: Text, needs: Needs, address: TaskListAddress) -> NeedsList:
        cards = tuple(card_of(task, names, today) for task in needs.tasks[:_ROWS])
        return NeedsList(name, f"/tasks/{member.team_id}{address.url}", cards, len(needs.tasks), needs.more)

    return (
        build(gettext("Overdue"), found.overdue, TaskListAddress(late="end")),
        build(gettext("Late to start"), found.late, TaskListAddress(late="start")),
        build(gettext("Due within 7 days"), found.soon, TaskListAddress().but(**period)),
    )


def _trend(member: Member, weeks: int) -> TrendChart | None:
    """None in a team's first two weeks, when there are no days before them."""
    today = member.today()
    oldest = member.store.page(design.day_counts(member.team_id, today - timedelta(days=400), today), size=1).items
    if not oldest or oldest[0].day > today - _FIRST_DAYS:
        return None
    return trend_chart(figures.trend(member, weeks))
