"""Parse, write, parse: the same record in every format, as far as the format carries it."""

import pytest
from tests.apps.shogi.records.generated import random_record

from chabudai.apps.shogi.records import (
    HANDICAPS,
    EndingKind,
    Format,
    Record,
    carried,
    decode,
    detect,
    parse,
    write,
    write_bytes,
)
from chabudai.apps.shogi.records.record import LONGEST_TIME

SEEDS = range(510)


@pytest.fixture(scope="module")
def records() -> list[Record]:
    return [random_record(seed) for seed in SEEDS]


@pytest.mark.parametrize("format", Format)
def test_a_record_comes_back_from_every_format(records: list[Record], format: Format) -> None:  # noqa: A002
    for seed, record in zip(SEEDS, records, strict=True):
        text = write(record, format)
        assert detect(text) is format, seed
        read = parse(text)
        assert read == carried(record, format), seed
        assert write(read, format) == text, seed


@pytest.mark.parametrize("time", ["9" * 5000, f"{'9' * 5000}:{'9' * 5000}:00", "1234567890"])
def test_a_time_that_no_game_has_comes_back_from_every_format(time: str) -> None:
    record = parse(f"手合割：平手\n   1 ７六歩(77)  ({time}/{time})\n   2 ３四歩(33)  ({time}/{time})\n   3 投了\n")
    assert record.nodes[1].seconds == LONGEST_TIME
    for format in (Format.KIF, Format.CSA):  # noqa: A001
        read = parse(write(record, format))
        assert [node.seconds for node in read.nodes] == [None, LONGEST_TIME, LONGEST_TIME]
        assert parse(write(read, Format.KIF)).nodes[2].total == LONGEST_TIME


def test_kif_carries_all_but_parts_of_a_second_and_missing_totals(records: list[Record]) -> None:
    for record in records:
        kept = carried(record, Format.KIF)
        assert kept.headers == record.headers
        assert kept.start == record.start
        assert carried(kept, Format.KIF) == kept
        for left, right in zip(kept.nodes, record.nodes, strict=True):
            assert (left.parent, left.move, left.children, left.comment, left.bookmark, left.gone) == (
                (right.parent, right.move, right.children, right.comment, right.bookmark, right.gone)
            )
            assert (left.ending and left.ending.kind) == (right.ending and right.ending.kind)
            assert left.ends == right.ends
            assert left.seconds == (None if right.seconds is None else int(right.seconds))


def test_the_records_hold_every_handicap_and_every_ending_on_main_lines_and_variations(records: list[Record]) -> None:
    assert {record.handicap for record in records} >= set(HANDICAPS)
    assert {record.ending.kind for record in records if record.ending} == set(EndingKind)
    beside = [node for record in records for node in record.nodes if node.ending and not node.ends]
    branching = [node for record in records for node in record.nodes if node.ends and node.children]
    assert len(beside) > 100
    assert len(branching) > 20
    depths = [len(record.address_of(index).turns) for record in records for index in range(len(record.nodes))]
    assert max(depths) >= 3


@pytest.mark.parametrize("format", [Format.KIF, Format.KI2, Format.CSA])
def test_a_shift_jis_file_comes_back(format: Format) -> None:  # noqa: A002
    for seed in range(60):
        record = random_record(seed)
        data = write_bytes(record, format, "Shift_JIS")
        decoded = decode(data)
        assert decoded.encoding in {"Shift_JIS", "UTF-8"}  # a file of ASCII alone is both
        read = parse(decoded.text)
        assert read.main_moves == record.main_moves
        assert "encoding=Shift_JIS" in decoded.text.split("\n")[0]
        assert len(read.nodes) == len(carried(record, format).nodes)
