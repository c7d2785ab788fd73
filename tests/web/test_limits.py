"""How often: a window that slides, keys that are forgotten, clocks that jump."""

import threading

import pytest

from chabudai.web.errors import SlowDown
from chabudai.web.limits import Limiter, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def limiter(clock: Clock) -> Limiter:
    return Limiter(Rate(3, 60), clock)


def _times(limiter: Limiter, key: str, times: int) -> int:
    """How many of them were allowed."""
    allowed = 0
    for _ in range(times):
        try:
            limiter.count(key)
        except SlowDown:
            continue
        allowed += 1
    return allowed


def test_so_many_times_are_allowed_and_no_more(limiter: Limiter) -> None:
    assert _times(limiter, "hana", 10) == 3


def test_each_key_counts_by_itself(limiter: Limiter) -> None:
    assert _times(limiter, "hana", 10) + _times(limiter, "tom", 10) == 6


def test_the_window_slides_rather_than_starts_anew(limiter: Limiter, clock: Clock) -> None:
    limiter.count("hana")
    clock.now += 30
    assert _times(limiter, "hana", 5) == 2
    clock.now += 30
    assert _times(limiter, "hana", 5) == 1


def test_it_says_how_long_to_wait_and_that_is_long_enough(limiter: Limiter, clock: Clock) -> None:
    _times(limiter, "hana", 3)
    clock.now += 10.5
    with pytest.raises(SlowDown) as refused:
        limiter.count("hana")
    assert refused.value.retry_after == 50
    assert refused.value.headers == {"retry-after": "50"}
    clock.now += 50
    limiter.count("hana")


def test_asking_while_it_is_refused_does_not_make_the_wait_longer(limiter: Limiter, clock: Clock) -> None:
    _times(limiter, "hana", 3)
    for _ in range(59):
        clock.now += 1
        assert _times(limiter, "hana", 1) == 0
    clock.now += 1
    assert _times(limiter, "hana", 1) == 1


def test_what_is_forgiven_counts_no_more(limiter: Limiter) -> None:
    _times(limiter, "hana", 3)
    limiter.forget("hana")
    limiter.forget("nobody")
    assert _times(limiter, "hana", 10) == 3


def test_a_clock_that_is_set_back_locks_nobody_out(limiter: Limiter, clock: Clock) -> None:
    _times(limiter, "hana", 3)
    clock.now -= 1_000_000
    assert _times(limiter, "hana", 1) == 0
    clock.now += 60
    assert _times(limiter, "hana", 1) == 1


def test_a_clock_that_is_set_back_and_forth_gives_no_extra_times(limiter: Limiter, clock: Clock) -> None:
    _times(limiter, "hana", 3)
    clock.now -= 50
    clock.now += 50
    assert _times(limiter, "hana", 1) == 0


def test_many_keys_take_bounded_memory_and_the_longest_unused_goes_first(clock: Clock) -> None:
    limiter = Limiter(Rate(1, 60), clock, most_keys=100)
    limiter.count("first")
    for n in range(99):
        limiter.count(str(n))
    assert _times(limiter, "first", 1) == 0
    for n in range(1000, 1099):
        limiter.count(str(n))
    assert len(limiter) == 100
    assert _times(limiter, "first", 1) == 0
    assert _times(limiter, "0", 1) == 1


def test_threads_together_get_no_more_than_one_alone(clock: Clock) -> None:
    limiter = Limiter(Rate(50, 60), clock)
    allowed: list[int] = []
    threads = [threading.Thread(target=lambda: allowed.append(_times(limiter, "hana", 100))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(allowed) == 50
