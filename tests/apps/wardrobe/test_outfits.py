"""Outfits: put together, changed, copied, thrown away; and their small pictures by the seed's sections 2.6 and 9."""

import pytest
from tests.adapters.clocks import SettableClock
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.wardrobes import TODAY, added, before, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchClothing, NoSuchTemplate, TemplateInTrash
from chabudai.apps.wardrobe.thumbs import THUMB_N
from chabudai.web.errors import InvalidFields


def test_an_outfit_keeps_its_clothes_in_order(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    made = service.add_template(closet, name=" 通勤 ", clothing_ids=[coat, shirt])
    assert service.template(closet, made.template_id) == made
    assert (made.name, made.clothing_ids, made.wear_count) == ("通勤", (coat, shirt), 0)
    changed = service.edit_template(closet, made.template_id, name="週末", clothing_ids=[shirt, coat])
    assert (changed.name, changed.clothing_ids) == ("週末", (shirt, coat))


def test_what_can_not_be_an_outfit_is_refused(closet: Closet, strangers: Closet) -> None:
    pieces = several(closet, 21)
    (theirs,) = added(strangers, "よその服")
    for ids, sentence in (
        ([], "Choose at least one."),
        (pieces, "Choose up to 20."),
        ([pieces[0], pieces[0]], "The same item is chosen twice."),
        ([pieces[0], "#"], "We can't find that item in this wardrobe."),
    ):
        with pytest.raises(InvalidFields) as refused:
            service.add_template(closet, name="コーデ", clothing_ids=ids)
        assert [(name, str(said)) for name, said in refused.value.details] == [("clothing_ids", sentence)]
    with pytest.raises(NoSuchClothing):
        service.add_template(closet, name="コーデ", clothing_ids=[pieces[0], theirs])
    with pytest.raises(InvalidFields):
        service.add_template(closet, name="あ" * 41, clothing_ids=pieces[:1])
    assert service.add_template(closet, name="全部", clothing_ids=pieces[:20]).clothing_ids == tuple(pieces[:20])


def test_only_newly_added_pieces_must_not_be_in_the_trash(closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    template_id = outfit_of(closet, shirt, coat)
    for piece in (coat, hat):
        service.throw_away_clothing(closet, piece)
    kept = service.edit_template(closet, template_id, name="残す", clothing_ids=[coat, shirt])
    assert kept.clothing_ids == (coat, shirt)
    with pytest.raises(ClothingInTrash, match="帽子"):
        service.edit_template(closet, template_id, name="足す", clothing_ids=[shirt, hat])
    with pytest.raises(ClothingInTrash, match="コート"):
        service.add_template(closet, name="新しく", clothing_ids=[coat])


def test_what_is_deleted_can_not_be_edited_and_comes_back_as_it_was(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    template_id = outfit_of(closet, shirt, name="通勤")
    kept = service.template(closet, template_id)
    thrown = service.throw_away_template(closet, template_id)
    assert (thrown.status, thrown.deleted_at) == ("DELETED", closet.now())
    with pytest.raises(TemplateInTrash, match="通勤"):
        service.edit_template(closet, template_id, name="週末", clothing_ids=[shirt])
    assert service.templates(closet, "created", "asc").cards == ()
    assert [card.row for card in service.templates_in_trash(closet).cards] == [thrown]
    assert service.throw_away_template(closet, template_id) == thrown
    assert service.restore_template(closet, template_id) == kept
    assert service.templates_in_trash(closet).cards == ()


def test_a_copy_has_the_same_clothes_and_was_never_worn(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt, coat, name="通勤")
    service.record_template(closet, day=TODAY, template_id=template_id)
    service.throw_away_clothing(closet, coat)
    copy = service.clone_template(closet, template_id)
    assert (copy.name, copy.clothing_ids) == ("通勤 (copy)", (shirt, coat))
    assert (copy.wear_count, copy.last_worn_at) == (0, 0)
    assert copy.template_id != template_id


def test_a_copy_of_a_long_name_keeps_it(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    assert service.clone_template(closet, outfit_of(closet, shirt, name="あ" * 40)).name == "あ" * 40


def test_another_wardrobes_outfit_is_not_there(closet: Closet, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    (mine,) = added(closet, "わたしの服")
    acts = [service.template, service.outfit, service.clone_template]
    acts += [service.throw_away_template, service.restore_template]
    for template_id in (outfit_of(strangers, theirs), "tp_nobody", "", "#"):
        for act in acts:
            with pytest.raises(NoSuchTemplate):
                act(closet, template_id)
        with pytest.raises(NoSuchTemplate):
            service.edit_template(closet, template_id, name="x", clothing_ids=[mine])


def test_outfits_have_three_orders_and_are_sought_by_name(closet: Closet, clock: SettableClock) -> None:
    (shirt,) = added(closet, "シャツ")
    ids = []
    for name in ("通勤", "週末", "スーツの日"):
        ids.append(outfit_of(closet, shirt, name=name))
        clock.advance(seconds=1)
    for days, template_id in ((5, ids[1]), (4, ids[1]), (0, ids[0])):
        service.record_template(closet, day=before(days), template_id=template_id)
    assert _names(closet, "created") == ["スーツの日", "週末", "通勤"]
    assert _names(closet, "wearCount") == ["週末", "通勤", "スーツの日"]
    assert _names(closet, "lastWorn") == ["通勤", "週末", "スーツの日"]
    for found in (
        service.templates(closet, "created", "asc", "すーつ"),
        service.templates(closet, "created", "asc", is_worn=False),
        service.templates(closet, "created", "asc", "日", is_worn=False),
    ):
        assert [card.row.name for card in found.cards] == ["スーツの日"]
    assert len(service.templates(closet, "created", "asc", is_worn=True).cards) == 2


def test_outfits_come_thirty_at_a_time(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for _ in range(31):
        outfit_of(closet, shirt)
    first = service.templates(closet, "created", "asc")
    second = service.templates(closet, "created", "asc", cursor=first.cursor)
    assert (len(first.cards), len(second.cards), second.cursor) == (30, 1, None)


def test_a_card_shows_the_first_four_pieces_and_the_number_of_the_rest(closet: Closet) -> None:
    pieces = several(closet, 7)
    for ids in (pieces, pieces[:4], pieces[:1]):
        outfit_of(closet, *ids)
    cards = service.templates(closet, "created", "asc").cards
    assert sorted((len(card.thumbnails), card.more) for card in cards) == [(1, 0), (4, 0), (THUMB_N, 3)]
    largest = max(cards, key=lambda card: card.more)
    assert [small.clothing_id for small in largest.thumbnails] == pieces[:4]


def test_a_small_picture_says_no_image_or_lies_under_a_veil(closet: Closet) -> None:
    plain, shown, thrown = added(closet, "写真なし", "写真あり", "捨てた")
    for piece in (shown, thrown):
        service.set_photo(closet, piece, encoded(corners(), "JPEG"))
    template_id = outfit_of(closet, plain, shown, thrown)
    service.throw_away_clothing(closet, thrown)
    (card,) = service.templates(closet, "created", "asc").cards
    assert [(small.photo is None, small.is_deleted) for small in card.thumbnails] == [
        (True, False),
        (False, False),
        (False, True),
    ]
    assert [small.name for small in card.thumbnails] == ["写真なし", "写真あり", "捨てた"]
    assert card.thumbnails[1].tint is not None
    assert service.outfit(closet, template_id).pieces == card.thumbnails


def test_a_piece_of_which_nothing_is_left_is_shown_as_deleted(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    outfit_of(closet, shirt)
    closet.store.write(Clothing.delete(wardrobe_id=closet.wardrobe_id, clothing_id=shirt))
    (card,) = service.templates(closet, "created", "asc").cards
    (small,) = card.thumbnails
    assert (small.photo, small.is_deleted, small.name) == (None, True, "")


def _names(closet: Closet, sort: str) -> list[str]:
    return [card.row.name for card in service.templates(closet, sort, "desc").cards]  # type: ignore[arg-type]
