"""A household on a real engine in memory."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.tasks.household import NOON, Household
from tests.apps.tasks.site_house import SiteHouse, built

from chabudai import table
from chabudai.apps.tasks.design import design


@pytest.fixture
def clock() -> SettableClock:
    return SettableClock(NOON)


@pytest.fixture
def household(clock: SettableClock) -> Iterator[Household]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield Household(store, clock)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SiteHouse]:
    with built(tmp_path_factory.mktemp("tasks")) as house:
        yield house


@pytest.fixture
def site(built_site: SiteHouse) -> SiteHouse:
    """One site for all tests of pages, at noon: each makes a team of its own."""
    built_site.household.clock.set(NOON)
    return built_site
