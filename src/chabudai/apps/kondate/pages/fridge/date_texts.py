"""Dates of food as people read them: how soon, on which day, and what to do about it."""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, TypeAlias

from chabudai.apps.kondate.kitchen.entities import Provision
from chabudai.apps.kondate.messages import gettext, lazy, ngettext
from chabudai.web import formats
from chabudai.web.context import current_display
from chabudai.web.translations import Text

Urgency: TypeAlias = Literal["past", "soon", "week", "later"]

URGENCIES: Final[dict[Urgency, Text]] = {
    "past": lazy("Past its date"),
    "soon": lazy("By tomorrow"),
    "week": lazy("This week"),
    "later": lazy("After that"),
}
_SOON: Final = 1
_WEEK: Final = 7
_DAYS_TOLD: Final = 31


@dataclass(frozen=True, slots=True)
class Until:
    """`when` is how soon, `day` the date; both are short."""

    urgency: Urgency
    when: str
    day: str


def describe_date(item: Provision, today: date) -> Until:
    if item.best_before is None:
        return Until("later", gettext("frozen") if item.place == "freezer" else "—", gettext("no date"))
    days = (item.best_before - today).days
    return Until(_urgency(days), _distance(item.best_before, today), _day(item, today))


def warn_of_date(item: Provision, today: date) -> str:
    """What a date that is past means for whoever wants to eat it; nothing before it is."""
    if item.best_before is None or item.best_before >= today:
        return ""
    if item.date_kind == "use_by":
        return gettext("Use by · don't eat it")
    return gettext("Best before · look before you eat it")


def _urgency(days: int) -> Urgency:
    if days < 0:
        return "past"
    if days <= _SOON:
        return "soon"
    return "week" if days <= _WEEK else "later"


def _distance(day: date, today: date) -> str:
    days = (day - today).days
    if days <= _SOON:
        return formats.day_distance_text(day, today)
    if days <= _DAYS_TOLD:
        return ngettext("%(n)s day", "%(n)s days", days)
    if days < 365:
        return ngettext("%(n)s month", "%(n)s months", round(days / 30.4))
    return ngettext("%(n)s year", "%(n)s years", round(days / 365))


def _day(item: Provision, today: date) -> str:
    day = item.best_before
    assert day is not None, "only what has a date is asked for it"
    text = formats.short_day_text(day) if day.year == today.year else formats.date_text(day, current_display().zone)
    return gettext("about %(day)s", day=text) if item.is_guess else text
