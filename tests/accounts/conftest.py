"""Accounts on a real engine in memory, with an outbox in a folder and a clock that the test sets."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.accounts.clock import SetClock
from tests.accounts.house import QUICK, Guest, House, built

from chabudai import table
from chabudai.accounts.design import design
from chabudai.accounts.service import Accounts
from chabudai.adapters.mail import EmailAddress, EmailRenderer, Outbox


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "outbox", EmailRenderer(EmailAddress("table@example.jp", "ちゃぶ台")))


@pytest.fixture
def accounts(clock: SetClock, outbox: Outbox) -> Iterator[Accounts]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield Accounts(store, outbox, clock, "http://house.test", QUICK)


@pytest.fixture(scope="session")
def standing_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Building one takes longer than most tests."""
    with built(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def house(standing_house: House) -> Iterator[House]:
    yield standing_house
    standing_house.leave()


@pytest.fixture
def stranger(house: House) -> Guest:
    """A browser in which nobody has signed in."""
    return house.browser(address="203.0.113.9")


@pytest.fixture
def hanako(house: House) -> Guest:
    """Hanako's browser, signed in."""
    return house.browser().sign_up("hanako")
