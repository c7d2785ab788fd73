"""The front door, the table with a card for each app, and what belongs to no app."""

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest
from tests.site.conftest import Visitor, visiting

from chabudai import store
from chabudai.accounts.design import AccountsTable
from chabudai.apps.todo.design import TodoTable
from chabudai.site.settings import SiteSettings


def test_a_stranger_is_told_what_this_is_and_shown_the_way_in(visitor: Visitor) -> None:
    page = visitor.get("/").text
    assert "One table for the whole household." in page
    assert 'href="/sign-up"' in page
    assert 'action="/demo"' in page


def test_the_front_door_speaks_japanese(household: SiteSettings) -> None:
    with visiting(household, "ja") as visitor:
        assert "家族みんなの、ひとつの食卓。" in visitor.get("/").text


def test_a_visitor_of_the_demo_sits_at_the_table_of_the_yamadas(visitor: Visitor) -> None:
    assert visitor.submit("/demo").status_code == 303
    page = visitor.get("/").text
    assert "Welcome back." in page
    assert "The Yamadas" in page
    assert 'href="/todo"' in page
    assert visitor.get("/wardrobe").status_code in (200, 303)


def test_the_demo_speaks_the_language_of_whoever_looks(household: SiteSettings) -> None:
    for language, name, team in (
        ("en", "The Yamadas", "Mochi party committee"),
        ("ja", "山田家", "もちつき大会 実行委員"),
    ):
        with visiting(household, language) as visitor:
            visitor.submit("/demo")
            page = visitor.get("/tasks").text
            assert name in page
            assert team in page


def test_without_a_demo_nobody_gets_in_that_way(household: SiteSettings) -> None:
    with visiting(replace(household, is_demo=False)) as visitor:
        assert 'action="/demo"' not in visitor.get("/").text
        assert visitor.submit("/demo").status_code == 404


def test_home_asks_one_query_for_the_card_of_todo_beside_the_session(visitor: Visitor) -> None:
    visitor.submit("/demo")
    with store.record_calls() as asked:
        visitor.get("/")
    assert [each.operation for each in asked if each.table == TodoTable.name] == ["Query"]
    assert [each.operation for each in asked if each.table == AccountsTable.name] == ["TransactGetItems"]


def test_language_and_appearance_are_kept_for_the_browser_and_for_the_person(household: SiteSettings) -> None:
    with visiting(household) as visitor:
        assert 'lang="en"' in visitor.get("/").text
        assert visitor.submit("/look", {"language": "ja", "next": "/sign-in"}).headers["location"] == "/sign-in"
        assert 'lang="ja"' in visitor.get("/").text
        visitor.submit("/demo")
        visitor.submit("/look", {"theme": "dark"})
        assert 'data-theme="dark"' in visitor.get("/").text


@pytest.mark.parametrize("wish", ["https://evil.example", "//evil.example", "javascript:alert(1)", "/\\evil"])
def test_a_look_leads_nowhere_else(visitor: Visitor, wish: str) -> None:
    assert visitor.submit("/look", {"theme": "dark", "next": wish}).headers["location"] == "/"


_ANSWERS = {
    "/todo/add": ("/todo", {"line": ""}),
    "/todo/files/import": ("/todo/files", {}),
    "/todo/categories/delete": ("/todo/categories", {"id": "gone"}),
    "/wardrobe/import": ("/wardrobe", {}),
}


@pytest.mark.parametrize("path", _ANSWERS)
def test_a_look_chosen_on_the_answer_of_a_form_leads_to_the_page_that_holds_the_form(
    visitor: Visitor, path: str
) -> None:
    page, fields = _ANSWERS[path]
    visitor.submit("/demo")
    answer = visitor.submit(path, fields)
    assert answer.status_code in (404, 422)
    next_ = _next_of_look(answer.text)
    assert visitor.submit("/look", {"language": "ja", "next": next_}).headers["location"] == path
    assert visitor.get(path).status_code == 303
    assert visitor.get(path).headers["location"] == page


def test_a_look_chosen_on_a_refused_edit_leads_to_the_form_of_the_same_todo(visitor: Visitor) -> None:
    visitor.submit("/demo")
    form = visitor.get(_first(r'href="(/todo/edit\?id=[^"]+)"', visitor.get("/todo").text)).text
    todo_id = _first(r'name="id" value="([^"]+)"', form)
    contested = {"was_title": "as it was", "title": "as it should be"}
    refused = visitor.submit(_first(r'id="edit" method="post" action="([^"]+)"', form), {"id": todo_id, **contested})
    assert refused.status_code == 409
    again = visitor.get(_next_of_look(refused.text))
    assert again.status_code == 200
    assert _first(r'name="id" value="([^"]+)"', again.text) == todo_id


def _next_of_look(page: str) -> str:
    return _first(r'action="/look".*?name="next" value="([^"]+)"', page)


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.DOTALL)
    assert found
    return unescape(found[1])


def test_an_unknown_look_changes_nothing(visitor: Visitor) -> None:
    assert visitor.submit("/look", {"language": "xx", "theme": "<b>"}).status_code == 303
    assert 'lang="en"' in visitor.get("/").text


def test_the_call_log_is_shown_where_it_is_wanted(household: SiteSettings) -> None:
    with visiting(household) as visitor:
        assert "What this page asked the table" in visitor.get("/").text
    with visiting(replace(household, has_call_log=False)) as visitor:
        assert "What this page asked the table" not in visitor.get("/").text


def test_the_outbox_is_shown_only_where_nobody_else_reaches_it(household: SiteSettings) -> None:
    with visiting(household) as visitor:
        assert visitor.get("/outbox").status_code == 200
    with visiting(replace(household, address="https://example.jp")) as visitor:
        assert visitor.get("/outbox").status_code == 404


def test_a_page_that_is_not_there_helps(visitor: Visitor) -> None:
    page = visitor.get("/nowhere")
    assert page.status_code == 404
    assert "We can&#39;t find that." in page.text


def test_the_offline_page_is_there(visitor: Visitor) -> None:
    assert visitor.get("/offline").status_code == 200


def test_the_secret_and_the_database_are_for_the_owner_alone(empty_household: SiteSettings) -> None:
    with visiting(empty_household):
        assert empty_household.secret_path.stat().st_mode & 0o777 == 0o600


def test_two_sites_on_one_file_share_sessions(household: SiteSettings, tmp_path: Path) -> None:
    with visiting(household) as one, visiting(household) as other:
        one.submit("/demo")
        other._client.cookies.update(one._client.cookies)
        assert "The Yamadas" in other.get("/account").text
