"""Toasts: read once, on the next page, with a way back, and made by nobody else."""

import pytest
from tests.web.browser import Browser
from tests.web.household import SECRET

from chabudai.web import toasts
from chabudai.web.cookies import Cookie, Jar
from chabudai.web.signing import Seal
from chabudai.web.toasts import Toast, Tray, Undo


def _jar(header: str = "") -> Jar:
    return Jar(header, Seal(SECRET), secure=False)


def _carried(jar: Jar) -> Jar:
    """The jar of the next request."""
    return _jar("; ".join(line.decode().partition(";")[0] for _, line in jar.headers()))


def test_a_toast_is_read_once_on_the_next_page(browser: Browser) -> None:
    kept = browser.submit("/probe/note", {"title": "<b>"})
    page = browser.follow(kept).text
    assert "残しました：&lt;b&gt;" in page
    assert '<form method="post" action="/probe/forget">' in page
    assert '<input name="title" value="&lt;b&gt;">' in page
    assert "残しました" not in browser.follow(kept).text


def test_a_part_of_a_page_that_shows_no_toasts_leaves_them_for_the_next(browser: Browser) -> None:
    kept = browser.submit("/probe/note", {"title": "x"})
    assert "<main>" not in browser.get("/probe/show/x", x_swap="1").text
    assert "残しました" in browser.follow(kept).text


def test_a_toast_comes_through_whole() -> None:
    jar = _jar()
    toast = Toast("消しました 🍵", "note", Undo("/undo", {"id": "1", "鍵": "値"}))
    toasts.leave(jar, toast)
    assert list(Tray(_carried(jar))) == [toast]


def test_toasts_wait_in_order_and_can_be_looked_at_twice_on_one_page() -> None:
    jar = _jar()
    for text in "ab":
        toasts.leave(jar, Toast(text))
    jar = _carried(jar)
    toasts.leave(jar, Toast("c"))
    tray = Tray(_carried(jar))
    assert len(tray) == 3
    assert [toast.text for toast in tray] == ["a", "b", "c"]


def test_of_too_many_the_latest_are_kept() -> None:
    jar = _jar()
    for n in range(10):
        toasts.leave(jar, Toast(str(n)))
    assert [toast.text for toast in Tray(_carried(jar))] == ["7", "8", "9"]


def test_a_cookie_never_grows_beyond_what_browsers_keep() -> None:
    jar = _jar()
    for length in (700, 10_000, 700):
        toasts.leave(jar, Toast("長" * length))
    (header,) = jar.headers()
    assert len(header[1]) < 4096
    assert [len(toast.text) for toast in Tray(_carried(jar))] == [700]


def test_a_page_without_toasts_sets_no_cookie() -> None:
    jar = _jar()
    assert list(Tray(jar)) == []
    assert jar.headers() == []


@pytest.mark.parametrize("cookie", ["W10", "W3sidGV4dCI6ICJmb3JnZWQifV0", "x.y.z"])
def test_a_forged_toast_is_not_shown(browser: Browser, cookie: str) -> None:
    assert "toast" not in browser.get("/probe/show/x", cookie=f"toasts={cookie}").text


def test_another_cookie_is_no_toast() -> None:
    jar = _jar()
    jar.put(Cookie("note", 60), '[{"text": "forged"}]')
    header = jar.headers()[0][1].decode().partition(";")[0]
    assert list(Tray(_jar(header.replace("note=", "toasts=")))) == []
