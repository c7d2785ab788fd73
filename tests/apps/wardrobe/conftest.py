"""A wardrobe, and another's, on a real engine in memory, with photos in a folder and a clock that the test sets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings
from tests.adapters.clocks import SettableClock

from chabudai import table
from chabudai.adapters.objects import FolderStorage
from chabudai.apps.wardrobe import doors
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design
from chabudai.table import TypedStore

settings.register_profile("wardrobe", deadline=None)
settings.load_profile("wardrobe")


@pytest.fixture
def clock() -> SettableClock:
    """A Sunday, noon in Tokyo."""
    return SettableClock()


@pytest.fixture
def store(clock: SettableClock) -> Iterator[TypedStore]:
    with table.open(":memory:", clock=clock) as opened:
        opened.create(*design.tables)
        yield opened


@pytest.fixture
def house(store: TypedStore, clock: SettableClock, tmp_path: Path) -> House:
    return House(store, FolderStorage(tmp_path / "photos"), clock)


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """For tests that build much once, and change nothing that others look at."""
    clock = SettableClock()
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield House(store, FolderStorage(tmp_path_factory.mktemp("photos")), clock)


@pytest.fixture
def closet(house: House) -> Closet:
    return doors.create_wardrobe(house, name="わたしの服")


@pytest.fixture
def strangers(house: House) -> Closet:
    """Another's wardrobe in the same house."""
    return doors.create_wardrobe(house, name="よその服")
