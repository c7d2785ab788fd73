"""Long records cost work in proportion to their length, counted in calls, and no depth is too deep."""

import sys
from collections.abc import Callable
from typing import Any

import pytest

from chabudai.apps.shogi.records import (
    MOST_LEVELS,
    MOST_VARIATIONS,
    Address,
    Format,
    Reason,
    Record,
    TooManyVariations,
    UnreadableRecord,
    decode,
    evaluations,
    parse,
    write,
)

SHUFFLE = ["5i5h", "5a5b", "5h5i", "5b5a"]


def calls(act: Callable[[], object]) -> int:
    """How many calls of Python functions and of built-in ones an act makes."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        act()
    finally:
        sys.setprofile(before)
    return count


def long_game(moves: int) -> Record:
    return Record.from_moves(SHUFFLE * (moves // 4))


def many_variations(count: int) -> Record:
    """A variation at each move of a long line, written as text and read."""
    lines = ["手合割：平手", "手数----指手---------消費時間--"]
    words = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"]
    lines += [f"{ply:4} {words[(ply - 1) % 4]}" for ply in range(1, count + 1)]
    instead = ["７六歩(77)", "３四歩(33)"]
    for ply in range(count, 0, -1):
        lines += ["", f"変化：{ply}手", f"{ply:4} {instead[(ply - 1) % 2]}"]
    return parse("\n".join(lines))


def deep_variations(depth: int) -> str:
    """Each variation leaves the one before it, one move later."""
    words = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"]
    others = ["３八飛(28)", "７二飛(82)"]
    lines = ["手合割：平手"]
    for ply in range(1, depth + 1):
        lines += [f"{ply} {others[(ply - 1) % 2]}", f"変化：{ply}手", f"{ply} {words[(ply - 1) % 4]}"]
    return "\n".join(lines)


@pytest.mark.parametrize("format", Format)
def test_twice_the_moves_are_about_twice_the_work(format: Format) -> None:  # noqa: A002
    short, long = long_game(1000), long_game(2000)
    texts = write(short, format), write(long, format)
    assert calls(lambda: parse(texts[1])) < 2.2 * calls(lambda: parse(texts[0]))
    assert calls(lambda: write(long, format)) < 2.2 * calls(lambda: write(short, format))
    assert parse(texts[1]).moves_count == 2000


@pytest.mark.parametrize("format", [Format.KIF, Format.KI2])
def test_twice_the_variations_are_about_twice_the_work(format: Format) -> None:  # noqa: A002
    small, large = many_variations(250), many_variations(500)
    assert len(large.nodes) == 1001
    assert calls(lambda: many_variations(500)) < 2.2 * calls(lambda: many_variations(250))
    assert calls(lambda: write(large, format)) < 2.2 * calls(lambda: write(small, format))
    assert parse(write(large, format)) == large


def test_variations_that_were_kept_have_no_deepest() -> None:
    record = parse(deep_variations(1500), is_kept=True)
    assert len(record.nodes) > 1500
    assert parse(write(record, Format.KIF), is_kept=True) == record
    last = max(range(len(record.nodes)), key=lambda index: record.nodes[index].ply)
    assert record.find(record.address_of(last)).index == last
    assert record.with_comment(record.address_of(last), "x").nodes[last].comment == "x"


@pytest.mark.parametrize("format", [Format.KIF, Format.KI2])
def test_a_new_record_is_refused_at_the_line_where_its_variations_get_too_deep(format: Format) -> None:  # noqa: A002
    allowed = write(parse(deep_variations(MOST_LEVELS)), format)
    assert parse(allowed, format=format).tree.deepest == MOST_LEVELS
    text = write(parse(deep_variations(MOST_LEVELS + 5), is_kept=True), format)
    with pytest.raises(UnreadableRecord) as refused:
        parse(text, format=format)
    assert refused.value.reason is Reason.TOO_DEEP
    assert refused.value.line is not None
    assert refused.value.move_number is not None
    assert refused.value.readable is not None
    assert refused.value.readable.tree.deepest <= MOST_LEVELS


def test_a_new_record_is_refused_where_its_variations_get_too_many() -> None:
    assert many_variations(MOST_VARIATIONS).tree.variations == MOST_VARIATIONS
    with pytest.raises(UnreadableRecord) as refused:
        many_variations(MOST_VARIATIONS + 1)
    assert refused.value.reason is Reason.TOO_MANY_VARIATIONS
    assert refused.value.line == 2 + MOST_VARIATIONS + 1 + 3 * (MOST_VARIATIONS + 1)


def test_no_edit_makes_variations_deeper_than_they_may_be() -> None:
    record = parse(deep_variations(MOST_LEVELS))
    end = record.tree.lines[-1].nodes[0]
    longer = record.with_branch(record.address_of(end), ["2h3h"])
    assert longer.tree.deepest == MOST_LEVELS
    with pytest.raises(TooManyVariations):
        longer.with_branch(longer.address_of(end), ["2h4h"])
    assert longer.promote(longer.address_of(end)).with_branch(Address(MOST_LEVELS), ["2h4h"]).tree.deepest == 1


def test_variations_get_no_deeper_by_being_made_the_main_line_one_after_the_other() -> None:
    record = many_variations(MOST_LEVELS + 1)
    assert record.tree.deepest == 1
    for ply in range(MOST_LEVELS + 1, 1, -1):
        record = record.promote(_place_of(record, ply))
    assert record.tree.deepest == MOST_LEVELS
    with pytest.raises(TooManyVariations):
        record.promote(_place_of(record, 1))


def _place_of(record: Record, ply: int) -> Address:
    """Of the pawn's move in the place of the king's with this number."""
    at = 0
    for move in [*(SHUFFLE * MOST_LEVELS)[: ply - 1], "7g7f" if ply % 2 else "3c3d"]:
        at = next(child for child in record.nodes[at].children if record.nodes[child].move == move)
    return record.address_of(at)


def test_addresses_of_all_nodes_are_no_more_work_than_the_nodes() -> None:
    def all_addresses(moves: int) -> int:
        record = long_game(moves)
        return calls(lambda: [record.address_of(index) for index in range(len(record.nodes))])

    assert all_addresses(2000) < 2.2 * all_addresses(1000)


def test_deleted_continuations_do_not_multiply() -> None:
    def text(gone: int) -> str:
        numbers = ",".join(str(number) for number in range(2, gone + 2))
        return f"手合割：平手\n#消した続き={numbers}\n1 ５八玉(59)\n変化：1手\n1 ７六歩(77)\n"

    record = parse(text(20_000))
    assert str(record.address_of(2)) == "0-20002-1"


def test_a_file_of_300_kilobytes_of_moves_is_read() -> None:
    moves = long_game(2000).main_moves
    count = (300 * 1024 - 30) // 5 // 4 * 4
    data = ("position startpos moves " + " ".join(SHUFFLE * (count // 4))).encode()
    assert len(data) > 295 * 1024
    record = parse(decode(data).text)
    assert record.moves_count == count
    assert record.main_moves[:2000] == moves
    assert record.find(Address(count)).found


def test_many_branches_far_apart_do_not_multiply() -> None:
    """Variations that go to the end of the main line and back to its beginning, again and again."""

    def text(moves: int, jumps: int) -> str:
        words = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"]
        lines = ["手合割：平手", *(f"{ply} {words[(ply - 1) % 4]}" for ply in range(1, moves + 1))]
        for _ in range(jumps):
            lines += ["変化：1手", "1 ７六歩(77)", f"変化：{moves}手", f"{moves} ３四歩(33)"]
        return "\n".join(lines)

    assert calls(lambda: parse(text(1000, 400))) < 2.2 * calls(lambda: parse(text(500, 200)))


@pytest.mark.parametrize(
    "line",
    [
        "*" + " " * 200_000 + "x",
        "**解析 " + "評価値 " * 40_000,
        "0" * 250_000,
        " " * 250_000 + "x",
        "（" * 90_000,
        "変化：" + "1" * 250_000,
        "まで" + "、" * 90_000,
        "▲" * 90_000,
        "先手の持駒：" + "歩" * 90_000,
        "|" + " ・" * 70_000,
        "T" + "1" * 250_000,
        "P+" + "00FU" * 60_000,
        "V1" + "\n" * 250_000,
    ],
)
def test_a_hostile_line_is_read_or_refused_in_time(line: str) -> None:
    """A pattern that tries every split of a long line would not end before the test's limit."""
    for text in (f"手合割：平手\n   1 ７六歩(77)\n{line}", line, f"PI\n+\n{line}"):
        try:
            evaluations(parse(text))
        except UnreadableRecord as error:
            if any(len(quoted) > 201 for _, quoted in error.lines):
                raise
