"""Dates, times and numbers, as each language writes them."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest

from chabudai.web import catalogs, formats, zones
from chabudai.web.packages import WEB
from chabudai.web.translations import use_translations

TRANSLATIONS = catalogs.load_translations([WEB])
SUNDAY = date(2026, 11, 15)
NOW = datetime(2026, 11, 15, 15, 30, tzinfo=UTC)  # already Monday in Tokyo
NEW_YORK = ZoneInfo("America/New_York")


@pytest.mark.parametrize(
    ("code", "day", "written"), [("ja", "11月15日(日)", "2026年11月15日"), ("en", "Sun 15 Nov", "15 Nov 2026")]
)
def test_a_day_is_written_as_the_language_does(code: str, day: str, written: str) -> None:
    with use_translations(TRANSLATIONS[code]):
        assert formats.day_text(SUNDAY, zones.TOKYO) == day
        assert formats.date_text(SUNDAY, zones.TOKYO) == written


@pytest.mark.parametrize(
    ("code", "month", "name", "short"),
    [("ja", "2026年11月", "11月", "11/15"), ("en", "November 2026", "Nov", "15 Nov")],
)
def test_a_month_is_named_with_its_year_and_without(code: str, month: str, name: str, short: str) -> None:
    with use_translations(TRANSLATIONS[code]):
        assert (formats.month_text(SUNDAY), formats.month_name(SUNDAY)) == (month, name)
        assert formats.short_day_text(SUNDAY) == short


def test_a_moment_is_told_as_the_zone_of_the_person_has_it() -> None:
    with use_translations(TRANSLATIONS["en"]):
        assert formats.day_text(NOW, zones.TOKYO) == "Mon 16 Nov"
        assert formats.day_text(NOW, NEW_YORK) == "Sun 15 Nov"
        assert formats.time_text(NOW, zones.TOKYO) == "00:30"
        assert formats.time_text(NOW, NEW_YORK) == "10:30"
    with use_translations(TRANSLATIONS["ja"]):
        assert formats.time_text(NOW, zones.TOKYO) == "0:30"


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (1234567, "1,234,567"), (-1234.5, "-1,234.5"), (Decimal("0.25"), "0.25")]
)
def test_numbers_are_grouped(value: int | float | Decimal, text: str) -> None:
    for translations in TRANSLATIONS.values():
        with use_translations(translations):
            assert formats.number_text(value) == text


@pytest.mark.parametrize(
    ("distance", "japanese", "english"),
    [
        (timedelta(seconds=-5), "たった今", "just now"),
        (timedelta(seconds=59), "たった今", "just now"),
        (timedelta(minutes=10), "たった今", "just now"),  # by a clock that was set back since
        (timedelta(minutes=-3), "3分前", "3 minutes ago"),
        (timedelta(hours=2), "2時間後", "in 2 hours"),
        (timedelta(days=-400), "1年前", "1 year ago"),
    ],
)
def test_a_moment_is_told_by_its_distance(distance: timedelta, japanese: str, english: str) -> None:
    for code, text in (("ja", japanese), ("en", english)):
        with use_translations(TRANSLATIONS[code]):
            assert formats.moment_distance_text(NOW + distance, NOW) == text


@pytest.mark.parametrize(
    ("day", "japanese", "english"),
    [
        (SUNDAY, "昨日", "yesterday"),
        (SUNDAY + timedelta(1), "今日", "today"),
        (SUNDAY + timedelta(2), "明日", "tomorrow"),
        (SUNDAY + timedelta(4), "3日後", "in 3 days"),
        (SUNDAY - timedelta(2), "3日前", "3 days ago"),
        (SUNDAY - timedelta(5), "6日前", "6 days ago"),
        (SUNDAY - timedelta(6), "1週間前", "1 week ago"),
    ],
)
def test_a_day_is_told_from_the_persons_today(day: date, japanese: str, english: str) -> None:
    for code, text in (("ja", japanese), ("en", english)):
        with use_translations(TRANSLATIONS[code]):
            assert formats.day_distance_text(day, zones.today(zones.TOKYO, NOW)) == text
