"""The whole site on a full disk: all can be read, nothing that was typed is lost, and it goes on once there is room."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path

import pytest
from httpx import Response
from litestar import Litestar
from litestar.testing import TestClient
from tests.apps.shogi.club import kif
from tests.common.html_forms import PageForm, forms_of
from tests.full_disk import full
from tests.site.conftest import SITE, copy_pattern, sign_in
from tests.site.processes import IS_TOLD
from tests.site.served import Answer, Browser, serving

from chabudai.site.compose import Site as ComposedSite
from chabudai.site.compose import compose
from chabudai.site.settings import SiteSettings

ENGLISH = {"accept": "text/html", "accept-language": "en"}
SENTENCE = "There&#39;s no space left to save this."
TYPED = "Typed words"
WAYS = [
    ("/todo", r"/todo/edit\?id=[^\"&]+"),
    ("/todo", "/todo/categories"),
    ("/account", "/account/tokens"),
    ("/wardrobe", "/wardrobe"),
    ("/tasks", r"/tasks/[^/\"]+/task/[^/\"?]+"),
    ("/tasks", "/tasks/notices"),
    ("/shogi", r"/shogi/games/\w+"),
    ("/shogi", r"/shogi/tags/\w+"),
    ("/shogi", "/shogi/new"),
    ("/kondate", "/kondate/settings"),
    ("/kondate/log", r"/kondate/log/\d{4}-\d\d-\d\d"),
    ("/kondate/fridge", "/kondate/fridge/new"),
]
"""From which page a link leads on, and where to."""
REFUSED = {
    "/account/tokens",
    "/kondate/fridge/new",
    "/kondate/log/X",
    "/kondate/log/X/X",
    "/kondate/settings/staples",
    "/shogi/games/X/comments",
    "/shogi/games/X/details",
    "/tasks/X/task/X/comments",
    "/tasks/X/task/X/edit",
    "/todo/categories",
    "/todo/edit",
    "/wardrobe",
}
"""Forms that are sure to be among them, and take any words."""


class Resident:
    """In a household that has something in every app."""

    def __init__(self, client: TestClient[Litestar]) -> None:
        self._client = client

    def get(self, path: str) -> Response:
        return self._client.get(path, headers=ENGLISH)

    def send(self, form: PageForm) -> Response:
        """With words in each field that takes them."""
        data = {**form.fields, **{name: [TYPED] for name in form.texts}}
        return self._client.post(form.action, data=data, headers=ENGLISH, follow_redirects=False)


@pytest.fixture(scope="module")
def composed(filled: SiteSettings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ComposedSite]:
    with compose(copy_pattern(filled, tmp_path_factory.mktemp("full") / "household", "en")) as site:
        yield site


@pytest.fixture(scope="module")
def visitor(composed: ComposedSite) -> Iterator[Resident]:
    with TestClient(composed.application, base_url=SITE) as client:
        sign_in(client, composed)
        yield Resident(client)


def test_everything_is_read_and_what_can_not_be_saved_comes_back_in_its_form(
    composed: ComposedSite, visitor: Resident
) -> None:
    """Also by somebody whom the apps see for the first time, and who opens what was not looked at for long."""
    with full(composed.store):
        pages = dict(_find_pages(visitor))
        assert {path: page.status_code for path, page in pages.items() if page.status_code != 200} == {}
        forms = {_kind(form.action): form for page in pages.values() for form in forms_of(page.text) if form.texts}
        answers = {kind: (form, visitor.send(form)) for kind, form in forms.items() if form.method == "post"}
    refused = {kind: (form, answer) for kind, (form, answer) in answers.items() if answer.status_code == 507}
    assert {kind: answer.status_code for kind, (_, answer) in answers.items() if answer.status_code == 500} == {}
    assert refused.keys() >= REFUSED
    assert [kind for kind, (_, answer) in refused.items() if SENTENCE not in answer.text] == []
    assert [kind for kind, (form, answer) in refused.items() if form.texts and TYPED not in answer.text] == []


def test_a_record_of_a_game_that_finds_no_space_stays_where_it_was_pasted(
    composed: ComposedSite, visitor: Resident
) -> None:
    with full(composed.store):
        form = next(form for form in forms_of(visitor.get("/shogi/new").text) if form.action == "/shogi/new")
        answer = visitor.send(replace(form, fields={**form.with_values(record=kif(moves=3), act="keep")}, texts=set()))
    assert answer.status_code == 507
    assert SENTENCE in answer.text
    (again,) = [each for each in forms_of(answer.text) if "record" in each.fields]
    assert again.fields["record"][0].splitlines() == kif(moves=3).splitlines()


def _find_pages(visitor: Resident) -> Iterator[tuple[str, Response]]:
    for start, pattern in WAYS:
        found = re.search(f'href="({pattern})["?&]', visitor.get(start).text)
        path = found[1] if found else pattern
        yield path, visitor.get(path)
        if "/shogi/games/" in path:
            yield f"{path}/details", visitor.get(f"{path}/details")


def _kind(action: str) -> str:
    """Without the ids in it."""
    return re.sub(r"/(?=[^/]*\d)[^/?]+", "/X", action.partition("?")[0])


_SMALL_DISK = 'mount -t tmpfs -o size=24m tmpfs "$0" && mkdir "$0/tmp" && TMPDIR="$0/tmp" exec "$@"'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where a file system of its own can be mounted, which only the site sees."""
    command = ["unshare", "-rm", "mount", "-t", "tmpfs", "tmpfs", str(tmp_path)]
    if not IS_TOLD or shutil.which("unshare") is None or subprocess.run(command, capture_output=True).returncode:
        pytest.skip("a file system of its own can't be mounted here")
    return tmp_path


def test_a_really_full_disk_is_told_and_once_there_is_room_all_goes_on(folder: Path) -> None:
    small = ["unshare", "-rm", "sh", "-c", _SMALL_DISK, str(folder)]
    with ExitStack() as stack:
        site = stack.enter_context(serving(folder / "household.db", within=small))
        connection, hanako = stack.enter_context(closing(site.connect())), Browser()
        fields = {"username": "hanako", "email": "hanako@example.jp", "password": "ちゃぶ台をかこむ夜です"}
        assert hanako.submit(connection, "/sign-up", fields).status == 303
        assert _upload(hanako, connection).status < 500
        disk = Path(f"/proc/{site.process.pid}/root{folder}")
        ballast = disk / "ballast"
        _fill(ballast)
        kept, refused = _add_until_refused(hanako, connection)
        assert refused["code"] == "insufficient_storage"
        assert len(refused["message"]) > 10
        assert _titles(hanako, connection) == kept
        assert _upload(hanako, connection).status == 507
        assert list((disk / "tmp").iterdir()) == []
        ballast.unlink()
        assert hanako.call(connection, "/api/todo/todos", {"title": "there is room"}).status == 201
        assert _titles(hanako, connection) == {*kept, "there is room"}


def _fill(path: Path) -> None:
    with path.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(bytes(4096))
            except OSError:
                return


def _add_until_refused(browser: Browser, connection: HTTPConnection) -> tuple[set[str], dict[str, str]]:
    """What was answered is kept; then what was told. The file of the latest writes has some room at first."""
    kept: set[str] = set()
    for number in range(2000):
        answer = browser.call(connection, "/api/todo/todos", {"title": f"todo {number}", "description": "x" * 1000})
        if answer.status == 507:
            told: dict[str, str] = json.loads(answer.text)["error"]
            return kept, told
        assert answer.status == 201
        kept.add(f"todo {number}")
    raise AssertionError("the disk does not get full")


def _titles(browser: Browser, connection: HTTPConnection) -> set[str]:
    return {each["title"] for each in json.loads(browser.get(connection, "/api/todo/export").text)["todos"]}


def _upload(browser: Browser, connection: HTTPConnection) -> Answer:
    """A file so large that it waits on the disk until all of it has come."""
    return browser.upload(connection, "/todo/files/import", "file", b"x" * 3_000_000)
