"""Cookies: what we set comes back, what others made up does not."""

from http.cookies import SimpleCookie

import pytest
from tests.web.browser import Browser, browsing

from chabudai.web.cookies import LANGUAGE, SESSION, Cookie, CookieJar
from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

SIGNER = Signer(Secret(b"k" * 32))


def _jar(header: str = "", *, secure: bool = False) -> CookieJar:
    return CookieJar(header, SIGNER, secure=secure)


def _set(jar: CookieJar) -> SimpleCookie:
    lines = [line.decode() for _, line in jar.headers()]
    return SimpleCookie("\r\n".join(lines))


def _sent(cookie: Cookie, value: str, *, secure: bool = False) -> str:
    """The header with which a browser sends back what it was given."""
    jar = _jar(secure=secure)
    jar.put(cookie, value)
    return jar.headers()[0][1].decode().partition(";")[0]


def test_a_cookie_comes_back() -> None:
    assert _jar(_sent(SESSION, "鍵; a=b")).get(SESSION) == "鍵; a=b"


def test_a_cookie_is_hidden_from_scripts_and_stays_on_our_pages() -> None:
    jar = _jar()
    jar.put(SESSION, "s")
    morsel = _set(jar)["session"]
    assert (morsel["httponly"], morsel["samesite"], morsel["path"], morsel["secure"]) == (True, "Lax", "/", "")
    assert morsel["max-age"] == str(SESSION.max_age)


def test_over_https_a_cookie_is_secure_and_of_this_host_alone() -> None:
    jar = _jar(secure=True)
    jar.put(SESSION, "s")
    morsel = _set(jar)["__Host-session"]
    assert (morsel["secure"], morsel["domain"], morsel["path"]) == (True, "", "/")


def test_over_https_a_cookie_without_the_prefix_is_not_taken() -> None:
    assert _jar(_sent(SESSION, "s"), secure=True).get(SESSION) is None
    assert _jar(_sent(SESSION, "s", secure=True), secure=True).get(SESSION) == "s"


def test_one_kind_of_cookie_can_not_stand_for_another() -> None:
    assert _jar(_sent(LANGUAGE, "en").replace("language=", "session=")).get(SESSION) is None


def test_what_will_be_set_is_seen_at_once() -> None:
    jar = _jar(_sent(SESSION, "old"))
    jar.put(SESSION, "new")
    assert jar.get(SESSION) == "new"
    jar.drop(SESSION)
    assert jar.get(SESSION) is None
    assert _set(jar)["session"]["max-age"] == "0"


def test_a_cookie_that_is_only_read_is_not_set_again() -> None:
    jar = _jar(_sent(SESSION, "s"))
    jar.get(SESSION)
    assert jar.headers() == []


def test_of_two_of_a_name_the_first_counts() -> None:
    assert _jar(f"{_sent(SESSION, 'first')}; {_sent(SESSION, 'second')}").get(SESSION) == "first"


@pytest.mark.parametrize(
    "header", ["session", "session=", ";;;", "=", "session=a.b.c; session", "\xff\x00=\x01", "a=b;" * 9999]
)
def test_garbage_is_no_cookie(header: str) -> None:
    assert _jar(header).get(SESSION) is None


def test_a_session_cookie_altered_by_one_bit_signs_nobody_in(browser: Browser) -> None:
    browser.sign_in("hana")
    genuine = browser.cookies["session"]
    assert browser.get("/probe/mine").json()["name"] == "Hana"
    for position in range(0, len(genuine), 7):
        altered = genuine[:position] + chr(ord(genuine[position]) ^ 1) + genuine[position + 1 :]
        assert browser.get("/probe/mine", cookie=f"session={altered}").status_code == 401


def test_a_session_ends_with_its_cookie() -> None:
    with browsing() as browser:
        browser.sign_in("hana")
        browser.cookies.clear()
        assert browser.get("/probe/mine").status_code == 401
