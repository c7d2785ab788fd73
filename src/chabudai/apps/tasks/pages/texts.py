"""Words for what a task holds: how far it is, when it is wanted, how important it is, which colour a tag has."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

from chabudai.apps.tasks.entities import NO_DATE, CardFields, Priority, Role, Status, TagColour
from chabudai.apps.tasks.messages import gettext, lazy, ngettext
from chabudai.apps.tasks.tags import COLOURS
from chabudai.web import formats
from chabudai.web.context import current_display
from chabudai.web.translations import Text

STATUSES: Final[Mapping[Status, Text]] = {
    "todo": lazy("Not started"),
    "doing": lazy("In progress"),
    "done": lazy("Done"),
}
NEXT: Final[Mapping[Status, Status]] = {"todo": "doing", "doing": "done", "done": "doing"}
"""Where a tap on the ring leads."""
PRIORITIES: Final[Mapping[Priority, Text]] = {"high": lazy("High"), "medium": lazy("Medium"), "low": lazy("Low")}
ROLES: Final[Mapping[Role, Text]] = {"admin": lazy("Admin"), "member": lazy("Member")}

Pressing = Literal["late", "slow", "today", "plain", "done"]
"""How much a date presses: past its end, past its start, ends today, none of these, or done with."""
_TAG_COLOURS: Final = ("blue", "green", "yellow", "red", "purple", "pink", "teal", "olive", "brown", "grey")


@dataclass(frozen=True, slots=True)
class When:
    """The most pressing of a task's dates, in words."""

    pressing: Pressing
    text: str


def when_of(task: CardFields, today: date, done_at: date | None = None) -> When | None:
    """Overdue, late to start, due, start: the first of these that there is. Of a done one, the day it was done."""
    if task.status == "done":
        return When("done", gettext("Done %(day)s", day=near_day(done_at, today))) if done_at else None
    if task.end is not None and task.end < today:
        days = (today - task.end).days
        overdue = ngettext("%(n)s day overdue", "%(n)s days overdue", days)
        return When("late", gettext("%(distance)s, %(day)s", distance=overdue, day=near_day(task.end, today)))
    if task.status == "todo" and task.start is not None and task.start < today:
        days = (today - task.start).days
        return When("slow", ngettext("%(n)s day late to start", "%(n)s days late to start", days))
    if task.end is not None:
        if task.end == today:
            return When("today", gettext("Due today"))
        return When("plain", gettext("Due %(day)s", day=near_day(task.end, today)))
    return None if task.start is None else When("plain", gettext("Starts %(day)s", day=near_day(task.start, today)))


def near_day(day: date, today: date) -> str:
    """With its year when that is another one."""
    if day == NO_DATE:
        return gettext("No date")
    if day.year != today.year:
        return formats.date_text(day, current_display().zone)
    return formats.short_weekday_text(day)


def whole_day(day: date, today: date) -> str:
    """Where there is room: the month and the day are written out."""
    zone = current_display().zone
    return formats.day_text(day, zone) if day.year == today.year else formats.date_text(day, zone)


def tag_colour(colour: TagColour) -> str:
    """The look's name for one of the house's ten; a neutral one for any other."""
    return _TAG_COLOURS[COLOURS.index(colour)] if colour in COLOURS else "grey"
