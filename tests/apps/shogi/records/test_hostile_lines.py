"""Lines that were made to take long: each shape is read in time that grows with its length and no faster."""

import time
from collections.abc import Callable
from contextlib import suppress

import pytest

from chabudai.apps.shogi.records import UnreadableRecord, parse

SHAPES: dict[str, Callable[[int], str]] = {
    "spaces in a time": lambda n: "手合割：平手\n   1 ７六歩(77)(" + " " * n,
    "spaces in a time with a slash": lambda n: "手合割：平手\n   1 ７六歩(77)(0:01/" + " " * n,
    "spaces after an ending": lambda n: "手合割：平手\n   1 ７六歩(77)\n   2 投了(" + " " * n,
    "sides in a closing sentence": lambda n: "手合割：平手\n   1 ７六歩(77)\nまで" + "先手" * n,
    "dashes in the first line": lambda n: "#" + "-" * n,
    "spaces in a header": lambda n: "あ" + " " * n,
    "a number and dots": lambda n: "手合割：平手\n1" + "." * n,
    "colons": lambda n: "手合割：平手\n   1 ７六歩(77)(" + "1:" * n,
}
"""Each is of about `n` characters."""


@pytest.mark.parametrize("shape", SHAPES)
def test_a_hostile_line_takes_linear_time(shape: str) -> None:
    """Sixteen times the length: quadratic work would be 256 times, and the cubic one of before 4,096 times."""
    short, long = (min(time_of(SHAPES[shape](n)) for _ in range(3)) for n in (1_000, 16_000))
    assert long <= 64 * max(short, 0.001)


def time_of(text: str) -> float:
    """The processor's time of this thread: other programs on the machine do not count."""
    before = time.thread_time()
    with suppress(UnreadableRecord):
        parse(text)
    return time.thread_time() - before
