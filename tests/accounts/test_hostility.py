"""Every page and every form, in both languages, before whoever means ill: whole, escaped, and never our own fault."""

import re
from collections.abc import Iterator

import pytest
from litestar import Litestar
from tests.accounts.house import GOOD, Guest, House
from tests.web.test_look import Page

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
PUBLIC = ("/sign-up", "/sign-in", "/account/forgot", "/account/forgot/sent", "/account/reset/a/b", "/outbox")
PRIVATE = (
    "/account",
    "/account/email",
    "/account/emails",
    "/account/password",
    "/account/sessions",
    "/account/tokens",
    "/account/delete",
)
FORMS = {
    "/sign-up": ("username", "email", "password", "next"),
    "/sign-in": ("login", "password", "next"),
    "/account/forgot": ("login",),
    "/account": ("display_name", "language", "zone", "theme"),
    "/account/email": ("email", "current"),
    "/account/password": ("current", "password"),
    "/account/tokens": ("name",),
    "/account/delete": ("current",),
}
LARGEST_PAGE = 60 * 1024


def posts(application: Litestar) -> Iterator[str]:
    for route in application.routes:
        if "POST" in getattr(route, "methods", ()) and not route.path.startswith("/api"):
            yield re.sub(r"\{[^}]+\}", "x", route.path)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("path", [*PUBLIC, *PRIVATE])
def test_every_page_is_whole_in_both_languages(hanako: Guest, stranger: Guest, path: str, language: str) -> None:
    hanako.submit("/account/tokens", {"name": "phone"})
    guest = hanako if path in PRIVATE else stranger
    answer = guest.get(path, accept_language=language)
    page = Page(answer.text)
    assert answer.status_code in (200, 410)
    assert page.of("html")[0]["lang"] == language
    assert len(page.ids) == len(set(page.ids))
    assert [each for each in page.pointed_at() if each not in page.ids] == []
    assert [each for each in page.fields() if not page.is_named(each)] == []
    assert len(answer.content) < LARGEST_PAGE
    assert bool(re.search("[ぁ-ん]", _spoken(answer.text))) == (language == "ja")


def test_the_forms_that_are_tried_here_are_all_there_are(house: House) -> None:
    others = {"/sign-out", "/account/sessions/end-others", "/account/sessions/end-all", "/account/reset/x/x"}
    others |= {"/account/sessions/x/end", "/account/tokens/x/revoke"}
    assert set(posts(house.application)) == {*FORMS, *others}


def test_no_form_is_taken_without_its_token(house: House, hanako: Guest, stranger: Guest) -> None:
    for path in posts(house.application):
        for guest in (hanako, stranger):
            assert guest.ask("POST", path, data={"current": GOOD, "name": "x"}).status_code == 403, path
            assert guest.ask("POST", path, data={"_csrf": "x.y", "current": GOOD}).status_code == 403, path
    assert hanako.is_signed_in


def test_a_form_with_another_browsers_token_is_refused(hanako: Guest, stranger: Guest) -> None:
    assert hanako.ask("POST", "/sign-out", data={"_csrf": stranger.token()}).status_code == 403


@pytest.mark.parametrize("path", FORMS)
def test_a_megabyte_in_any_field_is_refused_and_no_fault_of_ours(hanako: Guest, stranger: Guest, path: str) -> None:
    guest = hanako if path in PRIVATE else stranger
    for name in FORMS[path]:
        for large in (
            "x" * 1_000_000,
            "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}" * 100_000,
            "a@" + "é" * 100_000,
        ):
            fields = dict.fromkeys(FORMS[path], "hanako") | {name: large}
            assert guest.submit(path, fields).status_code in (303, 401, 409, 413, 422, 429), name
    assert hanako.is_signed_in


@pytest.mark.parametrize("path", FORMS)
def test_an_empty_form_is_answered(hanako: Guest, stranger: Guest, path: str) -> None:
    guest = hanako if path in PRIVATE else stranger
    assert guest.submit(path).status_code in ((303,) if path == "/account" else (401, 422))


@pytest.mark.parametrize("path", FORMS)
def test_what_is_typed_is_shown_as_text(hanako: Guest, stranger: Guest, path: str) -> None:
    guest = hanako if path in PRIVATE else stranger
    answer = guest.submit(path, dict.fromkeys(FORMS[path], HOSTILE))
    assert "<script>alert" not in answer.text
    assert Page(answer.text).of("img") == []


def test_hostile_names_are_only_names(house: House, hanako: Guest) -> None:
    name = '<img src=x onerror="a()">'
    hanako.submit("/account", {"display_name": name, "language": "", "zone": "Asia/Tokyo", "theme": "auto"})
    hanako.submit("/account/tokens", {"name": name})
    house.browser(HOSTILE).try_password(GOOD)
    hanako.submit("/account/forgot", {"login": "hanako"})
    house.post()
    (email,) = house.outbox.emails()
    assert "<img" not in (email.html or "")
    for path in (*PRIVATE, f"/outbox/{email.name}"):
        page = hanako.get(path).text
        assert Page(page).of("img") == [], path
        assert "<script>alert" not in page


def test_every_page_works_without_a_script(hanako: Guest) -> None:
    for path in PRIVATE:
        page = Page(hanako.get(path).text)
        forms = [form for form in page.of("form") if form["method"] == "post"]
        assert forms
        assert all(form["action"].startswith("/") for form in forms), path


def test_pages_of_an_account_are_kept_by_nobody(hanako: Guest) -> None:
    for path in (*PRIVATE, "/account/export"):
        assert hanako.get(path).headers["cache-control"] == "no-store"


def _spoken(page: str) -> str:
    """Without what is Japanese in every language: the languages' own names."""
    return re.sub(r"<option.*?</option>|日本語", "", page.partition("<body>")[2])
