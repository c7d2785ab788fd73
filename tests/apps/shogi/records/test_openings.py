"""Openings by their first moves, each as a book gives it."""

import pytest

from chabudai.apps.shogi.records import HANDICAPS, Record, name_opening, opening_text
from chabudai.apps.shogi.records.openings import ENGLISH_NAMES

#: Main lines up to where the opening shows, in USI.
OPENINGS = {
    "四間飛車": "7g7f 3c3d 6g6f 8c8d 2h6h 6a5b 5i4h",
    "三間飛車": "7g7f 3c3d 6g6f 8c8d 2h7h 6a5b 5i4h",
    "石田流": "7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h",
    "中飛車": "7g7f 8c8d 5g5f 8d8e 8h7g 5c5d 2h5h",
    "ゴキゲン中飛車": "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b",
    "向かい飛車": "7g7f 3c3d 6g6f 8c8d 8h7g 8d8e 2h8h",
    "角交換四間飛車": "7g7f 3c3d 2g2f 8b4b 5i6h 2b8h+ 7i8h 3a2b",
    "四間飛車穴熊": "7g7f 3c3d 6g6f 8c8d 2h6h 6a5b 5i4h 7a6b 4h3h 5c5d 3h2h 8d8e 8h7g 5a4b 1i1h",
    "相振り飛車": "7g7f 3c3d 6g6f 8b3b 2h6h",
    "四間飛車 対 居飛車穴熊": (
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 7b8b 8h7g 9c9d 2f2e 2b3c 7h8h 6a5b 9i9h"
    ),
    "四間飛車 対 左美濃": ("7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 7b8b 8h7g 9c9d 7h8h 6a5b 7i7h"),
    "四間飛車 対 急戦": (
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 7a7b 5g5f 3a3b 4i5h 6b7a 9g9f 9c9d 2f2e 2b3c "
        "3g3f 3b4c 7i6h 7a8b 6h5g 4a5b 4g4f"
    ),
    "四間飛車 対 早仕掛け": "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 4g4f 5a6b 3g3f 6b7b 2i3g 7b8b 4f4e",
    "四間飛車 対 棒銀": "7g7f 3c3d 2g2f 4c4d 3i3h 8b4b 2f2e 2b3c 3h2g 5a6b 2g2f",
    "四間飛車 対 右四間飛車": "7g7f 3c3d 4g4f 4c4d 2h4h 8b4b",
    "矢倉": "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g",
    "雁木": "7g7f 3c3d 6g6f 8c8d 7i6h 7a6b 6h6g 6a5b 6i7h",
    "矢倉 対 右四間飛車": "7g7f 8c8d 7i6h 3c3d 6g6f 6c6d 6h7g 7a6b 5g5f 6b6c 3i4h 8b6b",
    "角換わり": "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b",
    "角換わり腰掛け銀": (
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b 3i3h 7a7b 4g4f 6c6d 3h4g 7b6c 4g5f"
    ),
    "角換わり棒銀": ("7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b 3i3h 7a7b 3h2g 6c6d 2g2f").replace(
        "3h2g 6c6d 2g2f", "2f2e 2b3c 3h2g 6c6d 2g2f"
    ),
    "角換わり早繰り銀": (
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4a3b 6i7h 2b7g+ 8h7g 3a2b 3i3h 7a7b 3g3f 6c6d 3h3g 7b6c 3g4f"
    ),
    "一手損角換わり": "7g7f 3c3d 2g2f 4a3b 2f2e 2b8h+ 7i8h 3a2b",
    "横歩取り": "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d",
    "相掛かり": "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h",
    "筋違い角": "7g7f 3c3d 8h2b+ 3a2b B*4e",
    "鬼殺し": "7g7f 3c3d 8i7g 8c8d 7f7e",
    "棒銀": "2g2f 3c3d 2f2e 2b3c 3i3h 5c5d 3h2g 5d5e 2g2f",
    "袖飛車": "7g7f 8c8d 3g3f 8d8e 8h7g 3c3d 2h3h",
}


@pytest.mark.parametrize(("name", "moves"), OPENINGS.items())
def test_an_opening_is_known_by_its_moves(name: str, moves: str) -> None:
    assert name_opening(Record.from_moves(moves.split())) == name


def test_gote_plays_openings_too() -> None:
    assert name_opening(Record.from_moves(["1g1f", "3c3d", "9g9f", "3d3e", "1f1e", "8b3b"])) == "石田流"
    moves = "1g1f 8c8d 9g9f 8d8e 8h9g 7a7b 5g5f 7b8c 5f5e 8c8d"
    assert name_opening(Record.from_moves(moves.split())) == "棒銀"


def test_where_no_rule_fits_there_is_no_name() -> None:
    assert name_opening(Record.from_moves([])) is None
    assert name_opening(Record.from_moves(["1g1f", "9c9d"])) is None
    assert name_opening(Record.from_moves(["8b4b"], start=HANDICAPS["香落ち"])) is None


def test_names_have_an_english_side_and_what_people_wrote_stays() -> None:
    parts = {part for name in OPENINGS for part in name.split(" 対 ")}
    assert parts <= ENGLISH_NAMES.keys()
    assert opening_text("四間飛車 対 急戦", "en") == "Fourth File Rook vs Quick Attack"
    assert opening_text("四間飛車 対 急戦", "ja") == "四間飛車 対 急戦"
    assert opening_text("わが家の新手", "en") == "わが家の新手"
