"""Lines of a list: a few points, up for whoever keeps the game."""

import re

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.views.sparkline import HEIGHT, WIDTH, draw_sparkline


def heights(path: str) -> list[int]:
    start, _, steps = path.removeprefix("M0 ").partition("l")
    found = [int(start)]
    for step in re.findall(r"3 ?(-?\d+)", steps):
        found.append(found[-1] + int(step))
    return found


def test_up_is_good_for_the_owner_whichever_side_that_is() -> None:
    scores = [0, 500, 1000, 2000, 9000]
    sente = heights(draw_sparkline(scores, 4, "first"))
    gote = heights(draw_sparkline(scores, 4, "second"))
    assert sente[0] == gote[0] == HEIGHT // 2
    assert sente[-1] == 1
    assert gote[-1] == HEIGHT - 1
    assert heights(draw_sparkline(scores, 4, None)) == sente


def test_a_mate_is_the_rim() -> None:
    assert heights(draw_sparkline([0, Score.of_mate("gote", 5).value], 1, "first"))[-1] == HEIGHT - 1


def test_a_long_game_has_no_more_points_than_a_short_one_and_a_part_is_shorter() -> None:
    whole = draw_sparkline([0] * 301, 300, "first")
    assert len(whole) < 120
    assert (len(heights(whole)) - 1) * 3 == WIDTH
    assert len(heights(draw_sparkline([0] * 151, 300, "first"))) < len(heights(whole)) * 0.6
    assert draw_sparkline([], 300, "first") == draw_sparkline([0], 300, "first") == ""
