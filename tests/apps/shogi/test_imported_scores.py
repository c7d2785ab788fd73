"""Evaluations that other programs wrote beside the moves."""

import pytest

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.imported_scores import read_score, read_scores
from chabudai.apps.shogi.records import Address, Record


@pytest.mark.parametrize(
    ("comment", "value"),
    [
        ("*解析 0 候補1 時間 00:01.9 深さ 21/32 ノード数 1234567 評価値 -54 読み筋 △３四歩", -54),
        ("解析 0 候補1 評価値 +612 読み筋", 612),
        ("*#評価値=108\n*#読み筋=▲２六歩", 108),
        ("#指し手[-1200]", -1200),
        ("手堅い手だと思う\n#評価値=31", 31),
        ("*解析 0 評価値 +詰 11 読み筋", Score.of_mate("sente", 11).value),
        ("*解析 0 評価値 -詰 4", Score.of_mate("gote", 4).value),
        ("*#詰み=後手勝ち:7手", Score.of_mate("gote", 7).value),
        ("*#詰み=先手勝ち", Score.of_mate("sente", None).value),
        ("*#評価値=999999", Score.of_points(999_999).value),
    ],
)
def test_each_programs_way_is_read(comment: str, value: int) -> None:
    assert read_score(comment) == value


@pytest.mark.parametrize("comment", ["", "評価値は300くらいか", "解析した", "#指し手[]", "#評価値=12345678"])
def test_what_a_person_wrote_is_no_evaluation(comment: str) -> None:
    assert read_score(comment) is None


def test_the_scores_of_a_record_stand_at_their_moves() -> None:
    record = Record.from_moves(["7g7f", "3c3d", "2g2f"])
    assert read_scores(record) is None
    told = record.with_comment(Address(2), "*#評価値=80\nよい形")
    assert read_scores(told) == (None, None, 80, None)
