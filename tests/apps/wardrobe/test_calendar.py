"""The calendar: a month to write in, a year as small sheets, and the list of records."""

import re
from calendar import isleap
from collections import Counter
from datetime import date, timedelta
from html import unescape
from itertools import pairwise
from xml.etree import ElementTree as Xml

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.apps.wardrobe.browsers import Visitor
from tests.apps.wardrobe.wardrobes import TODAY, added, before, outfit_of, wore

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import FIRST_DAY, LAST_DAY
from chabudai.apps.wardrobe.pages import sheets as month_sheets
from chabudai.common.days import Month, days_between
from chabudai.store import record_calls
from chabudai.web.charts import SHEET_HEIGHT, SHEET_WIDTH, SIDE

YEARS = st.integers(FIRST_DAY.year, LAST_DAY.year)


@given(YEARS)
def test_every_day_of_a_year_has_one_square_on_the_sheet_of_its_month(year: int) -> None:
    sheets = month_sheets.sheets({}, month_sheets.year(year), TODAY, month_sheets.shade_of_all)
    squares = [square.day for sheet in sheets for square in sheet.squares]
    assert squares == list(days_between(date(year, 1, 1), date(year, 12, 31)))
    assert len(squares) == 365 + isleap(year)
    assert all(Month.of(square.day) == sheet.month for sheet in sheets for square in sheet.squares)


@given(YEARS, st.integers(1, 12))
def test_squares_stand_under_their_weekdays_within_the_sheet_and_apart(year: int, number: int) -> None:
    (sheet,) = month_sheets.sheets({}, [Month(year, number)], TODAY, month_sheets.shade_of_all)
    for square in sheet.squares:
        assert 0 <= square.x <= SHEET_WIDTH - SIDE
        assert 0 <= square.y <= SHEET_HEIGHT - SIDE
        assert square.x == square.day.weekday() * (SHEET_WIDTH - SIDE) // 6
    for one, following in pairwise(sheet.squares):
        assert (following.y > one.y) == (following.day.weekday() == 0)
    assert len({(square.x, square.y) for square in sheet.squares}) == len(sheet.squares)


@given(st.dictionaries(st.dates(date(2026, 1, 1), date(2026, 12, 31)), st.integers(1, 30)), st.dates())
def test_a_sheet_counts_what_was_worn_and_outlines_what_is_planned(worn: dict[date, int], today: date) -> None:
    sheets = month_sheets.sheets(worn, month_sheets.year(2026), today, month_sheets.shade_of_all)
    past = {day: count for day, count in worn.items() if day <= today}
    assert sum(sheet.pieces for sheet in sheets) == sum(past.values())
    assert sum(sheet.days for sheet in sheets) == len(past)
    assert sum(sheet.planned for sheet in sheets) == len(worn) - len(past)
    for square in (square for sheet in sheets for square in sheet.squares):
        assert square.is_planned == (square.day in worn and square.day > today)
        assert square.level == month_sheets.shade_of_all(past.get(square.day, 0))


def test_the_more_was_worn_the_darker_is_a_square() -> None:
    assert [month_sheets.shade_of_all(count) for count in range(9)] == [0, 1, 1, 2, 2, 3, 3, 4, 4]
    assert [month_sheets.shade_of_one(count) for count in range(4)] == [0, 3, 4, 4]


@given(YEARS, st.integers(1, 12))
def test_a_year_of_one_piece_is_the_twelve_months_up_to_now(year: int, number: int) -> None:
    months = month_sheets.year_until(Month(year, number))
    assert (len(months), months[-1]) == (12, Month(year, number))
    assert all(one.after == following for one, following in pairwise(months))


@pytest.mark.parametrize(
    ("language", "november", "empty"),
    [
        ("en", "November 2026: 2 days, 5 items worn, 1 day planned", "January 2026: 0 days"),
        ("ja", "2026年11月: 2日・5点・予定 1日", "2026年1月: 0日"),
    ],
)
def test_a_year_is_told_and_drawn_month_by_month(
    visitor: Visitor, closet: Closet, language: str, november: str, empty: str
) -> None:
    wore(closet, {date(2026, 11, 1): 1, TODAY: 4, date(2026, 11, 20): 2})
    page = visitor.see(closet, "/calendar/year", language).text
    pictures = _sheets(page)
    assert pictures[10].findtext("title") == november
    assert (pictures[0].findtext("title") or "").startswith(empty)
    assert Counter(mark.get("class") for mark in pictures[10].findall("rect")) == {
        "s0": 13,
        "s1": 1,
        "s2 now": 1,
        "planned": 1,
        "ahead": 14,
    }


def test_the_table_behind_a_year_has_the_service_s_numbers(visitor: Visitor, closet: Closet) -> None:
    wore(closet, {before(days): 1 + days % 6 for days in range(0, 300, 3)})
    found = service.statistics(closet, date(2026, 1, 1), date(2026, 12, 31))
    page = visitor.see(closet, "/calendar/year").text
    rows = re.findall(r'month=2026-(\d\d)">\w+</a></th><td class="number">(\d+)</td><td class="number">(\d+)<', page)
    assert {Month(2026, int(month)): (int(days), int(pieces)) for month, days, pieces in rows} == {
        month: (amount.days, amount.pieces) for month, amount in found.months.items()
    }
    assert sum(amount.pieces for amount in found.months.values()) > 0
    levels = Counter(mark.get("class", "")[:2] for each in _sheets(page) for mark in each.findall("rect"))
    worn = service.pieces_by_day(closet, date(2026, 1, 1), date(2026, 12, 31))
    assert {level: levels[level] for level in ("s1", "s2", "s3", "s4") if levels[level]} == Counter(
        f"s{month_sheets.shade_of_all(count)}" for count in worn.values()
    )


def test_the_days_of_all_are_what_the_daily_rows_say_of_any_status(closet: Closet, strangers: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    for day, pieces in ((TODAY, [shirt, coat]), (TODAY, [shirt]), (before(3), [coat]), (before(40), [shirt])):
        service.record_wear(closet, day=day, clothing_ids=pieces)
    service.record_wear(strangers, day=TODAY, clothing_ids=added(strangers, "よそ"))
    service.throw_away_clothing(closet, coat)
    tomorrow = TODAY + timedelta(days=1)
    service.record_wear(closet, day=tomorrow, clothing_ids=[shirt])
    found = service.pieces_by_day(closet, before(30), tomorrow)
    assert found == {TODAY: 3, before(3): 1, tomorrow: 1}


def test_each_small_month_leads_to_its_month_and_each_year_to_its_neighbours(visitor: Visitor, closet: Closet) -> None:
    base = f"/wardrobe/{service.key_of(closet)}/calendar"
    page = visitor.see(closet, "/calendar/year?year=2024").text
    linked = re.findall(r'class="sheet" href="([^"]+)"', page)
    assert linked == [f"{base}?month=2024-{month:02}" for month in range(1, 13)]
    assert sum(len(each.findall("rect")) for each in _sheets(page)) == 366
    assert f'href="{base}/year?year=2023"' in page
    assert f'href="{base}/year?year=2025"' in page
    assert "year?year=1969" not in visitor.see(closet, "/calendar/year?year=1970").text
    assert "year?year=2286" not in visitor.see(closet, "/calendar/year?year=2285").text
    for wrong in ("x", "0", "99999", "1969", "２０２４x", "-2024"):
        assert "<h1>2026</h1>" in visitor.see(closet, f"/calendar/year?year={wrong}").text


def test_a_full_year_is_a_small_page_and_asks_little(visitor: Visitor, closet: Closet) -> None:
    wore(closet, dict.fromkeys(days_between(date(2026, 1, 1), date(2026, 12, 31)), 4))
    with record_calls() as asked:
        page = visitor.see(closet, "/calendar/year", "ja")
    assert len(page.content) < 60_000
    told = Counter(f"{each.pattern} {each.operation}" for each in asked)
    assert told.keys() == {"AP-21 GetItem", "AP-02 GetItem", "AP-03 Query"}
    assert told.total() < 25


def test_a_piece_has_a_year_of_its_own(visitor: Visitor, closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    for day in (TODAY, TODAY, before(40), before(360)):
        service.record_wear(closet, day=day, clothing_ids=[shirt])
    service.record_wear(closet, day=before(3), clothing_ids=[coat])
    pictures = _sheets(visitor.see(closet, f"/clothes/{shirt}").text)
    assert len(pictures) == 12
    marks = [mark.get("class") for each in pictures for mark in each.findall("rect")]
    assert (marks.count("s3"), marks.count("s4 now")) == (1, 1)
    assert pictures[-1].findtext("title") == "November 2026: Worn 2 times"
    assert pictures[0].findtext("title") == "December 2025: Worn 0 times"


@pytest.mark.parametrize(
    ("language", "title", "planned"), [("en", "November 2026", "plan"), ("ja", "2026年11月", "予定")]
)
def test_a_month_is_named_and_says_which_days_are_planned(
    visitor: Visitor, closet: Closet, language: str, title: str, planned: str
) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.record_wear(closet, day=TODAY, clothing_ids=[coat])
    service.record_wear(closet, day=date(2026, 11, 20), clothing_ids=[shirt])
    page = visitor.see(closet, "/calendar", language).text
    assert re.findall(r"<h1>(.*?)</h1>", page) == [title]
    cells = page.partition("<tbody>")[2].partition("</tbody>")[0].split("<td")
    by_class = {
        name: [cell for cell in cells if cell.startswith(f' class="{name}"')] for name in ("is-today", "is-planned")
    }
    assert [len(some) for some in by_class.values()] == [1, 1]
    assert by_class["is-today"][0].count('class="month-worn"') == 2
    assert "month-records several" in by_class["is-today"][0]
    assert f'<span class="month-plan">{planned}</span>' in by_class["is-planned"][0]
    assert page.count('class="month-plan"') == 1


def test_month_year_and_list_lead_to_each_other(visitor: Visitor, closet: Closet) -> None:
    base = f"/wardrobe/{service.key_of(closet)}"
    for path, to_month, to_year in (
        ("/calendar", "/calendar", "/calendar/year"),
        ("/calendar?month=2024-05", "/calendar?month=2024-05", "/calendar/year?year=2024"),
        ("/calendar/year?year=2024", "/calendar?month=2024-01", "/calendar/year?year=2024"),
        ("/history", "/calendar", "/calendar/year"),
    ):
        tabs = visitor.see(closet, path).text.partition('class="tabset"')[2].partition("</nav>")[0]
        linked = [unescape(url) for url in re.findall(r'href="([^"]+)"', tabs)]
        assert linked == [f"{base}{to_month}", f"{base}{to_year}", f"{base}/history"]


@pytest.mark.parametrize(
    ("language", "months", "names"),
    [
        ("en", ["November 2026", "October 2026"], "Shirt, Coat"),
        ("ja", ["2026年11月", "2026年10月"], "Shirt・Coat"),
    ],
)
def test_records_stand_under_their_months_with_day_distance_and_names(
    visitor: Visitor, closet: Closet, language: str, months: list[str], names: str
) -> None:
    shirt, coat = added(closet, "Shirt", "Coat")
    outfit = outfit_of(closet, coat, name="Rainy day")
    service.record_template(closet, day=before(30), template_id=outfit)
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat])
    service.record_wear(closet, day=TODAY + timedelta(days=3), clothing_ids=[shirt])
    page = visitor.see(closet, "/history", language).text
    assert _headings(page) == months
    assert re.findall(r'</span><span class="clip">(.*?)</span></a></li>', page) == ["Shirt", names, "Rainy day"]
    told = re.findall(r'class="day-name"><b>(.*?)</b><span class="soft">(.*?)</span>', page)
    assert (
        told
        == {
            "en": [("Wed 18 Nov", "in 3 days · planned"), ("Sun 15 Nov", "today"), ("Fri 16 Oct", "1 month ago")],
            "ja": [("11月18日(水)", "3日後 · 予定"), ("11月15日(日)", "今日"), ("10月16日(金)", "1か月前")],
        }[language]
    )


def test_more_records_join_their_month_without_its_heading_and_stand_alone_with_it(
    visitor: Visitor, closet: Closet
) -> None:
    wore(closet, {before(days): 1 for days in range(70)})
    page = visitor.see(closet, "/history")
    seen = _headings(page.text)
    alone: list[list[str]] = []
    while more := re.findall(r'href="([^"]+)" data-more', page.text):
        url = unescape(more[0])
        alone.append(_headings(visitor.get(url, accept_language="en").text))
        page = visitor.get(url, accept_language="en", x_swap="1")
        seen += _headings(page.text)
    assert seen == ["November 2026", "October 2026", "September 2026"]
    assert alone == [["October 2026", "September 2026"], ["September 2026"]]


def _sheets(page: str) -> list[Xml.Element]:
    """The pictures of the months; each is named."""
    found = re.findall(r'<svg class="chart" viewBox="-1 -1 84 72".*?</svg>', page, re.DOTALL)
    pictures = [Xml.fromstring(each) for each in found]
    assert all(picture.get("role") == "img" and picture[0].tag == "title" for picture in pictures)
    return pictures


def _headings(page: str) -> list[str]:
    return re.findall(r'class="month-head"><h2>(.*?)</h2>', page)
