"""A game as its page shows it: where buttons lead, which rows there are, and what the script is told."""

import json
from collections.abc import Iterator

import pytest

from chabudai.apps.shogi import PACKAGE
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import Address, Ending, EndingKind, Record
from chabudai.apps.shogi.views.game_view import GameView, view_game
from chabudai.apps.shogi.views.move_rows import AROUND, Scores
from chabudai.web.catalogs import load_language
from chabudai.web.translations import use_translations

SHUFFLE = ["2h3h", "8b7b", "3h2h", "7b8b"]


@pytest.fixture(autouse=True)
def japanese() -> Iterator[None]:
    with use_translations(load_language("ja", [PACKAGE])):
        yield


def game() -> Record:
    record = Record.from_moves(["7g7f", "3c3d", "2g2f", "4c4d"], ending=Ending(EndingKind.RESIGNATION))
    record = record.with_branch(Address(2), ["6g6f", "8c8d"]).with_branch(Address(2, ((2, 1),)), ["2b3c"])
    return record.with_comment(Address(2), "角道が開く")


def at(address: str, scores: Scores | None = None) -> GameView:
    return view_game(game(), address, scores or Scores(), is_flipped=False)


def test_buttons_lead_along_the_line_that_one_is_on() -> None:
    assert at("2").steps == {"start": "0", "back": "1", "next": "3", "end": "4"}
    assert at("2-2-1").steps == {"start": "0", "back": "2", "next": "2-2-2", "end": "2-2-2"}
    assert at("0").steps == {"start": "0", "back": "0", "next": "1", "end": "4"}
    assert at("4").steps["next"] == "4"


def test_every_continuation_is_told_the_main_line_first() -> None:
    assert [(each.at, each.text, each.is_main) for each in at("2").continuations] == [
        ("3", "▲２六歩", True),
        ("2-2-1", "▲６六歩", False),
    ]


@pytest.mark.parametrize("address", ["9", "2-3-1", "2-2-7", "x", "1-"])
def test_what_is_gone_or_never_was_opens_something_and_says_so(address: str) -> None:
    assert not at(address).is_found


def test_variations_stand_below_the_move_that_they_replace_with_those_within_them() -> None:
    rows = at("2").list.rows
    assert [row.text for row in rows] == ["▲７六歩", "△３四歩", "▲２六歩", "△４四歩"]
    (branch,) = rows[2].branches
    assert [(move.ply, move.at, move.text) for move in branch.moves] == [
        (3, "2-2-1", "▲６六歩"),
        (4, "2-2-2", "△８四歩"),
    ]
    (inner,) = branch.moves[1].branches
    assert [(move.at, move.text) for move in inner.moves] == [("2-2-1-2-1", "△３三角")]
    assert (rows[1].comment, rows[1].is_current) == ("角道が開く", True)
    assert at("2").list.ending == "投了"


def test_the_script_is_told_every_line_by_the_node_that_it_leaves() -> None:
    lines = json.loads(at("0", Scores((0, 10, 20, 30, 40))).lines)
    assert [(line[0], line[1], line[2]) for line in lines] == [
        ("0", "", "7g7f 3c3d 2g2f 4c4d"),
        ("2", "2-2", "6g6f 8c8d"),
        ("2-2-1", "2-2-1-2", "2b3c"),
    ]
    assert lines[0][3].split() == ["▲７六歩", "△３四歩", "▲２六歩", "△４四歩"]
    assert lines[0][4] == [10, 20, 30, 40]


def test_of_a_long_game_there_are_the_rows_around_the_current_one() -> None:
    record = Record.from_moves(SHUFFLE * 75)
    view = view_game(record, "150", Scores(), is_flipped=False)
    assert [view.list.rows[0].ply, view.list.rows[-1].ply] == [150 - AROUND, 150 + AROUND]
    assert view.list.is_cut
    assert len(view.whole_list.rows) == 300


def test_the_graph_stands_in_the_middle_for_an_even_game_and_at_the_rim_for_a_mate() -> None:
    view = at("2", Scores((0, 0, 32000, -32000, 1000), {2: Mark.MISTAKE}))
    assert view.graph.line == "M0 100l4 0l4-96l4 192l4-144"
    assert [(mark.ply, mark.x, mark.text) for mark in view.graph.marks] == [(2, 50.0, "△３四歩")]
    assert view.knob == (50.0, 2.0)
    assert at("0").graph.line == ""


def test_a_board_that_is_turned_names_its_squares_from_the_other_side() -> None:
    usual, turned = at("0").board, view_game(game(), "0", Scores(), is_flipped=True).board
    assert [name for row in turned.cells for name in row] == [name for row in usual.cells for name in row][::-1]
    assert usual.cells[0][0] == "９一、後手の香"
    kings = [piece.face for piece in turned.pieces if piece.face[0] in "Kk"]
    assert sorted(kings) == ["K2", "k2"]
    assert turned.coordinates[0].text == "１"
