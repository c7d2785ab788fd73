"""One person's owner, and another's, on a real engine in memory, with a clock that the test sets."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.apps.todo.house import House, Member, built

from chabudai import table
from chabudai.apps.todo.design import design
from chabudai.common.owner import Owner
from chabudai.store import Store
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


class Interrupted(Exception):
    """The power went, in a test."""


class Meddled(Store):
    """A store before whose nth call of an operation something else happens: another tab, or the end of the power."""

    def __init__(self, store: Store, operation: str, number: int, event: Callable[[], object]) -> None:
        self._store, self._operation, self._event = store, operation, event
        self._left = number

    def call(self, operation: str, request: Mapping[str, Any]) -> dict[str, Any]:
        if operation == self._operation:
            self._left -= 1
            if self._left == 0:
                self._event()
        return self._store.call(operation, request)

    def close(self) -> None: ...


def meddled(owner: Owner, operation: str, number: int, event: Callable[[], object]) -> Owner:
    store = TypedStore(Meddled(owner.store.raw, operation, number, event), clock=owner.clock)
    return replace(owner, store=store)


def power_cut() -> None:
    raise Interrupted


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
