"""Forms from our own pages, and nobody else's."""

from collections.abc import Iterator

import litestar
import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import SECRET

from chabudai.web.cookies import SESSION, VISITOR, CookieJar
from chabudai.web.csrf import Csrf
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

BEARER = {"authorization": "Bearer token-of-hana"}


@pytest.fixture
def stranger() -> Iterator[Browser]:
    """Another browser before a site with the same secret."""
    with browsing() as stranger:
        yield stranger


def _post(browser: Browser, **fields: str) -> int:
    return browser.ask("POST", "/probe/note", data={"title": "x", **fields}).status_code


def test_a_form_from_one_of_our_pages_is_taken(browser: Browser) -> None:
    assert browser.submit("/probe/note", {"title": "x"}).status_code == 303


def test_a_token_in_the_header_does_as_well(browser: Browser) -> None:
    headers = {"x-csrf-token": browser.token()}
    assert browser.ask("POST", "/probe/note", headers, data={"title": "x"}).status_code == 303


def test_a_token_serves_more_than_once(browser: Browser) -> None:
    token = browser.token()
    assert [_post(browser, _csrf=token) for _ in range(3)] == [303] * 3


def test_a_form_without_a_token_is_refused_with_a_page(browser: Browser) -> None:
    browser.token()
    response = browser.ask("POST", "/probe/note", data={"title": "x"})
    assert response.status_code == 403
    assert response.headers["content-type"].startswith("text/html")


def test_a_form_without_the_cookie_is_refused(browser: Browser) -> None:
    token = browser.token()
    browser.cookies.clear()
    assert _post(browser, _csrf=token) == 403


def test_another_visitors_token_is_refused(browser: Browser, stranger: Browser) -> None:
    browser.token()
    assert _post(browser, _csrf=stranger.token()) == 403


def test_a_token_from_before_signing_in_is_refused_after_it(browser: Browser) -> None:
    token = browser.token()
    browser.sign_in("hana")
    assert _post(browser, _csrf=token) == 403
    assert _post(browser, _csrf=browser.token()) == 303


def test_another_persons_token_is_refused(browser: Browser, stranger: Browser) -> None:
    browser.sign_in("hana")
    stranger.sign_in("tom")
    assert _post(browser, _csrf=stranger.token()) == 403


@pytest.mark.parametrize("token", ["", ".", "a.b", "鍵.鍵", "a" * 5000, "\x7f"])
def test_garbage_is_no_token(browser: Browser, token: str) -> None:
    browser.token()
    assert _post(browser, _csrf=token) == 403


def test_an_altered_token_is_refused() -> None:
    csrf = Csrf(SECRET)
    jar = CookieJar("", Signer(SECRET), secure=False)
    token = csrf.token(jar)
    assert csrf.is_valid(token, jar)
    for position in range(len(token)):
        altered = token[:position] + chr(ord(token[position]) ^ 1) + token[position + 1 :]
        assert not csrf.is_valid(altered, jar)
    assert not Csrf(Secret(b"l" * 32)).is_valid(token, jar)


def test_a_session_and_a_visitor_of_the_same_name_are_two() -> None:
    csrf = Csrf(SECRET)
    visitor, session = (CookieJar("", Signer(SECRET), secure=False) for _ in range(2))
    visitor.put(VISITOR, "same")
    session.put(SESSION, "same")
    assert not csrf.is_valid(csrf.token(visitor), session)


def test_a_token_does_not_give_the_session_away(browser: Browser) -> None:
    browser.sign_in("hana")
    assert browser.cookies["session"].partition(".")[0] not in browser.get("/probe/note").text


@pytest.mark.parametrize(
    "headers",
    [
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"sec-fetch-site": "SAME-ORIGIN"},
        {"origin": "http://evil.test"},
        {"origin": "https://house.test"},
        {"origin": "http://house.test.evil.test"},
        {"origin": "http://house.test:8000"},
        {"origin": "null"},
        {"origin": ""},
    ],
)
def test_a_form_that_another_site_sent_is_refused_even_with_a_token(browser: Browser, headers: dict[str, str]) -> None:
    fields = {"_csrf": browser.token(), "title": "x"}
    assert browser.ask("POST", "/probe/note", headers, data=fields).status_code == 403


@pytest.mark.parametrize(
    "headers", [{"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}, {"origin": "http://house.test"}]
)
def test_a_form_that_our_site_sent_is_taken(browser: Browser, headers: dict[str, str]) -> None:
    fields = {"_csrf": browser.token(), "title": "x"}
    assert browser.ask("POST", "/probe/note", headers, data=fields).status_code == 303


def test_behind_a_proxy_that_speaks_https_unnoticed_the_browsers_own_word_counts(browser: Browser) -> None:
    headers = {"origin": "https://house.test", "sec-fetch-site": "same-origin"}
    fields = {"_csrf": browser.token(), "title": "x"}
    assert browser.ask("POST", "/probe/note", headers, data=fields).status_code == 303


def test_a_program_with_a_personal_token_needs_no_form(browser: Browser) -> None:
    assert browser.ask("POST", "/api/probe/notes", BEARER, json={"noteTitle": "x"}).status_code == 201


def test_the_api_with_a_session_needs_the_token_too(browser: Browser) -> None:
    browser.sign_in("hana")
    refused = browser.ask("POST", "/api/probe/notes", json={"noteTitle": "x"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "form_forged")
    headers = {"x-csrf-token": browser.token()}
    assert browser.ask("POST", "/api/probe/notes", headers, json={"noteTitle": "x"}).status_code == 201


def test_a_made_up_personal_token_does_not_let_a_session_through_without_its_form(browser: Browser) -> None:
    browser.sign_in("hana")
    headers = {"authorization": "Bearer made-up"}
    assert browser.ask("POST", "/api/probe/notes", headers, json={"noteTitle": "x"}).status_code == 401


def test_beside_a_personal_token_the_session_does_not_count(browser: Browser) -> None:
    browser.sign_in("tom")
    assert browser.ask("GET", "/api/probe/me", BEARER).json() == {"name": "Hana"}


def test_a_personal_token_opens_no_pages(browser: Browser) -> None:
    assert browser.ask("GET", "/probe/mine", BEARER).status_code == 401
    assert browser.ask("POST", "/probe/note", BEARER, data={"title": "x"}).status_code == 403


def test_another_site_can_not_use_the_api_without_a_session_either(browser: Browser) -> None:
    headers = {"sec-fetch-site": "cross-site"}
    assert browser.ask("POST", "/api/probe/notes", headers, json={"noteTitle": "x"}).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "BREW"])
def test_a_method_that_a_page_does_not_have_is_that_and_no_forgery(browser: Browser, method: str) -> None:
    assert browser.ask(method, "/probe/note").status_code == 405


def test_a_route_that_changes_something_can_not_be_built_without_its_guard() -> None:
    @litestar.post("/unguarded", sync_to_thread=False)
    def unguarded() -> None:
        pass

    with pytest.raises(ValueError, match="/unguarded takes forms from anywhere"), browsing(handlers=[unguarded]):
        pass
