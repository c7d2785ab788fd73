"""Pages over HTTP as they were before fragments were kept, beside the same pages now: two sites, by turns."""

import os
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path
from socket import create_connection, socket
from urllib.parse import urlsplit

import httpx
from tests.bench.ground import Ground
from tests.bench.measure import Bar, Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.peers import PeerMissing
from tests.bench.scale import Scale

BEFORE = "dccad6e"
"""The last commit of which every page was rendered whole for every request."""

_REPOSITORY = Path(__file__).parents[2]
_THIRD, _HALF = at_most(0.333), at_most(0.5)
_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_TODOS = 50  # of which a page shows 25


@dataclass(frozen=True, slots=True)
class Work:
    """`path` within a wardrobe, whose `{clothing}`, `{outfit}` and `{record}` are one of each; or of the site."""

    name: str
    path: str
    bar: Bar = _HALF
    calls: int = 20


WORKS = (
    Work("Todo, a list page of 25", "/todo", _THIRD),
    Work("Wardrobe, home", "{base}"),
    Work("Wardrobe, clothes", "{base}/clothes"),
    Work("Wardrobe, a piece of clothing", "{base}/clothes/{clothing}"),
    Work("Wardrobe, outfits", "{base}/outfits"),
    Work("Wardrobe, an outfit", "{base}/outfits/{outfit}"),
    Work("Wardrobe, records", "{base}/history"),
    Work("Wardrobe, a record", "{base}/history/{record}"),
    Work("Wardrobe, form of a record", "{base}/record"),
    Work("Wardrobe, calendar", "{base}/calendar"),
    Work("Wardrobe, calendar of a year", "{base}/calendar/year", calls=5),
    Work("Wardrobe, statistics of 30 days", "{base}/statistics?span=30", calls=10),
    Work("Wardrobe, statistics of 90 days", "{base}/statistics?span=90", calls=10),
    Work("Wardrobe, trash", "{base}/trash"),
    Work("Wardrobe, settings", "{base}/settings"),
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody who is signed in, and knows the demo's wardrobe."""

    address: str
    cookies: str
    known: Mapping[str, str]

    def turn(self, path: str, calls: int) -> float:
        """One request after the other on one connection, by a client that costs next to nothing itself."""
        address = urlsplit(self.address)
        message = (
            f"GET {path.format(**self.known)} HTTP/1.1\r\nHost: {address.netloc}\r\nAccept-Language: ja\r\n"
            f"Cookie: {self.cookies}\r\n\r\n"
        ).encode()
        with create_connection((address.hostname, address.port)) as peer:
            ask = partial(_ask, peer)
            ask(message)
            return seconds_per_call(ask, [message] * calls)


def _ask(peer: socket, message: bytes) -> None:
    peer.sendall(message)
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += peer.recv(1 << 18)
    head, _, body = answer.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    assert head.startswith(b"HTTP/1.1 200 "), head
    assert length, head
    missing = int(length[1]) - len(body)
    while missing > 0:
        missing -= len(peer.recv(missing))


def run(scale: Scale, ground: Ground) -> Section:
    trees = {"now": _REPOSITORY, "before": _old_tree(ground.folder / "before")}
    with ExitStack() as stack:
        sites = {name: stack.enter_context(_serving(tree, ground.folder / name)) for name, tree in trees.items()}
        visitors = {name: _visit(address) for name, address in sites.items()}
        lines = tuple(_measured(work, scale, visitors) for work in WORKS)
    return Section(
        "Pages, against those before fragments were kept",
        lines,
        (
            f"Before: commit {BEFORE}, run from its own sources by the same Python with the same packages. Both serve "
            "the demo's household without what a page asked the table at its foot; one browser asks again and again. "
            f"The list is one of {_TODOS} todos, some with dates, categories and priorities.",
            "What is the same as a moment ago is not rendered again; what changed is, with its row alone. So these are "
            "the times of pages that were seen before, by anyone who sees the same.",
        ),
        ("now", "before"),
    )


def _measured(work: Work, scale: Scale, visitors: Mapping[str, Visitor]) -> Line:
    sides: dict[str, Side] = {
        name: partial(_turn, visitor, work.path, scale.calls(work.calls)) for name, visitor in visitors.items()
    }
    times = interleave(sides, scale.rounds)
    return times_the_time(work.name, times["now"], times["before"], work.bar)


def _turn(visitor: Visitor, path: str, calls: int, _: int) -> float:
    return visitor.turn(path, calls)


def _old_tree(folder: Path) -> Path:
    try:
        command = ["git", "-C", str(_REPOSITORY), "archive", BEFORE, "src"]
        packed = subprocess.run(command, check=True, capture_output=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise PeerMissing(f"skipped: commit {BEFORE} is not in this copy of the repository") from error
    with tarfile.open(fileobj=BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


@contextmanager
def _serving(tree: Path, folder: Path) -> Iterator[str]:
    folder.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "chabudai", "run", "--demo", "--db", str(folder / "household.db"), "--port", "0"]
    environment = {"PYTHONPATH": str(tree / "src"), "CHABUDAI_DRAWER": "off", "CHABUDAI_CALL_LOG": "off"}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=folder, env={**os.environ, "CHABUDAI_MAIL": "", **environment}
    ) as site:
        try:
            assert site.stdout is not None
            found = re.search(r"http://\S+?(?=;)", site.stdout.readline())
            assert found, "the site did not start"
            yield found[0]
        finally:
            site.terminate()
            site.wait(20)


def _visit(address: str) -> Visitor:
    with httpx.Client(base_url=address, headers={"accept-language": "ja", "origin": address}) as client:
        client.post("/demo", data={"_csrf": _token(client.get("/").text)})
        base = _first(r'(/wardrobe/ed_[\w-]+)"', client.get("/wardrobe").text)
        document = client.get(f"/api{base}/export").json()
        client.cookies.delete("session")
        fields = {"username": "bench", "email": "bench@example.jp", "password": "a calm evening at the table"}
        assert client.post("/sign-up", data={"_csrf": _token(client.get("/sign-up").text), **fields}).is_redirect
        headers = {"x-csrf-token": _token(client.get("/todo").text)}
        base = f"/wardrobe/{client.post('/api/wardrobe/import', json=document, headers=headers).json()['key']}"
        _add_todos(client)
        known = {
            "base": base,
            "clothing": _first(r"/clothes/(cl_[\w-]+)", client.get(f"{base}/clothes").text),
            "outfit": _first(r"/outfits/(tp_[\w-]+)", client.get(f"{base}/outfits").text),
            "record": _first(r"/history/(hs_[\w-]+)", client.get(f"{base}/history").text),
        }
        cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    return Visitor(address, cookies, known)


def _add_todos(client: httpx.Client) -> None:
    headers = {"x-csrf-token": _token(client.get("/todo").text)}
    for name in ("家", "仕事", "買い物"):
        assert client.post("/api/todo/categories", json={"name": name}, headers=headers).status_code == 201
    answer = client.get("/api/todo/categories").json()
    categories = re.findall(r'"id": ?"([^"]+)"', httpx.Response(200, json=answer).text)
    for number in range(_TODOS):
        todo: dict[str, str] = {"title": f"用事 {number}", "description": "what is to be done, and how"}
        if number % 2 == 0:
            todo["due"] = (date.today() + timedelta(days=number % 12)).isoformat()
        if number % 3 == 0:
            todo["categoryId"] = categories[number // 3 % len(categories)]
        if number % 5 == 0:
            todo["priority"] = "high"
        assert client.post("/api/todo/todos", json=todo, headers=headers).status_code == 201


def _token(page: str) -> str:
    return _first(r'name="_csrf" value="([^"]+)"', page)


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text)
    assert found, pattern
    return found[1]
