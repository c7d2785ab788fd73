"""A person with 3,000 games of shogi beside one with 100: lists, statistics and the search of a position over HTTP."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, Club
from tests.apps.shogi.crowd import crowd
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
from chabudai.apps.shogi.design import design

SIZES: Mapping[str, int] = {"large": 3_000, "small": 100}
_PAGE_BAR = at_most(1.5)


@dataclass(frozen=True, slots=True)
class Work:
    """`is_page`: as full on both sides, so it should take as long; the others count every game."""

    name: str
    path: str
    calls: int = 10
    is_page: bool = False


WORKS = (
    Work("List, by last look", "/api/shogi/games?sort=accessed", is_page=True),
    Work("List, by name", "/api/shogi/games?sort=name", is_page=True),
    Work("List, filtered by a player", "/api/shogi/games?player=鈴木".replace("鈴木", "%E9%88%B4%E6%9C%A8")),
    Work("Statistics", "/api/shogi/statistics"),
    Work("Position search, one that every game has", "/api/shogi/positions"),
)


def run(scale: Scale, ground: Ground) -> Section:
    path = ground.folder / "shogi.db"
    tokens = _laid(path, ground.folder / "shogi-outbox")
    with serving(path, demo=False) as address, _asking(address) as ask:
        lines = tuple(_measured(work, scale, tokens, ask) for work in WORKS)
    return Section(
        "A person with 3,000 games of shogi, against one with 100",
        lines,
        (
            "As a program asks over HTTP. The first two are a page of 25 games on both sides; the others look at every "
            "game's head, thirty times as many, and never at a record.",
        ),
        ("3,000 games", "100 games"),
    )


def _measured(work: Work, scale: Scale, tokens: Mapping[str, str], ask: Callable[[str, str], bytes]) -> Line:
    sides = {name: _side(ask, token, work.path, scale.calls(work.calls)) for name, token in tokens.items()}
    times = interleave(sides, scale.rounds)
    return times_the_time(work.name, times["large"], times["small"], _PAGE_BAR if work.is_page else None)


def _side(ask: Callable[[str, str], bytes], token: str, path: str, calls: int) -> Side:
    return lambda _: seconds_per_call(lambda each: ask(token, each), [path] * calls)


@contextmanager
def _asking(address: str) -> Iterator[Callable[[str, str], bytes]]:
    """One request and its whole answer, over a connection that stays."""
    connection = HTTPConnection(urlsplit(address).netloc)

    def ask(token: str, path: str) -> bytes:
        connection.request("GET", path, headers={"Authorization": f"Bearer {token}"})
        answer = connection.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, path, body[:500])
        return body

    yield ask
    connection.close()


def _laid(path: Path, outbox: Path) -> dict[str, str]:
    """The token of each person."""
    with table.open(path) as store:
        store.create(*accounts_design.tables, *design.tables)
        mail = Outbox(outbox, EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台")))
        accounts = Accounts(store, mail, now, "http://127.0.0.1")
        club = Club(store, SettableClock(NOON))
        tokens = {}
        for name, size in SIZES.items():
            person = account.sign_up(
                accounts, username=name, email=f"{name}@example.jp", password="a calm evening here"
            )
            crowd(club, size, owner=person.username)
            tokens[name] = account.make_token(accounts, person, name="bench").text
        return tokens
