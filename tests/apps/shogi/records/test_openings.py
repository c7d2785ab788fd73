"""Openings by their first moves, each as a book gives it."""

import pytest

from chabudai.apps.shogi.records import HANDICAPS, Record, name_opening, opening_name, opening_text
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


#: Lines that rules mistook, or could: a name, and why it is none other.
TRICKY = (
    ("矢倉", "the silver at 7g by the fifth move", "7g7f 8c8d 7i6h 3c3d 6h7g"),
    ("矢倉", "without the pawn at 6f", "7g7f 8c8d 7i6h 3c3d 6h7g 6a5b 2g2f 7a6b 3i4h"),
    (
        "矢倉",
        "the silver has gone on since",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 6h7g 5c5d 5g5f 3a4b 4i5h 6a5b 6f6e 4a3b 7g6f",
    ),
    ("矢倉", "gote's", "2g2f 3c3d 7g7f 4c4d 3i4h 3a4b 5g5f 4b3c"),
    (
        "矢倉",
        "the rook slides behind its silver late",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c 3g3f 7c7d 2h3h",
    ),
    (
        "矢倉",
        "the bishops go late",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c "
        "8h7i 2b3a 7i4f 3a6d 4f6d",
    ),
    ("雁木", "gote's", "7g7f 3c3d 2g2f 4c4d 3i4h 3a3b 5g5f 3b4c"),
    ("雁木 対 矢倉", "one of each", "7g7f 3c3d 6g6f 4c4d 7i6h 3a4b 6h6g 4b3c"),
    (
        "相掛かり",
        "the rook stops over its third file late",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b 3g3f 7a7b 2h3h",
    ),
    (
        "四間飛車",
        "a slide of the other rook comes late",
        ("7g7f 3c3d 6g6f 8c8d 2h6h 7a6b 5i4h 5a4b 4h3h 4b3b 3h2h 6a5b 3i3h 5c5d 9g9f 9c9d 6i5h 8b7b"),
    ),
    ("袖飛車", "gote's", "1g1f 7c7d 9g9f 8b7b"),
    ("四間飛車 対 袖飛車", "early, behind its pawn", "7g7f 3c3d 3g3f 4c4d 2h3h 8b4b"),
    ("三間飛車", "gote's", "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 4i5h 8b3b"),
    ("石田流", "gote's, early", "7g7f 3c3d 2g2f 3d3e 2f2e 8b3b"),
    ("向かい飛車", "gote's", "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 8b2b"),
    ("中飛車", "sente's with the bishop's way open", "5g5f 8c8d 7g7f 6a5b 2h5h"),
    ("角換わり棒銀", "gote's", "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 7a7b 6i7h 7b8c 4g4f 8c8d"),
    ("角換わり", "sente takes", "7g7f 3c3d 2g2f 4a3b 8h2b+ 3a2b"),
    ("一手損角換わり", "a move later", "7g7f 3c3d 2g2f 4a3b 6i7h 2b8h+ 7i8h 3a2b"),
    (
        "横歩取り",
        "and the bishops go",
        ("7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b8h+ 7i8h"),
    ),
    ("嬉野流", "the bishop behind its silver", "7i6h 8c8d 5g5f 8d8e 8h7i"),
    ("パックマン", "the pawn that asks to be taken", "7g7f 4c4d 8h4d"),
    ("角頭歩", "the pawn before the bishop", "7g7f 3c3d 8g8f"),
    ("相掛かり", "gote takes first", "2g2f 8c8d 2f2e 8d8e 6i7h 8e8f 8g8f 8b8f P*8g 8f8b 2e2d 2c2d 2h2d"),
)


#: What is played every day, as far as it is known by: a name, what is of note, and the moves.
TYPICAL = (
    (
        "矢倉",
        "the book's 24 moves",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 4a3b 6i7h 5a4a 5i6i 6a5b 6h7g 4b3c 8h7i 2b3a "
        "3g3f 4c4d 5h6g 7c7d",
    ),
    (
        "矢倉",
        "the old way, 7g7f first answered by 3c3d",
        "7g7f 3c3d 6g6f 8c8d 7i6h 7a6b 5g5f 5c5d 6h7g 3a4b 3i4h 4a3b 6i7h 5a4a 5i6i 4b3c",
    ),
    (
        "矢倉",
        "modern, the fifth move 7g, gote castles left and attacks",
        "7g7f 8c8d 7i6h 3c3d 6h7g 6c6d 2g2f 7a6b 2f2e 3a3b 6i7h 5a4b 3i4h 4b3a 4i5h 6b6c 5g5f 6c5d",
    ),
    (
        "矢倉",
        "a quick castle",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 6h7g 4a3b 5i6h 4b3c 6h7h 5a4b 4i5h 6a5b",
    ),
    (
        "矢倉 対 棒銀",
        "gote's climbing silver against it",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a7b 6h7g 8d8e 5g5f 7b8c 6i7h 8c8d",
    ),
    (
        "矢倉",
        "sente's own climbing silver within it",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 6h7g 5c5d 5g5f 3a4b 3i3h 4a3b 2g2f 4b3c 2f2e 5a4a 3h2g 6a5b 2g2f",
    ),
    (
        "矢倉",
        "the rook goes to the middle late",
        "7g7f 8c8d 7i6h 3c3d 6g6f 7a6b 5g5f 5c5d 3i4h 3a4b 6i7h 4a3b 6h7g 5a4a 5i6i 6a5b 4h5g 4b3c 9g9f 9c9d "
        "1g1f 1c1d 7h6g 4c4d 2h5h",
    ),
    (
        "右四間飛車 対 矢倉",
        "gote alone, against sente's right fourth file",
        "7g7f 3c3d 4g4f 8c8d 3i4h 3a4b 4h4g 4c4d 4g5f 4b3c 2h4h 4a3b",
    ),
    (
        "矢倉 対 雁木",
        "out of a bishop exchange that never came",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 4c4d 3i4h 3a4b 4g4f 4b4c 7g6h 4a3b 8h7g",
    ),
    (
        "相掛かり",
        "the silver at 7g later",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 3i3h 7a7b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b 7g7f 3c3d "
        "7i6h 6a5b 6h7g",
    ),
    (
        "相掛かり",
        "the climbing silver in it",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 7a7b 3i3h 8e8f 8g8f 8b8f P*8g 8f8b 3h2g 3c3d 2g2f",
    ),
    (
        "相掛かり",
        "both let the other take",
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2h 8e8f 8g8f 8b8f P*8g 8f8b",
    ),
    ("相掛かり", "sente's rook at 2f", "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 7a7b 3i3h 6c6d"),
    ("雁木", "gote's with both pawns", "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 3a4b 5i6h 4b4c 4i5h 4a3b 7i7h 8c8d"),
    ("雁木", "sente's, the modern one", "7g7f 8c8d 6g6f 3c3d 7i6h 7a6b 6h6g 6c6d 6i7h 6b6c 3i4h 6c5d 4g4f"),
    ("雁木", "both", "7g7f 3c3d 6g6f 4c4d 7i6h 3a4b 6h6g 4b4c 6i7h 4a3b"),
    (
        "角換わり",
        "the modern start, not yet decided",
        "7g7f 8c8d 2g2f 3c3d 6i7h 4a3b 2f2e 8d8e 8h7g 3a4b 7i6h 2b7g+ 6h7g",
    ),
    (
        "角換わり腰掛け銀",
        "rook on its last rank",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 2b7g+ 6h7g 3a2b 3i3h 2b3c 4g4f 7a6b 3h4g 6c6d 9g9f 9c9d 5i6h "
        "6b6c 3g3f 4a3b 6i7h 7c7d 2i3g 5a4b 4i4h 6c5d 2h2i",
    ),
    (
        "角換わり腰掛け銀",
        "gote's alone",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 7a7b 6i7h 6c6d 3g3f 7b6c 1g1f 6c5d",
    ),
    (
        "角換わり早繰り銀",
        "gote's",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 2b7g+ 8h7g 3a2b 3i3h 7a6b 4g4f 7c7d 6i7h 6b7c 3h4g 7c6d",
    ),
    ("一手損角換わり", "at the fourth move", "7g7f 3c3d 2g2f 2b8h+ 7i8h 3a2b"),
    (
        "横歩取り",
        "a quick attack",
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d3d 2b3c 5i5h 5a5b 3g3f 7a7b 2i3g",
    ),
    (
        "横歩取り",
        "gote's side pawn",
        "7g7f 3c3d 2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d 8e8f 8g8f 8b8f 2d2h 8f7f",
    ),
    ("四間飛車", "gote's, plain", "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 3a3b"),
    ("四間飛車", "the king at home", "7g7f 3c3d 6g6f 8c8d 7i6h 7a6b 6h6g 5c5d 2h6h 6a5b 3i3h 5a4b 1g1f 4b3b 1f1e"),
    (
        "四間飛車 対 居飛車穴熊",
        "sente's, gote digs in",
        "7g7f 3c3d 6g6f 8c8d 2h6h 5a4b 7i7h 4b3b 3i3h 2b3c 5i4h 3b2b 4h3i 7a6b 6i5h 5c5d 3g3f 1a1b",
    ),
    (
        "四間飛車穴熊 対 居飛車穴熊",
        "both dig in",
        "7g7f 3c3d 6g6f 8c8d 2h6h 5a4b 7i7h 4b3b 5i4h 2b3c 4h3h 3b2b 3h2h 1a1b 1i1h 2b1a",
    ),
    ("三間飛車", "gote's against a rook's pawn", "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 5i6h 8b3b 6h7h 5a6b 3i4h 6b7b"),
    (
        "三間飛車 対 居飛車穴熊",
        "gote's",
        "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 5i6h 8b3b 6h7h 5a6b 5g5f 6b7b 8h7g 7b8b 7h8h 3a4b 9i9h",
    ),
    ("石田流", "the quick one", "7g7f 3c3d 7f7e 8c8d 2h7h 8d8e 5i4h 6a5b 7e7d"),
    ("石田流", "in full", "7g7f 3c3d 7f7e 8c8d 2h7h 7a6b 5i4h 5a4b 7h7f 8d8e 8h7g"),
    ("中飛車", "sente's, the pawn at the middle", "5g5f 8c8d 7g7f 8d8e 8h7g 6a5b 2h5h 5a4b 5f5e 4b3b"),
    ("中飛車", "gote's with the bishop's way closed", "2g2f 3c3d 7g7f 4c4d 3i4h 8b5b 5i6h 5c5d"),
    (
        "ゴキゲン中飛車 対 急戦",
        "the silver in great haste",
        "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 3i4h 5d5e 5i6h 2b3c 3g3f 5a6b 4h3g 6b7b 3g4f",
    ),
    ("ゴキゲン中飛車", "the bishops exchanged", "7g7f 3c3d 2g2f 5c5d 2f2e 8b5b 8h2b+ 3a2b 9g9f 9c9d 7i7h"),
    ("向かい飛車", "straight after the exchange", "7g7f 3c3d 2g2f 9c9d 2f2e 2b8h+ 7i8h 3a2b 3i4h 2b3c 5i6h 8b2b"),
    ("角交換四間飛車", "sente's", "7g7f 3c3d 2h6h 8c8d 8h2b+ 3a2b 7i8h 6a5b"),
    ("相振り飛車", "third file against opposing rook", "7g7f 3c3d 7f7e 4c4d 2h7h 2b3c 6g6f 8b2b"),
    ("相振り飛車", "central against third file", "5g5f 3c3d 2h5h 3d3e 7g7f 8b3b"),
    (
        "四間飛車 対 左美濃",
        "gote's silver crown in the making",
        "7g7f 3c3d 6g6f 8c8d 2h6h 5a4b 5i4h 4b3b 4h3h 2b3c 3h2h 3b2b 3i3h 3a3b",
    ),
    ("四間飛車 対 棒銀", "gote's", "7g7f 3c3d 6g6f 8c8d 7i7h 7a7b 2h6h 8d8e 8h7g 7b8c 5i4h 8c8d"),
    (
        "右四間飛車",
        "against a castle that is not there yet",
        "7g7f 3c3d 6g6f 8c8d 4g4f 7c7d 3i4h 7a6b 4h4g 6b7c 4g5f 6a5b 2h4h",
    ),
    ("棒銀", "against an open castle", "2g2f 3c3d 2f2e 2b3c 3i3h 4c4d 3h2g 3a4b 2g2f"),
    ("袖飛車", "with its silver", "7g7f 8c8d 3g3f 3c3d 3i4h 7a6b 2h3h 5c5d 4h3g 6a5b 3f3e"),
    ("三間飛車 対 袖飛車", "a quick attack on the third file", "7g7f 3c3d 3g3f 4c4d 3i4h 2b3c 2h3h 8b3b"),
    (
        "矢倉",
        "gote forces it against the rook's pawn",
        "7g7f 3c3d 2g2f 4c4d 2f2e 2b3c 3i4h 3a2b 5g5f 5c5d 4i5h 4a3b 5i6h 6a5b 7i7h 3c4b 6h7i 2b3c",
    ),
    ("三間飛車 対 袖飛車", "gote's against a third file rook", "7g7f 3c3d 6g6f 7c7d 2h7h 8b7b 5i4h 7a6b"),
    (
        "相掛かり",
        "the rook at 8d, a pawn taken on the way",
        "2g2f 8c8d 2f2e 8d8e 6i7h 4a3b 2e2d 2c2d 2h2d P*2c 2d2f 8e8f 8g8f 8b8f P*8g 8f8d 7g7f 3c3d 3g3f 7a7b",
    ),
    (
        "矢倉",
        "the silver at 7g waits for the bishop to leave",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i8h 3a4b 6g6f 5c5d 7g6h 4a3b 8h7g 7a6b",
    ),
    ("嬉野流", "with the rook's pawn", "7i6h 3c3d 2g2f 8c8d 5g5f 8d8e 8h7i 3a4b 6h5g"),
    ("筋違い角", "gote's", "7g7f 3c3d 2g2f 2b8h+ 7i8h B*6e"),
    ("鬼殺し", "gote's", "1g1f 3c3d 2g2f 2a3c 2f2e 3d3e"),
    (
        "角換わり腰掛け銀",
        "the silver sits down late",
        "7g7f 8c8d 2g2f 8d8e 8h7g 3c3d 7i6h 2b7g+ 6h7g 3a2b 3i3h 2b3c 4g4f 7a6b 3h4g 6c6d 9g9f 9c9d 1g1f "
        "1c1d 5i6h 6b6c 3g3f 4a3b 6i7h 7c7d 2i3g 5a4b 4i4h 8a7c 2h2i 6a6b 6h7i 8b8a 4g5f",
    ),
    (
        "矢倉",
        "built slowly",
        "7g7f 8c8d 6g6f 3c3d 6i7h 4a3b 7i6h 7a6b 5g5f 5c5d 3i4h 3a4b 4i5h 6a5b 5i6i 5a4a 3g3f 7c7d 2g2f 4c4d "
        "1g1f 1c1d 9g9f 9c9d 2f2e 2b3a 6h7g 4b3c",
    ),
    (
        "四間飛車 対 居飛車穴熊",
        "dug in after the silver went to the middle",
        "7g7f 3c3d 2g2f 4c4d 3i4h 8b4b 5i6h 5a6b 6h7h 6b7b 5g5f 3a3b 4i5h 7b8b 7i6h 7a7b 6h5g 4a5b 8h7g 3b4c "
        "7h8h 6c6d 6g6f 7c7d 5h6g 5b6c 2f2e 2b3c 9i9h 8a7c 8h9i",
    ),
)


@pytest.mark.parametrize(
    ("name", "why", "moves"), [*TRICKY, *TYPICAL], ids=[f"{name}: {why}" for name, why, _ in (*TRICKY, *TYPICAL)]
)
def test_an_opening_is_not_mistaken(name: str, why: str, moves: str) -> None:
    assert name_opening(Record.from_moves(moves.split())) == name, why


def test_there_are_enough_lines_to_mistake() -> None:
    assert len(OPENINGS) + len(TRICKY) + len(TYPICAL) >= 100
    assert {part for name, _, _ in (*TRICKY, *TYPICAL) for part in name.split(" 対 ")} <= ENGLISH_NAMES.keys()


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


def test_a_name_that_is_written_in_english_is_kept_in_japanese_where_it_is_known() -> None:
    for name in ENGLISH_NAMES:
        assert opening_name(opening_text(name, "en"), "en") == name
        assert opening_name(name, "ja") == name
    assert opening_name("yagura vs Climbing Silver", "en") == "矢倉 対 棒銀"
    assert opening_name("Yagura vs my own", "en") == "Yagura vs my own"
    assert opening_name("", "en") == ""
