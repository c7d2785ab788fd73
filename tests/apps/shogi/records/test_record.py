"""A record's tree: addresses that stay true, branches, comments, deletions, promotion, the same game known again."""

import random
from datetime import date

import pytest
from tests.apps.shogi.records.generated import random_record

from chabudai.apps.shogi.records import (
    HANDICAPS,
    Address,
    Ending,
    EndingKind,
    Format,
    IllegalMove,
    Reason,
    Record,
    Result,
    Side,
    UnknownAddress,
    carried,
    parse,
    write,
)

OPENING = ["7g7f", "3c3d", "2g2f", "8c8d"]


@pytest.fixture
def game() -> Record:
    """Four moves and a resignation; at 2 a second continuation of three moves, and one more at its first move."""
    record = Record.from_moves(OPENING, headers={"先手": "あ", "後手": "い"}, ending=Ending(EndingKind.RESIGNATION))
    record = record.with_branch(Address(2), ["6g6f", "8c8d", "2h6h"])
    return record.with_branch(Address.parse("2-2-1"), ["4c4d"])


def at(record: Record, address: str) -> str:
    place = record.find(Address.parse(address))
    return record.nodes[place.index].move if place.found else ""


@pytest.mark.parametrize("text", ["0", "56", "56-2-3", "56-2-3-4-1"])
def test_an_address_is_written_as_it_was_read(text: str) -> None:
    assert str(Address.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["", "-1", "56-2", "56-0-1", "56-2-0", "56-2-3-", " 56", "5６", "1" * 9, "x", "1-1" * 999]
)
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(UnknownAddress):
        Address.parse(text)


def test_an_address_names_a_move(game: Record) -> None:
    assert [at(game, address) for address in ("0", "1", "4", "2-2-1", "2-2-3", "2-2-1-2-1")] == [
        "",
        "7g7f",
        "8c8d",
        "6g6f",
        "2h6h",
        "4c4d",
    ]
    assert at(game, "2-1-1") == "2g2f"
    assert str(game.find(Address.parse("2-1-1")).address) == "3"


def test_every_node_has_one_address_and_main_line_nodes_have_their_ply() -> None:
    for seed in range(40):
        record = random_record(seed)
        addresses = [record.address_of(index) for index in range(len(record.nodes))]
        assert len(set(addresses)) == len(addresses)
        for index, address in enumerate(addresses):
            place = record.find(Address.parse(str(address)))
            assert (place.index, place.address, place.found) == (index, address, True)
        assert record.main_line() == tuple(range(1, record.moves_count + 1))


@pytest.mark.parametrize(
    ("asked", "answered"),
    [("99", "4"), ("2-3-1", "2"), ("2-2-9", "2-2-3"), ("2-2-1-3-1", "2-2-1"), ("9-2-1", "4"), ("4-2-1", "4")],
)
def test_a_gone_address_answers_with_its_last_living_ancestor(game: Record, asked: str, answered: str) -> None:
    place = game.find(Address.parse(asked))
    assert (str(place.address), place.found) == (answered, False)


def test_a_branch_is_appended_and_what_is_there_is_followed(game: Record) -> None:
    longer = game.with_branch(Address(0), ["7g7f", "3c3d", "6g6f", "8c8d", "2h7h"])
    assert at(longer, "2-2-2-2-1") == "2h7h"
    assert at(longer, "2-2-3") == "2h6h"
    assert longer.main_moves == game.main_moves
    assert len(longer.nodes) == len(game.nodes) + 1


def test_a_branch_behind_a_resignation_leaves_the_main_line_ended(game: Record) -> None:
    longer = game.with_branch(Address(4), ["2f2e"])
    assert longer.moves_count == 4
    assert at(longer, "4-2-1") == "2f2e"
    assert longer.winner is Side.GOTE
    unended = Record.from_moves(OPENING).with_branch(Address(4), ["2f2e"])
    assert unended.moves_count == 5


def test_an_illegal_branch_is_refused_with_its_reason(game: Record) -> None:
    with pytest.raises(IllegalMove) as caught:
        game.with_branch(Address(4), ["2f2e", "8d8e", "2h2d"])
    assert (caught.value.usi, caught.value.refusal.reason) == ("2h2d", Reason.CANNOT_MOVE)
    with pytest.raises(UnknownAddress):
        game.with_branch(Address(44), ["2f2e"])


def test_a_comment_is_put_and_taken_away(game: Record) -> None:
    commented = game.with_comment(Address.parse("2-2-1"), "四間へ\r\n振る\n")
    assert commented.nodes[commented.find(Address.parse("2-2-1")).index].comment == "四間へ\n振る"
    assert commented.with_comment(Address.parse("2-2-1"), "") == game
    assert parse(write(commented, Format.KIF)) == commented


def test_deleting_a_variation_leaves_the_links_to_the_others_true(game: Record) -> None:
    third = game.with_branch(Address(2), ["5g5f", "8c8d"])
    assert at(third, "2-3-1") == "5g5f"
    left = third.without(Address.parse("2-2-1"))
    assert at(left, "2-3-1") == "5g5f"
    place = left.find(Address.parse("2-2-3"))
    assert (str(place.address), place.found) == ("2", False)
    fourth = left.with_branch(Address(2), ["1g1f"])
    assert at(fourth, "2-4-1") == "1g1f"
    kept = parse(write(fourth, Format.KIF))
    assert kept == fourth
    assert at(kept, "2-4-1") == "1g1f"


def test_a_new_branch_never_takes_the_number_of_a_deleted_one(game: Record) -> None:
    again = game.without(Address.parse("2-2-1")).with_branch(Address(2), ["5g5f"])
    assert not again.find(Address.parse("2-2-1")).found
    assert at(again, "2-3-1") == "5g5f"


def test_deleting_a_move_of_the_main_line_ends_it_there_and_the_variations_keep_their_links(game: Record) -> None:
    left = game.without(Address(3))
    assert left.main_moves == ("7g7f", "3c3d")
    assert left.ending is None
    assert at(left, "2-2-1") == "6g6f"
    assert at(left, "2-2-2") == "8c8d"
    for old in ("3", "4", "2-1-1"):
        place = left.find(Address.parse(old))
        assert (str(place.address), place.found) == ("2", False)
    assert parse(write(left, Format.KIF)) == left
    assert parse(write(left, Format.KI2)) == carried(left, Format.KI2)
    with pytest.raises(UnknownAddress):
        game.without(Address(0))


def test_what_is_kept_after_a_deleted_move_never_answers_to_its_link(game: Record) -> None:
    left = game.without(Address(3)).with_branch(Address(2), ["1g1f"])
    assert not left.find(Address(3)).found
    assert at(left, "2-3-1") == "1g1f"
    assert at(left, "2-2-1") == "6g6f"
    assert parse(write(left, Format.KIF)) == left


def test_a_line_of_which_nothing_is_left_goes_on_with_what_is_played_next(game: Record) -> None:
    assert game.without(Address(1)).main_moves == ()
    left = game.without(Address(3)).without(Address.parse("2-2-1"))
    longer = left.with_branch(Address(2), ["5g5f"])
    assert longer.main_moves == ("7g7f", "3c3d", "5g5f")
    assert not longer.find(Address.parse("2-2-1")).found
    assert parse(write(longer, Format.KIF)) == longer


def test_deleting_within_a_variation_leaves_the_links_beside_it_true(game: Record) -> None:
    left = game.without(Address.parse("2-2-2"))
    assert at(left, "2-2-1-2-1") == "4c4d"
    place = left.find(Address.parse("2-2-3"))
    assert (str(place.address), place.found) == ("2-2-1", False)
    assert parse(write(left, Format.KIF)) == left


def test_where_another_end_was_told_beside_a_deleted_move_the_line_ends_so() -> None:
    text = write(Record.from_moves(OPENING), Format.KIF) + "\n変化：3手\n   3 投了\n"
    record = parse(text).with_branch(Address(2), ["6g6f"])
    left = record.without(Address(3))
    assert left.ending is not None
    assert left.ending.kind is EndingKind.RESIGNATION
    assert at(left, "2-2-1") == "6g6f"
    assert parse(write(left, Format.KIF)) == left


def test_taking_an_ending_away_leaves_the_links_behind_it_true(game: Record) -> None:
    behind = game.with_branch(Address(4), ["2f2e"]).with_ending(None)
    assert at(behind, "4-2-1") == "2f2e"
    assert behind.moves_count == 4
    assert parse(write(behind, Format.KIF)) == behind


def test_any_deletion_leaves_every_other_move_at_its_address() -> None:
    for seed in range(60):
        record = random_record(seed)
        if len(record.nodes) < 2:
            continue
        gone = random.Random(seed).randrange(1, len(record.nodes))
        left = record.without(record.address_of(gone))
        for index in range(1, len(record.nodes)):
            path, address = record.path_to(index), record.address_of(index)
            place = left.find(address)
            living = [record.nodes[each].move for each in (path[: path.index(gone)] if gone in path else path)]
            assert place.found is (gone not in path), (seed, str(address))
            assert [left.nodes[each].move for each in left.path_to(place.index)] == living
        assert parse(write(left, Format.KIF)) == carried(left, Format.KIF)


def test_a_variation_becomes_the_main_line(game: Record) -> None:
    promoted = game.promote(Address.parse("2-2-1-2-1"))
    assert promoted.main_moves == ("7g7f", "3c3d", "6g6f", "4c4d")
    assert at(promoted, "2-2-2") == "8c8d"
    assert at(promoted, "3-2-1") == "8c8d"
    assert promoted.ending is None
    behind = game.with_branch(Address(4), ["2f2e"]).promote(Address.parse("4-2-1"))
    assert behind.moves_count == 5
    assert behind.winner is None


def test_the_line_that_was_the_main_one_takes_the_number_of_the_one_that_is_and_no_other_moves(game: Record) -> None:
    three = game.with_branch(Address(2), ["5g5f"]).with_branch(Address(2), ["1g1f"])
    promoted = three.promote(Address.parse("2-3-1"))
    assert promoted.main_moves == ("7g7f", "3c3d", "5g5f")
    assert [at(promoted, f"2-{number}-1") for number in (2, 3, 4)] == ["6g6f", "2g2f", "1g1f"]
    cut = three.without(Address(3)).promote(Address.parse("2-2-1"))
    assert cut.main_moves[2] == "6g6f"
    assert [at(cut, f"2-{number}-1") for number in (3, 4)] == ["5g5f", "1g1f"]
    assert not cut.find(Address.parse("2-2-1")).found
    assert parse(write(cut, Format.KIF)) == cut


@pytest.mark.parametrize(
    ("kind", "sente", "gote"),
    [
        (EndingKind.RESIGNATION, Result.LOSE, Result.WIN),
        (EndingKind.MATE, Result.LOSE, Result.WIN),
        (EndingKind.TIMEOUT, Result.LOSE, Result.WIN),
        (EndingKind.ILLEGAL_LOSS, Result.LOSE, Result.WIN),
        (EndingKind.ILLEGAL_WIN, Result.WIN, Result.LOSE),
        (EndingKind.DECLARATION, Result.WIN, Result.LOSE),
        (EndingKind.DEFAULT_WIN, Result.WIN, Result.LOSE),
        (EndingKind.DEFAULT_LOSS, Result.LOSE, Result.WIN),
        (EndingKind.REPETITION, Result.SENNICHITE, Result.SENNICHITE),
        (EndingKind.IMPASSE, Result.JISHOGI, Result.JISHOGI),
        (EndingKind.DRAW, Result.DRAW, Result.DRAW),
        (EndingKind.MAX_MOVES, Result.DRAW, Result.DRAW),
        (EndingKind.INTERRUPTION, None, None),
        (EndingKind.NO_MATE, None, None),
        (EndingKind.SEALED, None, None),
        (EndingKind.TAKEN_BACK, None, None),
        (EndingKind.ERROR, None, None),
    ],
)
def test_an_ending_says_who_won(kind: EndingKind, sente: Result | None, gote: Result | None) -> None:
    """Four moves were played, so it is sente who resigns, declares or runs out of time."""
    record = Record.from_moves(OPENING, ending=Ending(kind))
    assert (record.result_for(Side.SENTE), record.result_for(Side.GOTE)) == (sente, gote)
    winners = {Result.WIN: Side.SENTE, Result.LOSE: Side.GOTE}
    assert record.winner is (winners.get(sente) if sente else None)


def test_in_a_handicap_game_the_giver_moves_first() -> None:
    record = Record.from_moves(["7a6b"], start=HANDICAPS["六枚落ち"], ending=Ending(EndingKind.RESIGNATION))
    assert record.handicap == "六枚落ち"
    assert record.winner is Side.GOTE


def test_the_same_game_is_known_whatever_was_written_beside_it(game: Record) -> None:
    spaced = Record.from_moves(OPENING, headers={"先手": "あ ", "後手": "い", "棋戦": "会"}).with_comment(
        Address(1), "!"
    )
    assert spaced.same_game(game)
    assert not Record.from_moves(OPENING, headers={"先手": "い", "後手": "あ"}).same_game(game)
    assert not Record.from_moves(OPENING[:3], headers=game.headers).same_game(game)
    assert not Record.from_moves(["7a6b"], start=HANDICAPS["香落ち"]).same_game(
        Record.from_moves(["7a6b"], start=HANDICAPS["角落ち"])
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2025/10/25 10:00", date(2025, 10, 25)),
        ("2020年02月07日(金) 20：36：15", date(2020, 2, 7)),
        ("2024-01-03", date(2024, 1, 3)),
        ("2024/02/31", None),
        ("昨日", None),
    ],
)
def test_the_day_is_read_from_the_headers(text: str, expected: date | None) -> None:
    assert Record.from_moves([], headers={"開始日時": text}).played == expected


def test_headers_that_a_record_cannot_hold_are_left_out_or_put_on_one_line() -> None:
    headers = {"先手": " あ\nい ", "変化": "3手", "手合割": "香落ち", "": "x", "a：b": "c", "備考": "d：e", "*": "f"}
    record = Record.from_moves([], headers=headers)
    assert dict(record.headers) == {"先手": "あ い", "備考": "d：e"}
    assert parse(write(record, Format.KIF)) == record


def test_a_header_has_one_name_whatever_format_it_came_from() -> None:
    read = parse("$EVENT:社団戦\n$TIME:600\nPI\n+\n+7776FU\n")
    assert dict(read.headers) == {"棋戦": "社団戦", "持ち時間": "600"}
    assert Record.from_moves(["7g7f"], headers={"$EVENT": "社団戦", "持ち時間": "600"}) == read
    assert Record.from_moves([], headers={"上手": "親", "下手": "子"}).sente == "子"


def test_lines_and_positions_along_them(game: Record) -> None:
    path = game.line_to(Address.parse("2-2-2"))
    assert [game.nodes[index].move for index in path] == ["7g7f", "3c3d", "6g6f", "8c8d"]
    assert game.end_of_line(path[2]) == game.find(Address.parse("2-2-3")).index
    positions = list(game.positions(path))
    assert len(positions) == 5
    assert positions[-1] == game.position_at(path[-1])
