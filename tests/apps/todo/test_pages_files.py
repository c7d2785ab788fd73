"""Files on the pages: what an import says of what it was given."""

import json

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
