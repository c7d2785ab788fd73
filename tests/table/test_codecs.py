"""Codecs: what they write sorts as it should, reads back as it was, and is exactly what their pattern says."""

import re
from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from enum import IntEnum, StrEnum
from typing import Annotated, Any, Literal, NewType
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.table.strategies import CASES, DAYS, PERIODS, TAIL, Case, Season

from chabudai.table.errors import (
    DelimiterInValue,
    DesignError,
    EmptyPart,
    FormatMismatch,
    PartOutOfRange,
    UnknownFormat,
    UnreadablePart,
    WrongPartType,
)
from chabudai.table.keys import dates
from chabudai.table.keys.formats import codec_for


def name_of(case: Case) -> str:
    return f"{getattr(case.kind, '__name__', case.kind)}:{case.spec}"


every_case = pytest.mark.parametrize("case", [*CASES, TAIL], ids=name_of)
every_period = pytest.mark.parametrize("case", PERIODS, ids=name_of)


def encode(kind: Any, spec: str | None, value: Any) -> str:
    return codec_for(kind, spec, "#").encode(value)


@every_case
@given(data=st.data())
def test_a_value_is_read_back_as_it_was(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    value = data.draw(case.values)
    assert codec.decode(codec.encode(value)) == value


@every_case
@given(data=st.data())
def test_the_order_of_texts_is_the_order_of_values_where_a_codec_says_so(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    if not codec.sorts:
        return
    one, other = data.draw(case.values), data.draw(case.values)
    order = [each.value if isinstance(each, Season) else each for each in (one, other)]
    in_order = order[0] > order[1] if codec.is_descending else order[0] < order[1]
    assert (codec.encode(one).encode() < codec.encode(other).encode()) is in_order


@every_period
@given(data=st.data())
def test_a_period_is_read_as_its_first_day_and_sorts_as_time_passes(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    one, other = data.draw(case.values), data.draw(case.values)
    first = codec.decode(codec.encode(one))
    assert not codec.is_exact
    assert (first.year, first.day) == (one.year, 1)
    assert first.month == (1 if "mm" not in codec.name else one.month)
    assert first <= one
    starts = [first, codec.decode(codec.encode(other))]
    in_order = starts[0] > starts[1] if codec.is_descending else starts[0] < starts[1]
    assert (codec.encode(one) < codec.encode(other)) is in_order


@every_period
@given(data=st.data())
def test_the_days_around_an_end_of_a_period_know_that_they_are(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    value = data.draw(case.values)
    first = codec.decode(codec.encode(value))
    assert dates.is_first_of_period(codec, first)
    assert dates.is_first_of_period(codec, value) is (value == first)
    if first > first.min.replace(tzinfo=UTC) if isinstance(first, datetime) else first > date.min:
        before = first - first.resolution
        assert dates.is_last_of_period(codec, before)
        assert codec.encode(before) != codec.encode(first)


def test_the_last_day_of_all_ends_its_period() -> None:
    assert dates.is_last_of_period(codec_for(date, "yyyy-mm", "#"), date.max)


@given(st.text(min_size=1), st.text(min_size=1), st.sampled_from(' !"#$'))
def test_escaped_texts_sort_with_the_delimiter_and_more_behind_them(one: str, other: str, delimiter: str) -> None:
    codec = codec_for(str, "escaped", delimiter)
    try:
        texts = codec.encode(one) + delimiter + "z", codec.encode(other) + delimiter + "a"
    except PartOutOfRange:
        return
    if one != other:
        assert (texts[0] < texts[1]) is (one < other)


@pytest.mark.parametrize("case", [*CASES, *PERIODS, TAIL], ids=name_of)
@given(data=st.data())
def test_a_pattern_matches_what_is_written_and_a_fixed_width_is_kept(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    one, other = codec.encode(data.draw(case.values)), codec.encode(data.draw(case.values))
    assert re.fullmatch(codec.pattern, one)
    if codec.is_fixed_width:
        assert len(one) == len(other)


@pytest.mark.parametrize("case", [case for case in [*CASES, *PERIODS] if case.kind is not str], ids=name_of)
@given(data=st.data())
def test_what_a_pattern_matches_is_what_is_written(case: Case, data: st.DataObject) -> None:
    codec = case.codec("#")
    text = data.draw(st.from_regex(codec.pattern, fullmatch=True))
    assert codec.encode(codec.decode(text)) == text


@pytest.mark.parametrize("case", [case for case in [*CASES, TAIL] if case.kind is str], ids=name_of)
@given(text=st.text("#%2350aA ") | st.text())
def test_a_text_is_either_refused_or_written_as_it_was_read(case: Case, text: str) -> None:
    codec = case.codec("#")
    try:
        value = codec.decode(text)
    except UnreadablePart:
        return
    assert codec.encode(value) == text


@given(st.integers(0, 9999), st.integers(0, 13), st.integers(0, 32))
def test_only_days_of_the_calendar_are_read(year: int, month: int, day: int) -> None:
    codec = codec_for(date, "yyyymmdd", "#")
    try:
        expected: date | None = date(year, month, day)
    except ValueError:
        expected = None
    text = f"{year:04}{month:02}{day:02}"
    if expected:
        assert codec.decode(text) == expected
    else:
        with pytest.raises(UnreadablePart):
            codec.decode(text)


@pytest.mark.parametrize(
    ("kind", "spec", "value", "text"),
    [
        (str, None, "cl_01", "cl_01"),
        (str, "escaped", "50% #1", "50%25%20%231"),
        (str, "tail", "a#b", "a#b"),
        (int, None, -12, "-12"),
        (int, "010", 12, "0000000012"),
        (int, "-010", 12, "9999999987"),
        (int, "+03", 5, "0005"),
        (int, "+03", -1, "-999"),
        (int, "+03", -1000, "-000"),
        (int, "-+03", -1, "0000"),
        (Decimal, "+8.2", Decimal("12.5"), "000000012.50"),
        (Decimal, "+8.2", Decimal("-0.01"), "-99999999.99"),
        (Decimal, "3.1", 7, "007.0"),
        (float, "3.1", 0.5, "000.5"),
        (date, None, date(2026, 2, 9), "2026-02-09"),
        (date, "yyyymmdd", date(2026, 1, 2), "20260102"),
        (date, "-yyyymmdd", date(2026, 1, 2), "79739897"),
        (datetime, "iso", datetime(2026, 2, 9, 10, tzinfo=UTC), "2026-02-09T10:00:00Z"),
        (datetime, "isoms", datetime(2024, 1, 1, tzinfo=UTC), "2024-01-01T00:00:00.000Z"),
        (datetime, "isous", datetime(2024, 1, 1, microsecond=7, tzinfo=UTC), "2024-01-01T00:00:00.000007Z"),
        (datetime, "-isous", datetime(2024, 1, 1, tzinfo=UTC), "7975-98-98T99:99:99.999999Z"),
        (date, "yyyy-mm", date(2026, 2, 9), "2026-02"),
        (date, "-yyyy-mm", date(2026, 2, 9), "7973-97"),
        (date, "yyyy", date(26, 2, 9), "0026"),
        (datetime, "yyyy-mm", datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=9))), "2025-12"),
        (datetime, "iso", datetime(2026, 1, 1, tzinfo=timezone(timedelta(hours=9))), "2025-12-31T15:00:00Z"),
        (bool, None, True, "true"),
        (UUID, None, UUID(int=1), "00000000-0000-0000-0000-000000000001"),
        (Season, None, Season.ALL, "all"),
        (Literal["ACTIVE", "DELETED"], None, "ACTIVE", "ACTIVE"),
        (IntEnum("Level", ["LOW", "HIGH"]), None, 2, "2"),
    ],
)
def test_values_are_written_as_documented(kind: Any, spec: str | None, value: Any, text: str) -> None:
    assert encode(kind, spec, value) == text


@pytest.mark.parametrize(
    ("kind", "spec", "value", "fault"),
    [
        (str, None, "a#b", DelimiterInValue),
        (str, None, "", EmptyPart),
        (str, None, 5, WrongPartType),
        (str, None, "a\ud800", PartOutOfRange),
        (str, "tail", "a\U0010ffff", PartOutOfRange),
        (int, None, "5", WrongPartType),
        (int, None, True, WrongPartType),
        (int, "03", -1, PartOutOfRange),
        (int, "03", 1000, PartOutOfRange),
        (int, "+03", -1001, PartOutOfRange),
        (Decimal, "3.2", Decimal("0.001"), PartOutOfRange),
        (Decimal, "3.2", Decimal("1E-999999"), PartOutOfRange),
        (Decimal, "3.2", Decimal("1E+999999"), PartOutOfRange),
        (Decimal, "3.2", Decimal("NaN"), PartOutOfRange),
        (Decimal, "3.2", 0.5, WrongPartType),
        (float, "+3.2", float("inf"), PartOutOfRange),
        (date, None, datetime(2026, 1, 1, tzinfo=UTC), WrongPartType),
        (datetime, "iso", date(2026, 1, 1), WrongPartType),
        (datetime, "iso", datetime(2026, 1, 1), PartOutOfRange),
        (datetime, "iso", datetime(2026, 1, 1, microsecond=1000, tzinfo=UTC), PartOutOfRange),
        (datetime, "isoms", datetime(2026, 1, 1, microsecond=1, tzinfo=UTC), PartOutOfRange),
        (datetime, "iso", datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=9))), PartOutOfRange),
        (date, "yyyy-mm", datetime(2026, 1, 1, tzinfo=UTC), WrongPartType),
        (datetime, "yyyy-mm", date(2026, 1, 1), WrongPartType),
        (datetime, "yyyy", datetime(2026, 1, 1), PartOutOfRange),
        (Literal["a", "b"], None, "c", PartOutOfRange),
        (Literal["a", "b"], None, [], PartOutOfRange),
        (UUID, None, "0", WrongPartType),
    ],
)
def test_a_value_that_does_not_fit_is_refused(kind: Any, spec: str | None, value: Any, fault: type[Exception]) -> None:
    with pytest.raises(fault):
        encode(kind, spec, value)


def test_a_refusal_says_what_would_fit() -> None:
    with pytest.raises(PartOutOfRange, match=r"-1 does not fit 010, which holds 0 to 9999999999"):
        encode(int, "010", -1)
    with pytest.raises(PartOutOfRange, match=r"does not fit \+3\.2, which holds -1000\.00 to 999\.99"):
        encode(Decimal, "+3.2", 1000)
    with pytest.raises(DelimiterInValue, match=r"'a#b' holds the delimiter # .*:escaped\} writes it as %23"):
        encode(str, None, "a#b")


def test_a_format_is_looked_for_behind_what_wraps_a_type() -> None:
    account = NewType("account", str)
    for kind in (str | None, Annotated[str, "mark"], account, Annotated[account | None, "mark"]):
        assert codec_for(kind, "escaped", "#").kind is str
    assert codec_for(Literal["a"] | None, None, "#").encode("a") == "a"


def test_an_enum_that_is_a_text_may_be_given_as_text() -> None:
    status = StrEnum("status", {"ACTIVE": "ACTIVE"})
    assert encode(status, None, "ACTIVE") == encode(str, None, status["ACTIVE"]) == "ACTIVE"


def test_an_unknown_format_is_refused_with_those_known() -> None:
    for spec in ("10", "", "00", "yy", "+iso", ".2", "-escaped"):
        with pytest.raises(UnknownFormat, match=r"escaped.*tail.*010.*\+8\.2.*yyyymmdd.*isoms.*descending"):
            codec_for(str, spec, "#")


@pytest.mark.parametrize(
    ("kind", "spec"),
    [
        (str, "010"),
        (int, "tail"),
        (bool, "03"),
        (date, "iso"),
        (Literal["a"], "escaped"),
        (int, "039"),
        (Decimal, "30.9"),
        (Decimal, None),
        (float, None),
        (bytes, None),
        (list[str], None),
        (int | str, None),
        (Literal["1", 1], None),
        (Literal["", "a"], None),
    ],
)
def test_a_format_that_does_not_fit_the_type_is_refused(kind: Any, spec: str | None) -> None:
    with pytest.raises(DesignError):
        codec_for(kind, spec, "#")


def test_a_format_that_does_not_fit_is_answered_with_those_that_do() -> None:
    with pytest.raises(
        FormatMismatch, match=r"010 does not fit date; for it there are: yyyy-mm-dd \(date or datetime\),"
    ):
        codec_for(date, "010", "#")


def test_unpadded_numbers_and_choices_out_of_order_say_that_they_do_not_sort() -> None:
    assert not codec_for(int, None, "#").sorts
    assert not codec_for(Literal[2, 10], None, "#").sorts
    assert not codec_for(str, "escaped", "|").sorts
    assert codec_for(Literal[1, 2], None, "#").sorts


@given(DAYS)
def test_codecs_are_equal_as_data(day: date) -> None:
    one, other = codec_for(date, None, "#"), codec_for(date, "yyyy-mm-dd", "/")
    assert one == other
    assert hash(one) == hash(other)
    assert one.encode(day) == other.encode(day)
