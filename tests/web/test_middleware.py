"""The middleware: what every answer carries, who is signed in as whom, and what strange requests get."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import authenticate, settings

from chabudai.web.context import Credentials, CurrentPerson

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; "
    "base-uri 'none'"
)
EVERYWHERE = [
    "/probe/show/x",
    "/probe/where",
    "/static/site.css",
    "/nowhere",
    "/api/nowhere",
    "/probe/crash",
    "/probe/mine",
]


@pytest.mark.parametrize("path", EVERYWHERE)
def test_every_answer_is_safe_to_show(browser: Browser, path: str) -> None:
    headers = browser.get(path).headers
    assert headers.get_list("content-security-policy") == [POLICY]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert "geolocation=()" in headers["permissions-policy"]
    assert "strict-transport-security" not in headers


@pytest.mark.parametrize("path", ["/probe/show/x", "/probe/where", "/nowhere", "/api/nowhere", "/probe/crash"])
def test_what_is_private_is_kept_nowhere(browser: Browser, path: str) -> None:
    assert browser.get(path).headers.get_list("cache-control") == ["no-store"]


def test_over_https_the_browser_is_told_to_stay_there() -> None:
    with browsing(base_url="https://house.test") as browser:
        response = browser.get("/probe/note")
        assert response.headers["strict-transport-security"] == "max-age=31536000"
        assert "Secure" in response.headers["set-cookie"]
        assert response.headers["set-cookie"].startswith("__Host-visitor=")
        assert browser.submit("/probe/note", {"title": "x"}, origin="https://house.test").status_code == 303


def test_a_proxy_is_believed_only_when_there_is_one() -> None:
    forwarded = {"x_forwarded_proto": "https"}
    with browsing() as browser:
        assert "Secure" not in browser.get("/probe/note", **forwarded).headers["set-cookie"]
    with browsing(replace(settings(), is_behind_proxy=True)) as browser:
        assert "Secure" in browser.get("/probe/note", **forwarded).headers["set-cookie"]
        assert "Secure" not in browser.get("/probe/note").headers["set-cookie"]


@pytest.mark.parametrize("proto", ["https, http", "gopher", "", "https,"])
def test_only_what_the_proxy_itself_says_counts(proto: str) -> None:
    with browsing(replace(settings(), is_behind_proxy=True)) as browser:
        assert "Secure" not in browser.get("/probe/note", x_forwarded_proto=proto).headers["set-cookie"]


@pytest.mark.parametrize("path", ["/probe/note", "/api/probe/notes/1", "/static/site.css", "/nowhere", "/api/nowhere"])
def test_head_is_get_without_its_body(browser: Browser, path: str) -> None:
    get, head = browser.get(path), browser.ask("HEAD", path)
    assert (head.status_code, head.content) == (get.status_code, b"")
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.headers["content-type"] == get.headers["content-type"]


def test_handlers_run_in_threads_and_know_the_language_there(browser: Browser) -> None:
    for code, notes in (("en", "2 notes"), ("ja", "メモ2件")):
        answer = browser.get("/probe/where", accept_language=code).json()
        assert (answer["language"], answer["notes"]) == (code, notes)
        assert answer["thread"] != "MainThread"


def test_a_body_that_says_it_is_too_large_is_refused(browser: Browser) -> None:
    response = browser.submit("/probe/note", {"title": "x" * 10_001})
    assert response.status_code == 413
    assert "<h1>" in response.text


def test_a_body_that_does_not_say_its_length_is_refused_when_it_has_grown_too_large(browser: Browser) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(11):
            yield b"x" * 1000

    headers = {"content-type": "application/json"}
    response = browser.ask("POST", "/api/probe/notes", headers, content=pieces())
    assert "content-length" not in response.request.headers
    assert (response.status_code, response.json()["error"]["code"]) == (413, "content_too_large")


def test_a_form_with_a_file_that_is_too_large_is_refused(browser: Browser) -> None:
    headers = {"x-csrf-token": browser.token()}
    files = {"file": ("photo", b"x" * 20_000, "image/png")}
    assert browser.ask("POST", "/probe/file", headers, files=files).status_code == 413


@pytest.mark.parametrize("length", ["-1", "x", "1e3", "99999999999999999999", "0x10"])
def test_a_length_that_is_none_breaks_nothing(browser: Browser, length: str) -> None:
    headers = {"content-type": "application/json", "content-length": length}
    assert browser.ask("POST", "/api/probe/notes", headers, content=b"{}").status_code in (400, 413)


@pytest.mark.parametrize(
    "path",
    [
        "/%00",
        "/%ff%fe",
        "/" + "a" * 60_000,
        "/" + "/" * 5000,
        "/.%2e/.%2e/etc/passwd",
        "/%F0%9F%8D%B5",
        "/{name}",
        "/probe/show/%ED%A0%80",
        "/?" + "a=1&" * 5000,
        "/?%ff=%fe&=&&",
        "/nowhere?q=%00",
    ],
)
def test_a_strange_path_is_answered_calmly(browser: Browser, path: str) -> None:
    assert browser.get(path).status_code in (200, 404)


@pytest.mark.parametrize(
    "headers",
    [
        {"cookie": "\xff=\xfe; session=\x01"},
        {"cookie": "a=" + "b" * 50_000},
        {"accept-language": "\xff\xfe;q=\xff"},
        {"accept": "a/" * 10_000},
        {"authorization": "Bearer"},
        {"authorization": "\xff\xfe"},
        {"content-type": "\xff/\xfe; boundary=\xff"},
        {"if-none-match": "\xff" * 1000},
        {"x-swap": "\xff"},
        {"origin": "\xff", "sec-fetch-site": "\xff"},
        {"x-forwarded-proto": "\xff", "x-forwarded-for": "\xff,,,"},
        {"transfer-encoding": "\xff"},
    ],
)
@pytest.mark.parametrize("path", ["/probe/show/x", "/api/probe/notes/1", "/static/site.css"])
def test_strange_headers_break_nothing(browser: Browser, headers: dict[str, str], path: str) -> None:
    raw = {name: value.encode("latin-1") for name, value in headers.items()}
    status = browser.ask("GET", path, raw).status_code  # type: ignore[arg-type]
    assert (
        status == 401 if "authorization" in headers and path.startswith("/api") and b"Bearer" in raw.values() else 200
    )


@pytest.mark.parametrize("host", ["", "evil.test/x", "a b", "[", "\x00", "a" * 5000])
def test_a_strange_host_breaks_nothing(browser: Browser, host: str) -> None:
    assert browser.get("/probe/show/x", host=host).status_code in (200, 400)


def test_a_bad_personal_token_is_told_as_json_although_no_route_was_asked_yet(browser: Browser) -> None:
    response = browser.ask("GET", "/api/probe/notes/1", {"authorization": "Bearer made-up"})
    assert (response.status_code, response.json()["error"]["code"]) == (401, "not_signed_in")
    assert response.headers["www-authenticate"] == "Bearer"
    assert "content-security-policy" in response.headers


def test_when_nobody_can_be_authenticated_a_page_says_so_and_tells_no_more(caplog: pytest.LogCaptureFixture) -> None:
    def broken(_: Credentials) -> CurrentPerson | None:
        raise RuntimeError("the disk is full")

    with browsing() as browser:
        browser.sign_in("hana")
        session = f"session={browser.cookies['session']}"
    with browsing(replace(settings(), authenticate=broken)) as browser:
        response = browser.get("/probe/show/x", cookie=session)
        assert response.status_code == 500
        assert "disk" not in response.text
        assert "the disk is full" in caplog.text
        assert browser.get("/static/site.css", cookie=session).status_code == 200


def test_only_those_who_show_something_are_looked_up() -> None:
    asked: list[Credentials] = []

    def counting(credentials: Credentials) -> CurrentPerson | None:
        asked.append(credentials)
        return authenticate(credentials)

    with browsing(replace(settings(), authenticate=counting)) as browser:
        browser.sign_in("hana")
        assert asked == []
        browser.get("/static/site.css")
        assert asked == []
        browser.get("/probe/show/x")
        assert asked == [Credentials("session-of-hana", None)]


@pytest.mark.parametrize(
    ("forwarded", "address"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("1.2.3.4, 203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:bbbb::9", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unknown", "unknown"),
        ("", "testclient"),
    ],
)
def test_limits_count_by_the_address_that_the_proxy_saw(forwarded: str, address: str) -> None:
    with browsing(replace(settings(), is_behind_proxy=True)) as browser:
        assert browser.get("/probe/where", x_forwarded_for=forwarded).json()["address"] == address
    with browsing() as browser:
        assert browser.get("/probe/where", x_forwarded_for=forwarded).json()["address"] == "testclient"
