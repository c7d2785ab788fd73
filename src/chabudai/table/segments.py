"""Segments of a scan, read at the same time: their pages wait in a short queue until they are wanted."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextvars import copy_context
from queue import Empty, Queue
from threading import Event, Thread
from typing import TypeAlias, TypeVar

T = TypeVar("T")

_Page: TypeAlias = list[T] | BaseException | None
"""Some rows, what went wrong, or the end of a segment."""


def rows_of_segments(pages_of: Callable[[int], Iterator[list[T]]], segments: int) -> Iterator[T]:
    """By a thread for each. One who stops early stops them too, as soon as what each has asked is answered."""
    pages: Queue[_Page[T]] = Queue(segments)
    is_stopped = Event()
    threads = [
        # With a context of its own, so that what the store records is recorded for the caller.
        Thread(target=copy_context().run, args=(_read, pages_of, segment, pages, is_stopped), daemon=True)
        for segment in range(segments)
    ]
    for thread in threads:
        thread.start()
    try:
        left = segments
        while left:
            page = pages.get()
            if isinstance(page, BaseException):
                raise page
            if page is None:
                left -= 1
            else:
                yield from page
    finally:
        is_stopped.set()
        for thread in threads:
            _let_end(thread, pages)


async def rows_of_segments_async(pages_of: Callable[[int], AsyncIterator[list[T]]], segments: int) -> AsyncIterator[T]:
    """By a task for each, which end when the one who asks stops."""
    pages: asyncio.Queue[_Page[T]] = asyncio.Queue(segments)
    tasks = [asyncio.create_task(_read_async(pages_of, segment, pages)) for segment in range(segments)]
    try:
        left = segments
        while left:
            page = await pages.get()
            if isinstance(page, BaseException):
                raise page
            if page is None:
                left -= 1
                continue
            for row in page:
                yield row
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _read(
    pages_of: Callable[[int], Iterator[list[T]]], segment: int, pages: "Queue[_Page[T]]", is_stopped: Event
) -> None:
    try:
        for page in pages_of(segment):
            if is_stopped.is_set():
                return
            pages.put(page)
        pages.put(None)
    except BaseException as error:
        pages.put(error)


def _let_end(thread: Thread, pages: "Queue[_Page[T]]") -> None:
    """It may be waiting for a place in the queue."""
    while thread.is_alive():
        try:
            pages.get_nowait()
        except Empty:
            thread.join(0.01)


async def _read_async(
    pages_of: Callable[[int], AsyncIterator[list[T]]], segment: int, pages: "asyncio.Queue[_Page[T]]"
) -> None:
    try:
        async for page in pages_of(segment):
            await pages.put(page)
        await pages.put(None)
    except Exception as error:
        await pages.put(error)
