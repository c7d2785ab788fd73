"""Forms: what was typed is kept, what is wrong stands beside its field, what can't be read is refused."""

import pytest
from tests.web.browser import Browser

from chabudai.web.forms import Form

MULTIPART = {"content-type": "multipart/form-data; boundary=x"}


def _part(disposition: str, content: bytes = b"x", more: str = "") -> bytes:
    head = f"--x\r\ncontent-disposition: form-data; {disposition}\r\n{more}\r\n".encode()
    return head + content + b"\r\n--x--\r\n"


def test_what_was_typed_is_kept_and_the_error_stands_beside_it(browser: Browser) -> None:
    response = browser.submit("/probe/note", {"title": "far too <long> a title"})
    assert response.status_code == 422
    assert 'value="far too &lt;long&gt; a title"' in response.text
    assert response.text.count('class="error"') == 1


def test_a_form_is_read_in_either_encoding(browser: Browser) -> None:
    fields = {"_csrf": (None, browser.token()), "title": (None, "麦茶")}
    response = browser.ask("POST", "/probe/note", files=fields)
    assert response.status_code == 303
    assert "残しました：麦茶" in browser.follow(response).text


@pytest.mark.parametrize(
    "name", ["photo.txt", "..\\..\\photo.txt", "../../etc/photo.txt", "C:\\photo.txt", "pho\x01to\x7f.txt"]
)
def test_a_file_arrives_with_its_name_but_without_its_path(browser: Browser, name: str) -> None:
    headers = {**MULTIPART, "x-csrf-token": browser.token()}
    content = _part(f'name="file"; filename="{name}"', b"hello", "content-type: text/plain\r\n")
    response = browser.ask("POST", "/probe/file", headers, content=content)
    assert response.json() == {"name": "photo.txt", "type": "text/plain", "text": "hello"}


@pytest.mark.parametrize(
    ("headers", "content", "status"),
    [
        ({"content-type": "application/json"}, b"{}", 415),
        ({"content-type": "text/plain"}, b"title=x", 415),
        ({}, b"title=x", 415),
        ({}, b"", 422),
        ({"content-type": "application/x-www-form-urlencoded"}, b"title=%FF", 400),
        ({"content-type": "application/x-www-form-urlencoded"}, b"title=\xff", 400),
        ({"content-type": "application/x-www-form-urlencoded"}, b"title=%00", 400),
        ({"content-type": "application/x-www-form-urlencoded"}, b"a=1&" * 1001, 400),
        ({"content-type": "application/x-www-form-urlencoded"}, b"&&==&=", 422),
        ({"content-type": "multipart/form-data"}, b"x", 400),
        ({"content-type": "multipart/form-data; boundary="}, b"x", 400),
        ({"content-type": "multipart/form-data; boundary=" + "b" * 500}, b"x", 400),
        (MULTIPART, b"", 422),
        (MULTIPART, b"no boundary", 400),
        (MULTIPART, b"--x\r\n", 400),
        (MULTIPART, _part('name="title"')[:-8], 400),
        (MULTIPART, _part('name="title"', b"\xff"), 400),
        (MULTIPART, _part('name="title"', b"a\0b"), 400),
        (MULTIPART, _part('name="title"', more="content-type: text/plain; charset=klingon\r\n"), 400),
        (MULTIPART, _part("title"), 422),
        (MULTIPART, _part('name="title"'), 303),
    ],
)
def test_a_form_that_can_not_be_read_is_refused(
    browser: Browser, headers: dict[str, str], content: bytes, status: int
) -> None:
    headers = {**headers, "x-csrf-token": browser.token()}
    assert browser.ask("POST", "/probe/note", headers, content=content).status_code == status


def test_of_two_faults_in_one_field_the_first_is_told() -> None:
    assert Form().with_errors([("a", "first"), ("b", "other"), ("a", "second")]).errors == {"a": "first", "b": "other"}


def test_lines_end_as_they_do_in_python(browser: Browser) -> None:
    response = browser.submit("/probe/note", {"title": "a\r\nb\r\nc, far too long"})
    assert "a\nb\nc, far" in response.text
