"""Zones: the person's day, and names that are zones."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from chabudai.web import zones


def test_today_is_the_day_of_the_zone_not_of_the_server() -> None:
    late = datetime(2026, 11, 15, 15, 30, tzinfo=UTC)
    assert zones.today(ZoneInfo("Asia/Tokyo"), late) == date(2026, 11, 16)
    assert zones.today(ZoneInfo("America/New_York"), late) == date(2026, 11, 15)
    assert zones.today(ZoneInfo("UTC"), late) == date(2026, 11, 15)


@pytest.mark.parametrize("moment", [datetime.min, datetime.max])
@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Niue", "America/New_York"])
def test_the_ends_of_the_calendar_have_a_day_in_every_zone(moment: datetime, zone: str) -> None:
    assert zones.today(ZoneInfo(zone), moment.replace(tzinfo=UTC)).year == moment.year


@pytest.mark.parametrize("name", ["Asia/Tokyo", "Europe/London", "UTC", "America/Argentina/Buenos_Aires"])
def test_a_zone_is_known_by_its_name(name: str) -> None:
    assert zones.find_or(name, zones.TOKYO).key == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "Tokyo",
        "asia/tokyo",
        "/etc/passwd",
        "../etc/passwd",
        "Asia/../../passwd",
        "Asia/Tokyo\0",
        "Asia",
        "x" * 9999,
    ],
)
def test_anything_else_gives_way_to_the_default(name: str) -> None:
    assert zones.find_or(name, zones.TOKYO) == zones.TOKYO


def test_a_zone_that_is_no_more_gives_way_to_the_default() -> None:
    assert zones.find_or("Atlantis/Capital", zones.TOKYO) == zones.TOKYO
    assert zones.find_or(None, zones.TOKYO) == zones.TOKYO
    assert zones.find_or("Europe/London", zones.TOKYO) == ZoneInfo("Europe/London")
