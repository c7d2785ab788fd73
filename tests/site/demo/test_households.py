"""Households of the demo in one process: opened when somebody comes, worked for while they are there, closed after."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock

from chabudai import table
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox
from chabudai.adapters.objects import FolderStorage
from chabudai.adapters.payments import SandboxPayments
from chabudai.site.demo.current import CurrentStore
from chabudai.site.demo.errors import DemoOver
from chabudai.site.demo.folder import DemoFolder
from chabudai.site.demo.households import DemoHousehold, DemoHouseholds
from chabudai.site.demo.quota import DiskQuota
from chabudai.site.household import Household

CURRENT = CurrentStore()


@dataclass
class Place:
    """`closed` and `worked_for` are named by their folders."""

    folder: DemoFolder
    clock: SettableClock
    opened: list[str] = field(default_factory=list)
    at_work: set[str] = field(default_factory=set)
    by_store: dict[int, str] = field(default_factory=dict)

    def open(self, path: Path, _: DiskQuota) -> Household:
        self.opened.append(path.name)
        outbox = Outbox(path / "outbox", EmailRenderer(EmailAddress("table@example.jp")))
        made = Household(table.open(str(path / "household.db")), FolderStorage(path), SandboxPayments(), outbox)
        self.by_store[id(made.store)] = path.name
        return made

    @contextmanager
    def work(self, household: Household) -> Iterator[None]:
        name = self.by_store[id(household.store)]
        self.at_work.add(name)
        yield
        self.at_work.remove(name)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    clock = SettableClock()
    folder = DemoFolder(tmp_path / "demo" / "tables", clock, most=100)
    folder.add_pattern("ja", lambda path: None, for_now=True)
    return Place(folder, clock)


@pytest.fixture
def make(place: Place, tmp_path: Path) -> Iterator[Callable[..., DemoHouseholds]]:
    lasting = place.open(tmp_path, DiskQuota(tmp_path, 1))
    place.opened.clear()
    made: list[DemoHouseholds] = []

    def make(quota: int = 10_000_000, **options: Any) -> DemoHouseholds:
        made.append(DemoHouseholds(place.folder, lasting, quota, place.open, **options))
        return made[-1]

    yield make
    for each in made:
        each.close()
    lasting.close()
    assert place.at_work == set()


@pytest.fixture
def households(make: Callable[..., DemoHouseholds]) -> DemoHouseholds:
    return make()


def ask(household: DemoHousehold) -> list[str]:
    with household.enter():
        names: list[str] = CURRENT.call("ListTables", {})["TableNames"]
        return names


def test_a_household_is_opened_by_the_first_request_that_asks_something(
    place: Place, households: DemoHouseholds
) -> None:
    visited = households.create("ja")
    with visited.enter():
        assert place.opened == []
        CURRENT.call("ListTables", {})
        CURRENT.call("ListTables", {})
    ask(visited)
    assert place.opened == [visited.id]
    found = households.find(visited.id)
    assert found is not None
    assert found.ends_at == place.folder.ends_at(visited.id)


def test_requests_at_once_open_it_once(place: Place, households: DemoHouseholds) -> None:
    visited = households.create("ja")
    threads = [threading.Thread(target=ask, args=(visited,)) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert place.opened == [visited.id]


def test_what_nobody_visits_is_closed_and_opened_again_for_whoever_comes(
    place: Place, make: Callable[..., DemoHouseholds]
) -> None:
    households = make(idle_after=0.0)
    visited = households.create("ja")
    with visited.enter():
        CURRENT.call("ListTables", {})
        households.tend(place.work)
        assert place.at_work == {visited.id}  # a request is under way
    households.tend(place.work)
    assert place.at_work == set()
    ask(visited)
    assert place.opened == [visited.id] * 2


def test_work_goes_on_for_those_who_came_last(place: Place, make: Callable[..., DemoHouseholds]) -> None:
    households = make(most_at_work=2)
    first, second, third = (households.create("ja") for _ in range(3))
    for each in (first, second, third):
        ask(each)
    households.tend(place.work)
    assert place.at_work == {second.id, third.id}
    ask(first)
    households.tend(place.work)
    assert place.at_work == {third.id, first.id}


def test_no_work_goes_on_in_a_household_that_is_full(place: Place, make: Callable[..., DemoHouseholds]) -> None:
    households = make(quota=1)
    visited = households.create("ja")
    ask(visited)
    households.tend(place.work)
    assert place.at_work == set()


def test_work_that_can_not_begin_keeps_no_other_from_it(
    place: Place, households: DemoHouseholds, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (households.create("ja") for _ in range(2))
    ask(broken)
    ask(sound)

    @contextmanager
    def work(household: Household) -> Iterator[None]:
        if place.by_store[id(household.store)] == broken.id:
            raise RuntimeError("no engine")
        with place.work(household):
            yield

    with caplog.at_level(logging.ERROR):
        households.tend(work)
        households.tend(work)
    assert place.at_work == {sound.id}
    assert len(caplog.records) == 1  # it is not tried again and again


def test_one_that_is_gone_is_not_found_and_is_closed(place: Place, households: DemoHouseholds) -> None:
    visited = households.create("ja")
    ask(visited)
    households.tend(place.work)
    visited.leave()
    assert households.find(visited.id) is None
    households.tend(place.work)
    assert place.at_work == set()


def test_one_that_goes_while_a_request_begins_is_over_and_is_not_made_anew(
    place: Place, households: DemoHouseholds
) -> None:
    visited = households.create("ja")
    with visited.enter():
        place.folder.remove(visited.id)
        with pytest.raises(DemoOver):
            CURRENT.call("ListTables", {})
    assert place.folder.ids() == []


def test_a_household_that_ends_is_not_found_any_more(place: Place, households: DemoHouseholds) -> None:
    visited = households.create("ja")
    place.clock.set(visited.ends_at)
    assert households.find(visited.id) is None


def test_whoever_is_there_keeps_their_household(place: Place, households: DemoHouseholds) -> None:
    first, second = (households.create("ja") for _ in range(2))
    place.clock.advance(hours=1)
    ask(first)
    assert place.folder._last_visit(first.id) > place.folder._last_visit(second.id)
