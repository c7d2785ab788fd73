"""Signed texts: they come back whole, or not at all."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.web.secrets import Secret
from chabudai.web.signing import Signer

SIGNER = Signer(Secret(b"k" * 32))


@given(st.text())
def test_what_was_signed_comes_back(text: str) -> None:
    signed = SIGNER.sign("purpose", text)
    assert SIGNER.unsign("purpose", signed, 60) == text
    assert signed.isascii()
    assert not set(signed) & set(' ;,"\\/+=')


def test_one_altered_bit_anywhere_is_refused() -> None:
    signed = SIGNER.sign("purpose", "session-of-hana").encode()
    for bit in range(8 * len(signed)):
        altered = bytearray(signed)
        altered[bit // 8] ^= 1 << bit % 8
        assert SIGNER.unsign("purpose", altered.decode("latin-1"), 60) is None


def test_another_spelling_of_the_same_signature_is_refused() -> None:
    signed = SIGNER.sign("purpose", "session-of-hana")
    for other in (signed + "=", signed + "!", signed[:-3] + "!" + signed[-3:], signed + "\n", " " + signed):
        assert SIGNER.unsign("purpose", other, 60) is None


def test_what_was_signed_for_one_purpose_is_refused_by_another() -> None:
    assert SIGNER.unsign("another", SIGNER.sign("purpose", "x"), 60) is None


def test_what_another_household_signed_is_refused() -> None:
    assert SIGNER.unsign("purpose", Signer(Secret(b"l" * 32)).sign("purpose", "x"), 60) is None


def test_it_ages() -> None:
    now = [1_000_000.0]
    signer = Signer(Secret(b"k" * 32), lambda: now[0])
    signed = signer.sign("purpose", "x")
    now[0] += 60
    assert signer.unsign("purpose", signed, 60) == "x"
    now[0] += 1
    assert signer.unsign("purpose", signed, 60) is None


def test_what_was_signed_in_the_future_is_refused() -> None:
    now = [1_000_000.0]
    signer = Signer(Secret(b"k" * 32), lambda: now[0])
    signed = signer.sign("purpose", "x")
    now[0] -= 3600
    assert signer.unsign("purpose", signed, 60) is None


@pytest.mark.parametrize("off", [-600, 600])
def test_a_clock_that_may_be_off_takes_what_another_signed(off: int) -> None:
    now = [1_000_000.0]
    signer = Signer(Secret(b"k" * 32), lambda: now[0], tolerance=900)
    signed = signer.sign("purpose", "x")
    now[0] += off
    assert signer.unsign("purpose", signed, 60) == "x"


@pytest.mark.parametrize("off", [-901, 961])
def test_a_clock_may_not_be_off_by_more_than_that(off: int) -> None:
    now = [1_000_000.0]
    signer = Signer(Secret(b"k" * 32), lambda: now[0], tolerance=900)
    signed = signer.sign("purpose", "x")
    now[0] += off
    assert signer.unsign("purpose", signed, 60) is None


@pytest.mark.parametrize("text", ["", ".", "..", "a.b.c", "\0", "é", "\ud800", "鍵.鍵.鍵", "." * 5000, "a" * 100_000])
def test_garbage_is_refused(text: str) -> None:
    assert SIGNER.unsign("purpose", text, 60) is None
