"""Dishes, tray and seal as drawings: kept as the code draws them, small, whole and told apart."""

import math
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
from fontTools.ttLib import TTCollection
from tests.apps.kondate.drawing import bake
from tests.apps.shogi.drawing import bake as typeface

from chabudai.apps.kondate.book.entities import Picture
from chabudai.apps.kondate.drawing import seal
from chabudai.apps.kondate.drawing.cloths import CLOTHS, TINTS, choose_cloth, choose_cloths
from chabudai.apps.kondate.drawing.dishes import DISHES, render_dish
from chabudai.apps.kondate.drawing.tray import (
    BOXES,
    BOXES_AROUND,
    HEIGHT,
    WIDTH,
    Box,
    Place,
    find_part,
    place_dishes,
)
from chabudai.apps.kondate.pictures import FALLBACK, PICTURES, picture_file, read_picture

SVG = "{http://www.w3.org/2000/svg}"


def test_the_kept_drawings_are_what_the_code_draws() -> None:
    files = bake.render_files()
    stale = [path.name for path, text in files.items() if not path.is_file() or path.read_text() != text]
    nobodys = set((bake.STATIC / "dishes").iterdir()) - files.keys()
    assert (stale, nobodys) == ([], set()), "python -m tests.apps.kondate.drawing.bake writes them"


@pytest.mark.skipif(not typeface.SERIF.is_file(), reason="the typeface is not installed")
def test_the_character_of_the_seal_is_that_of_the_typeface() -> None:
    fonts = TTCollection(typeface.SERIF).fonts
    font = next(font for font in fonts if "CJK JP" in font["name"].getDebugName(1))
    assert typeface.bake(font, seal.CHARACTER)["d"] == seal.OUTLINE


@pytest.mark.parametrize("picture", PICTURES, ids=picture_file)
def test_a_picture_is_a_whole_small_file_that_asks_for_nothing_else(picture: Picture) -> None:
    text = (bake.STATIC / picture_file(picture)).read_text()
    drawn = ElementTree.fromstring(text)
    assert drawn.get("viewBox") == "0 0 120 120"
    assert 1.5 * 1024 <= len(text) <= 7 * 1024
    named = {element.get("id") for element in drawn.iter() if element.get("id")}
    asked = {part.split(")")[0] for part in text.split("url(#")[1:]}
    asked |= {element.get("href", "").removeprefix("#") for element in drawn.iter(f"{SVG}use")}
    assert asked == named
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "nan" not in text.lower()


def test_each_picture_differs_from_every_other() -> None:
    drawn = [render_dish(picture.kind, picture.palette) for picture in PICTURES]
    assert len(set(drawn)) == len(drawn) >= 100
    assert len(DISHES) >= 30


def test_a_picture_is_named_by_its_kind_and_where_there_are_several_by_its_palette() -> None:
    assert read_picture("rice") == Picture(kind="rice", palette="white")
    assert picture_file(read_picture("rice:mixed")) == "dishes/rice-mixed.svg"
    for nobodys in ("pizza-margherita", "rice:blue", "", ":"):
        with pytest.raises(ValueError, match="no such picture"):
            read_picture(nobodys)


def test_a_stored_picture_that_is_no_longer_drawn_has_one_that_is() -> None:
    assert picture_file(Picture(kind="rice", palette="blue")) == "dishes/rice-white.svg"
    assert picture_file(Picture(kind="rice")) == "dishes/rice-white.svg"
    assert picture_file(Picture(kind="pterodactyl", palette="red")) == picture_file(FALLBACK)


def test_there_are_five_cloths_and_each_has_a_darker_one_for_the_night() -> None:
    assert len(CLOTHS) == len(TINTS) == 5
    for day, night in TINTS.values():
        assert _lightness(day) > 200
        assert _lightness(night) < 70


def test_no_two_cloths_side_by_side_or_above_each_other_are_alike() -> None:
    kinds = [picture.kind for picture in PICTURES]
    for across in (1, 2, 4):
        cloths = choose_cloths(kinds, across)
        assert all(one != other for one, other in pairwise(cloths))
        assert all(one != other for one, other in zip(cloths, cloths[across:], strict=False))
    assert choose_cloths(["curry"]) == (choose_cloth("curry"),)


def test_rice_stands_front_left_soup_front_right_and_the_main_dish_behind_it() -> None:
    boxes = place_dishes(["rice", "soup", "main", "side", "pickles"])
    places: tuple[Place, ...] = ("front left", "front right", "back right", "back left", "middle")
    assert boxes == tuple(BOXES[place] for place in places)


def test_a_dish_that_is_a_whole_meal_takes_the_middle_of_the_tray() -> None:
    assert place_dishes(["side", "one dish"]) == (BOXES_AROUND["back left"], BOXES_AROUND["whole"])


def test_a_dish_without_a_place_is_left_out_of_the_tray() -> None:
    assert place_dishes(["soup", "soup"]) == (BOXES["front right"], None)
    assert place_dishes([]) == ()


def test_what_a_dish_is_on_a_tray_follows_from_its_kind_and_picture() -> None:
    assert find_part("rice", "rice") == "rice"
    assert find_part("rice", "curry") == "one dish"
    assert find_part("main", "nabe") == "one dish"
    assert find_part("side", "pickles") == "pickles"
    assert find_part("main", "fillet") == "main"
    assert find_part("sweet", "pudding") == "side"


@pytest.mark.parametrize("boxes", [BOXES, BOXES_AROUND], ids=["dishes", "one dish"])
def test_dishes_on_a_tray_do_not_cover_each_other(boxes: dict[Place, Box]) -> None:
    for box in boxes.values():
        assert box.x >= 0
        assert box.x + box.size <= WIDTH
        assert box.y + box.size <= HEIGHT
    for one, other in combinations(boxes.items(), 2):
        assert _gap(*one, *other) > -2, (one, other)


def _gap(name: Place, box: Box, other_name: Place, other: Box) -> float:
    """Between two round dishes: bowls take 48 of 60 of their box, a plate 53, and what stands in the middle 38."""
    x, y = box.x + box.size / 2 - other.x - other.size / 2, box.y + box.size / 2 - other.y - other.size / 2
    return math.hypot(x, y) - _reach(name, box) - _reach(other_name, other)


def _reach(name: Place, box: Box) -> float:
    return box.size / 120 * {"back right": 53, "whole": 53, "middle": 44}.get(name, 48)


def _lightness(colour: str) -> float:
    return sum(int(colour[at : at + 2], 16) for at in (1, 3, 5)) / 3
