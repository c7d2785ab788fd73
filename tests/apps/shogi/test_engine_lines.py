"""Lines of an engine as people play them."""

import pytest

from chabudai.apps.shogi.engine_lines import make_playable
from chabudai.apps.shogi.records import Position, line_text

START = Position.start()


def test_a_needless_unpromoted_bishop_promotes_and_the_line_goes_on() -> None:
    position = START.play("7g7f").play("3c3d")
    line = make_playable(position, ["8h2b", "3a2b", "B*4e"], is_mate=False)
    assert line.moves == ("8h2b+", "3a2b", "B*4e")
    assert line.is_whole
    assert line_text(position, list(line.moves)) == "▲２二角成△同銀▲４五角"
    assert line_text(position, list(line.moves), language="en") == "☗Bx2b+ ☖Sx2b ☗B*4e"


def test_a_promoted_piece_does_not_promote_again_later_in_its_line() -> None:
    position = START.play("7g7f").play("3c3d")
    line = make_playable(position, ["8h2b", "9c9d", "2b3a+", "4a3a"], is_mate=False)
    assert line.moves == ("8h2b+", "9c9d", "2b3a", "4a3a")


def test_silvers_knights_and_lances_stay_as_the_engine_has_them() -> None:
    position = Position.from_sfen("4k4/9/3SN4/9/9/9/9/9/4K4 b - 1")
    for move in ("6c6b", "6c7b"):
        assert make_playable(position, [move], is_mate=False).moves == (move,)
    assert make_playable(position, ["5c4a+"], is_mate=False).moves == ("5c4a+",)


@pytest.mark.parametrize("is_mate", [False, True])
def test_a_rook_that_avoids_a_pawn_drop_mate_stays_unpromoted(is_mate: bool) -> None:
    position = Position.from_sfen("6g2/5S1k1/8n/6R2/9/9/9/9/K8 b P 1")
    line = ["3d3b", "2b1a", "P*1b"]
    promoted = position.play("3d3b+").play("2b1a")
    assert not promoted.is_legal("P*1b")
    assert make_playable(position, line, is_mate=is_mate).moves == tuple(line)
    # Without the drop there is nothing to avoid.
    assert make_playable(position, line[:2], is_mate=is_mate).moves == ("3d3b+", "2b1a")


def test_a_line_is_cut_before_what_the_rules_refuse() -> None:
    line = make_playable(START, ["7g7f", "3c3d", "7g7f", "8c8d"], is_mate=False)
    assert line.moves == ("7g7f", "3c3d")
    assert not line.is_whole
    assert make_playable(START, ["5i5a"], is_mate=True).moves == ()
    assert make_playable(START, [], is_mate=False).is_whole
