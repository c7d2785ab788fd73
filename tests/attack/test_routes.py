"""Every route of the site, asked by everyone who should not get in: what each gets stands in `routes.txt`."""

from collections.abc import Iterator

import pytest
from tests.attack.cells import ask_all, find_leaks
from tests.attack.house import House, open_house
from tests.attack.table import read_table, render_row
from tests.demo_patterns import shared_demo


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with open_house(shared_demo(tmp_path_factory), tmp_path_factory.mktemp("attack") / "house") as house:
        yield house


def test_every_route_has_a_row_and_every_row_a_route(house: House) -> None:
    assert sorted(read_table()) == house.routes()


def test_everyone_gets_at_every_route_what_the_table_says(house: House) -> None:
    expected = read_table()
    found = ask_all(house)
    assert [render_row(route, cells) for route, cells in found.items() if expected.get(route) != cells] == []


def test_what_is_somebody_else_s_is_answered_as_what_is_not_there(house: House) -> None:
    assert find_leaks(house) == []
