"""The library, built once: only what people keep in it is each test's own."""

from collections.abc import Iterator

import pytest
from tests.common.library import Library, ReaderBrowser, opened

from chabudai.common.owner import Owner


@pytest.fixture(scope="session")
def building(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    with opened(tmp_path_factory.mktemp("library")) as library:
        yield library


@pytest.fixture
def library(building: Library) -> Iterator[Library]:
    building.clock.reset()
    yield building
    building.clear()


@pytest.fixture
def hanako(library: Library) -> ReaderBrowser:
    return library.reader("hanako")


@pytest.fixture
def taro(library: Library) -> ReaderBrowser:
    return library.reader("taro")


@pytest.fixture
def owner(library: Library) -> Owner:
    return library.owner("hanako")
