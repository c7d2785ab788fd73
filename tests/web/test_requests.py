"""Bodies: refused before they are read when they are too large for their route, their kind, or whoever sends them."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.web.browser import Browser
from tests.web.household import HANDLERS, settings

from chabudai import web
from chabudai.web import requests
from chabudai.web.bodies import Body
from chabudai.web.errors import BadRequest, ContentTooLarge
from chabudai.web.forms import Form
from chabudai.web.requests import FROM_ANYONE, LARGEST_FORM, LARGEST_FROM_STRANGERS, MOST_JSON_PARTS, decode_json
from chabudai.web.routes import Injected, JSONBody, api, pages, post

MEGABYTE = 1024 * 1024
LARGEST = 16 * MEGABYTE


class Letter(Body):
    text: str = ""
    lines: list[dict[str, Any]] = msgspec.field(default_factory=list)


@post("/upload", request_max_body_size=LARGEST)
def upload(form: Injected[Form]) -> dict[str, int]:
    return {"text": len(form["text"]), "files": len(form.files)}


@post("/upload-by-anyone", request_max_body_size=LARGEST, opt={FROM_ANYONE: True})
def upload_by_anyone(form: Injected[Form]) -> dict[str, int]:
    return {"text": len(form["text"]), "files": len(form.files)}


@post("/letters", request_max_body_size=LARGEST)
def take_letter(data: JSONBody[Letter]) -> dict[str, int]:
    return {"text": len(data.text)}


def build() -> Litestar:
    handlers = (pages("/probe", [upload, upload_by_anyone]), api("/probe", [take_letter]))
    return web.build([*HANDLERS, *handlers], settings())


@pytest.fixture(scope="module")
def large_browser() -> Iterator[Browser]:
    with TestClient(build(), base_url="http://house.test") as client:
        yield Browser(client)


@pytest.fixture
def visitor(large_browser: Browser) -> Browser:
    large_browser.cookies.clear()
    return large_browser


class Pipe:
    """A body that is sent piece by piece, and knows how much of it was taken."""

    def __init__(self, size: int, piece: int = 16 * 1024) -> None:
        self.left, self.piece, self.taken = size, piece, 0

    async def receive(self) -> Any:
        some = min(self.left, self.piece)
        self.left -= some
        self.taken += some
        return {"type": "http.request", "body": b"x" * some, "more_body": self.left > 0}


def send(pipe: Pipe, path: str, headers: dict[str, str]) -> int:
    """The status of the answer to a body that says nothing of its length, unless a header does."""
    answers: list[Any] = []

    async def keep(message: Any) -> None:
        answers.append(message)

    scope: Any = {
        "type": "http",
        "method": "POST",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "scheme": "http",
        "http_version": "1.1",
        "server": ("house.test", 80),
        "client": ("10.0.0.1", 1),
        "headers": [(name.encode(), value.encode()) for name, value in {"host": "house.test", **headers}.items()],
    }
    asyncio.run(APPLICATION(scope, pipe.receive, keep))
    status: int = next(each["status"] for each in answers if each["type"] == "http.response.start")
    return status


APPLICATION: Any = build()
FORM = {"content-type": "application/x-www-form-urlencoded"}
JSON = {"content-type": "application/json"}
TOKEN = {"authorization": "Bearer token-of-hana"}


@pytest.mark.parametrize(
    ("path", "headers", "size"),
    [
        ("/probe/upload", FORM, LARGEST_FORM + 1),
        ("/probe/upload-by-anyone", FORM, LARGEST_FORM + 1),
        ("/probe/note", FORM, 10_001),
        ("/api/probe/letters", {**JSON, **TOKEN}, LARGEST + 1),
        ("/api/probe/notes", {**JSON, **TOKEN}, 10_001),
    ],
)
def test_what_is_announced_as_too_large_is_refused_unread(path: str, headers: dict[str, str], size: int) -> None:
    pipe = Pipe(size)
    assert send(pipe, path, {**headers, "content-length": str(size)}) == 413
    assert pipe.taken == 0


@pytest.mark.parametrize(
    ("path", "headers", "limit"),
    [
        ("/probe/upload-by-anyone", FORM, LARGEST_FORM),
        ("/probe/note", FORM, 10_000),
        ("/api/probe/letters", {**JSON, **TOKEN}, LARGEST),
    ],
)
def test_what_grows_too_large_is_refused_on_the_way(path: str, headers: dict[str, str], limit: int) -> None:
    pipe = Pipe(4 * limit)
    assert send(pipe, path, headers) == 413
    assert limit < pipe.taken <= limit + pipe.piece


@pytest.mark.parametrize(("path", "kind"), [("/probe/upload", FORM), ("/api/probe/letters", JSON)])
@pytest.mark.parametrize("says_length", [True, False])
def test_of_a_stranger_only_little_is_read(path: str, kind: dict[str, str], *, says_length: bool) -> None:
    pipe = Pipe(LARGEST_FORM)
    announced = {"content-length": str(LARGEST_FORM)} if says_length else {}
    assert send(pipe, path, {**kind, **announced, "accept": "application/json"}) == 401
    assert pipe.taken <= (0 if says_length else LARGEST_FROM_STRANGERS + pipe.piece)


def test_a_form_with_files_may_be_larger_than_one_without(visitor: Browser) -> None:
    visitor.sign_in("hana")
    files = {"_csrf": (None, visitor.token()), "file": ("a.txt", b"x" * (2 * MEGABYTE))}
    assert visitor.ask("POST", "/probe/upload", files=files).json() == {"text": 0, "files": 1}


def test_the_text_of_a_form_with_files_is_bounded_too(visitor: Browser) -> None:
    files = {"_csrf": (None, visitor.token()), "text": (None, b"x" * (6 * MEGABYTE))}
    assert visitor.ask("POST", "/probe/upload-by-anyone", files=files).status_code == 413


def test_a_forged_request_is_refused_before_its_body_is_read() -> None:
    pipe = Pipe(LARGEST)
    headers = {**JSON, "content-length": str(LARGEST), "origin": "https://elsewhere.test"}
    assert send(pipe, "/api/probe/letters", headers) == 403
    assert pipe.taken == 0


def test_a_body_of_a_declared_kind_is_never_more_in_memory_than_its_kind() -> None:
    hostile = b'{"text": "a", "lines": [' + b"[]," * 100_000 + b"[]]}"
    with pytest.raises(BadRequest):
        decode_json(hostile, Letter)  # the first of them is no object: the others are never made


def test_what_is_nested_too_deeply_is_refused() -> None:
    with pytest.raises(BadRequest) as refusal:
        decode_json(b'{"lines": [{"a": ' + b"[" * 5000, Letter)
    assert str(refusal.value.details[0][1]) == "This is nested too deeply."


def test_more_parts_than_any_document_has_are_not_made() -> None:
    hostile = b'{"lines": [{"a": [' + b"[]," * MOST_JSON_PARTS + b"[]]}]}"
    with pytest.raises(ContentTooLarge):
        decode_json(hostile, Letter)


def test_a_large_body_is_decoded_in_a_thread(visitor: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    plain = requests.decode_json

    def decode(body: bytes, kind: Any) -> Any:
        threads.append(threading.current_thread().name)
        return plain(body, kind)

    monkeypatch.setattr(requests, "decode_json", decode)
    for size in (10, 2 * MEGABYTE):
        content = msgspec.json.encode(Letter(text="a" * size))
        response = visitor.ask("POST", "/api/probe/letters", {**JSON, **TOKEN}, content=content)
        assert response.json() == {"text": size}
    on_loop, off_loop = threads
    assert on_loop != off_loop
