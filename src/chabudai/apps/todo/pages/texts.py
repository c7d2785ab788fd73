"""Words for what a todo holds: when it is due, how it repeats, how important it is, which colour."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Final

from chabudai.apps.todo import repeats
from chabudai.apps.todo.design import Todo
from chabudai.apps.todo.messages import gettext, lazy, ngettext
from chabudai.apps.todo.quick_add_parser import Chip
from chabudai.apps.todo.repeats import Repeat
from chabudai.web import formats
from chabudai.web.context import current_context, current_display
from chabudai.web.translations import Text

VIEWS: Final[dict[str, Text]] = {
    "open": lazy("Not done"),
    "today": lazy("Today"),
    "overdue": lazy("Overdue"),
    "upcoming": lazy("Upcoming"),
    "done": lazy("Done"),
    "trash": lazy("Trash"),
}
SORTS: Final[dict[str, Text]] = {
    "manual": lazy("My order"),
    "due": lazy("By due date"),
    "priority": lazy("By priority"),
    "created": lazy("Recently added"),
}
PRIORITIES: Final[dict[str, Text]] = {"high": lazy("High"), "medium": lazy("Medium"), "low": lazy("Low")}
COLOUR_NAMES: Final[dict[str, Text]] = {
    "primary": lazy("Blue"),
    "info": lazy("Sky blue"),
    "success": lazy("Green"),
    "warning": lazy("Yellow"),
    "danger": lazy("Red"),
    "link": lazy("Navy"),
    "light": lazy("Pale grey"),
    "dark": lazy("Charcoal"),
}
COLOURS: Final[Mapping[str, str]] = {
    "primary": "blue",
    "info": "sky",
    "success": "green",
    "warning": "yellow",
    "danger": "red",
    "link": "navy",
    "light": "pale",
    "dark": "dark",
}
"""The seed's names of colours, by the look's."""
COLOUR_OPTIONS: Final = tuple((key, name, COLOURS[key]) for key, name in COLOUR_NAMES.items())
REPEATS: Final = ("daily", "weekdays", "weekly", "weekly/2", "monthly", "yearly")
"""Those that are offered; other ones come by quick add, and stay."""

_WEEKDAYS: Final = (lazy("Mon"), lazy("Tue"), lazy("Wed"), lazy("Thu"), lazy("Fri"), lazy("Sat"), lazy("Sun"))


def due_text(day: date, time: str | None) -> str:
    """今日 15:00, 11月20日(金), or with the year when it is another one."""
    display = current_display()
    if abs((day - display.today).days) <= 1:
        said = formats.day_distance_text(day, display.today)
    elif day.year == display.today.year:
        said = formats.day_text(day, display.zone)
    else:
        said = formats.date_text(day, display.zone)
    return f"{said} {time}" if time else said


def age_text(todo: Todo) -> str:
    """When it was done or moved to the trash; nothing for what is open."""
    if todo.deleted_at is not None:
        return gettext("Moved to trash %(when)s", when=_how_long_ago(todo.deleted_at))
    if todo.completed and todo.completed_at:
        return gettext("Done %(when)s", when=_how_long_ago(todo.completed_at))
    return ""


def repeat_text(stored: str) -> str:
    found = repeats.parse(stored)
    if found is None:
        return stored
    base = _PLAIN[found.kind](found.every)
    on = _on(found)
    return f"{base} ({on})" if on else base


def chip_text(chip: Chip) -> str:
    match chip.kind:
        case "due":
            return due_text(date.fromisoformat(chip.value), None)
        case "repeat":
            return repeat_text(chip.value)
        case "priority":
            return gettext("Priority: %(priority)s", priority=PRIORITIES[chip.value])
        case "category":
            return f"#{chip.value}"
        case _:
            return chip.value


CHIP_ICONS: Final = {"due": "calendar", "time": "clock", "repeat": "repeat", "priority": "flag", "category": "tag"}


def _how_long_ago(moment: datetime) -> str:
    return formats.moment_distance_text(moment, current_context().clock())


def _daily(every: int) -> str:
    return gettext("every day") if every == 1 else ngettext("every %(n)s day", "every %(n)s days", every)


def _weekdays(_: int) -> str:
    return gettext("on weekdays")


def _weekly(every: int) -> str:
    return gettext("every week") if every == 1 else ngettext("every %(n)s week", "every %(n)s weeks", every)


def _monthly(every: int) -> str:
    return gettext("every month") if every == 1 else ngettext("every %(n)s month", "every %(n)s months", every)


def _yearly(every: int) -> str:
    return gettext("every year") if every == 1 else ngettext("every %(n)s year", "every %(n)s years", every)


_PLAIN: Final = {
    "daily": _daily,
    "weekdays": _weekdays,
    "weekly": _weekly,
    "monthly": _monthly,
    "yearly": _yearly,
}


def _on(repeat: Repeat) -> str:
    if repeat.weekdays:
        return gettext(", ").join(str(_WEEKDAYS[day]) for day in sorted(repeat.weekdays))
    if repeat.month is not None and repeat.day is not None:
        return gettext("%(month)s/%(day)s", month=repeat.month, day=repeat.day)
    return gettext("day %(day)s", day=repeat.day) if repeat.day is not None else ""
