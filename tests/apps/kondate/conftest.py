"""A household on a real engine in memory."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.kondate.household import NOON, Household

from chabudai import table
from chabudai.apps.kondate.design import design


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock(NOON)


@pytest.fixture
def home(clock: SettableClock) -> Iterator[Household]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        made = Household(store, clock)
        made.live(2)
        yield made
