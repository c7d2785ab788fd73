"""The lists of a team over HTTP: one with 10,000 tasks beside one with 100, each list as full on both."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.apps.tasks import large_teams
from tests.bench.ground import Ground
from tests.bench.measure import Line, Section, Side, at_most, interleave, seconds_per_call, times_the_time
from tests.bench.scale import Scale
from tests.e2e.house import serving

from chabudai import table
from chabudai.accounts import service as account
from chabudai.accounts.design import design as accounts_design
from chabudai.accounts.service import Accounts
from chabudai.adapters.clock import now
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.apps.tasks import people, teams
from chabudai.apps.tasks.design import design
from chabudai.apps.tasks.membership import enter
from chabudai.common.owner import Owner
from chabudai.web import zones

SIZES: Mapping[str, int] = {"large": 10_000, "small": 100}
_BAR = at_most(1.3)


@dataclass(frozen=True, slots=True)
class Work:
    """`query` is of a list; `{tag}` and `{other}` stand for two tags that four of five tasks have."""

    name: str
    query: str
    calls: int = 20


GROUPS = ("todo", "doing", "done", "todo_doing", "doing_done", "todo_done", "all")
WORKS = (
    *(
        Work(f"{group.replace('_', ' and ')}, by {sort}", f"statuses={group}&sort={sort}")
        for group in GROUPS
        for sort in ("start", "end")
    ),
    Work("all, by end, latest first", "statuses=all&sort=end&order=desc"),
    Work("late to start", "late=start"),
    Work("late to start, with a tag", "late=start&tags={tag}"),
    Work("overdue", "late=end"),
    Work("overdue, with any of two tags", "late=end&tags={tag},{other}"),
    Work("to do, with a tag", "statuses=todo&tags={tag}"),
    Work("to do, with any of two tags", "statuses=todo&tags={tag},{other}"),
    Work("to do, assigned to one person", "statuses=todo&assignee=sakura"),
    Work("without a start", "statuses=all&undated=true"),
)


@dataclass(frozen=True, slots=True)
class Door:
    team_id: str
    tags: Mapping[str, str]

    def url(self, work: Work) -> str:
        return f"/api/tasks/teams/{self.team_id}/tasks?{work.query.format(**self.tags)}"


def run(scale: Scale, ground: Ground) -> Section:
    path = ground.folder / "teams.db"
    token, doors = _laid(path, ground.folder / "outbox")
    with serving(path, demo=False) as address, _asking(address, token) as ask:
        lines = tuple(_measured(work, scale, doors, ask) for work in WORKS)
    return Section(
        "A team with 10,000 tasks, against one with 100",
        lines,
        (
            "The first page of each list, as a program asks for it over HTTP: ten tasks on both sides. A third of the "
            "tasks have each status, every tenth lacks a start, four of five have each of five tags.",
        ),
        ("10,000 tasks", "100 tasks"),
    )


def _measured(work: Work, scale: Scale, doors: Mapping[str, Door], ask: Callable[[str], bytes]) -> Line:
    for door in doors.values():
        found = ask(door.url(work)).count(b'"title"')
        assert found == 10, (work.name, found)
    sides = {name: _side(ask, door.url(work), scale.calls(work.calls)) for name, door in doors.items()}
    times = interleave(sides, scale.rounds)
    return times_the_time(work.name, times["large"], times["small"], _BAR)


def _side(ask: Callable[[str], bytes], url: str, calls: int) -> Side:
    return lambda _: seconds_per_call(ask, [url] * calls)


@contextmanager
def _asking(address: str, token: str) -> Iterator[Callable[[str], bytes]]:
    """One request and its whole answer, over a connection that stays."""
    connection = HTTPConnection(urlsplit(address).netloc)

    def ask(url: str) -> bytes:
        connection.request("GET", url, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, url, body[:500])
        return body

    yield ask
    connection.close()


def _laid(path: Path, outbox: Path) -> tuple[str, dict[str, Door]]:
    with table.open(path) as store:
        store.create(*accounts_design.tables, *design.tables)
        mail = Outbox(outbox, EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台")))
        accounts = Accounts(store, mail, now, "http://127.0.0.1")
        person = account.sign_up(accounts, username="sakura", email="s@example.jp", password="a calm evening here")
        owner = Owner(store, person.username, now, zones.TOKYO)
        people.save(owner, name="さくら", email=person.email)
        doors = {name: _grown(owner, size) for name, size in SIZES.items()}
        return account.make_token(accounts, person, name="bench").text, doors


def _grown(owner: Owner, size: int) -> Door:
    member = enter(owner, teams.create(owner, name=f"{size}件の仕事").team_id)
    made = large_teams.grow(member, size)
    return Door(member.team_id, {"tag": made[0], "other": made[1]})
