"""Difficult records as programs and people write them, each with what it says."""

from datetime import date
from pathlib import Path

import pytest

from chabudai.apps.shogi.records import (
    Address,
    Decoded,
    EndingKind,
    Format,
    Record,
    Result,
    Side,
    carried,
    decode,
    detect,
    name_opening,
    parse,
    write,
)

SAMPLES = Path(__file__).parent / "samples"
GOOD = sorted(path.name for path in SAMPLES.iterdir() if path.is_file())


def read(name: str) -> Record:
    return parse(decode((SAMPLES / name).read_bytes()).text)


def move_at(record: Record, address: str) -> str:
    place = record.find(Address.parse(address))
    assert place.found, address
    return record.nodes[place.index].move


@pytest.mark.parametrize("name", GOOD)
def test_every_sample_comes_back_from_every_format(name: str) -> None:
    record = read(name)
    for format in Format:  # noqa: A001
        assert parse(write(record, format)) == carried(record, format)


@pytest.mark.parametrize("name", GOOD)
def test_the_format_is_seen_from_the_content(name: str) -> None:
    assert detect(decode((SAMPLES / name).read_bytes()).text) == name.rpartition(".")[2]


@pytest.mark.parametrize(
    ("name", "encoding"),
    [("real-game.kif", "Shift_JIS"), ("club.ki2", "Shift_JIS"), ("bom.kif", "UTF-8"), ("utf16.kif", "UTF-16")],
)
def test_the_encoding_is_seen_from_the_bytes(name: str, encoding: str) -> None:
    decoded = decode((SAMPLES / name).read_bytes())
    assert decoded.encoding == encoding
    assert not decoded.text.startswith("\ufeff")


def test_utf_16_without_a_mark_is_seen_too() -> None:
    assert decode("position startpos".encode("utf-16-le")) == Decoded("position startpos", "UTF-16")
    assert decode("position startpos".encode("utf-16-be")) == Decoded("position startpos", "UTF-16")


def test_a_real_game_with_all_that_a_program_writes() -> None:
    record = read("real-game.kif")
    assert (record.sente, record.gote, record.event) == ("山田 健", "鈴木 浩二", "社団戦")
    assert (record.played, record.handicap, record.opening) == (date(2025, 10, 25), "平手", "四間飛車")
    assert list(record.headers)[:3] == ["開始日時", "終了日時", "棋戦"]
    assert record.moves_count == 79
    assert record.winner is Side.SENTE
    assert (record.result_for(Side.SENTE), record.result_for(Side.GOTE)) == (Result.WIN, Result.LOSE)
    assert (record.nodes[57].seconds, record.nodes[45].comment) == (28, "ここで緩めたのが響いた。")
    assert move_at(record, "56-2-2") == "5c4b"
    assert name_opening(record) == "四間飛車 対 急戦"


def test_a_repeated_square_in_a_variation_is_that_of_the_move_before_the_branch() -> None:
    record = read("same-square.kif")
    assert [move_at(record, address) for address in ("4", "5", "3-2-1", "3-2-2", "1-2-1", "1-2-2")] == [
        "3a2b",
        "B*4e",
        "8b2b",
        "B*4e",
        "8c8d",
        "2g2f",
    ]


def test_full_and_half_width_mix() -> None:
    record = read("half-width.kif")
    assert record.main_moves == ("7g7f", "3c3d", "2g2f", "8c8d", "2f2e", "8d8e")
    assert (record.sente, record.gote) == ("ABC", "DEF")


def test_old_headers_are_kept_in_order() -> None:
    record = read("old-headers.kif")
    assert list(record.headers.items()) == [
        ("表題", "名人戦第1局"),
        ("対局日", "1996年4月11日"),
        ("棋戦詳細", "第54期名人戦七番勝負第1局"),
        ("場所", "東京・「羽沢ガーデン」"),
        ("持ち時間", "各9時間"),
        ("備考", "時刻 10:00 開始"),
        ("先手", "先 手 の 人"),
        ("後手", ""),
        ("先手省略名", "先"),
    ]
    assert record.played == date(1996, 4, 11)
    assert record.ending is not None
    assert record.ending.kind is EndingKind.INTERRUPTION
    assert record.result_for(Side.SENTE) is None


def test_variations_nest_three_deep() -> None:
    record = read("nested-variations.kif")
    assert record.main_moves[-1] == "8d8e"
    assert record.winner is Side.GOTE
    assert move_at(record, "4-2-1") == "6g6f"
    assert move_at(record, "4-2-4") == "6a5b"
    assert move_at(record, "4-2-2-2-3") == "6h6g"
    assert move_at(record, "4-2-2-2-2-2-1") == "4i5h"
    assert move_at(record, "4-2-2-2-1-2-1") == "3a4b"
    assert move_at(record, "2-2-1") == "6g6f"
    deepest = record.find(Address.parse("4-2-2-2-2-2-1")).index
    assert record.nodes[deepest].comment == "三段目"
    resigned = record.find(Address.parse("2-2-1")).index
    assert record.nodes[resigned].ends


def test_a_diagram_starts_with_gote_to_move_and_moves_count_on() -> None:
    record = read("gote-to-move.kif")
    assert record.start_position.side is Side.GOTE
    assert record.handicap == "その他"
    assert dict(record.start_position.hand(Side.GOTE)) == {"R": 1, "B": 1, "G": 2, "S": 1, "P": 11}
    assert record.main_moves == ("R*5f", "S*5g")
    assert move_at(record, "1-2-1") == "5h6i"
    assert record.nodes[2].comment == "合駒"


def test_bookmarks_and_comments_of_every_kind() -> None:
    record = read("bookmarks.kif")
    assert record.nodes[0].comment == "開始前のことば"
    assert (record.nodes[1].bookmark, record.nodes[1].comment) == ("本筋", "一行目\n*二行目は星つき\n#三行目は井桁つき")
    assert record.nodes[2].comment == "空行のあと"
    assert record.ending is not None
    assert (record.ending.comment, record.ending.seconds, record.ending.total) == ("終わってからのことば", 1, 4)


def test_comments_may_stand_among_the_headers() -> None:
    record = read("comments-first.kif")
    assert (record.nodes[0].comment, record.nodes[0].bookmark) == ("表紙のことば\nもう一行", "はじめ")
    assert (record.handicap, record.sente, record.gote) == ("香落ち", "え", "う")
    assert record.main_moves == ("3c3d",)


def test_the_receiver_of_odds_is_sente_and_gote_moves_first() -> None:
    record = read("two-pieces.kif")
    assert (record.handicap, record.sente, record.gote) == ("二枚落ち", "子", "親")
    assert record.main_moves[0] == "7a6b"
    assert record.winner is Side.SENTE
    assert "下手：子" in write(record, Format.KIF)
    assert "まで4手で下手の勝ち" in write(record, Format.KI2)


def test_a_foul_that_ended_the_game_is_told_with_the_ending() -> None:
    record = read("foul.kif")
    assert record.moves_count == 5
    assert record.winner is Side.SENTE
    assert record.ending is not None
    assert (record.ending.kind, record.ending.comment) == (EndingKind.ILLEGAL_LOSS, "３三歩打")


def test_what_follows_the_end_may_be_anything() -> None:
    assert read("trailing-junk.kif").main_moves == ("7g7f",)


def test_times_in_every_spelling() -> None:
    record = read("times.kif")
    assert [(node.seconds, node.total) for node in record.nodes[1:]] == [
        (12, 12),
        (3605, 3605),
        (7, None),
        (1, 3606),
        (7500, 7519),
        (None, None),
    ]
    assert record.ending is not None
    assert (record.ending.kind, record.ending.seconds, record.winner) == (EndingKind.TIMEOUT, 30, Side.GOTE)


def test_a_tsume_needs_one_king_alone() -> None:
    for name in ("tsume.kif", "all-the-rest.csa"):
        record = read(name)
        assert record.main_moves == ("G*5b",)
        assert record.position_at(1).is_mate
        assert record.winner is Side.SENTE
    assert read("tsume.kif").start == read("all-the-rest.csa").start


def test_every_word_of_disambiguation_is_understood() -> None:
    record = read("disambiguation.ki2")
    moves = [record.nodes[child].move for child in record.nodes[0].children]
    assert moves == (
        ["9i8h", "8i8h", "7i8h", "9h8h", "8g8h", "3h2g", "1h2g", "3f2g", "1f2g", "G*4h", "2i2h", "3i2h", "4i4h"]
    )


def test_ki2_with_variations_and_two_endings() -> None:
    record = read("club.ki2")
    assert record.moves_count == 16
    assert record.winner is Side.GOTE
    assert record.nodes[14].comment == "横歩取りへ"
    end = record.find(Address.parse("14-2-2")).index
    ending = record.nodes[end].ending
    assert ending is not None
    assert ending.kind is EndingKind.INTERRUPTION
    assert name_opening(record) == "横歩取り"


def test_a_server_s_record_with_times_and_remarks() -> None:
    record = read("floodgate.csa")
    assert (record.sente, record.gote) == ("first_engine", "second_engine")
    assert record.main_moves == ("7g7f", "3c3d", "8h2b+", "3a2b")
    assert [(node.seconds, node.total) for node in record.nodes[1:]] == [(12, 12), (7, 7), (3, 15), (1, 8)]
    assert record.nodes[1].comment == "* 44 -3334FU"
    assert record.ending is not None
    assert (record.ending.seconds, record.ending.total, record.winner) == (4, 19, Side.GOTE)


def test_csa_version_3_has_parts_of_seconds_and_names_the_offender() -> None:
    record = read("v3.csa")
    assert record.event == "文字の多い大会, 決勝"
    assert record.headers["持ち時間"] == "600+10+0"
    assert record.headers["$MAX_MOVES"] == "256"
    assert [node.seconds for node in record.nodes[1:]] == [1.25, 0.5, 30]
    assert record.nodes[2].comment == "ひとこと"
    assert record.winner is Side.GOTE
    assert "V3.0" in write(record, Format.CSA)
    assert "%+ILLEGAL_ACTION" in write(record, Format.CSA)


def test_csa_takes_pieces_away_and_ends_where_the_next_game_begins() -> None:
    record = read("handicap.csa")
    assert record.handicap == "二枚落ち"
    assert record.main_moves == ("7a6b", "7g7f")


def test_usi_in_its_three_spellings() -> None:
    assert read("startpos.usi").main_moves[-1] == "B*4e"
    assert read("sfen.usi").handicap == "二枚落ち"
    assert read("moves-only.usi").main_moves == ("7g7f", "3c3d", "2g2f")
