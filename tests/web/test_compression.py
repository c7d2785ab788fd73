"""Answers made smaller: only where the browser wants it, something is gained, and nothing is said by the size."""

import gzip
import re

import pytest
from tests.web.browser import Browser

from chabudai.web import compression

LONG = "/probe/show/" + "麦茶" * 400
SHORT = "/probe/show/x"


@pytest.mark.parametrize("accept", ["gzip", "br, gzip;q=0.5", "*", "deflate, GZIP"])
def test_a_page_is_sent_smaller_and_says_the_same(browser: Browser, accept: str) -> None:
    plain = browser.get(LONG, accept_encoding="identity")
    small = browser.get(LONG, accept_encoding=accept)
    assert "content-encoding" not in plain.headers
    assert small.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in small.headers.get_list("vary")
    assert _without_tokens(small.text) == _without_tokens(plain.text)
    assert int(small.headers["content-length"]) < int(plain.headers["content-length"]) / 2


@pytest.mark.parametrize("accept", ["", "identity", "gzip;q=0", "br", "gzip;q=nonsense"])
def test_who_does_not_ask_for_it_gets_it_plain(browser: Browser, accept: str) -> None:
    assert "content-encoding" not in browser.get(LONG, accept_encoding=accept).headers


def test_what_is_short_stays_as_it_is(browser: Browser) -> None:
    page = browser.get(SHORT, accept_encoding="gzip")
    assert len(page.content) < compression.MIN_BYTES
    assert "content-encoding" not in page.headers


def test_the_head_alone_has_no_body_and_no_encoding(browser: Browser) -> None:
    answer = browser.ask("HEAD", LONG, {"accept-encoding": "gzip"})
    assert "content-encoding" not in answer.headers
    assert answer.content == b""


@pytest.mark.parametrize(
    ("kind", "size", "is_worth_it"),
    [
        (b"text/html; charset=utf-8", 5000, True),
        (b"application/json", 5000, True),
        (b"image/svg+xml", 5000, True),
        (b"image/webp", 5000, False),
        (b"application/octet-stream", 5000, False),
        (b"text/html", compression.MIN_BYTES - 1, False),
        (b"text/html", compression.MAX_BYTES + 1, False),
    ],
)
def test_only_texts_that_are_neither_short_nor_huge_are_worth_it(kind: bytes, size: int, is_worth_it: bool) -> None:
    assert compression.is_worthwhile([(b"Content-Type", kind)], b"x" * size) is is_worth_it


def test_what_is_encoded_already_is_left_alone() -> None:
    assert not compression.is_worthwhile([(b"content-type", b"text/css"), (b"Content-Encoding", b"br")], b"x" * 5000)


def test_the_size_does_not_tell_what_is_in_a_page() -> None:
    """Who can put a guess into a page and see how long it gets would otherwise learn whether it was right."""
    body = b"<p>a secret of the page</p>" * 100
    answers = [compression.compress([(b"content-length", b"2700")], body) for _ in range(40)]
    assert len({len(small) for _, small in answers}) > 5
    for headers, small in answers:
        assert gzip.decompress(small) == body
        assert [value for name, value in headers if name == b"content-length"] == [str(len(small)).encode()]


def _without_tokens(page: str) -> str:
    """Those of forms are new in each."""
    return re.sub(r"[\w-]{16}\.[0-9a-f]{64}", "", page)
