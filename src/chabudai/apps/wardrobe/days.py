"""Days of a wardrobe: as a record may have them, written in an address, gathered in seasons."""

from datetime import UTC, date, datetime

from chabudai.apps.wardrobe.entities import Season
from chabudai.apps.wardrobe.record_input import FIELDS
from chabudai.common.days import Month

_SEASONS: tuple[Season, ...] = ("winter", "spring", "summer", "autumn")


def check_day(day: date | str) -> date:
    """As a record may have it, or as a form spells it; InvalidFields tells of `date` when it is none."""
    checked: date = FIELDS.check({"date": day})["date"]
    return checked


def parse_month(text: str) -> Month:
    """`2026-11`."""
    return Month.of(check_day(f"{text.strip()}-01"))


def season_of(day: date) -> Season:
    """By the calendar of Japan: spring begins in March."""
    return _SEASONS[day.month % 12 // 3]


def worn_on(last_worn_at: int) -> date:
    """The day of which `lastWornAt` is the midnight in UTC, in any zone."""
    return datetime.fromtimestamp(last_worn_at / 1000, UTC).date()
