"""Toasts: read once, on the next page, with a way back, and made by nobody else."""

import time

import pytest
from tests.web.browser import Browser
from tests.web.household import SECRET

from chabudai.web import toasts
from chabudai.web.cookies import Cookie, CookieJar
from chabudai.web.signing import Signer, UnixClock
from chabudai.web.toasts import PendingToasts, Toast, UndoForm


def _jar(header: str = "", clock: UnixClock = time.time) -> CookieJar:
    return CookieJar(header, Signer(SECRET, clock), secure=False)


def _carried(jar: CookieJar) -> CookieJar:
    """The jar of the next request."""
    return _jar(_header(jar))


def _header(jar: CookieJar) -> str:
    return "; ".join(line.decode().partition(";")[0] for _, line in jar.headers())


def _ticked(number: int, more: str = "") -> Toast:
    undo = UndoForm("/undo", {"id": f"{number}{more}", "next": f"/list?to={number}"})
    return Toast("one done", undo=undo, group="tick")


def _several(count: int) -> str:
    return f"{count} done"


def _left_one_after_the_other(*seconds: int) -> Toast:
    """What is read in the end, of toasts that were left at these moments."""
    now = [0.0]
    jar = _jar(clock=lambda: now[0])
    for number, now[0] in enumerate(seconds):
        toasts.leave(jar, _ticked(number), _several)
        jar = _jar(_header(jar), clock=lambda: now[0])
    (last,) = PendingToasts(jar)
    return last


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
    toast = Toast("消しました 🍵", "note", UndoForm("/undo", {"id": "1", "鍵": "値"}))
    toasts.leave(jar, toast)
    assert list(PendingToasts(_carried(jar))) == [toast]


def test_the_latest_toast_alone_waits_and_can_be_looked_at_twice_on_one_page() -> None:
    jar = _jar()
    for text in "ab":
        toasts.leave(jar, Toast(text))
    jar = _carried(jar)
    toasts.leave(jar, Toast("c"))
    tray = PendingToasts(_carried(jar))
    assert len(tray) == 1
    assert [toast.text for toast in tray] == ["c"]


def test_what_follows_at_once_in_the_same_group_joins_and_is_taken_back_as_one() -> None:
    assert _left_one_after_the_other(0, 3, 9) == Toast(
        "3 done", undo=UndoForm("/undo", {"id": ("0", "1", "2"), "next": "/list?to=2"}), group="tick", count=3
    )


def test_what_follows_later_stands_alone() -> None:
    assert _left_one_after_the_other(0, 11).text == "one done"
    assert _left_one_after_the_other(0, 11).undo == UndoForm("/undo", {"id": "1", "next": "/list?to=1"})


@pytest.mark.parametrize(
    "between",
    [
        Toast("taken back"),
        Toast("another group", undo=UndoForm("/undo", {"id": "x"}), group="trash"),
        Toast("no way back", group="tick"),
        Toast("another way back", undo=UndoForm("/elsewhere", {"id": "x"}), group="tick"),
    ],
    ids=lambda toast: toast.text,
)
def test_nothing_joins_across_something_else(between: Toast) -> None:
    jar = _jar()
    for toast in (_ticked(0), between, _ticked(2)):
        toasts.leave(jar, toast, _several)
        jar = _carried(jar)
    (last,) = PendingToasts(jar)
    assert (last.text, last.count) == ("one done", 1)


def test_the_same_act_sent_twice_is_told_once() -> None:
    jar = _jar()
    for number in (0, 1, 1):
        toasts.leave(jar, _ticked(number), _several)
        jar = _carried(jar)
    (last,) = PendingToasts(jar)
    assert (last.text, last.count) == ("2 done", 2)


def test_the_same_act_is_the_same_however_its_seal_is_written() -> None:
    jar = _jar()
    for signature in ("then.abc", "now.def"):
        undo = UndoForm("/undo", {"undo": f"packed.{signature}", "next": "/"})
        toasts.leave(jar, Toast("1 done", undo=undo, group="tick"), _several)
        jar = _carried(jar)
    (last,) = PendingToasts(jar)
    assert (last.text, last.count) == ("1 done", 1)


def test_a_toast_that_was_read_is_joined_all_the_same() -> None:
    jar = _jar()
    toasts.leave(jar, _ticked(0), _several)
    read = _carried(jar)
    assert len(PendingToasts(read)) == 1
    toasts.leave(read, _ticked(1), _several)
    assert [toast.text for toast in PendingToasts(_carried(read))] == ["2 done"]


def test_a_cookie_never_grows_beyond_what_browsers_keep() -> None:
    jar = _jar()
    for number in range(100):
        toasts.leave(jar, _ticked(number, "長" * 20), _several)
        assert all(len(header[1]) < 4096 for header in jar.headers())
        jar = _carried(jar)
    (last,) = PendingToasts(jar)
    assert last.undo is not None
    assert dict(last.undo.values())["next"] == "/list?to=99"
    toasts.leave(jar, Toast("長" * 10_000))
    assert all(len(header[1]) < 4096 for header in jar.headers())


def test_a_page_without_toasts_sets_no_cookie() -> None:
    jar = _jar()
    assert list(PendingToasts(jar)) == []
    assert jar.headers() == []


@pytest.mark.parametrize("cookie", ["W10", "W3sidGV4dCI6ICJmb3JnZWQifV0", "x.y.z"])
def test_a_forged_toast_is_not_shown(browser: Browser, cookie: str) -> None:
    assert "toast" not in browser.get("/probe/show/x", cookie=f"toasts={cookie}").text


def test_another_cookie_is_no_toast() -> None:
    jar = _jar()
    jar.put(Cookie("note", 60), '[{"text": "forged"}]')
    header = jar.headers()[0][1].decode().partition(";")[0]
    assert list(PendingToasts(_jar(header.replace("note=", "toasts=")))) == []


def test_a_toast_that_another_version_wrote_is_dropped() -> None:
    """It was a list once: no page may fail because of it, and it is not met again."""
    for name, age in (("toasts", 5 * 60), ("last-toast", 10)):
        jar = _jar()
        jar.put(Cookie(name, age), '[{"text":"of old"}]')
        jar = _carried(jar)
        assert list(PendingToasts(jar)) == []
        toasts.leave(jar, _ticked(1), lambda count: f"{count} done")
        assert [toast.text for toast in PendingToasts(_carried(jar))] == ["one done"]
