"""How often: a window that slides, keys that expire, clocks that jump, and many who count at once."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from tests.accounts.clock import SetClock

from chabudai import table
from chabudai.accounts.design import AccountsTable, design
from chabudai.accounts.limiter import Limiter, Rate
from chabudai.adapters.clock import TOLERANCE
from chabudai.table import TypedStore
from chabudai.web.errors import TooManyRequests


@pytest.fixture
def store(clock: SetClock) -> Iterator[TypedStore]:
    with table.open(":memory:", clock=clock) as store:
        store.create(*design.tables)
        yield store


@pytest.fixture
def limiter(store: TypedStore, clock: SetClock) -> Limiter:
    return Limiter(store, clock, "guesses", Rate(3, timedelta(minutes=1)))


def _times(limiter: Limiter, key: str, times: int) -> int:
    """How many of them were allowed."""
    allowed = 0
    for _ in range(times):
        try:
            limiter.count(key)
        except TooManyRequests:
            continue
        allowed += 1
    return allowed


def test_so_many_times_are_allowed_and_no_more(limiter: Limiter) -> None:
    assert _times(limiter, "hana", 10) == 3


def test_each_key_counts_by_itself(limiter: Limiter) -> None:
    assert _times(limiter, "hana", 10) + _times(limiter, "tom", 10) == 6


def test_the_window_slides_rather_than_starts_anew(limiter: Limiter, clock: SetClock) -> None:
    limiter.count("hana")
    clock.pass_by(timedelta(seconds=30))
    assert _times(limiter, "hana", 5) == 2
    clock.pass_by(timedelta(seconds=30))
    assert _times(limiter, "hana", 5) == 1


def test_it_says_how_long_to_wait_and_that_is_long_enough(limiter: Limiter, clock: SetClock) -> None:
    _times(limiter, "hana", 3)
    clock.pass_by(timedelta(seconds=10.5))
    with pytest.raises(TooManyRequests) as refused:
        limiter.count("hana")
    assert refused.value.retry_after == 50
    assert refused.value.headers == {"retry-after": "50"}
    clock.pass_by(timedelta(seconds=50))
    limiter.count("hana")


def test_asking_while_it_is_refused_does_not_make_the_wait_longer(limiter: Limiter, clock: SetClock) -> None:
    _times(limiter, "hana", 3)
    for _ in range(59):
        clock.pass_by(timedelta(seconds=1))
        assert _times(limiter, "hana", 1) == 0
    clock.pass_by(timedelta(seconds=1))
    assert _times(limiter, "hana", 1) == 1


def test_what_is_forgiven_counts_no_more(limiter: Limiter) -> None:
    _times(limiter, "hana", 3)
    limiter.forget("hana")
    limiter.forget("nobody")
    assert _times(limiter, "hana", 10) == 3


def test_a_clock_that_is_set_far_back_locks_nobody_out(limiter: Limiter, clock: SetClock) -> None:
    _times(limiter, "hana", 3)
    clock.pass_by(-timedelta(days=10))
    assert _times(limiter, "hana", 10) == 3


def test_a_clock_that_is_set_back_a_little_locks_nobody_out_for_more_than_two_windows(
    limiter: Limiter, clock: SetClock
) -> None:
    _times(limiter, "hana", 3)
    clock.pass_by(-timedelta(seconds=50))
    assert _times(limiter, "hana", 1) == 0
    clock.pass_by(timedelta(minutes=2))
    assert _times(limiter, "hana", 10) == 3


def test_a_clock_that_is_set_back_and_forth_gives_no_extra_times(limiter: Limiter, clock: SetClock) -> None:
    _times(limiter, "hana", 3)
    clock.pass_by(-timedelta(seconds=50))
    clock.pass_by(timedelta(seconds=50))
    assert _times(limiter, "hana", 1) == 0


def test_another_name_counts_by_itself(limiter: Limiter, store: TypedStore, clock: SetClock) -> None:
    other = Limiter(store, clock, "sign-ups", limiter.rate)
    assert _times(limiter, "hana", 10) + _times(other, "hana", 10) == 6


def test_what_lies_there_expired_is_taken_over(limiter: Limiter, clock: SetClock) -> None:
    """The store removes it some time later."""
    _times(limiter, "hana", 3)
    clock.pass_by(timedelta(hours=1))
    assert _times(limiter, "hana", 10) == 3


def test_no_key_is_stored_as_it_is_and_every_row_expires(limiter: Limiter, store: TypedStore, clock: SetClock) -> None:
    limiter.count("a password typed where the name belongs")
    (row,) = store.raw.call("Scan", {"TableName": AccountsTable.name})["Items"]
    assert "password" not in str(row)
    assert 0 <= int(row["expiresAt"]["N"]) - (clock() + limiter.rate.window + TOLERANCE).timestamp() <= 2


def test_another_process_counts_on(limiter: Limiter, store: TypedStore, clock: SetClock) -> None:
    """Nothing is kept in a limiter itself."""
    _times(limiter, "hana", 2)
    assert _times(Limiter(store, clock, "guesses", limiter.rate), "hana", 10) == 1


@pytest.mark.parametrize("ahead", [timedelta(seconds=30), timedelta(minutes=1), timedelta(minutes=10)])
def test_machines_whose_clocks_differ_allow_each_no_more_than_one_alone(
    limiter: Limiter, store: TypedStore, clock: SetClock, ahead: timedelta
) -> None:
    other = Limiter(store, lambda: clock() + ahead, "guesses", limiter.rate)
    assert sum(_times(each, "hana", 1) for _ in range(30) for each in (limiter, other)) <= 2 * limiter.rate.times


def test_threads_together_get_no_more_than_one_alone(store: TypedStore, clock: SetClock) -> None:
    limiter = Limiter(store, clock, "guesses", Rate(50, timedelta(minutes=1)))
    allowed: list[int] = []
    threads = [threading.Thread(target=lambda: allowed.append(_times(limiter, "hana", 20))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(allowed) == 50
