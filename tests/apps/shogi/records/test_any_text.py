"""Whatever is pasted or dropped: it is a record, or it is refused with a reason, and nothing else ever happens."""

import re
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chabudai.apps.shogi.records import (
    Address,
    Format,
    Position,
    Reason,
    Record,
    RecordError,
    UnknownAddress,
    UnreadableRecord,
    carried,
    decode,
    detect,
    evaluations,
    name_opening,
    parse,
    write,
)

SAMPLES = [
    decode(path.read_bytes()).text
    for path in sorted((Path(__file__).parent / "samples").rglob("*"))
    if path.is_file() and path.name != "binary.kif"
]
LINES = sorted({line for text in SAMPLES for line in re.split(r"\r?\n", text)})
LETTERS = sorted({letter for text in SAMPLES for letter in text})

lines = st.lists(st.sampled_from(LINES) | st.text(LETTERS, max_size=12), max_size=25).map("\n".join)
many = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def damaged_samples(draw: st.DrawFn) -> str:
    """A sample with a few places cut out, doubled or overwritten."""
    text = draw(st.sampled_from(SAMPLES))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.integers(0, 8)))
        text = text[:start] + draw(st.sampled_from(["", text[start:end] * 2, "\n"]) | st.text(max_size=3)) + text[end:]
    return text


def read_or_refuse(text: str, format: Format | None = None) -> None:  # noqa: A002
    refused: list[UnreadableRecord] = []
    try:
        survives(parse(text, format=format))
    except UnreadableRecord as caught:
        refused.append(caught)
    for error in refused:
        assert error.reason in Reason
        if error.line is not None:
            assert 1 <= error.line <= len(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")))
            assert error.line in dict(error.lines)
        if error.readable:
            survives(error.readable)


def survives(record: Record) -> None:
    """What was read can be written, read again (a refusal of that is a failure), and asked all that pages ask."""
    for format in Format:  # noqa: A001
        text = write(record, format)
        assert detect(text) is format
        try:
            again = parse(text)
        except UnreadableRecord as error:
            raise AssertionError(text) from error
        assert again == carried(record, format)
    evaluations(record)
    name_opening(record)
    for index in range(len(record.nodes)):
        assert record.find(record.address_of(index)).index == index
    assert record.digest == parse(write(record, Format.KIF)).digest


@many
@given(st.text(max_size=200), st.sampled_from([None, *Format]))
def test_any_text_is_read_or_refused(text: str, format: Format | None) -> None:  # noqa: A002
    read_or_refuse(text, format)


@many
@given(lines, st.sampled_from([None, *Format]))
def test_any_lines_of_records_are_read_or_refused(text: str, format: Format | None) -> None:  # noqa: A002
    read_or_refuse(text, format)


@many
@given(damaged_samples())
def test_any_damaged_record_is_read_or_refused(text: str) -> None:
    read_or_refuse(text)


@many
@given(st.binary(max_size=200) | damaged_samples().map(lambda text: text.encode("cp932", "replace")))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        text = decode(data).text
    except UnreadableRecord:
        return
    read_or_refuse(text)


@many
@given(st.text("0123456789-", max_size=12) | st.text(max_size=12))
def test_any_address_leads_somewhere_or_is_refused(text: str) -> None:
    record = Record.from_moves(["7g7f", "3c3d", "2g2f"]).with_branch(Address(1), ["8c8d", "2g2f"])
    try:
        address = Address.parse(text)
    except UnknownAddress:
        return
    place = record.find(address)
    assert record.find(place.address).index == place.index
    assert Address.parse(str(place.address)) == place.address


@many
@given(st.text("lnsgkrbpLNSGKRBP+123456789/ bw-", max_size=90) | st.text(max_size=30))
def test_any_sfen_is_a_position_or_refused(text: str) -> None:
    try:
        position = Position.from_sfen(text)
    except RecordError:
        return
    assert Position.from_sfen(position.sfen) == position
    if not position.problems():
        assert all(position.refusal(move) is None for move in position.legal_moves)
