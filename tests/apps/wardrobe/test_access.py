"""Access: a wardrobe is opened by its link alone, a new one ends the old, and a link for looking changes nothing."""

from collections.abc import Callable

import pytest
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.wardrobes import TODAY, added, outfit_of, several

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet, House
from chabudai.apps.wardrobe.entities import Wardrobe, WardrobeTable
from chabudai.apps.wardrobe.errors import NoSuchWardrobe, ReadOnly
from chabudai.apps.wardrobe.repair import sweep_photos
from chabudai.table.query.scans import scan_pages
from chabudai.web.errors import InvalidFields


def test_a_wardrobe_is_opened_by_the_key_in_its_address(house: House) -> None:
    made = service.create_wardrobe(house, name=" わたしの 服 ")
    opened = service.open_wardrobe(house, service.key_of(made))
    assert opened == made
    assert (opened.wardrobe.name, opened.access) == ("わたしの 服", "EDIT")
    assert service.key_of(made).startswith("ed_")


@pytest.mark.parametrize("name", ["", "   ", "あ" * 41, "\n\x00"])
def test_a_wardrobe_has_a_name_of_1_to_40_characters(house: House, closet: Closet, name: str) -> None:
    with pytest.raises(InvalidFields):
        service.create_wardrobe(house, name=name)
    with pytest.raises(InvalidFields):
        service.rename_wardrobe(closet, name=name)


def test_a_wardrobe_is_renamed(closet: Closet) -> None:
    assert service.rename_wardrobe(closet, name="家族の服").wardrobe.name == "家族の服"
    assert service.open_wardrobe(closet.house, service.key_of(closet)).wardrobe.name == "家族の服"


@pytest.mark.parametrize("key", ["", "ed_nobody", "wd_nobody", "#", "ed_#META", "あ", "x" * 5000, "../x", "ed_ a"])
def test_what_opens_nothing_is_not_there(house: House, closet: Closet, key: str) -> None:
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(house, key)


def test_the_id_of_a_wardrobe_with_a_link_opens_nothing(closet: Closet) -> None:
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, closet.wardrobe_id)


def test_a_wardrobe_that_was_stored_by_the_seed_is_opened_by_its_id_until_it_has_a_link(house: House) -> None:
    house.store.insert(Wardrobe(wardrobe_id="wd_01HZZ", name="昔の服", created_at=1))
    opened = service.open_wardrobe(house, "wd_01HZZ")
    assert service.key_of(opened) == "wd_01HZZ"
    shared = service.share(opened)
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(house, "wd_01HZZ")
    assert service.open_wardrobe(house, service.key_of(shared)).access == "EDIT"


def test_a_new_link_ends_the_old_one(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    fresh = service.reissue_link(closet)
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, service.key_of(closet))
    opened = service.open_wardrobe(closet.house, service.key_of(fresh))
    assert service.clothing(opened, shirt).name == "シャツ"
    assert len(_links(closet)) == 1


def test_a_link_for_looking_is_made_anew_and_revoked(closet: Closet) -> None:
    first, second = service.share(closet), service.share(closet)
    keys = [each.wardrobe.read_secret or "" for each in (first, second)]
    assert keys[0] != keys[1]
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, keys[0])
    assert service.open_wardrobe(closet.house, keys[1]).access == "READ"
    assert service.stop_sharing(closet).wardrobe.read_secret is None
    assert service.stop_sharing(closet).wardrobe.read_secret is None
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, keys[1])
    assert service.open_wardrobe(closet.house, service.key_of(closet)).access == "EDIT"


def test_who_may_only_look_sees_everything_and_changes_nothing(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt)
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.set_photo(closet, shirt, encoded(corners(), "JPEG"))
    looker = _looker(closet)
    before = _rows(closet)
    writes: list[Callable[[], object]] = [
        lambda: service.add_clothing(looker, {"name": "x"}),
        lambda: service.edit_clothing(looker, shirt, {"name": "x"}),
        lambda: service.throw_away_clothing(looker, shirt),
        lambda: service.restore_clothing(looker, shirt),
        lambda: service.set_photo(looker, shirt, encoded(corners(), "JPEG")),
        lambda: service.remove_photo(looker, shirt),
        lambda: service.add_template(looker, name="x", clothing_ids=[shirt]),
        lambda: service.edit_template(looker, template_id, name="x", clothing_ids=[coat]),
        lambda: service.clone_template(looker, template_id),
        lambda: service.throw_away_template(looker, template_id),
        lambda: service.restore_template(looker, template_id),
        lambda: service.record_wear(looker, day=TODAY, clothing_ids=[shirt]),
        lambda: service.record_template(looker, day=TODAY, template_id=template_id),
        lambda: service.repeat_record(looker, made.history_id, day=TODAY),
        lambda: service.edit_record(looker, made.history_id, day=TODAY, clothing_ids=[coat]),
        lambda: service.delete_record(looker, made.history_id),
        lambda: service.rename_wardrobe(looker, name="x"),
        lambda: service.reissue_link(looker),
        lambda: service.share(looker),
        lambda: service.stop_sharing(looker),
        lambda: service.erase_wardrobe(looker),
        lambda: service.repair(looker),
        lambda: sweep_photos(looker),
    ]
    for write in writes:
        with pytest.raises(ReadOnly):
            write()
    assert _rows(closet) == before
    assert service.clothing(looker, shirt).name == "シャツ"
    assert len(service.records(looker).cards) == 1


def test_who_may_only_look_never_learns_a_key_that_changes(closet: Closet) -> None:
    """What they see may tell the wardrobe's id, in a cursor for one; and the id opens nothing."""
    several(closet, 51)
    looker = _looker(closet)
    assert service.clothes(looker, "created", "asc").cursor
    assert service.key_of(looker) == looker.wardrobe.read_secret
    assert looker.wardrobe.edit_secret is None
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, looker.wardrobe_id)
    assert service.key_of(closet) not in str(service.export_wardrobe(looker))


def test_several_wardrobes_are_opened_at_once_those_that_are_there(closet: Closet, strangers: Closet) -> None:
    keys = [service.key_of(strangers), "ed_nobody", service.key_of(closet), service.key_of(closet)]
    opened = service.open_wardrobes(closet.house, keys)
    assert [each.wardrobe.name for each in opened] == ["よその服", "わたしの服"]


def test_nothing_is_left_of_what_was_erased_and_nothing_else_is_touched(closet: Closet, strangers: Closet) -> None:
    for each in (closet, strangers):
        pieces = several(each, 3)
        template_id = outfit_of(each, *pieces)
        service.record_template(each, day=TODAY, template_id=template_id)
        service.set_photo(each, pieces[0], encoded(corners(), "JPEG"))
        service.throw_away_clothing(each, pieces[1])
        service.throw_away_template(each, template_id)
        service.share(each)
    theirs = [row for row in _rows(strangers) if strangers.wardrobe_id in str(row)]
    service.erase_wardrobe(closet)
    assert _rows(closet) == theirs
    assert list(closet.house.objects.list(closet.wardrobe_id)) == []
    assert len(list(closet.house.objects.list(strangers.wardrobe_id))) == 2
    with pytest.raises(NoSuchWardrobe):
        service.open_wardrobe(closet.house, service.key_of(closet))
    service.erase_wardrobe(closet)


def _looker(closet: Closet) -> Closet:
    return service.open_wardrobe(closet.house, service.share(closet).wardrobe.read_secret or "")


def _rows(closet: Closet) -> list[object]:
    return sorted((item for page in scan_pages(closet.store.raw.call, WardrobeTable) for item in page), key=str)


def _links(closet: Closet) -> list[object]:
    return [row for row in _rows(closet) if "LINK#" in str(row) and closet.wardrobe_id in str(row)]


def test_a_row_of_a_wardrobe_is_the_seeds_with_its_key_beside_it(closet: Closet) -> None:
    found = closet.store.one(design.wardrobe(closet.wardrobe_id))
    item = found.layout.to_item(found.layout.values(found))
    assert item.keys() - {"editSecret"} == {"PK", "SK", "wardrobeId", "name", "createdAt"}
    assert item["PK"] == {"S": f"W#{closet.wardrobe_id}"}
