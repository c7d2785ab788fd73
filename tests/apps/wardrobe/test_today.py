"""Today, piece by piece: taps join one record, leave it again, and every counter follows."""

from datetime import timedelta

import pytest
from tests.apps.wardrobe.wardrobes import added, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import MAX_CLOTHES
from chabudai.web.errors import WebError


def _records(closet: Closet) -> list[tuple[str, ...]]:
    return [card.row.clothing_ids for card in service.records(closet).cards]


def _counts(closet: Closet, *ids: str) -> list[int]:
    return [service.clothing(closet, each).wear_count for each in ids]


def test_pieces_that_are_worn_today_join_one_record(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    for piece in (shirt, coat, shirt):
        service.wear_today(closet, piece)
    assert _records(closet) == [(shirt, coat)]
    assert _counts(closet, shirt, coat) == [1, 1]


def test_a_piece_leaves_today_and_the_last_one_takes_the_record_with_it(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    for piece in (shirt, coat):
        service.wear_today(closet, piece)
    service.take_off_today(closet, shirt)
    assert (_records(closet), _counts(closet, shirt, coat)) == ([(coat,)], [0, 1])
    service.take_off_today(closet, coat)
    service.take_off_today(closet, coat)
    assert (_records(closet), _counts(closet, shirt, coat)) == ([], [0, 0])


def test_a_piece_of_an_outfit_leaves_that_record(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    service.record_template(closet, day=closet.today(), template_id=outfit)
    service.take_off_today(closet, shirt)
    assert _records(closet) == [(coat,)]


def test_an_outfit_is_taken_off_as_a_whole_and_other_days_stay(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    outfit = outfit_of(closet, shirt, coat)
    yesterday = closet.today() - timedelta(days=1)
    for day in (yesterday, closet.today()):
        service.record_template(closet, day=day, template_id=outfit)
    service.take_off_outfit_today(closet, outfit)
    service.take_off_outfit_today(closet, outfit)
    assert [card.row.day for card in service.records(closet).cards] == [yesterday]
    assert service.template(closet, outfit).wear_count == 1


def test_a_day_holds_as_many_single_pieces_as_an_outfit(closet: Closet) -> None:
    ids = several(closet, MAX_CLOTHES + 1)
    for piece in ids[:-1]:
        service.wear_today(closet, piece)
    with pytest.raises(WebError):
        service.wear_today(closet, ids[-1])
    assert _counts(closet, ids[-1]) == [0]
