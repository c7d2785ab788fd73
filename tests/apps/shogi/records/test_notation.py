"""Moves as people read them, checked on a real game and on the examples that the rules of notation give."""

import pytest
from tests.apps.shogi.records.generated import random_positions

from chabudai.apps.shogi.records import SQUARES, Position, line_text, move_text
from chabudai.apps.shogi.records.move_words import read_words, resolve


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


def _board(*pieces: str, kings: str = "K5i k5a", hand: str = "-", side: str = "b") -> Position:
    """A board with these pieces alone: "S3h" for sente, "s3b" for gote."""
    squares = dict.fromkeys(SQUARES, "")
    for piece in (*pieces, *kings.split()):
        squares[piece[-2:]] = piece[:-2]
    text = "/".join(
        "".join(squares[square] or "1" for square in SQUARES[start : start + 9]) for start in range(0, 81, 9)
    )
    return Position.from_sfen(f"{_joined(text)} {side} {hand} 1")


def _joined(text: str) -> str:
    for length in range(9, 1, -1):
        text = text.replace("1" * length, str(length))
    return text


#: The Japan Shogi Association's cases: pieces of a kind that reach one square, and what each move is called.
CASES = {
    ("G9c", "G7b"): {"9c8b": "８二金上", "7b8b": "８二金寄"},
    ("G4b", "G5c"): {"4b5b": "５二金寄", "5c5b": "５二金上"},
    ("G5f", "G5h", "G4h"): {"5f5g": "５七金引", "5h5g": "５七金直", "4h5g": "５七金右"},
    ("S2i", "S4g"): {"2i3h": "３八銀上", "4g3h": "３八銀引"},
    ("G9b", "G7b"): {"9b8a": "８一金左", "7b8a": "８一金右"},
    ("G3b", "G1b"): {"3b2b": "２二金左", "1b2b": "２二金右"},
    ("S6e", "S4e"): {"6e5f": "５六銀左", "4e5f": "５六銀右"},
    ("G8i", "G7i"): {"8i7h": "７八金左", "7i7h": "７八金直"},
    ("S3i", "S2i"): {"3i3h": "３八銀直", "2i3h": "３八銀右"},
    ("G5c", "G4c", "G3c"): {"5c4b": "４二金左", "4c4b": "４二金直", "3c4b": "４二金右"},
    ("+P7i", "+P8i", "+P9i", "+P9h", "+P8g"): {
        "7i8h": "８八と右",
        "8i8h": "８八と直",
        "9i8h": "８八と左上",
        "9h8h": "８八と寄",
        "8g8h": "８八と引",
    },
    ("S2i", "S1g", "S3g", "S3i"): {
        "2i2h": "２八銀直",
        "1g2h": "２八銀右",
        "3g2h": "２八銀左引",
        "3i2h": "２八銀左上",
    },
    ("+R9a", "+R8d"): {"9a8b": "８二龍引", "8d8b": "８二龍上"},
    ("+R5b", "+R2c"): {"2c4c": "４三龍寄", "5b4c": "４三龍引"},
    ("+R5e", "+R1e"): {"5e3e": "３五龍左", "1e3e": "３五龍右"},
    ("+R9i", "+R8i"): {"9i8h": "８八龍左", "8i8h": "８八龍右"},
    ("+R2h", "+R1i"): {"2h1g": "１七龍左", "1i1g": "１七龍右"},
    ("+B9a", "+B8a"): {"9a8b": "８二馬左", "8a8b": "８二馬右"},
    ("+B9e", "+B6c"): {"9e8e": "８五馬寄", "6c8e": "８五馬引"},
    ("+B1a", "+B3d"): {"1a1b": "１二馬引", "3d1b": "１二馬上"},
    ("+B9i", "+B5i"): {"9i7g": "７七馬左", "5i7g": "７七馬右"},
    ("+B4g", "+B1h"): {"4g2i": "２九馬左", "1h2i": "２九馬右"},
}


@pytest.mark.parametrize(
    ("pieces", "usi", "text"),
    [(pieces, usi, text) for pieces, moves in CASES.items() for usi, text in moves.items()],
)
def test_equal_pieces_are_told_apart_as_the_association_does(pieces: tuple[str, ...], usi: str, text: str) -> None:
    position = _board(*pieces, kings="K6i k5a" if "5i" in "".join(pieces) else "K5i k5a")
    assert move_text(position, usi) == f"▲{text}"
    turned = _board(*(_turned_piece(piece) for piece in pieces), kings="k4a K5i", side="w")
    assert move_text(turned, _turned(usi[:2]) + _turned(usi[2:])) == f"△{_turned_text(text)}"


def _turned(square: str) -> str:
    return SQUARES[80 - SQUARES.index(square)]


def _turned_piece(piece: str) -> str:
    return piece[:-2].lower() + _turned(piece[-2:])


def _turned_text(text: str) -> str:
    files, ranks = "１２３４５６７８９", "一二三四五六七八九"
    return files[8 - files.index(text[0])] + ranks[8 - ranks.index(text[1])] + text[2:]


@pytest.mark.parametrize(
    ("sfen", "usi", "japanese", "english"),
    [
        ("4k4/9/9/9/9/9/9/9/4K4 b B 1", "B*8h", "▲８八角", "☗B*8h"),
        ("4k4/9/9/9/9/9/9/7G1/4K4 b G 1", "G*3h", "▲３八金打", "☗G*3h"),
        ("4k4/9/9/9/9/9/9/7B1/4K4 b - 1", "2h8b+", "▲８二角成", "☗B-8b+"),
        ("4k4/2s6/3S5/9/9/9/9/9/4K4 b - 1", "6c7b", "▲７二銀不成", "☗Sx7b="),
        ("4k4/9/9/9/9/9/9/9/+b3K3L w - 1", "9i1a", "△１一馬", "☖+B-1a"),
        ("4k4/9/4P4/9/9/9/9/9/4K4 b - 1", "5c5b+", "▲５二歩成", "☗P-5b+"),
        ("4k4/9/4+P4/9/9/9/9/9/4K4 b - 1", "5c5b", "▲５二と", "☗+P-5b"),
        ("4k4/9/4+S4/9/9/9/9/9/4K4 b - 1", "5c5b", "▲５二成銀", "☗+S-5b"),
        ("4k4/9/9/9/9/9/9/3G1G3/4K4 b - 1", "6h5h", "▲５八金左", "☗G6h-5h"),
        ("4k4/9/9/9/9/9/9/9/4K4 b - 1", "5i5h", "▲５八玉", "☗K-5h"),
    ],
)
def test_drops_promotions_and_promoted_pieces(sfen: str, usi: str, japanese: str, english: str) -> None:
    position = Position.from_sfen(sfen)
    assert move_text(position, usi) == japanese
    assert move_text(position, usi, language="en") == english


def test_a_line_runs_on_with_repeated_squares() -> None:
    moves = ["7g7f", "3c3d", "8h2b+", "3a2b"]
    assert line_text(Position.start(), moves) == "▲７六歩△３四歩▲２二角成△同銀"
    assert line_text(Position.start(), moves, language="en") == "☗P-7f ☖P-3d ☗Bx2b+ ☖Sx2b"


def test_every_legal_move_s_text_is_read_back_as_that_move() -> None:
    """What is shown names one move alone, in any position."""
    for position in random_positions(60):
        texts = {}
        for move in position.legal_moves:
            words = read_words(move_text(position, move))
            assert words is not None
            assert resolve(words, position, None) == move, (position.sfen, move)
            texts[move_text(position, move, language="en")] = move
        assert len(texts) == len(position.legal_moves)
