"""Redirects: within the site, whatever the address of the page says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.web.redirects import safe_next, see_other


@pytest.mark.parametrize("wish", ["/", "/todo", "/todo?done=1&page=2#row-3", "/題名", "/a//b", "/a:b", "/@hana"])
def test_a_path_of_ours_is_taken(wish: str) -> None:
    assert safe_next(wish) == wish


@pytest.mark.parametrize(
    "wish",
    [
        None,
        "",
        "todo",
        "https://evil.test",
        "//evil.test",
        "///evil.test",
        "/\\evil.test",
        "\\\\evil.test",
        "/\t/evil.test",
        "/\n/evil.test",
        "\t//evil.test",
        " //evil.test",
        "javascript:alert(1)",
        "/a\r\nset-cookie: x=1",
        "/\x00",
        "/[" + "a" * 3000,
        "http:evil.test",
        "//[bad",
    ],
)
def test_whatever_a_browser_could_take_for_another_site_is_not(wish: str | None) -> None:
    assert safe_next(wish, "/home") == "/home"


@given(st.text(alphabet="/\\ \t\n:@.evil[]#?%\x00"))
def test_no_text_leads_away(wish: str) -> None:
    taken = safe_next(wish)
    assert taken.startswith("/")
    assert not taken.startswith(("//", "/\\"))
    assert not set(taken) & set("\\ \t\n\r\x00")


def test_a_redirect_after_a_form_is_a_303_with_nothing_to_show() -> None:
    response = see_other("/todo?page=2")
    assert (response.status_code, response.headers, response.content) == (303, {"location": "/todo?page=2"}, "")


def test_an_address_in_japanese_is_written_as_a_header_can_hold_it() -> None:
    assert see_other("/題名?q=a%20b").headers == {"location": "/%E9%A1%8C%E5%90%8D?q=a%20b"}


def test_a_line_break_can_not_add_a_header() -> None:
    assert "\n" not in see_other("/a\r\nset-cookie: x=1").headers["location"]
