"""The pages as they are seen: in both languages, filtered, searched, whatever a title holds."""

import re
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.apps.todo.house import House, Member, furnish, titles, toasts
from tests.web.verified_fragments import check_kept_pages

from chabudai.apps.todo import categories, profiles, service, transfer_todotxt
from chabudai.apps.todo.design import Todo, TodoStep
from chabudai.apps.todo.figures import count_figures
from chabudai.apps.todo.pages.addresses import TodoListAddress
from chabudai.common.text import clean_line
from chabudai.table import Put

TODAY = date(2040, 11, 15)
HOSTILE = (
    '<script>alert("x")</script>',
    "\u202eevil\u202c",
    "🎌" * 200,
    "w" * 200,
    "'\"><img src=x onerror=1>",
    "{{ 7*7 }}",
)
PATHS = (
    *("", "?view=today", "?view=overdue", "?view=upcoming", "?view=done", "?view=trash", "?view=all", "?select=1"),
    *("?sort=due&priority=high&category=none", "?q=x", "/categories", "/files", "/settings"),
)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("is_full", [True, False], ids=["full", "empty"])
def test_every_page_is_there_in_both_languages(house: House, language: str, is_full: bool) -> None:
    if is_full:
        furnish(house.owner("hanako"))
    browser = house.member("hanako", language)
    for path in PATHS:
        page = browser.get(f"/todo{path}")
        assert page.status_code == 200, path
        assert f'<html lang="{language}"' in page.text
        is_japanese = "分類" in page.text and "設定" in page.text
        assert is_japanese == (language == "ja"), path


def test_every_page_is_the_same_when_its_fragments_were_kept(house: House) -> None:
    """Of two people whose todos look alike, in two languages by turns."""
    for username in ("hanako", "taro"):
        furnish(house.owner(username))
    browsers = [house.member("hanako", "ja"), house.member("taro", "en"), house.member("hanako", "en")]
    for browser in browsers * 2:
        check_kept_pages(house.application.state.fragments, browser.get, [f"/todo{path}" for path in PATHS])


@pytest.mark.parametrize("title", HOSTILE)
def test_a_hostile_title_is_shown_as_text_everywhere(house: House, hanako: Member, title: str) -> None:
    mine = house.owner("hanako")
    name = title[:50]
    category = categories.add(mine, name=name)
    todo = service.add(
        mine, title=title, description=title, category_id=category.category_id, steps=(TodoStep(text=title),)
    ).todo
    pages = [
        hanako.get(path)
        for path in ("/todo", "/todo?select=1", f"/todo/edit?id={todo.todo_id}", "/todo/categories", f"/todo?q={name}")
    ]
    pages.append(hanako.get(f"/todo/categories/edit?id={category.category_id}"))
    pages.append(hanako.press("/tick", id=todo.todo_id))
    assert all(page.status_code == 200 for page in pages)
    assert titles(pages[0]) == [clean_line(title)]
    for page in pages:
        assert not re.search(r"<script(?! src)|<img|onerror=1>", page.text)


def test_search_looks_among_everything_whatever_its_kana(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    service.add(mine, title="スイカを買う")
    service.tick(mine, service.add(mine, title="すいかの種").todo.todo_id)
    service.add(mine, title="電球")
    page = hanako.get("/todo?view=all&q=すいか")
    assert sorted(titles(page)) == ["すいかの種", "スイカを買う"]
    assert "2 results for “すいか”" in page.text


def test_filters_and_orders_are_in_the_address(house: House, hanako: Member) -> None:
    mine = house.owner("hanako")
    home = categories.add(mine, name="家").category_id
    service.add(mine, title="later", due=TODAY + timedelta(days=9), category_id=home)
    service.add(mine, title="soon", due=TODAY, priority="high")
    service.add(mine, title="late", due=TODAY - timedelta(days=2), category_id=home)
    assert hanako.list("sort=due") == ["late", "soon", "later"]
    assert hanako.list(f"category={home}&sort=due") == ["late", "later"]
    assert hanako.list("category=none") == ["soon"]
    assert hanako.list("priority=high") == ["soon"]
    assert (hanako.list("view=today"), hanako.list("view=overdue")) == (["late", "soon"], ["late"])
    assert hanako.list("view=upcoming") == ["later"]
    assert hanako.list("view=nonsense&sort=nonsense&from=x&to=-1") == ["late", "soon", "later"]


def test_a_long_list_is_shown_page_by_page(house: House, hanako: Member) -> None:
    for number in range(TodoListAddress.PAGE + 5):
        service.add(house.owner("hanako"), title=str(number))
    first = hanako.get("/todo")
    more = re.search(r'href="([^"]+)" data-more', first.text)
    assert more
    second = hanako.get(more[1])
    assert (len(titles(first)), len(titles(second))) == (TodoListAddress.PAGE, 5)
    assert "data-more" not in second.text
    assert len(hanako.list(f"to={TodoListAddress.PAGE * 2}")) == TodoListAddress.PAGE + 5
    assert len(hanako.list("from=900")) == TodoListAddress.PAGE


def test_the_usual_order_is_chosen_once_and_known_in_every_browser(house: House, hanako: Member) -> None:
    service.add(house.owner("hanako"), title="b", due=TODAY)
    service.add(house.owner("hanako"), title="a")
    assert hanako.list() == ["a", "b"]
    page = hanako.press("/settings", sort="due")
    assert toasts(page) == ["Settings saved."]
    assert hanako.list() == ["b", "a"]
    assert house.member("hanako").list() == ["b", "a"]
    assert hanako.press("/settings", sort="colour").status_code == 422


def test_somebody_else_in_the_same_browser_has_their_own_order(house: House, hanako: Member) -> None:
    hanako.press("/settings", sort="due")
    hanako.list()
    hanako.cookies.update(house.member("taro").cookies)
    service.add(house.owner("taro"), title="b", due=TODAY)
    service.add(house.owner("taro"), title="a")
    assert hanako.list() == ["a", "b"]


def test_a_sight_is_the_same_after_its_own_address() -> None:
    address = TodoListAddress(
        view="done", sort="due", words="牛乳 & 卵", priority="low", category="a b", start=30, is_selecting=True
    )
    assert TodoListAddress.at(address.url) == address
    assert TodoListAddress().url == "/todo"
    assert TodoListAddress.at("/elsewhere?view=done") == TodoListAddress()


def test_a_person_has_a_row_in_the_table_from_the_first_visit_on(house: House, hanako: Member) -> None:
    assert profiles.find(house.owner("hanako")) is None
    hanako.get("/todo")
    row = profiles.find(house.owner("hanako"))
    assert row is not None
    assert (row.email, row.zone, row.default_sort) == ("hanako@example.jp", "Asia/Tokyo", None)


def test_the_colour_link_is_a_dark_blue(house: House, hanako: Member) -> None:
    categories.add(house.owner("hanako"), name="x", color="link")
    assert 'data-colour="navy"' in hanako.get("/todo/categories").text


@pytest.mark.parametrize("moment", [datetime.min, datetime.max])
def test_a_row_from_the_end_of_the_calendar_breaks_no_page(house: House, hanako: Member, moment: datetime) -> None:
    mine = house.owner("hanako")
    far = moment.replace(tzinfo=UTC, microsecond=0)
    made = service.add(mine, title="far", repeat="weekly").todo
    kept = made.model_copy(update={"completed": True, "completed_at": far, "created_at": far, "updated_at": far})
    house.store.write(Todo.delete(**made.own_key))
    house.store.write(Put(kept).keeping_time())
    for zone in ("Asia/Tokyo", "America/New_York"):
        rows = service.everything(replace(mine, zone=ZoneInfo(zone)))
        assert transfer_todotxt.write(rows, replace(mine, zone=ZoneInfo(zone))).startswith("x ")
        assert count_figures(rows.todos, replace(mine, zone=ZoneInfo(zone)).now()).done == 1
    for path in (
        *PATHS,
        f"/edit?id={made.todo_id}",
        "/files/export/json",
        "/files/export/csv",
        "/files/export/todotxt",
    ):
        assert hanako.get(f"/todo{path}").status_code == 200, path
    service.untick(mine, made.todo_id)
    assert hanako.get("/todo").status_code == 200
