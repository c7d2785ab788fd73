"""A wardrobe, and another's, on a real engine in memory, with photos in a folder and a clock that the test sets."""

from collections.abc import Iterator

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.browsers import Visitor, open_browser
from tests.apps.wardrobe.wardrobes import empty

from chabudai import table
from chabudai.adapters.objects import FolderStorage
from chabudai.apps.wardrobe import access
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.design import design
from chabudai.table import TypedStore


@pytest.fixture(scope="session")
def standing_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Built once, with the site before it: that takes longer than most tests."""
    clock = SettableClock()
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield House(store, FolderStorage(tmp_path_factory.mktemp("house") / "photos"), clock)


@pytest.fixture(scope="session")
def standing_visitor(standing_house: House) -> Iterator[Visitor]:
    with open_browser(standing_house) as visitor:
        yield visitor


@pytest.fixture
def house(standing_house: House) -> Iterator[House]:
    """Empty, on a Sunday, at noon in Tokyo."""
    yield standing_house
    empty(standing_house)


@pytest.fixture
def clock(house: House) -> SettableClock:
    assert isinstance(house.clock, SettableClock)
    return house.clock


@pytest.fixture
def store(house: House) -> TypedStore:
    return house.store


@pytest.fixture
def visitor(house: House, standing_visitor: Visitor) -> Visitor:
    """A browser that was never here before."""
    standing_visitor.cookies.clear()
    return standing_visitor


@pytest.fixture(scope="module")
def lasting_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """For tests that build much once, and change nothing that others look at."""
    clock = SettableClock()
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield House(store, FolderStorage(tmp_path_factory.mktemp("photos")), clock)


@pytest.fixture
def closet(house: House) -> Closet:
    return access.create_wardrobe(house, name="わたしの服")


@pytest.fixture
def strangers(house: House) -> Closet:
    """Another's wardrobe in the same house."""
    return access.create_wardrobe(house, name="よその服")
