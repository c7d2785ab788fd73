"""Repair: planted drift is made right from the daily rows, and told."""

from datetime import date

import pytest
from tests.apps.wardrobe.wardrobes import TODAY, added, before, figures, outfit_of, worn

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, ClothingWearDaily, Template, epoch_ms
from chabudai.apps.wardrobe.repair import repair_all


@pytest.fixture
def shirt(closet: Closet) -> str:
    """Worn twice, today and three days ago."""
    (piece,) = added(closet, "シャツ")
    for days in (3, 0):
        service.record_wear(closet, day=before(days), clothing_ids=[piece])
    return piece


def test_what_is_right_is_left_alone(closet: Closet, shirt: str) -> None:
    report = service.repair(closet)
    assert (report.wardrobes, report.pieces, report.drifts) == (1, 1, ())
    assert str(report) == "1 pieces in 1 wardrobes, 0 made right, 0 idle photo files removed"


@pytest.mark.parametrize(("count", "last"), [(9, TODAY), (0, TODAY), (2, before(9)), (0, date(1970, 1, 1))])
def test_planted_drift_is_made_right_with_its_place_in_every_order(
    closet: Closet, shirt: str, count: int, last: date
) -> None:
    (other,) = added(closet, "コート")
    service.record_wear(closet, day=before(1), clothing_ids=[other])
    key = {"wardrobe_id": closet.wardrobe_id, "clothing_id": shirt}
    closet.store.write(Clothing.update(**key).set(wear_count=count, last_worn_at=epoch_ms(last)))
    (drift,) = service.repair(closet).drifts
    assert (drift.kind, drift.id, drift.name) == ("clothing", shirt, "シャツ")
    assert (drift.was, drift.now) == ((count, epoch_ms(last)), (2, epoch_ms(TODAY)))
    assert worn(closet, shirt) == (2, epoch_ms(TODAY))
    assert [piece.clothing_id for piece in service.clothes(closet, "wearCount", "desc")] == [shirt, other]
    assert [piece.clothing_id for piece in service.clothes(closet, "lastWorn", "desc")] == [shirt, other]
    assert service.repair(closet).drifts == ()


def test_templates_and_the_trash_are_repaired_too(closet: Closet, shirt: str) -> None:
    template_id = outfit_of(closet, shirt, name="通勤")
    key = {"wardrobe_id": closet.wardrobe_id, "template_id": template_id}
    closet.store.write(Template.update(**key).set(wear_count=5))
    service.throw_away_template(closet, template_id)
    (drift,) = service.repair(closet).drifts
    assert str(drift).endswith("(通勤): wearCount 5 → 0, lastWornAt 0 → 0")
    assert figures(service.template(closet, template_id)) == (0, 0)


def test_a_lost_row_is_believed(closet: Closet, shirt: str) -> None:
    gone = ClothingWearDaily.delete(wardrobe_id=closet.wardrobe_id, clothing_id=shirt, day=TODAY)
    closet.store.write(gone)
    assert len(service.repair(closet).drifts) == 1
    assert worn(closet, shirt) == (1, epoch_ms(before(3)))


def test_every_wardrobe_is_repaired(closet: Closet, shirt: str, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    for each, piece in ((closet, shirt), (strangers, theirs)):
        key = {"wardrobe_id": each.wardrobe_id, "clothing_id": piece}
        each.store.write(Clothing.update(**key).set(wear_count=7))
    report = repair_all(closet.house)
    assert (report.wardrobes, report.pieces) == (2, 2)
    assert {drift.wardrobe_id for drift in report.drifts} == {closet.wardrobe_id, strangers.wardrobe_id}
    assert worn(closet, shirt)[0] == 2
    assert worn(strangers, theirs)[0] == 0


def test_one_wardrobe_is_repaired_by_its_id_or_key(closet: Closet, shirt: str, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    planted = Clothing.update(wardrobe_id=strangers.wardrobe_id, clothing_id=theirs).set(wear_count=7)
    strangers.store.write(planted)
    assert repair_all(closet.house, "nobody").wardrobes == 0
    assert repair_all(closet.house, service.key_of(closet)).drifts == ()
    assert len(repair_all(closet.house, strangers.wardrobe_id).drifts) == 1
