"""A shogi club on a real engine in memory."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, Club
from tests.apps.shogi.crowd import crowd
from tests.apps.shogi.site_house import House, built

from chabudai import table
from chabudai.apps.shogi.design import design


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock(NOON)


@pytest.fixture
def club(clock: SettableClock) -> Iterator[Club]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield Club(store, clock)


@pytest.fixture(scope="session")
def large_club() -> Iterator[Club]:
    """Three thousand games of akira's, only to be read."""
    clock = SettableClock(NOON)
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        made = Club(store, clock)
        crowd(made, 3_000)
        yield made


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Built once for a file: people of one test are none of another's."""
    with built(SettableClock(NOON), tmp_path_factory.mktemp("site")) as house:
        yield house
