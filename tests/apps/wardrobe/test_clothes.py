"""Clothes: added, told more of, sought, put in order, thrown away and taken back."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.wardrobes import TODAY, added, before, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, Order, Sort
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing
from chabudai.apps.wardrobe.service import Filters
from chabudai.web.errors import BadRequest, InvalidFields, WrongCursor


def test_a_piece_is_kept_as_it_was_told(closet: Closet) -> None:
    told: dict[str, Any] = {"name": " 藍染めの  シャツ ", "genre": "tops", "seasons": ["summer", "spring"]}
    told |= {"colour": "blue", "brand": "藍工房", "size": "M", "price": 14800}
    piece = service.clothing(closet, service.add_clothing(closet, told).clothing_id)
    assert (piece.name, piece.genre, piece.colour, piece.brand) == ("藍染めの シャツ", "tops", "blue", "藍工房")
    assert (piece.size, piece.price, sorted(piece.seasons)) == ("M", 14800, ["spring", "summer"])
    assert (piece.status, piece.wear_count, piece.last_worn_at, piece.deleted_at) == ("ACTIVE", 0, 0, None)
    assert piece.created_at == 1794711600000


@pytest.mark.parametrize(
    ("told", "field", "sentence"),
    [
        ({}, "name", "Fill this in."),
        ({"name": " \u3000 "}, "name", "Fill this in."),
        ({"name": "\x07\u202e"}, "name", "Fill this in."),
        ({"name": "あ" * 41}, "name", "Use up to 40 characters."),
        ({"name": "x", "genre": "armour"}, "genre", "Choose one of these."),
        ({"name": "x", "colour": "octarine"}, "colour", "Choose one of these."),
        ({"name": "x", "seasons": ["rainy"]}, "seasons", "Choose one of these."),
        ({"name": "x", "price": -1}, "price", "Enter a number from 0 to 100,000,000."),
        ({"name": "x", "price": 1.5}, "price", "Enter a whole number."),
        ({"name": "x", "price": True}, "price", "Enter a whole number."),
        ({"name": "x", "price": 10**9}, "price", "Enter a number from 0 to 100,000,000."),
        ({"name": "x", "brand": "b" * 41}, "brand", "Use up to 40 characters."),
    ],
)
def test_what_can_not_be_a_piece_is_refused_by_the_name_of_its_field(
    closet: Closet, told: Any, field: str, sentence: str
) -> None:
    with pytest.raises(InvalidFields) as refused:
        service.add_clothing(closet, told)
    assert [(name, str(said)) for name, said in refused.value.details] == [(field, sentence)]
    assert len(service.clothes(closet, "created", "asc")) == 0


def test_a_field_that_there_is_not_is_refused(closet: Closet) -> None:
    with pytest.raises(BadRequest) as refused:
        service.add_clothing(closet, {"name": "x", "wear_count": 5})
    assert [name for name, _ in refused.value.details] == ["wear_count"]


def test_what_nobody_sees_is_left_out_of_a_name(closet: Closet) -> None:
    assert service.add_clothing(closet, {"name": "a\x07\u202e b"}).name == "a b"


def test_forty_characters_of_any_script_are_a_name(closet: Closet) -> None:
    for name in ("あ" * 40, "x", "👨‍👩‍👧の服", "Œuvre d’été"):
        assert service.add_clothing(closet, {"name": name}).name == name


def test_an_edit_changes_only_what_is_given(closet: Closet) -> None:
    piece = service.add_clothing(closet, {"name": "シャツ", "genre": "tops", "price": 3000})
    service.edit_clothing(closet, piece.clothing_id, {"colour": "navy"})
    changed = service.edit_clothing(closet, piece.clothing_id, {"price": None})
    assert changed == piece.model_copy(update={"colour": "navy", "price": None})
    assert service.edit_clothing(closet, piece.clothing_id, {}) == changed


def test_what_is_deleted_can_not_be_edited_until_it_is_taken_back(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.throw_away_clothing(closet, shirt)
    with pytest.raises(ClothingInTrash, match="シャツ"):
        service.edit_clothing(closet, shirt, {"name": "ズボン"})
    service.restore_clothing(closet, shirt)
    assert service.edit_clothing(closet, shirt, {"name": "ズボン"}).name == "ズボン"


def test_the_trash_holds_what_was_thrown_away_and_gives_it_back_as_it_was(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    kept = service.clothing(closet, shirt)
    thrown = service.throw_away_clothing(closet, shirt)
    assert (thrown.status, thrown.deleted_at) == ("DELETED", closet.now())
    assert [piece.clothing_id for piece in service.clothes(closet, "created", "asc")] == [coat]
    assert [piece.clothing_id for piece in service.clothes_in_trash(closet)] == [shirt]
    assert service.throw_away_clothing(closet, shirt) == thrown
    assert service.restore_clothing(closet, shirt) == kept
    assert service.restore_clothing(closet, shirt) == kept
    assert list(service.clothes_in_trash(closet)) == []


def test_another_wardrobes_piece_is_not_there(closet: Closet, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    acts = [service.clothing, service.throw_away_clothing, service.restore_clothing, service.remove_photo]
    for clothing_id in (theirs, "cl_nobody", "", "#", "../x", "あ"):
        for act in acts:
            with pytest.raises(NoSuchClothing):
                act(closet, clothing_id)
        with pytest.raises(NoSuchClothing):
            service.edit_clothing(closet, clothing_id, {"name": "mine"})
    assert service.clothing(strangers, theirs).name == "よその服"


@pytest.mark.parametrize(
    ("sort", "order", "names"),
    [
        ("created", "asc", "シャツ コート 帽子"),
        ("created", "desc", "帽子 コート シャツ"),
        ("wearCount", "asc", "帽子 シャツ コート"),
        ("wearCount", "desc", "コート シャツ 帽子"),
        ("lastWorn", "asc", "帽子 コート シャツ"),
        ("lastWorn", "desc", "シャツ コート 帽子"),
    ],
)
def test_three_orders_both_ways(closet: Closet, clock: SettableClock, sort: Sort, order: Order, names: str) -> None:
    pieces = []
    for name in ("シャツ", "コート", "帽子"):
        pieces += added(closet, name)
        clock.advance(seconds=1)
    for days, some in ((9, pieces[1:2]), (8, pieces[1:2]), (0, pieces[:1])):
        service.record_wear(closet, day=before(days), clothing_ids=some)
    assert [piece.name for piece in service.clothes(closet, sort, order)] == names.split()


def test_pages_of_fifty_are_full_whatever_is_left_out(closet: Closet) -> None:
    for number in range(130):
        service.add_clothing(closet, {"name": f"服{number}", "genre": "tops" if number % 2 else "shoes"})
    filters = Filters(genre="tops")
    first = service.clothes(closet, "created", "asc", filters)
    second = service.clothes(closet, "created", "asc", filters, first.cursor)
    assert (len(first), len(second), second.cursor) == (50, 15, None)
    assert len({piece.name for piece in (*first, *second)}) == 65


def test_a_cursor_is_good_for_the_list_that_gave_it_and_no_other(closet: Closet, strangers: Closet) -> None:
    several(closet, 51)
    cursor = service.clothes(closet, "created", "asc").cursor
    assert cursor is not None
    wrongs: list[Callable[[], object]] = [
        lambda: service.clothes(closet, "created", "desc", cursor=cursor),
        lambda: service.clothes(closet, "wearCount", "asc", cursor=cursor),
        lambda: service.clothes(closet, "created", "asc", Filters(genre="tops"), cursor),
        lambda: service.clothes(strangers, "created", "asc", cursor=cursor),
        lambda: service.clothes_in_trash(closet, cursor),
        lambda: service.clothes(closet, "created", "asc", cursor=cursor[:-1]),
        lambda: service.clothes(closet, "created", "asc", cursor="x"),
    ]
    for wrong in wrongs:
        with pytest.raises(WrongCursor):
            wrong()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("シャツ", ["Ｔシャツ（白）", "ネルシャツ"]),
        ("しゃつ", ["Ｔシャツ（白）", "ネルシャツ"]),
        ("ｼｬﾂ", ["Ｔシャツ（白）", "ネルシャツ"]),
        ("tシャツ", ["Ｔシャツ（白）"]),
        ("シャツ　ネル", ["ネルシャツ"]),
        ("LEVI", ["Levi’s"]),
        ("", ["Ｔシャツ（白）", "ネルシャツ", "Levi’s"]),
        ("ない", []),
        ("シャツ" * 100, []),
        ("( ) # %", []),
    ],
)
def test_a_name_is_found_however_it_is_typed(closet: Closet, text: str, found: list[str]) -> None:
    added(closet, "Ｔシャツ（白）", "ネルシャツ", "Levi’s")
    assert [piece.name for piece in service.clothes(closet, "created", "asc", Filters(text=text))] == found


def test_a_piece_that_others_stored_by_the_seed_is_found_too(closet: Closet) -> None:
    closet.store.insert(Clothing(wardrobe_id=closet.wardrobe_id, name="古いシャツ", created_at=1))
    assert [piece.name for piece in service.clothes(closet, "created", "asc", Filters(text="シャツ"))] == ["古いシャツ"]


def test_filters_leave_out_what_does_not_fit(closet: Closet) -> None:
    wanted: dict[str, Any] = {"genre": "tops", "seasons": ["winter"], "colour": "navy"}
    kept = service.add_clothing(closet, {"name": "紺のニット", **wanted})
    every = service.add_clothing(closet, {"name": "いつでも", "genre": "tops", "colour": "navy"})
    service.add_clothing(closet, {"name": "夏服", **wanted, "seasons": ["summer"]})
    service.add_clothing(closet, {"name": "赤いニット", **wanted, "colour": "red"})
    service.add_clothing(closet, {"name": "紺の靴", **wanted, "genre": "shoes"})
    service.record_wear(closet, day=TODAY, clothing_ids=[kept.clothing_id])
    filters = Filters(genre="tops", season="winter", colour="navy")
    assert _names(closet, filters) == ["紺のニット", "いつでも"]
    assert _names(closet, replace(filters, is_worn=True)) == [kept.name]
    assert _names(closet, replace(filters, is_worn=False)) == [every.name]
    assert _names(closet, replace(filters, text="にっと")) == [kept.name]


def test_what_was_not_worn_for_long_and_what_never_was_are_told_apart(closet: Closet) -> None:
    old, older, lately, planned, never = added(closet, "昔", "もっと昔", "最近", "予定", "一度もない")
    for piece, days in ((old, 90), (older, 200), (lately, 89), (planned, -5)):
        service.record_wear(closet, day=before(days), clothing_ids=[piece])
    assert [piece.clothing_id for piece in service.unworn_clothes(closet, 90)] == [older, old]
    assert [piece.clothing_id for piece in service.never_worn_clothes(closet)] == [never]


def test_a_piece_knows_its_outfits_and_its_days(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    both, one = outfit_of(closet, shirt, coat), outfit_of(closet, shirt)
    outfit_of(closet, coat)
    service.record_wear(closet, day=before(1), clothing_ids=[shirt])
    service.record_template(closet, day=TODAY, template_id=one)
    assert [each.template_id for each in service.templates_with_clothing(closet, shirt)] == [one, both]
    assert [each.template_id for each in service.last_templates_with_clothing(closet, shirt, 1)] == [one]
    assert [each.day for each in service.days_of_clothing(closet, shirt)] == [TODAY, before(1)]
    assert [each.day for each in service.days_of_template(closet, one)] == [TODAY]


def _names(closet: Closet, filters: Filters) -> list[str]:
    return [piece.name for piece in service.clothes(closet, "created", "asc", filters)]


@pytest.mark.parametrize("rows", [60, 2])
def test_the_first_unworn_are_the_same_whether_the_wardrobe_is_on_one_page_or_not(closet: Closet, rows: int) -> None:
    pieces = added(closet, *(f"服{number}" for number in range(6)))
    for number, piece in enumerate(pieces[1:]):
        service.record_wear(closet, day=before(20 * number + 1), clothing_ids=[piece])
    first = service.longest_unworn_clothes(closet, rows=rows)
    found = service.first_unworn_clothes(closet, 30, 2, first)
    assert found == service.unworn_clothes(closet, 30, rows=2).items
    assert [piece.clothing_id for piece in found] == [pieces[5], pieces[4]]
