"""Accounts on a real engine in memory, with an outbox in a folder and a clock that the test sets."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from argon2 import PasswordHasher

from chabudai import table
from chabudai.accounts.design import design
from chabudai.accounts.hashing import Hasher
from chabudai.accounts.service import Accounts
from chabudai.outside.mail import Address, Letterhead, Outbox

QUICK = Hasher(PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


class SetClock:
    def __init__(self) -> None:
        # Far ahead, so that the store itself finds nothing expired.
        self.now = datetime(2040, 11, 15, 3, 4, 5, 678000, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, time: timedelta) -> None:
        self.now += time


@pytest.fixture
def clock() -> SetClock:
    return SetClock()


@pytest.fixture
def outbox(tmp_path: Path) -> Outbox:
    return Outbox(tmp_path / "outbox", Letterhead(Address("table@example.jp", "ちゃぶ台")))


@pytest.fixture
def accounts(clock: SetClock, outbox: Outbox) -> Iterator[Accounts]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield Accounts(store, outbox, clock, "http://localhost:8000", QUICK)
