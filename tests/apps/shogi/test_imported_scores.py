"""Evaluations of other programs as numbers of ours."""

from chabudai.adapters.usi import Score
from chabudai.apps.shogi.imported_scores import read_scores
from chabudai.apps.shogi.records import Address, Record


def test_the_scores_of_a_record_stand_at_their_moves() -> None:
    record = Record.from_moves(["7g7f", "3c3d", "2g2f", "8c8d", "2f2e"])
    assert read_scores(record) is None
    for ply, comment in {
        1: "*解析 0 候補1 深さ 21/32 評価値 -54 読み筋 △３四歩",
        2: "#評価値=999999",
        3: "*解析 0 評価値 -詰 4",
        5: "#詰み=先手勝ち",
    }.items():
        record = record.with_comment(Address(ply), comment)
    most, mated, mating = Score.of_points(999_999), Score.of_mate("gote", 4), Score.of_mate("sente", None)
    assert read_scores(record) == (None, -54, most.value, mated.value, None, mating.value)
