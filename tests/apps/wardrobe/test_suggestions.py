"""Suggestions: for today, of what is in season and has waited longest."""

from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.wardrobes import TODAY, before, outfit_of

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet


def test_an_empty_wardrobe_suggests_nothing(closet: Closet) -> None:
    assert service.suggestions(closet) == ()


def test_pieces_that_waited_longest_are_put_together(closet: Closet) -> None:
    worn = {name: _piece(closet, name, genre) for name, genre in (("上1", "tops"), ("上2", "tops"), ("下", "bottoms"))}
    shoes, hat = _piece(closet, "靴", "shoes"), _piece(closet, "帽子", "hat")
    for days, piece in ((2, worn["上1"]), (9, worn["上2"]), (3, worn["下"])):
        service.record_wear(closet, day=before(days), clothing_ids=[piece])
    (found,) = service.suggestions(closet)
    assert [piece.name for piece in found.clothes] == ["上2", "下", "靴"]
    assert found.template is None
    assert {shoes, hat} & {piece.clothing_id for piece in found.clothes} == {shoes}


def test_only_what_is_in_season_is_suggested(closet: Closet, clock: SettableClock) -> None:
    for season in ("summer", "autumn"):
        _piece(closet, f"{season}の上", "tops", season)
        _piece(closet, f"{season}の下", "bottoms", season)
        _piece(closet, f"{season}の上着", "outer", season)
    (autumn,) = service.suggestions(closet)
    assert [piece.name for piece in autumn.clothes] == ["autumnの上", "autumnの下", "autumnの上着"]
    clock.advance(days=270)
    (summer,) = service.suggestions(closet)
    assert [piece.name for piece in summer.clothes] == ["summerの上", "summerの下"]


def test_what_waits_for_its_season_hides_nothing_however_much_it_is(closet: Closet) -> None:
    for number in range(130):
        _piece(closet, f"夏{number}", "tops", "summer")
    for name, genre in (("上", "tops"), ("下", "bottoms")):
        service.record_wear(closet, day=before(9), clothing_ids=[_piece(closet, name, genre)])
    (found,) = service.suggestions(closet)
    assert [piece.name for piece in found.clothes] == ["上", "下"]


def test_the_outfit_that_waited_longest_comes_first(closet: Closet) -> None:
    top, other = _piece(closet, "上", "tops", "autumn"), _piece(closet, "夏の上", "tops", "summer")
    late, early = outfit_of(closet, top, name="先週"), outfit_of(closet, top, name="先月")
    outfit_of(closet, top, other, name="季節はずれ")
    service.record_template(closet, day=before(7), template_id=late)
    service.record_template(closet, day=before(30), template_id=early)
    (found,) = service.suggestions(closet)
    assert found.template is not None
    assert found.template.name == "先月"
    assert [piece.clothing_id for piece in found.clothes] == [top]


def test_what_is_worn_today_planned_or_in_the_trash_is_not_suggested(closet: Closet) -> None:
    tops = [_piece(closet, f"上{number}", "tops") for number in range(4)]
    _piece(closet, "下", "bottoms")
    template_id = outfit_of(closet, tops[2])
    service.record_wear(closet, day=TODAY, clothing_ids=[tops[0]])
    service.record_wear(closet, day=before(-2), clothing_ids=[tops[1]])
    service.throw_away_clothing(closet, tops[2])
    (found,) = service.suggestions(closet)
    assert [piece.name for piece in found.clothes] == ["上3", "下"]
    assert service.template(closet, template_id).status == "ACTIVE"


def _piece(closet: Closet, name: str, genre: str, *seasons: str) -> str:
    return service.add_clothing(closet, {"name": name, "genre": genre, "seasons": seasons}).clothing_id
