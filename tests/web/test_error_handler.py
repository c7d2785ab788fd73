"""Errors as they are read: one shape for programs, a page for people, and nothing that is nobody's business."""

import asyncio
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS, REFUSALS, settings

from chabudai import web
from chabudai.web import Package
from chabudai.web.packages import WEB

STATUSES = {
    "bad-request": 400,
    "not-signed-in": 401,
    "forbidden": 403,
    "not-found": 404,
    "conflict": 409,
    "gone": 410,
    "content-too-large": 413,
    "unsupported-media-type": 415,
    "invalid-input": 422,
    "too-many-requests": 429,
}


@pytest.mark.parametrize(("name", "status"), STATUSES.items())
def test_a_program_reads_every_error_in_one_shape(browser: Browser, name: str, status: int) -> None:
    response = browser.get(f"/api/probe/refused/{name}", accept_language="en")
    error = REFUSALS[name]
    assert response.status_code == status
    assert response.json() == {
        "error": {
            "code": name.replace("-", "_"),
            "message": str(error),
            "details": [{"field": field, "message": str(message)} for field, message in error.details],
        }
    }


@pytest.mark.parametrize(("name", "status"), STATUSES.items())
def test_a_person_reads_every_error_on_a_page_in_their_language(browser: Browser, name: str, status: int) -> None:
    response = browser.get(f"/probe/refused/{name}", accept_language="en")
    assert response.status_code == status
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<h1>{REFUSALS[name]}</h1>".replace("'", "&#39;") in response.text


def test_details_of_an_error_are_on_its_page(browser: Browser) -> None:
    assert "stars: At most five." in browser.get("/probe/refused/invalid-input").text


def test_the_same_error_speaks_the_language_of_each_reader() -> None:
    with browsing(replace(settings(), base_package=WEB)) as browser:
        japanese = browser.get("/api/probe/refused/not-found", accept_language="ja").json()
        english = browser.get("/api/probe/refused/not-found", accept_language="en").json()
    assert japanese["error"]["message"] == "お探しのものが見つかりません。"
    assert english["error"]["message"] == "We can't find that."


def test_an_error_that_says_when_to_come_back_says_so_in_its_head(browser: Browser) -> None:
    for path in ("/probe", "/api/probe"):
        assert browser.get(f"{path}/refused/too-many-requests").headers["retry-after"] == "30"


@pytest.mark.parametrize(
    ("accept", "is_json"),
    [
        ("application/json", True),
        ("application/json, text/plain, */*", True),
        ("text/html;q=0.5, application/json", True),
        ("text/html", False),
        ("text/html, application/json", False),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", False),
        ("*/*", False),
        ("", False),
        ("application/json;q=inf", False),
        ("application/json;q=nan", False),
        (",;,=;q=;/", False),
    ],
)
def test_a_page_is_answered_as_json_to_whoever_would_rather_have_that(
    browser: Browser, accept: str, is_json: bool
) -> None:
    response = browser.get("/nowhere", accept=accept)
    assert response.status_code == 404
    assert response.headers["content-type"].startswith("application/json" if is_json else "text/html")


@pytest.mark.parametrize("path", ["/nowhere", "/probe/nowhere", "/static/nowhere.css", "/probe/show", "/api-nowhere"])
def test_a_path_that_leads_nowhere_is_a_page(browser: Browser, path: str) -> None:
    response = browser.get(path)
    assert response.status_code == 404
    assert "<h1>" in response.text


@pytest.mark.parametrize("path", ["/api/nowhere", "/api/probe/notes/x", "/api/probe/notes/1/2", "/api/openapi.yaml"])
def test_a_path_of_the_api_that_leads_nowhere_is_json(browser: Browser, path: str) -> None:
    response = browser.get(path, accept="text/html")
    assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")


def test_a_method_that_is_not_there_says_which_are(browser: Browser) -> None:
    page = browser.ask("PUT", "/probe/note")
    assert (page.status_code, page.headers["allow"]) == (405, "GET, HEAD, OPTIONS, POST")
    assert "<h1>" in page.text
    program = browser.ask("DELETE", "/api/probe/notes/1")
    assert (program.status_code, program.headers["allow"]) == (405, "GET, HEAD, OPTIONS")
    assert program.json()["error"]["code"] == "method_not_allowed"


@pytest.mark.parametrize("path", ["/probe/crash", "/api/probe/crash"])
def test_what_nobody_expected_is_noted_in_the_log_and_only_there(
    browser: Browser, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        response = browser.get(path, accept_language="en")
    assert response.status_code == 500
    assert "hunter2" not in response.text
    assert "RuntimeError" not in response.text
    assert "hunter2" in caplog.text
    (record,) = caplog.records
    assert record.getMessage().rpartition(" ")[2] in response.text


def test_the_log_does_not_hold_the_address_which_may_be_a_secret(
    browser: Browser, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        browser.get("/probe/refused/secret-of-the-wardrobe")
    (record,) = caplog.records
    assert record.getMessage().startswith("GET /probe/refused/{name} failed")


def test_an_error_page_that_fails_itself_is_still_an_answer(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "error.html").write_text("{{ nowhere }}")
    (tmp_path / "templates" / "components.html").touch()
    broken = replace(settings(), base_package=Package("", tmp_path, is_shared=True), navigation=())
    with browsing(broken) as browser, caplog.at_level(logging.ERROR):
        response = browser.get("/nowhere")
    assert response.status_code == 500
    assert response.headers["content-type"] == "text/plain; charset=utf-8"
    assert "content-security-policy" in response.headers


@pytest.mark.parametrize(
    ("content", "field", "sentence"),
    [
        (b"{", "body", "This isn't valid JSON."),
        (b"\xff", "body", "This isn't valid JSON."),
        (b"[]", "body", "Send an object."),
        (b"null", "body", "Send an object."),
        (b"{}", "noteTitle", "Fill this in."),
        (b'{"noteTitle": null}', "noteTitle", "Fill this in."),
        (b'{"noteTitle": 3}', "noteTitle", "Enter text."),
        (b'{"noteTitle": "x", "stars": "many"}', "stars", "Enter a whole number."),
        (b'{"noteTitle": "x", "more": 1}', "more", "There is no such field."),
        (b'{"noteTitle": "x", "note_title": "x"}', "note_title", "There is no such field."),
        (b'{"noteTitle": "x", "a - b": 1}', "a - b", "There is no such field."),
        (b'{"noteTitle": "x", "%s": 1}' % (b"y" * 2_000), "y" * 100 + "…", "There is no such field."),
        (b"[" * 5000, "body", "Send an object."),
        (b"", "body", "The request is empty."),
    ],
)
def test_a_body_that_can_not_be_read_says_where_and_why(
    browser: Browser, content: bytes, field: str, sentence: str
) -> None:
    headers = {"content-type": "application/json"}
    response = browser.ask("POST", "/api/probe/notes", headers, content=content)
    assert response.status_code == 400
    assert response.json()["error"]["details"] == [{"field": field, "message": sentence}]


def test_what_is_wrong_with_a_body_is_said_in_the_language_of_the_reader() -> None:
    headers = {"content-type": "application/json", "accept-language": "ja"}
    with browsing(replace(settings(), base_package=WEB)) as browser:
        answer = browser.ask("POST", "/api/probe/notes", headers, content=b'{"noteTitle": 3}')
    assert answer.json()["error"]["details"] == [{"field": "noteTitle", "message": "文字で入力してください。"}]


@pytest.mark.parametrize("kind", ["text/plain", "application/xml", "application/x-www-form-urlencoded", "", "json"])
def test_a_body_of_another_kind_is_refused_as_such(browser: Browser, kind: str) -> None:
    response = browser.ask("POST", "/api/probe/notes", {"content-type": kind}, content=b'{"noteTitle": "x"}')
    assert response.status_code == 415


def test_a_json_body_may_name_its_charset(browser: Browser) -> None:
    headers = {"content-type": "Application/JSON; charset=utf-8"}
    assert browser.ask("POST", "/api/probe/notes", headers, content=b'{"noteTitle": "x"}').status_code == 201


def test_a_person_who_must_sign_in_is_led_there_and_back() -> None:
    with browsing(replace(settings(), sign_in="/sign-in")) as browser:
        response = browser.get("/probe/mine?a=1&b=%E9%BA%A6")
        assert (response.status_code, response.headers["location"]) == (
            303,
            "/sign-in?next=%2Fprobe%2Fmine%3Fa%3D1%26b%3D%25E9%25BA%25A6",
        )
        assert browser.get("/probe/mine", x_swap="1").status_code == 401
        assert browser.get("/probe/mine", accept="application/json").status_code == 401
        assert browser.get("/api/probe/me").status_code == 401


def test_someone_who_hangs_up_while_sending_is_no_fault_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        sent.append(message)

    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": "/api/probe/notes",
        "raw_path": b"/api/probe/notes",
        "query_string": b"",
        "scheme": "http",
        "headers": [(b"content-type", b"application/json"), (b"content-length", b"20"), (b"host", b"house.test")],
    }
    with caplog.at_level(logging.ERROR):
        asyncio.run(web.build(HANDLERS, settings())(scope, receive, send))  # type: ignore[arg-type]
    assert caplog.records == []
    assert sent[0]["status"] == 400
