"""The demo: sixty clothes with pictures of our own, fifteen outfits and a year of days, with every counter right."""

from io import BytesIO
from typing import get_args

import pytest
from PIL import Image

from chabudai.apps.wardrobe import demo_clothes, design, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.demo import fill_demo
from chabudai.apps.wardrobe.entities import Colour, Genre
from chabudai.common.photos import photo_name


@pytest.fixture
def shown(house: House) -> Closet:
    return fill_demo(house)


def test_the_samples_are_clothes_like_any_others() -> None:
    samples, outfits = demo_clothes.clothes(), demo_clothes.outfits()
    assert (len(samples), len(outfits)) == (60, 15)
    names = [sample.name for sample in samples]
    assert len(set(names)) == 60
    assert all(sample.genre in get_args(Genre) and sample.colour in get_args(Colour) for sample in samples)
    assert {piece for outfit in outfits for piece in outfit.pieces} <= set(names)


def test_the_demo_is_a_whole_wardrobe_and_shows_every_state(shown: Closet) -> None:
    """One look at all of it, since filling it takes a second or two."""
    clothes = list(shown.store.all(design.all_clothes(shown.wardrobe_id)))
    templates = list(shown.store.all(design.all_templates(shown.wardrobe_id)))
    histories = list(shown.store.all(design.all_histories(shown.wardrobe_id)))
    assert (len(clothes), len(templates)) == (60, 15)
    assert service.repair(shown).drifts == ()
    _assert_pictures(shown)
    days = {history.day for history in histories}
    assert (shown.today() - min(days)).days >= 360
    assert 320 < len(days) < 366
    assert shown.today() not in days
    assert len(service.planned_days(shown)) == 2
    assert len(service.clothes_in_trash(shown)) == 2
    assert len(service.templates_in_trash(shown).cards) == 1
    assert len(service.never_worn_clothes(shown)) >= 3
    assert len(service.unworn_clothes(shown, 90)) >= 3
    assert len(service.suggestions(shown)) == 2
    assert sum(1 for day in service.last_week(shown) if day.records) >= 4
    assert all(history.created_at <= shown.now() for history in histories)
    assert {history.template_name is None for history in histories} == {True, False}


def _assert_pictures(shown: Closet) -> None:
    clothes = list(shown.store.all(design.all_clothes(shown.wardrobe_id)))
    pictured = [piece for piece in clothes if piece.image_key]
    assert len(pictured) == 58
    for piece in pictured:
        image = Image.open(BytesIO(service.photo(shown, photo_name(piece.image_key) or "", "thumb")))
        assert image.format == "WEBP"
        assert len(set(image.convert("L").tobytes())) > 3


def test_whoever_reads_english_has_it_in_english(house: House) -> None:
    shown = fill_demo(house, "en")
    clothes = list(shown.store.all(design.all_clothes(shown.wardrobe_id)))
    templates = list(shown.store.all(design.all_templates(shown.wardrobe_id)))
    histories = list(shown.store.all(design.all_histories(shown.wardrobe_id)))
    assert (len({each.name for each in clothes}), len({each.name for each in templates})) == (60, 15)
    texts = [
        shown.wardrobe.name,
        *(each.name for each in (*clothes, *templates)),
        *(each.brand or "" for each in clothes),
    ]
    texts += [each.template_name or "" for each in histories]
    assert [text for text in texts if not text.isascii()] == []
