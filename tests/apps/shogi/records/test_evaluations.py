"""Scores in the comments of other programs feed the graph."""

import pytest

from chabudai.apps.shogi.records import UNCOUNTED_MATE, Evaluation, evaluations, parse


def read(comment: str) -> Evaluation | None:
    text = "手合割：平手\n   1 ７六歩(77)\n" + "".join(f"*{line}\n" for line in comment.split("\n"))
    return evaluations(parse(text)).get(1)


@pytest.mark.parametrize(
    ("comment", "expected"),
    [
        ("*解析 0 ○ 時間 00:01.2 深さ 17/24 ノード数 3211456 評価値 312 読み筋 △３四歩", Evaluation("cp", 312)),
        ("*解析 0 時間 00:01.2 評価値 -88↓ 読み筋 △３四歩", Evaluation("cp", -88)),
        ("解析 0 時間 00:01.2 評価値 +1,000".replace(",", ""), Evaluation("cp", 1000)),
        ("*対局 時間 00:01.2 深さ 9/12 評価値 45", Evaluation("cp", 45)),
        ("*解析 0 時間 00:01.2 評価値 +詰 11", Evaluation("mate", 11)),
        ("*解析 0 時間 00:01.2 評価値 -詰", Evaluation("mate", -UNCOUNTED_MATE)),
        ("#評価値=-512", Evaluation("cp", -512)),
        ("*評価値=77\n*読み筋=△３四歩", Evaluation("cp", 77)),
        ("#詰み=後手勝ち:7手\n#評価値=-30000", Evaluation("mate", -7)),
        ("*詰み=先手勝ち", Evaluation("mate", UNCOUNTED_MATE)),
        ("#指し手[-43] ▲７六歩", Evaluation("cp", -43)),
        ("#形勢[120]", Evaluation("cp", 120)),
        ("* -30 -3334FU +2726FU", Evaluation("cp", -30)),
        ("好手\n*解析 0 候補1 評価値 5\n*解析 0 候補2 評価値 900", Evaluation("cp", 5)),
        ("評価値はわからない", None),
        ("#推奨手[244] ▲５六歩", None),
        ("300手も考えた", None),
        ("", None),
    ],
)
def test_a_score_is_read_from_a_comment(comment: str, expected: Evaluation | None) -> None:
    assert read(comment) == expected


def test_a_server_s_remarks_are_scores_by_ply() -> None:
    text = "V2\nPI\n+\n+7776FU\n'** 44 -3334FU\n-3334FU\n'** -30\n+2726FU\n"
    assert evaluations(parse(text)) == {1: Evaluation("cp", 44), 2: Evaluation("cp", -30)}


def test_a_remark_line_of_a_phone_program_is_kept_for_its_score() -> None:
    text = "手合割：平手\n   1 ７六歩(77)\n#指し手[15]\n   2 ３四歩(33)\n*#指し手[-9]\n"
    assert evaluations(parse(text)) == {1: Evaluation("cp", 15), 2: Evaluation("cp", -9)}
