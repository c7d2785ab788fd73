"""A shogi club on a real engine in memory."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.shogi.club import NOON, Club

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
