"""Pages and calls of the site, over HTTP from one browser, beside the bare query in process that they stand on."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
from tests.bench.ground import Ground
from tests.bench.measure import Line, Section, Side, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale
from tests.e2e.house import serving

from chabudai import table
from chabudai.accounts import service
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import now
from chabudai.adapters.ids import uuid7
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.todo.design import Todo, TodoTable
from chabudai.engine import Engine

FEW, MANY = 50, 10_000
_PASSWORD = "a calm evening at the table"
_BATCH = 25


@dataclass(frozen=True, slots=True)
class Work:
    name: str
    person: str
    path: str
    calls: int
    wants: bytes  # what a right answer holds


WORKS = (
    Work("Page of the list, 50 todos", "few", "/todo", 40, b"todo number"),
    Work("Call of the list, 50 todos", "few", "/api/todo/todos", 80, b"todo number"),
    Work("Page of the list, 10,000 todos", "many", "/todo", 4, b"todo number"),
    Work("Search among 10,000 todos", "many", "/todo?view=all&q=number+9999", 4, b"todo number 9999"),
)


def run(scale: Scale, ground: Ground) -> Section:
    path = ground.folder / "site.db"
    tokens = _laid(path, ground.folder)
    with serving(path, demo=False) as address:
        times = [_measured(work, scale, path, address, tokens[work.person]) for work in WORKS]
    rates = "; ".join(f"{line.work}: {_rate(line)}" for line in times)
    return Section(
        "The site, against the bare query in process",
        tuple(times),
        (
            "Ours: one browser or program that asks again and again over one connection, `chabudai run` answering; "
            "each answer also looks up whose it is. Bare: `engine.call` of the one Query behind it, nothing made of "
            "its items.",
            f"Requests per second: {rates}.",
        ),
        ("over HTTP", "bare"),
    )


def _measured(work: Work, scale: Scale, path: Path, address: str, token: str) -> Line:
    with Engine.open(path) as engine, _asking(work, address, token) as ask:
        bare = partial(_everything, engine, work.person)
        sides: dict[str, Side] = {
            "site": lambda _: seconds_per_call(ask, range(scale.calls(work.calls))),
            "bare": lambda _: seconds_per_call(bare, range(scale.calls(work.calls))),
        }
        times = interleave(sides, scale.rounds)
    return times_the_time(work.name, times["site"], times["bare"], None)


def _everything(engine: Engine, person: str, _: Any) -> int:
    """Every row of a person, page by page."""
    request: dict[str, Any] = {
        "TableName": TodoTable.name,
        "KeyConditionExpression": "pk = :pk",
        "ExpressionAttributeValues": {":pk": {"S": f"user#{person}-todos"}},
    }
    count = 0
    while True:
        answer = engine.call("Query", request)
        count += int(answer["Count"])
        if "LastEvaluatedKey" not in answer:
            return count
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


@contextmanager
def _asking(work: Work, address: str, token: str) -> Iterator[Callable[[Any], None]]:
    """One request and its whole answer, over a connection that stays."""
    is_call = work.path.startswith("/api/")
    headers = {"Authorization": f"Bearer {token}"} if is_call else {"Cookie": _signed_in(address, work.person)}
    connection = HTTPConnection(urlsplit(address).netloc)

    def ask(_: Any) -> None:
        connection.request("GET", work.path, headers={"Accept-Language": "en", **headers})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, answer.status
        assert work.wants in body, work.path

    yield ask
    connection.close()


def _signed_in(address: str, person: str) -> str:
    with httpx.Client(base_url=address) as client:
        found = re.search(r'name="_csrf" value="([^"]+)"', client.get("/sign-in").text)
        assert found
        fields = {"_csrf": found[1], "login": f"{person}-todos", "password": _PASSWORD}
        assert client.post("/sign-in", data=fields, headers={"origin": address}).status_code == 303
        return "; ".join(f"{name}={value}" for name, value in client.cookies.items())


def _laid(path: Path, folder: Path) -> dict[str, str]:
    """Two people with few and many todos, and a token of each."""
    outbox = Outbox(folder / "site-outbox", EmailRenderer(EmailAddress("table@example.jp")))
    tokens: dict[str, str] = {}
    with table.open(path) as store:
        store.create(*accounts_design.tables, TodoTable)
        accounts = Accounts(store, outbox, now, "http://127.0.0.1")
        for person, count in (("few", FEW), ("many", MANY)):
            name = f"{person}-todos"
            made = service.sign_up(accounts, username=name, email=f"{person}@example.jp", password=_PASSWORD)
            tokens[person] = service.make_token(accounts, made, name="bench").text
            for start in range(0, count, _BATCH):
                requests = [{"PutRequest": {"Item": _item(name, n)}} for n in range(start, min(start + _BATCH, count))]
                store.raw.call("BatchWriteItem", {"RequestItems": {TodoTable.name: requests}})
    return tokens


def _item(username: str, number: int) -> dict[str, Any]:
    made = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=number)
    todo = Todo(
        username=username,
        todo_id=uuid7(),
        title=f"todo number {number}",
        description="what is to be done, and how",
        created_at=made,
        updated_at=made,
    )
    return Todo.layout.to_item(Todo.layout.values(todo))


def _rate(line: Line) -> str:
    amount, unit = line.ours.split()
    seconds = float(amount) / (1e6 if unit == "µs" else 1e3)
    return f"{1 / seconds:.0f}"
