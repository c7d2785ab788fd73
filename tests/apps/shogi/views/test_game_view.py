"""A game as its page shows it: where buttons lead, which rows there are, and what the script is told."""

import json
from collections.abc import Iterator

import pytest
from tests.apps.shogi.records.test_growth import calls, deep_variations

from chabudai.apps.shogi import PACKAGE
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import Address, Ending, EndingKind, Place, Record, parse
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
    (branch,) = rows[2].branches.shown
    assert [(move.ply, move.at, move.text) for move in branch.moves] == [
        (3, "2-2-1", "▲６六歩"),
        (4, "2-2-2", "△８四歩"),
    ]
    (inner,) = branch.inner
    assert [(move.at, move.text) for move in inner.moves] == [("2-2-1-2-1", "△３三角")]
    assert (rows[1].comment, rows[1].is_current) == ("角道が開く", True)
    assert at("2").list.ending == "投了"


def test_the_script_is_told_every_line_by_the_node_that_it_leaves() -> None:
    lines = json.loads(at("0", Scores((0, 10, 20, 30, 40))).lines)
    assert [tuple(line[:4]) for line in lines] == [
        (-1, 0, 1, "7g7f 3c3d 2g2f 4c4d"),
        (0, 2, 2, "6g6f 8c8d"),
        (1, 1, 2, "2b3c"),
    ]
    assert lines[0][4].split() == ["▲７六歩", "△３四歩", "▲２六歩", "△４四歩"]
    assert lines[0][5] == [10, 20, 30, 40]


def test_of_a_long_game_there_are_the_rows_around_the_current_one() -> None:
    record = Record.from_moves(SHUFFLE * 75)
    view = view_game(record, "150", Scores(), is_flipped=False)
    assert [view.list.rows[0].ply, view.list.rows[-1].ply] == [150 - AROUND, 150 + AROUND]
    assert view.list.is_cut
    assert (view.list.earlier, view.list.later) == (150 - AROUND - 1, 150 + AROUND + 1)
    assert view_game(record, "300", Scores(), is_flipped=False).list.later is None


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


def test_where_the_main_line_was_cut_its_variations_stand_at_the_end_and_none_of_them_is_the_way_on() -> None:
    cut = game().without(Address(3))
    view = view_game(cut, "2", Scores(), is_flipped=False)
    assert view.steps["next"] == "2"
    assert [(each.at, each.is_main) for each in view.continuations] == [("2-2-1", False)]
    assert [row.text for row in view.list.rows] == ["▲７六歩", "△３四歩"]
    assert [move.at for move in view.list.last_branches.shown[0].moves] == ["2-2-1", "2-2-2"]
    assert view.counts[0] == 2
    inner = view_game(game().without(Address.parse("2-2-2")), "2-2-1", Scores(), is_flipped=False)
    (branch,) = inner.list.rows[2].branches.shown
    assert [move.at for move in branch.moves] == ["2-2-1"]
    assert [move.at for move in branch.inner[0].moves] == ["2-2-1-2-1"]


def nested(levels: int) -> Record:
    """Each variation leaves the one before it, one move later."""
    return parse(deep_variations(levels), is_kept=True)


def test_twice_the_moves_or_levels_are_about_twice_the_work_for_rows_and_script() -> None:
    def work(record: Record) -> int:
        view = view_game(record, str(record.address_of(len(record.nodes) - 1)), Scores(), is_flipped=False)
        return calls(lambda: (view.list, view.lines, view.steps, view.graph, view.counts))

    assert work(Record.from_moves(SHUFFLE * 500)) < 2.2 * work(Record.from_moves(SHUFFLE * 250))
    assert work(nested(400)) < 2.2 * work(nested(200))


def test_variations_deep_within_each_other_are_flat_and_the_one_that_is_shown_is_among_them() -> None:
    record = nested(3000)
    deepest = max(record.tree.lines, key=lambda line: line.level)
    view = GameView(record, Place(deepest.nodes[0], record.address_of(deepest.nodes[0]), found=True), Scores(), False)
    branch = next(row.branches.shown[0] for row in view.list.rows if row.branches)
    assert branch.is_open
    assert branch.count == record.tree.variations - 1
    assert any(move.at == view.at for inner in branch.inner for move in inner.moves)
    assert 0 < len(branch.inner) < 200
    assert branch.hidden == branch.count - len(branch.inner)


def test_of_a_long_variation_there_are_the_moves_around_the_current_one() -> None:
    record = Record.from_moves(["7g7f"]).with_branch(Address(0), SHUFFLE * 50)
    view = view_game(record, "0-2-100", Scores(), is_flipped=False)
    (branch,) = view.list.rows[0].branches.shown
    assert [branch.earlier, branch.moves[0].at, branch.moves[-1].at, branch.later] == [
        "0-2-80",
        "0-2-81",
        "0-2-120",
        "0-2-121",
    ]
