"""Words, chances, marks and heights for an engine's number."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chabudai.adapters.usi import Score
from chabudai.apps import shogi
from chabudai.apps.shogi import evaluation
from chabudai.apps.shogi.evaluation import Mark
from chabudai.apps.shogi.records import Side
from chabudai.apps.shogi.side_names import EVEN_NAMES, names_in
from chabudai.apps.shogi.views import words
from chabudai.web import catalogs
from chabudai.web.translations import use_translations

JAPANESE = catalogs.load_language("ja", [shogi.PACKAGE])
MATE_IN_11 = Score.of_mate("sente", 11).value
WORDS = [
    (0, "Even", "互角"),
    (299, "Even", "互角"),
    (-299, "Even", "互角"),
    (300, "Sente is slightly better", "先手有利"),
    (799, "Sente is slightly better", "先手有利"),
    (800, "Sente is better", "先手優勢"),
    (962, "Sente is better", "先手優勢"),
    (1500, "Sente is winning", "先手勝勢"),
    (-300, "Gote is slightly better", "後手有利"),
    (-800, "Gote is better", "後手優勢"),
    (-1500, "Gote is winning", "後手勝勢"),
    (MATE_IN_11, "Sente wins in 11 moves", "11手で先手の勝ち"),
    (-MATE_IN_11, "Gote wins in 11 moves", "11手で後手の勝ち"),
    (Score.of_mate("gote", 1).value, "Gote wins in 1 move", "1手で後手の勝ち"),
    (Score.of_mate("sente", 0).value, "Sente has won", "先手の勝ち"),
    (Score.of_mate("gote", 0).value, "Gote has won", "後手の勝ち"),
    (Score.of_mate("sente", None).value, "Sente has a mate", "先手に詰みあり"),
    (Score.of_mate("gote", None).value, "Gote has a mate", "後手に詰みあり"),
]


@pytest.mark.parametrize(("value", "english", "japanese"), WORDS)
def test_the_verdict_comes_in_both_languages(value: int, english: str, japanese: str) -> None:
    assert str(evaluation.describe_verdict(value, EVEN_NAMES)) == english
    with use_translations(JAPANESE):
        assert str(evaluation.describe_verdict(value, EVEN_NAMES)) == japanese


def test_with_a_handicap_the_verdict_is_of_shitate_and_uwate() -> None:
    sides = names_in("二枚落ち")
    told = [evaluation.describe_verdict(value, sides) for value in (900, -900, MATE_IN_11)]
    assert [str(each) for each in told] == ["Shitate is better", "Uwate is better", "Shitate wins in 11 moves"]
    with use_translations(JAPANESE):
        assert [str(each) for each in told] == ["下手優勢", "上手優勢", "11手で下手の勝ち"]


def test_scores_have_a_sign_and_a_mate_its_length() -> None:
    said = [evaluation.format_score(value) for value in (962, -54, 0, MATE_IN_11, -MATE_IN_11)]
    assert said == ["+962", "−54", "0", "+#11", "−#11"]
    assert evaluation.format_score(Score.of_mate("gote", None).value) == "−#"


def test_thousands_of_moves_are_counted_with_a_separator() -> None:
    with use_translations(JAPANESE):
        assert words.count_moves(6000) == "6,000手"


def test_people_read_a_mate_in_their_own_words() -> None:
    values = (962, MATE_IN_11, -MATE_IN_11, Score.of_mate("gote", None).value)
    assert [evaluation.show_score(value) for value in values] == ["+962", "+#11", "−#11", "−#"]
    with use_translations(JAPANESE):
        assert [evaluation.show_score(value) for value in values] == ["+962", "+11手詰", "−11手詰", "−詰み"]


def test_the_chance_to_win_is_the_logistic_of_600() -> None:
    assert evaluation.win_rate(0) == 0.5
    assert evaluation.win_rate(600) == pytest.approx(1 / (1 + math.exp(-1)))
    assert evaluation.win_rate(MATE_IN_11) == 1
    assert evaluation.win_rate(-MATE_IN_11) == 0


@given(st.integers(-19_999, 19_999))
def test_what_one_side_may_hope_for_the_other_has_to_fear(value: int) -> None:
    assert evaluation.win_rate(value) + evaluation.win_rate(-value) == pytest.approx(1)
    assert evaluation.graph_height(value) == -evaluation.graph_height(-value)


def test_a_loss_is_the_movers_and_marks_begin_at_their_bounds() -> None:
    assert evaluation.lost_rate(300, -300, Side.SENTE) == pytest.approx(-evaluation.lost_rate(300, -300, Side.GOTE))
    assert evaluation.lost_rate(300, -300, Side.SENTE) > 0
    marks = [evaluation.mark_of(lost) for lost in (-0.5, 0.0749, 0.075, 0.0999, 0.1, 1.0)]
    assert marks == [None, None, Mark.INACCURACY, Mark.INACCURACY, Mark.MISTAKE, Mark.MISTAKE]


def test_the_graph_is_clamped_and_has_mates_at_its_rim() -> None:
    heights = [evaluation.graph_height(value) for value in (0, 1000, 2000, 9000, -9000, MATE_IN_11, -MATE_IN_11)]
    assert heights == [0, 0.5, 1, 1, -1, 1, -1]
    assert evaluation.seen_by(120, Side.GOTE) == -120
    assert evaluation.seen_by(120, Side.SENTE) == evaluation.seen_by(120, None) == 120
