"""Moves as people read them, checked on a real game and on the examples that the rules of notation give."""

import pytest

from chabudai.apps.shogi.records import Position, move_text, spoken_move

GOLDS = "4k4/9/9/9/9/9/3G1G3/9/4K4 b - 1"


@pytest.mark.parametrize(
    ("sfen", "usi", "previous", "japanese", "english"),
    [
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "7g7f", None, "▲７六歩", "☗P-7f"),
        ("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "4i5h", None, "▲５八金右", "☗G4i-5h"),
        ("lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3", "8h2b+", "3c3d", "▲２二角成", "☗Bx2b+"),
        ("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 4", "3a2b", "8h2b+", "△同銀", "☖Sx2b"),
    ],
)
def test_a_move_in_both_languages(sfen: str, usi: str, previous: str | None, japanese: str, english: str) -> None:
    position = Position.from_sfen(sfen)
    assert move_text(position, usi, previous=previous) == japanese
    assert move_text(position, usi, previous=previous, language="en") == english


def test_a_screen_reader_hears_whole_words() -> None:
    position = Position.from_sfen("lnsgkgsnl/1r5+B1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 4")
    assert spoken_move(position, "3a2b", ply=4) == "4手目、後手、２二銀、馬を取る"
    assert spoken_move(position, "3a2b", ply=4, language="en") == "Move 4, Gote, silver to 2b, takes the horse"
