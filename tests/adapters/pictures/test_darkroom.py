"""The darkroom: few at once, within its memory, and a door before which only so many wait."""

import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as StillThere
from threading import Event

import pytest

from chabudai.adapters.pictures.darkroom import Darkroom
from chabudai.adapters.pictures.errors import DarkroomFull


class Visitors:
    """Each comes in its own thread and stays until told to leave."""

    def __init__(self, room: Darkroom) -> None:
        self.room = room
        self.leave = Event()
        self.threads = ThreadPoolExecutor(20)

    def send(self, memory: int = 1) -> "tuple[Event, Future[None]]":
        """The event says that they came in."""
        entered = Event()

        def stay() -> None:
            with self.room.enter(memory):
                entered.set()
                self.leave.wait(20)

        return entered, self.threads.submit(stay)


def visitors_of(room: Darkroom) -> Iterator[Visitors]:
    visitors = Visitors(room)
    try:
        yield visitors
    finally:
        visitors.leave.set()
        visitors.threads.shutdown()


@pytest.fixture
def visitors() -> Iterator[Visitors]:
    yield from visitors_of(Darkroom(tables=2, memory=100, waiting=2))


@pytest.mark.parametrize(("memory", "second_fits"), [(50, True), (51, False), (1000, False)])
def test_two_are_in_at_once_if_their_memory_is_there(visitors: Visitors, memory: int, second_fits: bool) -> None:
    assert visitors.send(memory)[0].wait(5)
    second, _ = visitors.send(memory)
    assert second.wait(5 if second_fits else 0.1) == second_fits
    if second_fits:
        assert not visitors.send()[0].wait(0.1)
    visitors.leave.set()
    assert second.wait(5)


def test_who_would_wait_behind_too_many_is_sent_away_and_the_others_come_in(visitors: Visitors) -> None:
    for _ in range(2):
        assert visitors.send()[0].wait(5)
    later = [visitors.send() for _ in range(3)]
    with pytest.raises(DarkroomFull):
        next(future for _, future in later if _is_over(future)).result()
    visitors.leave.set()
    assert [entered.wait(5) for entered, future in later if not future.done() or future.exception() is None] == [
        True
    ] * 2


def test_a_failure_inside_leaves_the_place_free(visitors: Visitors) -> None:
    for _ in range(5):
        with pytest.raises(ZeroDivisionError), visitors.room.enter(100):
            raise ZeroDivisionError


def _is_over(future: "Future[None]") -> bool:
    try:
        future.exception(0.3)
    except StillThere:
        return False
    return True


def test_what_is_developed_gives_way_to_everything_else_of_the_process(visitors: Visitors) -> None:
    here = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    there = visitors.room.develop(1, lambda: os.getpriority(os.PRIO_PROCESS, threading.get_native_id()))
    assert there == min(19, here + 10)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == here
