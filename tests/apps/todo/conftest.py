"""One person's owner, and another's, on a real engine in memory, with a clock that the test sets."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.apps.todo.house import House, Member, built

from chabudai import table
from chabudai.apps.todo.design import design
from chabudai.common.owner import Owner
from chabudai.table import TypedStore


class SetClock:
    def __init__(self) -> None:
        # A Thursday, noon in Tokyo; far ahead, so that the store itself finds nothing expired.
        self.now = datetime(2040, 11, 15, 3, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **time: float) -> None:
        self.now += timedelta(**time)


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def store(clock: SetClock) -> Iterator[TypedStore]:
    with table.open(":memory:", clock=clock) as opened:
        opened.create(*design.tables)
        yield opened


@pytest.fixture
def owner(store: TypedStore, clock: SetClock) -> Owner:
    return Owner(store, "hanako", clock, ZoneInfo("Asia/Tokyo"))


@pytest.fixture
def strangers(owner: Owner) -> Owner:
    return replace(owner, username="taro")


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Built once: only what people keep in it is each test's own."""
    with built(SetClock(), tmp_path_factory.mktemp("site")) as site:
        yield site


@pytest.fixture
def house(site: House) -> Iterator[House]:
    """The site with accounts and todos."""
    yield site
    site.sweep()


@pytest.fixture
def hanako(house: House) -> Member:
    """Hanako's browser, in English."""
    return house.member("hanako")
