"""Numbers: 38 digits, magnitudes from 1E-130 to 9.99…E+125, one spelling each, sums exact or refused."""

from collections.abc import Callable
from decimal import Context, Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.engine.strategies import decimals, spellings

from chabudai.engine import numbers
from chabudai.engine.errors import ValidationFailed

EXACT = Context(prec=1000)
OVERFLOW = "Number overflow. Attempting to store a number with magnitude larger than supported range"
UNDERFLOW = "Number underflow. Attempting to store a number with magnitude smaller than supported range"
PRECISION = "Attempting to store more than 38 significant digits in a Number"


def plain(number: Decimal) -> str:
    """DynamoDB's spelling, by way of Decimal: written out, without a superfluous zero."""
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text in ("-0", "0") else text


def fault_of(number: Decimal) -> str | None:
    """Why DynamoDB refuses a number, or None."""
    if not number:
        return None
    if number.adjusted() > 125:
        return OVERFLOW
    if number.adjusted() < -130:
        return UNDERFLOW
    return PRECISION if len("".join(map(str, number.as_tuple().digits)).strip("0")) > 38 else None


def refusal(text: str) -> str:
    with pytest.raises(ValidationFailed) as caught:
        numbers.canonical(text)
    return caught.value.message


@given(spellings())
def test_the_canonical_spelling_is_the_plain_one_of_the_same_number(text: str) -> None:
    spelled = numbers.canonical(text)
    assert Decimal(spelled) == Decimal(text)
    assert spelled == plain(Decimal(text))


@given(decimals())
def test_the_canonical_spelling_is_its_own(number: Decimal) -> None:
    spelled = numbers.canonical(str(number))
    assert numbers.canonical(spelled) == spelled


@given(spellings(), spellings())
def test_two_spellings_are_canonically_the_same_exactly_when_the_numbers_are(one: str, other: str) -> None:
    assert (numbers.canonical(one) == numbers.canonical(other)) == (Decimal(one) == Decimal(other))


@given(decimals(), decimals())
def test_comparing_is_comparing_the_values(one: Decimal, other: Decimal) -> None:
    assert numbers.compare(plain(one), plain(other)) == (one > other) - (one < other)


@given(decimals(), decimals())
@example(Decimal("1e125"), Decimal("1e-130"))
@example(Decimal("9.9e125"), Decimal("1e124"))
@example(Decimal("9" * 38), Decimal(1))
@example(Decimal("1e38"), Decimal(1))
@example(Decimal("-1.00000000000000001e-130"), Decimal("1e-130"))
@example(Decimal(99999999999999999), Decimal(99999999999999999))
def test_a_sum_is_exact_or_refused(one: Decimal, other: Decimal) -> None:
    check_arithmetic(numbers.add, one, other, EXACT.add(one, other))


@given(decimals(), decimals())
@example(Decimal("1.1e-130"), Decimal("1e-130"))
@example(Decimal(0), Decimal("9.9e125"))
def test_a_difference_is_exact_or_refused(one: Decimal, other: Decimal) -> None:
    check_arithmetic(numbers.subtract, one, other, EXACT.subtract(one, other))


@given(decimals())
def test_a_number_less_itself_is_nothing(number: Decimal) -> None:
    assert numbers.subtract(plain(number), plain(number)) == "0"


@given(st.integers(-400, 400), st.text("0123456789", min_size=1, max_size=60), st.sampled_from(("", "-")))
def test_what_is_too_large_too_small_or_too_long_is_refused_with_its_reason(
    exponent: int, digits: str, sign: str
) -> None:
    text = f"{sign}{digits}e{exponent}"
    fault = fault_of(Decimal(text))
    if fault is None:
        assert numbers.canonical(text) == plain(Decimal(text))
    else:
        assert refusal(text) == fault


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("0", "0"),
        ("-0", "0"),
        ("+0.00e99", "0"),
        ("0e2147483647", "0"),
        ("-0.0e-2147483647", "0"),
        ("1.0", "1"),
        ("+1", "1"),
        ("00012", "12"),
        ("1e2", "100"),
        ("1E+2", "100"),
        ("1.", "1"),
        (".5", "0.5"),
        ("-.5e-1", "-0.05"),
        ("1e-0000000000002", "0.01"),
        ("9" * 38 + "e88", "9" * 38 + "0" * 88),
        ("1e125", "1" + "0" * 125),
        ("-1e-130", "-0." + "0" * 129 + "1"),
        ("9.9999999999999999999999999999999999999e-130", "0." + "0" * 129 + "9" * 38),
        ("1" + "0" * 1000 + "e-1000", "1"),
        ("0." + "0" * 1000 + "1e1001", "1"),
    ],
)
def test_a_number_is_spelled_plainly(text: str, spelled: str) -> None:
    assert numbers.canonical(text) == spelled


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1e126", OVERFLOW),
        ("-1e126", OVERFLOW),
        ("1e999999999", OVERFLOW),
        ("9" * 100_000, OVERFLOW),
        ("1e-131", UNDERFLOW),
        ("-1e-999999999", UNDERFLOW),
        ("1" * 39, PRECISION),
        ("0." + "1" * 39, PRECISION),
        ("1" + "0" * 37 + "1", PRECISION),
        ("", "The parameter cannot be converted to a numeric value"),
    ],
)
def test_what_does_not_fit_is_refused(text: str, fault: str) -> None:
    assert refusal(text) == fault


@pytest.mark.parametrize(
    "text",
    [
        *[
            "a",
            " ",
            ".",
            "-",
            "+",
            "e",
            "e1",
            "1e",
            "1e+",
            "--1",
            "+-1",
            "1-",
            "1.2.3",
            "1e1.5",
            "1 ",
            " 1",
            "1\n",
            "1_000",
            "1e99999999999",
            "0e-99999999999",
        ],
        *[
            "0x10",
            "0b1",
            "1,5",
            "1/2",
            "NaN",
            "nan",
            "sNaN",
            "Infinity",
            "-inf",
            "1f",
            "1d",
            "1L",
            "١٢",
            "１",
            "½",
            "1\x00",
            "−1",
        ],
    ],
)
def test_what_is_no_number_is_refused_with_its_text(text: str) -> None:
    assert refusal(text) == f"The parameter cannot be converted to a numeric value: {text}"


@given(st.text(max_size=8))
def test_any_text_is_a_number_or_refused(text: str) -> None:
    try:
        spelled = numbers.canonical(text)
    except ValidationFailed:
        return
    assert Decimal(spelled) == Decimal(text)


def check_arithmetic(operation: Callable[[str, str], str], one: Decimal, other: Decimal, expected: Decimal) -> None:
    fault = fault_of(expected)
    if fault is None:
        assert operation(plain(one), plain(other)) == plain(expected)
    else:
        with pytest.raises(ValidationFailed) as caught:
            operation(plain(one), plain(other))
        # DynamoDB speaks of an overflow even where only digits would be lost.
        assert caught.value.message == (OVERFLOW if fault == PRECISION else fault)
