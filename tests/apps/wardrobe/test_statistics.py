"""Statistics: counted from the records of a time, in weeks and months, of what is there and of what was thrown away."""

from collections import Counter
from datetime import date, timedelta

import pytest
from tests.apps.wardrobe.wardrobes import TODAY, added, before

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.errors import NoSuchClothing
from chabudai.apps.wardrobe.statistics import Amount
from chabudai.common.days import Month
from chabudai.web.errors import InvalidFields


def test_wears_are_counted_by_week_and_month(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    for day, pieces in (
        (date(2026, 10, 31), [shirt]),
        (date(2026, 11, 1), [shirt]),
        (date(2026, 11, 2), [shirt, coat]),
        (date(2026, 11, 2), [shirt]),
        (date(2026, 11, 15), [coat]),
        (date(2026, 11, 20), [coat]),
    ):
        service.record_wear(closet, day=day, clothing_ids=pieces)
    found = service.statistics(closet, date(2026, 10, 1), TODAY)
    assert found.total == Amount(pieces=6, days=4)
    assert found.months == {Month(2026, 10): Amount(1, 1), Month(2026, 11): Amount(5, 3)}
    weeks = {monday: amount for monday, amount in found.weeks.items() if amount.pieces}
    assert weeks == {date(2026, 10, 26): Amount(2, 2), date(2026, 11, 2): Amount(3, 1), date(2026, 11, 9): Amount(1, 1)}
    assert list(found.weeks) == [date(2026, 9, 28) + timedelta(weeks=number) for number in range(7)]
    assert [(each.clothing.clothing_id, each.count) for each in found.by_times] == [(shirt, 4), (coat, 2)]


def test_the_most_and_the_least_worn_and_the_share(closet: Closet) -> None:
    often, once, long_ago, never = added(closet, "よく", "一度", "昔", "なし")
    for days, piece in ((0, often), (1, often), (2, once), (100, long_ago)):
        service.record_wear(closet, day=before(days), clothing_ids=[piece])
    found = service.statistics(closet, before(30), TODAY)
    assert [each.clothing.clothing_id for each in found.most_worn()] == [often, once]
    assert [each.clothing.clothing_id for each in found.least_worn(3)] == [never, long_ago, once]
    assert (found.worn, found.owned, found.share) == (2, 4, 0.5)


def test_what_was_thrown_away_counts_as_worn_and_not_as_owned(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat])
    service.throw_away_clothing(closet, coat)
    found = service.statistics(closet, TODAY, TODAY)
    assert (found.total, found.owned, found.share) == (Amount(2, 1), 1, 1.0)


def test_the_records_of_a_time_say_what_its_daily_rows_say(closet: Closet) -> None:
    pieces = added(closet, "シャツ", "コート", "靴")
    shirt, coat, shoes = pieces
    for _ in range(2):
        service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat])
    changed = service.record_wear(closet, day=before(1), clothing_ids=[shirt, shoes])
    service.edit_record(closet, changed.history_id, day=before(2), clothing_ids=[coat, shoes])
    gone = service.record_wear(closet, day=before(3), clothing_ids=[shoes])
    service.delete_record(closet, gone.history_id)
    rows = Counter[date]()
    for piece in pieces:
        for row in service.days_of_clothing(closet, piece):
            rows[row.day] += row.count
    assert service.pieces_by_day(closet, before(9), TODAY) == rows == {TODAY: 4, before(2): 2}
    assert service.statistics(closet, before(9), TODAY).total == Amount(6, 2)


def test_an_empty_wardrobe_has_statistics_too(closet: Closet) -> None:
    found = service.statistics(closet, before(6), TODAY)
    assert (found.total, found.share, found.most_worn()) == (Amount(0, 0), 0.0, ())
    assert len(found.weeks) == 1


def test_a_price_is_shared_among_all_the_times(closet: Closet) -> None:
    dear = service.add_clothing(closet, {"name": "高い", "price": 30000}).clothing_id
    cheap = service.add_clothing(closet, {"name": "安い", "price": 1000}).clothing_id
    unpriced, unworn = added(closet, "値段なし", "未着用")
    service.edit_clothing(closet, unworn, {"price": 500})
    for days in range(3):
        service.record_wear(closet, day=before(days), clothing_ids=[dear, cheap, unpriced])
    found = service.statistics(closet, TODAY, TODAY)
    assert [(each.clothing.name, each.cost_per_wear) for each in found.dearest_per_wear()] == [
        ("高い", 10000),
        ("安い", pytest.approx(333.33, abs=0.01)),
    ]
    assert service.cost_per_wear(service.clothing(closet, unworn)) is None
    assert service.cost_per_wear(service.clothing(closet, unpriced)) is None


def test_the_days_of_one_piece(closet: Closet, strangers: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for days in (0, 0, 3, 40):
        service.record_wear(closet, day=before(days), clothing_ids=[shirt])
    assert service.days_worn(closet, shirt, before(30), TODAY) == {before(3): 1, TODAY: 2}
    with pytest.raises(NoSuchClothing):
        service.days_worn(strangers, shirt, before(30), TODAY)


@pytest.mark.parametrize(("first", "last"), [(TODAY, before(1)), (before(4000), TODAY), (date(1960, 1, 1), TODAY)])
def test_a_time_that_is_none_is_refused(closet: Closet, first: date, last: date) -> None:
    with pytest.raises(InvalidFields):
        service.statistics(closet, first, last)
