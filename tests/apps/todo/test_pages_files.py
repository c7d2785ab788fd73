"""Files on the pages: what an import says of what it was given."""

import json
import re
from html import unescape

import pytest
from httpx import Response
from tests.apps.todo.house import Member


def import_file(browser: Member, name: str, text: str) -> Response:
    files = {"file": (name, text.encode())}
    return browser.ask("POST", "/todo/files/import", data={"_csrf": browser.token()}, files=files)


def test_a_file_with_half_of_a_surrogate_pair_is_reported(hanako: Member) -> None:
    times = {"createdAt": "2040-01-01T00:00:00.000Z", "updatedAt": "2040-01-01T00:00:00.000Z"}
    broken = [{"id": "a", "title": "cut \ud83d"}, {"id": "b\ud83d", "title": "x"}, {"id": "c", "title": "\ud83d"}]
    entries = [each | times for each in broken]
    text = json.dumps({"format": "chabudai-todo", "version": 1, "todos": entries})
    for _ in range(2):
        answer = import_file(hanako, "todo.json", text)
        assert answer.status_code == 200
    assert hanako.list() == ["cut"]


def test_a_report_shows_the_first_hundred_problems_and_counts_the_others(hanako: Member) -> None:
    for lines, left in ((100, None), (101, "1 more isn't shown."), (250, "150 more aren't shown.")):
        page = unescape(import_file(hanako, "x.csv", "title,due\n" + "x,someday\n" * lines).text)
        assert page.count("<td>x</td>") == 100
        assert re.findall(r"\d+ more .*? shown\.", page) == ([left] if left else [])


@pytest.mark.parametrize("ending", ["txt", "csv"])
def test_a_file_of_empty_lines_or_too_many_is_refused_at_once(hanako: Member, ending: str) -> None:
    for text in ("title\n" + "\n" * 4_000_000, "title,due\n" + "1,2,3\n" * 20_001):
        page = import_file(hanako, f"x.{ending}", text)
        assert page.status_code == 413
        assert "A file can hold up to 20,000 entries." in page.text


def test_a_report_of_nothing_is_headed_as_what_it_is(hanako: Member) -> None:
    good, bad = "title,due\nmilk,2040/1/5\n", "title,due,priority\nmilk,11/15/2040,\nbread,,urgent\n"
    assert "Imported 1 to-do." in import_file(hanako, "x.csv", good).text
    again = import_file(hanako, "x.csv", good).text
    assert "<b>Nothing was imported.</b>  1 skipped: already here." in again
    assert 'class="notice bad"' not in again
    page = import_file(hanako, "y.csv", bad).text
    assert 'class="notice bad"' in page
    assert "<b>Nothing was imported.</b>" in page
    assert "due: Enter a date such as 2026-11-15." in page
    assert "priority: Use one of these: high, medium, low." in page
