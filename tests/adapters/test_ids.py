"""Ids sort by time and never meet; tokens and codes can't be guessed or misread."""

import re
import subprocess
import sys
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest

from chabudai.adapters.ids import UNMISTAKABLE, NewId, code_factory, token_factory, ulid, uuid7

CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
IDS_BEFORE_AND_AFTER_A_FORK = """
import os, sys
from chabudai.adapters.ids import uuid7
uuid7()
read, write = os.pipe()
if os.fork() == 0:
    os.write(write, " ".join(uuid7() for _ in range(200)).encode())
    os._exit(0)
os.close(write)
ours = {uuid7() for _ in range(200)}
os.wait()
theirs = set(os.fdopen(read).read().split())
# The last 62 bits are random; were the generators alike, so would these be.
print(len({each[19:] for each in ours | theirs}))
"""

sorting = pytest.mark.parametrize("new_id", [uuid7, ulid])


def test_a_uuid7_is_a_uuid_of_version_7_that_tells_when_it_was_made() -> None:
    made = UUID(uuid7())
    assert made.version == 7
    assert str(made).islower()
    _assert_is_now(made.int >> 80)


def test_a_ulid_has_26_characters_of_which_ten_tell_when_it_was_made() -> None:
    made = ulid()
    assert re.fullmatch(f"[0-7][{CROCKFORD}]{{25}}", made)
    _assert_is_now(sum(CROCKFORD.index(letter) * 32**place for place, letter in enumerate(reversed(made[:10]))))


@sorting
def test_ids_sort_in_the_order_in_which_they_were_made_within_a_millisecond_too(new_id: NewId) -> None:
    made = [new_id() for _ in range(50_000)]
    assert made == sorted(set(made))


@sorting
def test_ids_of_many_threads_sort_in_the_order_in_which_they_were_made(new_id: NewId) -> None:
    made: list[str] = []
    turn = threading.Lock()

    def make(_: int) -> None:
        for _ in range(2_000):
            with turn:
                made.append(new_id())

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(make, range(8)))
    assert len(made) == 16_000
    assert made == sorted(set(made))


@sorting
def test_threads_that_do_not_wait_for_each_other_never_make_the_same_id(new_id: NewId) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: [new_id() for _ in range(5_000)], range(8)))
    assert all(mine == sorted(mine) for mine in made)
    assert len({each for mine in made for each in mine}) == 40_000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no fork")
def test_a_forked_process_does_not_repeat_the_ids_of_its_parent() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", IDS_BEFORE_AND_AFTER_A_FORK], capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout == "400\n"


def test_a_token_carries_as_many_random_bytes_as_asked_for_and_is_safe_in_a_url() -> None:
    new_token = token_factory(32)
    made = {new_token() for _ in range(1_000)}
    assert len(made) == 1_000
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{43}", each) for each in made)
    assert len(token_factory(16)()) == 22


def test_a_token_that_could_be_guessed_is_refused() -> None:
    with pytest.raises(ValueError, match="can be guessed"):
        token_factory(15)


def test_a_code_has_its_length_and_only_letters_that_look_like_no_other() -> None:
    new_code = code_factory(8)
    letters = Counter("".join(new_code() for _ in range(3_000)))
    assert len(new_code()) == 8
    assert set(letters) == set(UNMISTAKABLE)
    assert set(UNMISTAKABLE).isdisjoint("0O1IL2Z5S8BU")
    # 24,000 letters, 1,000 each: a tenth more or less is three standard deviations, a quarter is eight.
    assert all(750 < count < 1_250 for count in letters.values())


def test_a_code_may_have_an_alphabet_of_its_own() -> None:
    assert re.fullmatch(r"\d{6}", code_factory(6, "0123456789")())


@pytest.mark.parametrize(("length", "alphabet"), [(0, "abc"), (-1, "abc"), (6, ""), (6, "a"), (6, "abca")])
def test_a_code_that_says_nothing_is_refused(length: int, alphabet: str) -> None:
    with pytest.raises(ValueError, match=r"at least 1 character|Invalid alphabet"):
        code_factory(length, alphabet)


def _assert_is_now(milliseconds: int) -> None:
    made = datetime.fromtimestamp(milliseconds / 1000, UTC)
    assert abs(datetime.now(UTC) - made) < timedelta(minutes=1)
