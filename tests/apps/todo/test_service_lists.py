"""What each view shows and in which order, what a search finds, and the figures: without any store."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from chabudai.apps.todo.design import Todo, TodoStep
from chabudai.apps.todo.figures import count_figures
from chabudai.apps.todo.lists import NONE, Sort, TodoSelection, View, search, select

# Already Friday in Tokyo, still Thursday in UTC.
NOW = datetime(2040, 11, 15, 16, 30, tzinfo=UTC).astimezone(ZoneInfo("Asia/Tokyo"))
TODAY = date(2040, 11, 16)
MADE = datetime(2040, 1, 1, tzinfo=UTC)


def todo(title: str, **fields: Any) -> Todo:
    """Each is a minute younger than those whose titles come before it."""
    made = MADE + timedelta(minutes=sum(map(ord, title)))
    return Todo(username="hanako", todo_id=title, title=title, created_at=made, updated_at=made, **fields)


ROWS = (
    todo("yesterday", due=TODAY - timedelta(days=1), priority="high"),
    todo("night", due=TODAY, due_time="23:00", priority="low"),
    todo("dawn", due=TODAY, due_time="01:00"),
    todo("today", due=TODAY),
    todo("tomorrow", due=TODAY + timedelta(days=1), category_id="home"),
    todo("someday", priority="high", category_id="home"),
    todo("done", completed=True, completed_at=NOW - timedelta(hours=1), due=TODAY),
    todo("done before", completed=True, completed_at=NOW - timedelta(hours=2)),
    todo("trashed", deleted_at=NOW, due=TODAY - timedelta(days=3), priority="high", category_id="home"),
)


@pytest.mark.parametrize(
    ("view", "titles"),
    [
        ("open", {"yesterday", "night", "dawn", "today", "tomorrow", "someday"}),
        ("today", {"yesterday", "night", "dawn", "today"}),
        ("overdue", {"yesterday", "dawn"}),
        ("upcoming", {"tomorrow"}),
        ("done", {"done", "done before"}),
        ("trash", {"trashed"}),
        ("all", {each.title for each in ROWS} - {"trashed"}),
    ],
)
def test_a_view_shows_what_its_name_says_in_the_persons_own_day(view: View, titles: set[str]) -> None:
    assert {each.title for each in select(ROWS, TodoSelection(view), NOW)} == titles


@pytest.mark.parametrize(
    ("sort", "titles"),
    [
        ("due", ["yesterday", "dawn", "night", "today", "tomorrow", "someday"]),
        ("priority", ["yesterday", "someday", "dawn", "today", "tomorrow", "night"]),
        ("created", ["yesterday", "tomorrow", "someday", "today", "night", "dawn"]),
    ],
)
def test_an_order_is_kept(sort: Sort, titles: list[str]) -> None:
    assert [each.title for each in select(ROWS, TodoSelection(sort=sort), NOW)] == titles


def test_what_was_done_last_comes_first() -> None:
    assert [each.title for each in select(ROWS, TodoSelection("done"), NOW)] == ["done", "done before"]


def test_filters_hold_together() -> None:
    assert [each.title for each in select(ROWS, TodoSelection(priority="high", category_id="home"), NOW)] == ["someday"]
    assert {each.title for each in select(ROWS, TodoSelection(category_id=NONE), NOW)} == {
        "yesterday",
        "night",
        "dawn",
        "today",
    }
    assert select(ROWS, TodoSelection(words="nothing like it"), NOW) == []
    assert len(select(ROWS, TodoSelection(words=" \u3000"), NOW)) == 6


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("カーテンを洗う", "かーてん"),
        ("かーてんを洗う", "ｶｰﾃﾝ"),
        ("ガスの点検", "ｶﾞｽ"),
        ("Call the DENTIST", "ｄｅｎｔｉｓｔ"),
        ("Straße", "STRASSE"),
        ("１１月の家賃", "11月"),
        ("牛乳を買う", "買う　牛乳"),
        ("㌔を測る", "キロ"),
    ],
)
def test_a_search_does_not_mind_case_width_and_kana(text: str, words: str) -> None:
    assert search([todo(text)], words)


def test_a_search_looks_into_descriptions_and_steps_and_wants_every_word() -> None:
    lunch = todo("弁当", description="遠足の日", steps=(TodoStep(text="ブロッコリー"),))
    assert search([lunch], "遠足 ぶろっこりー 弁当")
    assert not search([lunch], "遠足 にんじん")


def test_the_figures_are_counted_in_the_persons_own_day() -> None:
    told = count_figures(ROWS, NOW)
    assert (told.open, told.today, told.overdue, told.upcoming, told.high) == (6, 4, 2, 1, 2)
    assert (told.done, told.done_today, told.trash) == (2, 1, 1)
    assert told.by_category == {None: 4, "home": 2}
    in_london = count_figures(ROWS, NOW.astimezone(ZoneInfo("Europe/London")))
    assert (in_london.today, in_london.overdue, in_london.done_today) == (1, 0, 2)


def test_what_was_done_before_that_was_noted_counts_by_its_last_change() -> None:
    old = todo("old", completed=True).model_copy(update={"updated_at": NOW})
    assert count_figures([old], NOW).done_today == 1
