"""The fields of a task as its page shows them and its forms carry them; and what is wrong with one that was sent."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from markupsafe import Markup

from chabudai.apps.tasks.entities import TaskFields
from chabudai.apps.tasks.errors import DatesCrossed, FieldChanged, TaskInTrash
from chabudai.apps.tasks.messages import gettext, lazy
from chabudai.apps.tasks.pages.cards import Names
from chabudai.apps.tasks.pages.texts import PRIORITIES, When, when_of, whole_day
from chabudai.apps.tasks.pages.thread import calling
from chabudai.common import markdown
from chabudai.common.text import shorten
from chabudai.web.errors import WebError
from chabudai.web.translations import Text

FIELDS: Final[Mapping[str, Text]] = {
    "title": lazy("Title"),
    "assignee": lazy("Assignee"),
    "start": lazy("Start"),
    "end": lazy("Due"),
    "priority": lazy("Priority"),
    "description": lazy("Description"),
}
"""Those that are saved one by one, each under the condition that it is still as the person saw it."""


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A field that was sent and not saved: what was typed stays in it, beside what is wrong.

    When someone else was faster, `seen` is what the field holds now as a form carries it, and `theirs` and `mine` are
    what the two buttons say; `theirs_text` is their description. `is_thrown`: the task has to be restored first.
    `preview` is what was typed as it would look: then nothing is wrong at all.
    """

    field: str
    typed: str
    sentence: str = ""
    seen: str | None = None
    theirs: str = ""
    mine: str = ""
    theirs_text: Markup | None = None
    is_thrown: bool = False
    preview: Markup | None = None


def spell(value: Any) -> str:
    """As a form carries it."""
    match value:
        case None:
            return ""
        case date():
            return value.isoformat()
        case _:
            return str(value)


def describe(field: str, value: Any, names: Names, today: date) -> str:
    """In words; nothing for what is empty."""
    if value in (None, ""):
        return ""
    match field:
        case "start" | "end":
            return whole_day(value, today)
        case "assignee":
            return calling(value, names)
        case "priority":
            return next((str(text) for key, text in PRIORITIES.items() if key == value), "")
        case _:
            return gettext("“%(words)s”", words=shorten(str(value), 30))


def due_text(task: TaskFields, today: date) -> When | None:
    """Its end, and how much that presses."""
    if task.end is None:
        return None
    pressing = when_of(task, today)
    if pressing is not None and pressing.pressing == "late":
        return pressing
    if task.end == today and task.status != "done":
        return When("today", gettext("Today, %(day)s", day=whole_day(task.end, today)))
    return When("plain", whole_day(task.end, today))


def near_days(today: date) -> tuple[tuple[str, date], ...]:
    """Days that are often meant: the next Friday, and Monday of the week to come."""
    friday = today + timedelta(days=(4 - today.weekday()) % 7)
    monday = today + timedelta(days=7 - today.weekday())
    days = [(gettext("Today"), today), (gettext("Tomorrow"), today + timedelta(days=1))]
    if (friday - today).days > 1:
        days.append((gettext("Friday"), friday))
    if (monday - today).days > 1:
        days.append((gettext("Next week"), monday))
    return tuple(days)


def explain(error: WebError, field: str, typed: str, names: Names, today: date) -> Unsaved:
    """What is said beside the field, and what can be done about it."""
    if isinstance(error, FieldChanged):
        return _contested(error, typed, names, today)
    sentence = next((text for name, text in error.details if name == field), error.message)
    if isinstance(error, DatesCrossed):
        sentence = _crossed(error, today)
    return Unsaved(field, typed, str(sentence), is_thrown=isinstance(error, TaskInTrash))


def _crossed(error: DatesCrossed, today: date) -> str:
    """With the other date, which may be out of sight."""
    if error.given == "end":
        return gettext("Choose a due date on or after the start (%(day)s).", day=whole_day(error.start, today))
    return gettext("Choose a start date on or before the due date (%(day)s).", day=whole_day(error.end, today))


def _contested(error: FieldChanged, typed: str, names: Names, today: date) -> Unsaved:
    field, who = error.changed_field, calling(error.by, names)
    value = describe(field, error.theirs, names, today)
    wanted = describe(field, error.yours, names, today)
    if field == "description":
        sentence = gettext("%(name)s changed the description first.", name=who)
    elif value:
        sentence = gettext("%(name)s changed this to %(value)s first.", name=who, value=value)
    else:
        sentence = gettext("%(name)s cleared this first.", name=who)
    return Unsaved(
        field,
        typed,
        sentence,
        seen=spell(error.theirs),
        theirs=_theirs(field, value, who),
        mine=_mine(field, wanted),
        theirs_text=markdown.render(error.theirs) if field == "description" else None,
    )


def _theirs(field: str, value: str, who: str) -> str:
    if field == "description":
        return gettext("Keep %(name)s's", name=who)
    return gettext("Keep %(value)s", value=value) if value else gettext("Keep it empty")


def _mine(field: str, wanted: str) -> str:
    if field == "description":
        return gettext("Use mine")
    return gettext("Change to %(value)s", value=wanted) if wanted else gettext("Clear this")
