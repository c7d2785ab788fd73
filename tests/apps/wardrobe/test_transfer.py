"""Transfer: what was exported comes back the same, and what was altered is refused whole."""

import json
from collections.abc import Mapping
from typing import Any

import pytest
from tests.adapters.pictures.photos import corners, encoded
from tests.apps.wardrobe.wardrobes import TODAY, added, before, figures, outfit_of

from chabudai.adapters.ids import uuid7
from chabudai.apps.wardrobe import clothes, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import WardrobeTable
from chabudai.apps.wardrobe.errors import HistoryTooLong
from chabudai.common.imports import FileTooLong
from chabudai.common.photos import photo_name
from chabudai.table.query.scans import scan_pages
from chabudai.web.errors import InvalidFields


@pytest.fixture
def document(closet: Closet) -> dict[str, Any]:
    """A wardrobe with something of everything, as a file holds it."""
    told: dict[str, Any] = {"name": "シャツ", "genre": "tops", "seasons": ["winter", "spring"], "colour": "navy"}
    told |= {"brand": "北国", "size": "M", "price": 9800}
    shirt = service.add_clothing(closet, told).clothing_id
    coat, hat = added(closet, "コート", "帽子")
    service.set_photo(closet, coat, encoded(corners(), "JPEG"))
    template_id = outfit_of(closet, shirt, coat, name="通勤")
    service.record_template(closet, day=before(3), template_id=template_id)
    service.record_wear(closet, day=TODAY, clothing_ids=[hat, shirt])
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.throw_away_clothing(closet, hat)
    outfit = outfit_of(closet, coat, name="捨てた")
    service.throw_away_template(closet, outfit)
    return _through_a_file(service.export_wardrobe(closet))


def test_a_wardrobe_comes_back_as_it_was(closet: Closet, document: dict[str, Any]) -> None:
    other = service.import_wardrobe(closet.house, document)
    assert other.wardrobe_id != closet.wardrobe_id
    assert other.wardrobe.name == closet.wardrobe.name
    assert _without_photos(_through_a_file(service.export_wardrobe(other))) == _without_photos(document)
    for sort in ("created", "wearCount", "lastWorn"):
        assert [_shown(piece) for piece in service.clothes(other, sort, "desc")] == [
            _shown(piece) for piece in service.clothes(closet, sort, "desc")
        ]
        assert [_shown(card.row) for card in service.templates(other, sort, "desc").cards] == [
            _shown(card.row) for card in service.templates(closet, sort, "desc").cards
        ]
    assert [card.row.day for card in service.records(other).cards] == [
        card.row.day for card in service.records(closet).cards
    ]
    assert service.repair(other).drifts == ()


def test_a_file_that_is_too_long_is_refused_before_anything_is_written(
    closet: Closet, document: dict[str, Any]
) -> None:
    before_ = _everything(closet)
    record = {**document["histories"][0], "clothingIds": [f"cl_{number}" for number in range(20)]}
    with pytest.raises(HistoryTooLong, match="up to 100,000 worn items") as refused:
        service.import_wardrobe(closet.house, {**document, "histories": [record] * 5_001})
    assert (refused.value.status, refused.value.details[0][0]) == (413, "file")
    with pytest.raises(FileTooLong, match="up to 20,000 entries"):
        service.import_wardrobe(closet.house, {**document, "histories": [record] * 20_001})
    assert _everything(closet) == before_


def test_photos_come_back_under_the_new_wardrobe(closet: Closet, document: dict[str, Any]) -> None:
    other = service.import_wardrobe(closet.house, document)
    (piece,) = [each for each in service.clothes(other, "created", "asc") if each.image_key]
    assert (piece.image_key or "").startswith(f"{other.wardrobe_id}/")
    assert service.photo(other, photo_name(piece.image_key) or "", "thumb")
    service.erase_wardrobe(closet)
    assert service.photo(other, photo_name(piece.image_key) or "", "large")


def test_figures_in_a_file_are_not_believed(closet: Closet, document: dict[str, Any]) -> None:
    document["clothes"][0] |= {"wearCount": 99, "lastWornAt": 5}
    other = service.import_wardrobe(closet.house, document)
    assert max(piece.wear_count for piece in service.clothes(other, "created", "asc")) == 3


def test_no_key_of_the_wardrobe_is_in_the_file(closet: Closet, document: dict[str, Any]) -> None:
    service.share(closet)
    text = json.dumps(service.export_wardrobe(closet))
    wardrobe = service.share(closet).wardrobe
    assert not [key for key in (wardrobe.wardrobe_id, wardrobe.edit_secret, wardrobe.read_secret) if str(key) in text]


@pytest.mark.parametrize(
    "given", [None, [], "", 5, {}, {"format": "chabudai.wardrobe"}, {"format": "other", "version": 1, "name": "x"}]
)
def test_what_is_no_export_is_refused(closet: Closet, given: object) -> None:
    with pytest.raises(InvalidFields):
        service.import_wardrobe(closet.house, given)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("name",), ""),
        (("version",), 2),
        (("clothes", 0, "name"), "あ" * 41),
        (("clothes", 0, "clothingId"), "a#b"),
        (("clothes", 0, "status"), "LOST"),
        (("clothes", 0, "genre"), "armour"),
        (("clothes", 0, "createdAt"), -1),
        (("clothes", 0, "createdAt"), 10**13),
        (("clothes", 0, "seasons"), ["rainy"]),
        (("clothes", 0, "price"), -1),
        (("clothes", 0, "photo"), "no base64!"),
        (("templates", 0, "clothingIds"), []),
        (("templates", 0, "clothingIds"), ["a", "a"]),
        (("templates", 0, "clothingIds"), [str(number) for number in range(21)]),
        (("histories", 0, "date"), "2026-02-30"),
        (("histories", 0, "date"), "1969-12-31"),
        (("histories", 0, "templateId"), "#"),
        (("histories", 0, "templateName"), "あ" * 41),
    ],
)
def test_an_altered_file_is_refused_whole(
    closet: Closet, document: dict[str, Any], path: tuple[str | int, ...], value: object
) -> None:
    place: Any = document
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    before_it = _everything(closet)
    with pytest.raises(InvalidFields):
        service.import_wardrobe(closet.house, document)
    assert _everything(closet) == before_it


def test_two_with_the_same_id_are_refused(closet: Closet, document: dict[str, Any]) -> None:
    for part in ("clothes", "templates", "histories"):
        doubled = {**document, part: [*document[part], document[part][0]]}
        with pytest.raises(InvalidFields):
            service.import_wardrobe(closet.house, doubled)


def test_a_photo_in_a_file_is_looked_at_like_any_other(closet: Closet, document: dict[str, Any]) -> None:
    document["clothes"][0]["photo"] = "RGVhciBwaG90bw=="
    before_it = _everything(closet)
    with pytest.raises(InvalidFields):
        service.import_wardrobe(closet.house, document)
    assert _everything(closet) == before_it


def test_more_photos_than_one_act_may_develop_are_refused_before_anything_is_written(
    closet: Closet, document: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    piece = next(each for each in document["clothes"] if "photo" in each)
    document["clothes"] += [{**piece, "clothingId": f"cl_{uuid7()}"} for _ in range(9)]
    monkeypatch.setattr("chabudai.common.photos.MOST_TOGETHER", 10 * 400 * 300 - 1)
    before_it = _everything(closet)
    with pytest.raises(InvalidFields) as refused:
        service.import_wardrobe(closet.house, document)
    assert "too many photos" in str(refused.value.details[0][1])
    assert _everything(closet) == before_it
    monkeypatch.setattr("chabudai.common.photos.MOST_TOGETHER", 10 * 400 * 300)
    assert service.import_wardrobe(closet.house, document)


def test_a_refusal_says_of_what(closet: Closet, document: dict[str, Any]) -> None:
    document["clothes"][0]["genre"] = "armour"
    with pytest.raises(InvalidFields) as refused:
        service.import_wardrobe(closet.house, document)
    ((field, sentence),) = refused.value.details
    name = document["clothes"][0]["name"]
    genres = ", ".join(clothes.FIELDS["genre"].choices)
    assert (field, str(sentence)) == ("file", f"Couldn't import “{name}”. genre: Use one of these: {genres}.")


def _through_a_file(document: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(json.dumps(document))
    return found


def _without_photos(document: Mapping[str, Any]) -> dict[str, Any]:
    clothes = [{name: value for name, value in piece.items() if name != "photo"} for piece in document["clothes"]]
    return {**document, "clothes": clothes}


def _shown(piece: Any) -> tuple[Any, ...]:
    return piece.name, figures(piece), piece.status


def _everything(closet: Closet) -> tuple[int, list[str]]:
    rows = [item for page in scan_pages(closet.store.raw.call, WardrobeTable) for item in page]
    return len(rows), [entry.key for entry in closet.house.objects.list(closet.wardrobe_id)]
