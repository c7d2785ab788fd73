"""A full disk: 507 for people and for programs, and a form that comes back as it was filled in."""

import errno
import sqlite3
from collections.abc import Iterator

import pytest
from litestar import Response
from tests.web.browser import Browser, browsing
from tests.web.household import HANDLERS

from chabudai.store.errors import StoreFailed, StoreFull
from chabudai.web.answers import submit
from chabudai.web.errors import Conflict, InsufficientStorage
from chabudai.web.forms import Form
from chabudai.web.full_disks import is_full, refuse_when_full
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, api, get, pages, post

FULL = StoreFull("InternalServerError", "There is no space left on the disk of /home/me/household.db.", {})
SENTENCE = "There&#39;s no space left to save this."


@post("/save")
def save(form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    def act() -> Response[str]:
        raise FULL

    return submit(form, act, lambda again: pages.page("probe/note.html", form=again))


@get("/full")
def full() -> None:
    raise FULL


@get("/full-of-files")
def full_of_files() -> None:
    try:
        raise OSError(errno.ENOSPC, "No space left on device")
    except OSError as error:
        raise LookupError("a photo can't be written") from error


@pytest.fixture(scope="module")
def site() -> Iterator[Browser]:
    handlers = [*HANDLERS, pages("/probe", [save, full, full_of_files]), api("/probe", [full])]
    with browsing(handlers=handlers) as browser:
        yield browser


@pytest.mark.parametrize("path", ["/probe/full", "/probe/full-of-files"])
def test_a_page_says_so_and_the_log_says_where(site: Browser, path: str, caplog: pytest.LogCaptureFixture) -> None:
    answer = site.get(path, accept="text/html", accept_language="en")
    assert answer.status_code == 507
    assert SENTENCE in answer.text
    assert "household.db" not in answer.text
    (record,) = [each for each in caplog.records if path in each.getMessage()]
    assert record.exc_info is None
    assert f"GET {path} failed" in record.getMessage()


def test_a_program_is_told_in_json(site: Browser) -> None:
    answer = site.get("/api/probe/full", accept_language="en")
    assert answer.status_code == 507
    assert answer.json()["error"] == {
        "code": "insufficient_storage",
        "message": "There's no space left to save this. What you saved before is safe.",
        "details": [],
    }


def test_a_form_comes_back_with_what_was_typed_and_says_why(site: Browser, caplog: pytest.LogCaptureFixture) -> None:
    answer = site.submit("/probe/save", {"title": "rice and tea"}, accept_language="en")
    assert answer.status_code == 507
    assert 'value="rice and tea"' in answer.text
    assert SENTENCE in answer.text
    assert "no space left on the disk of /home/me/household.db" in caplog.text


@pytest.mark.parametrize(
    ("failure", "expected"),
    [
        (FULL, True),
        (OSError(errno.ENOSPC, "No space left on device"), True),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), True),
        (OSError(errno.EIO, "Input/output error"), False),
        (StoreFailed("InternalServerError", "", {}), False),
        (sqlite3.OperationalError("locked"), False),
        (None, False),
    ],
)
def test_what_a_full_disk_is(failure: Exception | None, expected: bool) -> None:
    assert is_full(failure) is expected


def test_what_is_refused_in_its_own_words_stays_so() -> None:
    with pytest.raises(Conflict), refuse_when_full():
        raise Conflict from FULL
    with pytest.raises(InsufficientStorage), refuse_when_full():
        raise FULL
    with pytest.raises(LookupError), refuse_when_full():
        raise LookupError
