"""The schedule: a month by the day on which tasks end, or six weeks of bars that can be moved."""

from dataclasses import dataclass
from datetime import date
from typing import Any, ClassVar, Literal

from litestar import Response

from chabudai.apps.tasks import members, schedules, tags, tasks
from chabudai.apps.tasks.errors import FieldChanged
from chabudai.apps.tasks.membership import Member
from chabudai.apps.tasks.messages import gettext
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.looks import Look, revision_url
from chabudai.apps.tasks.pages.month_sheet import SheetDay, month_sheet
from chabudai.apps.tasks.pages.shell import Shell
from chabudai.apps.tasks.pages.texts import near_day
from chabudai.apps.tasks.pages.timeline import Window, timeline
from chabudai.common.days import Month
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import Injected, get, post


@dataclass(frozen=True, slots=True, kw_only=True)
class ScheduleAddress(ListAddress):
    PATH: ClassVar[str] = "/schedule"
    NAMES: ClassVar[dict[str, str]] = {"first": "from"}

    view: Literal["month", "timeline"] = "month"
    month: str = ""
    day: str = ""
    first: str = ""


@get("/schedule")
def show_schedule(
    member: Injected[Member], shell: Injected[Shell], pages: Injected[Pages], context: Injected[RequestContext]
) -> Response[str]:
    address = ScheduleAddress.parse(context.query)
    names = Names.of(members.find_all(member), tags.find_all(member))
    today = member.today()
    shown: dict[str, Any] = {
        "shell": shell,
        "base": f"/tasks/{member.team_id}",
        "address": address,
        "today": today,
        "look": Look(revision_url(member.team_id)),
    }
    if address.view == "timeline":
        return pages.page("tasks/timeline.html", **shown, **_timeline_values(member, address, names))
    return pages.page("tasks/month.html", **shown, **_month_values(member, address, names))


@post("/dates")
def move_dates(member: Injected[Member], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """As the timeline's script sends them: both dates, and those that the person saw."""
    back = safe_next(form["next"], f"/tasks/{member.team_id}/schedule?view=timeline")
    given = {name: form[name] or None for name in ("start", "end") if name in form}
    seen = {name: form[f"seen_{name}"] or None for name in given}
    try:
        outcome = tasks.edit(member, form["id"], given, seen)
    except FieldChanged:
        return warn(context, back, gettext("Someone else changed these dates first. Check them and try again."))
    except InvalidFields as refusal:
        return warn(context, back, str(refusal.details[0][1]))
    sentence = gettext("Moved “%(title)s”.", title=shorten_in_sentence(outcome.task.title))
    return redirect_with_toast(context, back, sentence, outcome.undo.form(f"/tasks/{member.team_id}/undo", back))


def _month_values(member: Member, address: ScheduleAddress, names: Names) -> dict[str, Any]:
    today = member.today()
    month = Month.parse(address.month or address.day[:7]) or Month.of(today)
    weeks = month_sheet(month, schedules.tasks_ending(member, *month.sheet), names, today)
    return {"month": month, "weeks": weeks, "chosen": _choose(address.day, month, weeks, today)}


def _choose(text: str, month: Month, weeks: tuple[tuple[SheetDay, ...], ...], today: date) -> SheetDay:
    """The day whose tasks stand below the month: the one that was touched, else today, else the month's first."""
    days = {each.day.isoformat(): each for week in weeks for each in week}
    usual = today if Month.of(today) == month else month.first
    return days.get(text) or days[usual.isoformat()]


def _timeline_values(member: Member, address: ScheduleAddress, names: Names) -> dict[str, Any]:
    today = member.today()
    window = Window.parse(address.first, today)
    found = schedules.tasks_within(member, window.first, window.last)
    is_now = window.first <= today <= window.last
    return {
        "window": window,
        "groups": timeline(found, window, names, today),
        "now": window.column(today) if is_now else None,
        "near_day": near_day,
    }
