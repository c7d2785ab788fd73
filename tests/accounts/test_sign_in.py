"""Signing up, in and out, as a browser does it."""

import pytest
from tests.accounts.house import GOOD, Guest, House, main_of

from chabudai.accounts import design, service


def test_who_signs_up_is_signed_in_and_welcomed(stranger: Guest) -> None:
    fields = {"username": "Hanako", "email": "hanako@example.jp", "password": GOOD, "next": "/todo?x=1"}
    answer = stranger.submit("/sign-up", fields, accept_language="en")
    assert (answer.status_code, answer.headers["location"]) == (303, "/todo?x=1")
    assert "Welcome, hanako." in stranger.get("/account", accept_language="en").text


def test_all_that_is_unfit_is_told_at_once_and_nothing_typed_is_lost_but_the_password(stranger: Guest) -> None:
    fields = {"username": "Ha", "email": "nowhere", "password": "short", "next": "/todo"}
    answer = stranger.submit("/sign-up", fields)
    page = main_of(answer)
    assert answer.status_code == 422
    for name in ("username", "email", "password"):
        assert page.by_name(name)["aria-invalid"] == "true"
    assert [page.by_name(name)["value"] for name in ("username", "email", "next")] == ["Ha", "nowhere", "/todo"]
    assert "value" not in page.by_name("password")
    assert "autofocus" in page.by_name("username")
    assert "short" not in answer.text


@pytest.mark.parametrize(
    ("username", "email", "field"), [("hanako", "x@y.jp", "username"), ("aki", "HANAKO@example.jp", "email")]
)
def test_what_is_taken_is_told_beside_its_field(
    hanako: Guest, stranger: Guest, username: str, email: str, field: str
) -> None:
    answer = stranger.submit("/sign-up", {"username": username, "email": email, "password": GOOD})
    assert answer.status_code == 409
    assert main_of(answer).by_name(field)["aria-invalid"] == "true"
    assert not stranger.is_signed_in


@pytest.mark.parametrize("login", ["hanako", " HANAKO", "hanako@example.jp", "Hanako@Example.JP"])
def test_one_signs_in_by_name_or_address(hanako: Guest, stranger: Guest, login: str) -> None:
    answer = stranger.try_password(GOOD, login)
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert stranger.is_signed_in


def test_a_wrong_password_keeps_the_name_and_puts_the_focus_where_to_try_again(hanako: Guest, stranger: Guest) -> None:
    answer = stranger.try_password("wrong password", next="/todo")
    page = main_of(answer)
    assert answer.status_code == 401
    assert (page.by_name("login")["value"], page.by_name("next")["value"]) == ("hanako", "/todo")
    assert "autofocus" in page.by_name("password")
    assert not stranger.is_signed_in


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(hanako: Guest, stranger: Guest) -> None:
    known = stranger.try_password("wrong password", "hanako")
    unknown = stranger.try_password("wrong password", "hanoko")
    assert known.status_code == unknown.status_code
    assert _without_secrets(known.text).replace("hanako", "") == _without_secrets(unknown.text).replace("hanoko", "")


@pytest.mark.parametrize(
    "wish",
    [
        "//evil.example",
        "https://evil.example",
        "/\\evil.example",
        "\\/evil.example",
        "javascript:alert(1)",
        "/\t/evil.example",
        "//evil.example/%2f..",
        "evil.example",
        "/x" * 2000,
    ],
)
def test_no_wish_leads_to_another_site(hanako: Guest, stranger: Guest, wish: str) -> None:
    assert stranger.try_password(GOOD, next=wish).headers["location"] == "/"
    signed_in = stranger.ask("GET", "/sign-in", params={"next": wish})
    assert (signed_in.status_code, signed_in.headers["location"]) == (303, "/")


def test_a_page_that_asks_for_it_leads_to_signing_in_and_back(hanako: Guest, stranger: Guest) -> None:
    asked = stranger.get("/account/tokens?a=b")
    assert asked.headers["location"] == "/sign-in?next=%2Faccount%2Ftokens%3Fa%3Db"
    wish = main_of(stranger.follow(asked)).by_name("next")["value"]
    assert stranger.try_password(GOOD, next=wish).headers["location"] == "/account/tokens?a=b"


def test_each_sign_in_is_a_new_session_and_ends_the_one_before(house: House, hanako: Guest) -> None:
    before = hanako.cookies["session"]
    hanako.try_password(GOOD)
    after = hanako.cookies["session"]
    assert before != after
    hanako.take(before)
    assert not hanako.is_signed_in
    person = house.accounts.store.one(design.person_named("hanako"))
    assert len(service.sessions_of(house.accounts, person)) == 1


def test_a_session_that_was_planted_is_not_taken_over(house: House, hanako: Guest, stranger: Guest) -> None:
    stranger.take(hanako.cookies["session"])
    house.browser().sign_up("taro")
    stranger.try_password(GOOD, "taro")
    assert "taro" in stranger.get("/account").text
    assert not hanako.is_signed_in


def test_a_session_cookie_that_is_altered_by_one_bit_is_refused(house: House, hanako: Guest) -> None:
    cookie = hanako.cookies["session"]
    assert hanako.is_signed_in
    for place in {*range(0, len(cookie), 7), *range(len(cookie) - 9, len(cookie))}:
        thief = house.browser()
        thief.take(cookie[:place] + chr(ord(cookie[place]) ^ 1) + cookie[place + 1 :])
        assert not thief.is_signed_in, place
    thief.take(cookie)
    assert thief.is_signed_in


def test_signing_out_ends_the_session_itself_not_only_the_cookie(hanako: Guest) -> None:
    cookie = hanako.cookies["session"]
    answer = hanako.submit("/sign-out")
    assert (answer.status_code, answer.headers["location"]) == (303, "/")
    assert "session" not in hanako.cookies
    hanako.take(cookie)
    assert not hanako.is_signed_in


def test_signing_out_twice_is_no_fault(hanako: Guest) -> None:
    hanako.submit("/sign-out")
    assert hanako.submit("/sign-out").status_code == 303


def _without_secrets(page: str) -> str:
    kept = [line for line in page.splitlines() if "csrf" not in line]
    return "\n".join(kept)
