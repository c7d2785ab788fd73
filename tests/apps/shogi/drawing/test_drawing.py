"""Boards, pieces and diagrams as drawings: whole, true to what they are made from, and deaf to what is no position."""

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image
from tests.apps.shogi.drawing import bake

from chabudai.apps.shogi.drawing import outlines
from chabudai.apps.shogi.drawing.diagram import Caption, draw_large, draw_mini
from chabudai.apps.shogi.drawing.figure import write_svg
from chabudai.apps.shogi.drawing.png import SCALE, can_draw, write_png
from chabudai.apps.shogi.drawing.shapes import SIZES, body
from chabudai.apps.shogi.drawing.sprite import SETS, render_sprite
from chabudai.apps.shogi.records import Position

SVG = "{http://www.w3.org/2000/svg}"
MIDDLE_GAME = "ln1g3+Rl/1ks3+P2/1p3sg2/p1pp1p2p/5P3/P1P1P4/1P1PS3P/2KGGS3/+bN6L b RN3Pbnlp 57"


def test_the_kept_drawings_are_what_the_code_draws() -> None:
    stale = [path.name for path, text in bake.render_files().items() if path.read_text() != text]
    assert stale == [], "python -m tests.apps.shogi.drawing.bake writes them"


@pytest.mark.skipif(not bake.SERIF.is_file(), reason="the typeface is not installed")
def test_the_kept_outlines_are_those_of_the_typeface() -> None:
    assert outlines.FILE.read_text() == bake.read_outlines()


def test_the_outlines_name_their_licence() -> None:
    assert "SIL Open Font License 1.1" in outlines.FILE.read_text()


@pytest.mark.parametrize("name", SETS)
def test_a_set_has_every_piece_of_both_sides_and_promoted_ones_in_red(name: str) -> None:
    sprite = ElementTree.fromstring(render_sprite(name))
    drawn = {each.get("id", ""): ElementTree.tostring(each, "unicode") for each in sprite.iter(f"{SVG}g")}
    del drawn[""]
    faces = {*"KRBGSNLP", "R1", "B1", "S1", "N1", "L1", "P1", "K2"}
    assert drawn.keys() == faces | {each.lower() for each in faces}
    assert {face for face, text in drawn.items() if "--piece-red" in text} == {
        each for each in drawn if each[-1] == "1"
    }


def test_a_piece_has_the_proportions_of_a_real_one() -> None:
    for kind, (width, height) in SIZES.items():
        top, right, right_foot, left_foot, _ = body(kind)
        assert right_foot[0] - left_foot[0] == width
        assert right_foot[1] - top[1] == height
        assert right[0] / right_foot[0] == pytest.approx(0.74)
        assert (right[1] - top[1]) / height == pytest.approx(0.15)


def test_light_falls_from_the_top_left_on_turned_pieces_too() -> None:
    sprite = ElementTree.fromstring(render_sprite("one"))
    for face in ("P", "p"):
        piece = next(each for each in sprite.iter(f"{SVG}g") if each.get("id") == face)
        shadow, wood = (each.get("points", "").split()[0].split(",") for each in piece.findall(f"{SVG}polygon")[:2])
        assert float(shadow[0]) > float(wood[0])
        assert float(shadow[1]) > float(wood[1])


def test_a_small_diagram_shows_every_piece_and_the_last_move() -> None:
    drawn = ElementTree.fromstring(write_svg(draw_mini(Position.from_sfen(MIDDLE_GAME), "9i", "56手目")))
    assert len(drawn.findall(f"{SVG}use")) == sum(1 for each in Position.from_sfen(MIDDLE_GAME).squares if each)
    assert drawn.findtext(f"{SVG}title") == "56手目"
    assert len([each for each in drawn.iter(f"{SVG}path") if each.get("fill") == "#e0ad83"]) == 1
    assert len(write_svg(draw_mini(Position.start(), None, ""))) < 12_000


def test_a_large_diagram_tells_names_hands_and_the_last_move_and_escapes_them() -> None:
    caption = Caption("山田 <健>", "鈴木 & 浩二", "56手目 △９九馬まで", "図")
    text = write_svg(draw_large(Position.from_sfen(MIDDLE_GAME), caption, "9i"))
    said = [each.text for each in ElementTree.fromstring(text).iter(f"{SVG}text")]
    assert said == ["△鈴木 & 浩二", "▲山田 <健>", "56手目 △９九馬まで"]
    assert "<健>" not in text


def test_the_picture_has_black_characters_with_soft_edges_and_their_holes() -> None:
    caption = Caption(line="56手目 △９九馬まで")
    figure = draw_large(Position.from_sfen(MIDDLE_GAME), caption, None)
    image = Image.open(BytesIO(write_png(figure)))
    assert image.size == (round(figure.width * SCALE), round(figure.height * SCALE))
    shades = image.convert("L").histogram()
    assert shades[0] > 20_000
    assert shades[255] > shades[0] * 5
    assert sum(shades[1:255]) > 5_000
    assert can_draw("56手目")


def test_every_character_of_a_move_has_an_outline() -> None:
    said = (
        "▲△☗☖同０１２３４５６７８９一二三四五六七八九王玉飛角金銀桂香歩と杏圭全馬龍成不打上引右左直寄手目まで開始局面"
    )
    assert [each for each in said if not outlines.has_outline(each)] == []
    assert re.fullmatch(r"[Mlhvcz0-9 -]+", outlines.outline("龍").d)
