"""Records: what is written down of a day, taken back, written otherwise, repeated and planned."""

from datetime import date, timedelta

import pytest
from tests.adapters.clocks import SettableClock
from tests.apps.wardrobe.wardrobes import TODAY, added, before, days_of, figures, outfit_of, several, worn

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import Clothing, ClothingWearDaily, epoch_ms
from chabudai.apps.wardrobe.errors import (
    AllInTrash,
    ClothingInTrash,
    NoSuchClothing,
    NoSuchRecord,
    NoSuchTemplate,
    TemplateInTrash,
)
from chabudai.common.days import Month
from chabudai.web.errors import InvalidFields


def test_wearing_counts_and_moves_the_last_day(closet: Closet) -> None:
    shirt, trousers = added(closet, "シャツ", "ズボン")
    made = service.record_wear(closet, day=before(1), clothing_ids=[trousers, shirt])
    assert made.clothing_ids == (trousers, shirt)
    assert worn(closet, shirt) == worn(closet, trousers) == (1, epoch_ms(before(1)))
    assert days_of(closet, shirt) == {before(1): 1}


def test_an_older_day_counts_and_leaves_the_last_one(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.record_wear(closet, day=before(30), clothing_ids=[shirt])
    assert worn(closet, shirt) == (2, epoch_ms(TODAY))


def test_two_records_on_one_day_keep_the_last_worn_date(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=before(3), clothing_ids=[shirt])
    first, second = (service.record_wear(closet, day=TODAY, clothing_ids=[shirt]) for _ in range(2))
    assert days_of(closet, shirt) == {TODAY: 2, before(3): 1}
    service.delete_record(closet, first.history_id)
    assert worn(closet, shirt) == (2, epoch_ms(TODAY))
    service.delete_record(closet, second.history_id)
    assert worn(closet, shirt) == (1, epoch_ms(before(3)))
    assert days_of(closet, shirt) == {before(3): 1}


def test_the_only_record_leaves_a_piece_that_was_never_worn(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    assert service.delete_record(closet, made.history_id) == made
    assert worn(closet, shirt) == (0, 0)
    assert days_of(closet, shirt) == {}
    with pytest.raises(NoSuchRecord):
        service.delete_record(closet, made.history_id)


def test_a_record_that_was_deleted_is_put_back_under_its_own_id(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt, coat)
    made = service.record_template(closet, day=TODAY, template_id=template_id)
    gone = service.delete_record(closet, made.history_id)
    back = service.record_wear(
        closet,
        day=gone.day,
        clothing_ids=gone.clothing_ids,
        template_id=gone.template_id,
        history_id=gone.history_id,
    )
    assert back == made
    assert worn(closet, coat) == (1, epoch_ms(TODAY))


def test_an_older_record_leaves_the_last_day_when_it_goes(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    old = service.record_wear(closet, day=before(9), clothing_ids=[shirt])
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.delete_record(closet, old.history_id)
    assert worn(closet, shirt) == (1, epoch_ms(TODAY))


def test_a_day_without_its_row_never_blocks_and_the_other_days_say_the_figures(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    service.record_wear(closet, day=before(4), clothing_ids=[shirt])
    service.record_wear(closet, day=before(2), clothing_ids=[shirt])
    newest = service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat])
    for piece in (shirt, coat):
        gone = ClothingWearDaily.delete(wardrobe_id=closet.wardrobe_id, clothing_id=piece, day=TODAY)
        closet.store.write(gone)
    service.delete_record(closet, newest.history_id)
    assert worn(closet, shirt) == (2, epoch_ms(before(2)))
    assert worn(closet, coat) == (0, 0)


def test_a_counter_never_falls_below_nought(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    drifted = Clothing.update(wardrobe_id=closet.wardrobe_id, clothing_id=shirt).set(wear_count=0)
    closet.store.write(drifted)
    service.delete_record(closet, made.history_id)
    assert worn(closet, shirt) == (0, 0)


def test_twenty_clothes_with_a_template_are_worn_and_taken_back(closet: Closet) -> None:
    pieces = several(closet, 20)
    template_id = outfit_of(closet, *pieces)
    made = service.record_wear(closet, day=TODAY, clothing_ids=pieces, template_id=template_id)
    assert {worn(closet, piece) for piece in pieces} == {(1, epoch_ms(TODAY))}
    assert figures(service.template(closet, template_id)) == (1, epoch_ms(TODAY))
    service.delete_record(closet, made.history_id)
    assert {worn(closet, piece) for piece in pieces} == {(0, 0)}
    assert figures(service.template(closet, template_id)) == (0, 0)


def test_a_record_keeps_the_name_and_the_clothes_of_its_outfit_that_day(closet: Closet) -> None:
    shirt, trousers, coat = added(closet, "シャツ", "ズボン", "コート")
    template_id = outfit_of(closet, shirt, trousers, name="通勤")
    made = service.record_template(closet, day=TODAY, template_id=template_id)
    service.edit_template(closet, template_id, name="週末", clothing_ids=[coat])
    service.throw_away_template(closet, template_id)
    found = service.record(closet, made.history_id).history
    assert (found.template_name, found.clothing_ids) == ("通勤", (shirt, trousers))
    service.delete_record(closet, made.history_id)
    assert figures(service.template(closet, template_id)) == (0, 0)
    assert worn(closet, coat) == worn(closet, shirt) == (0, 0)


def test_an_outfit_may_be_worn_with_other_clothes(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt)
    service.record_wear(closet, day=TODAY, clothing_ids=[coat], template_id=template_id)
    assert worn(closet, shirt) == (0, 0)
    assert worn(closet, coat)[0] == figures(service.template(closet, template_id))[0] == 1


def test_an_outfit_is_worn_without_what_lies_in_the_trash(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt, coat)
    service.throw_away_clothing(closet, coat)
    assert service.record_template(closet, day=TODAY, template_id=template_id).clothing_ids == (shirt,)
    service.throw_away_clothing(closet, shirt)
    with pytest.raises(AllInTrash):
        service.record_template(closet, day=TODAY, template_id=template_id)
    service.throw_away_template(closet, template_id)
    with pytest.raises(TemplateInTrash):
        service.record_template(closet, day=TODAY, template_id=template_id)


def test_a_day_is_repeated_with_what_is_still_there(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt, coat, name="通勤")
    made = service.record_template(closet, day=before(1), template_id=template_id)
    again = service.repeat_record(closet, made.history_id, day=TODAY)
    assert (again.clothing_ids, again.template_id) == (made.clothing_ids, template_id)
    service.throw_away_clothing(closet, coat)
    service.throw_away_template(closet, template_id)
    third = service.repeat_record(closet, made.history_id, day=TODAY)
    assert (third.clothing_ids, third.template_id, third.template_name) == ((shirt,), None, None)
    service.throw_away_clothing(closet, shirt)
    with pytest.raises(AllInTrash):
        service.repeat_record(closet, made.history_id, day=TODAY)


def test_an_edit_moves_everything_to_another_day(closet: Closet) -> None:
    shirt, coat = added(closet, "シャツ", "コート")
    template_id = outfit_of(closet, shirt, coat)
    made = service.record_template(closet, day=TODAY, template_id=template_id)
    other = service.edit_record(
        closet, made.history_id, day=before(5), clothing_ids=[shirt, coat], template_id=template_id
    )
    with pytest.raises(NoSuchRecord):
        service.record(closet, made.history_id)
    assert service.record(closet, other.history_id).history.day == before(5)
    assert worn(closet, shirt) == worn(closet, coat) == (1, epoch_ms(before(5)))
    assert days_of(closet, shirt) == {before(5): 1}
    assert figures(service.template(closet, template_id)) == (1, epoch_ms(before(5)))


def test_a_day_between_stays_the_last_when_a_record_moves_behind_it(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=before(10), clothing_ids=[shirt])
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    service.edit_record(closet, made.history_id, day=before(30), clothing_ids=[shirt])
    assert worn(closet, shirt) == (2, epoch_ms(before(10)))
    assert days_of(closet, shirt) == {before(10): 1, before(30): 1}


def test_an_edit_exchanges_clothes_and_outfits(closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    one, other = outfit_of(closet, shirt, name="一"), outfit_of(closet, hat, name="二")
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat], template_id=one)
    new = service.edit_record(closet, made.history_id, day=TODAY, clothing_ids=[hat, coat], template_id=other)
    assert (new.clothing_ids, new.template_name) == ((hat, coat), "二")
    assert [worn(closet, piece)[0] for piece in (shirt, coat, hat)] == [0, 1, 1]
    assert [figures(service.template(closet, each))[0] for each in (one, other)] == [0, 1]


def test_an_edit_that_changes_nothing_writes_nothing(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    assert service.edit_record(closet, made.history_id, day=TODAY, clothing_ids=[shirt]) == made


def test_an_edit_keeps_what_is_in_the_trash_and_takes_nothing_new_from_it(closet: Closet) -> None:
    shirt, coat, hat = added(closet, "シャツ", "コート", "帽子")
    made = service.record_wear(closet, day=TODAY, clothing_ids=[shirt, coat])
    for piece in (coat, hat):
        service.throw_away_clothing(closet, piece)
    with pytest.raises(ClothingInTrash, match="帽子"):
        service.edit_record(closet, made.history_id, day=TODAY, clothing_ids=[shirt, hat])
    service.edit_record(closet, made.history_id, day=before(1), clothing_ids=[coat])
    assert worn(closet, coat) == (1, epoch_ms(before(1)))
    assert worn(closet, shirt) == (0, 0)


def test_the_largest_edit_is_one_transaction(closet: Closet) -> None:
    pieces = several(closet, 40)
    one, other = outfit_of(closet, pieces[0]), outfit_of(closet, pieces[20])
    made = service.record_wear(closet, day=TODAY, clothing_ids=pieces[:20], template_id=one)
    service.edit_record(closet, made.history_id, day=before(1), clothing_ids=pieces[20:], template_id=other)
    assert {worn(closet, piece) for piece in pieces[:20]} == {(0, 0)}
    assert {worn(closet, piece) for piece in pieces[20:]} == {(1, epoch_ms(before(1)))}


@pytest.mark.parametrize(
    ("day", "ids", "field", "sentence"),
    [
        (TODAY, [], "clothing_ids", "Choose at least one."),
        (TODAY, ["a", "b", "a"], "clothing_ids", "The same item is chosen twice."),
        (TODAY, [str(number) for number in range(21)], "clothing_ids", "Choose up to 20."),
        (TODAY, ["cl_#", "x"], "clothing_ids", "We can't find that item in this wardrobe."),
        (TODAY, [""], "clothing_ids", "We can't find that item in this wardrobe."),
        (TODAY, ["x" * 3000], "clothing_ids", "We can't find that item in this wardrobe."),
        (date(1969, 12, 31), ["cl_1"], "date", "Enter a date between 1970 and 2285."),
        (date(2286, 1, 1), ["cl_1"], "date", "Enter a date between 1970 and 2285."),
    ],
)
def test_what_can_not_be_recorded_is_refused_by_its_field(
    closet: Closet, day: date, ids: list[str], field: str, sentence: str
) -> None:
    with pytest.raises(InvalidFields) as refused:
        service.record_wear(closet, day=day, clothing_ids=ids)
    assert [(name, str(said)) for name, said in refused.value.details] == [(field, sentence)]
    assert service.records(closet).cards == ()


def test_a_piece_that_is_not_there_can_not_be_recorded(closet: Closet) -> None:
    with pytest.raises(NoSuchClothing):
        service.record_wear(closet, day=TODAY, clothing_ids=["cl_nobody"])


def test_the_first_and_the_last_day_can_be_recorded(closet: Closet) -> None:
    old, new = added(closet, "昔", "未来")
    service.record_wear(closet, day=date(1970, 1, 1), clothing_ids=[old])
    service.record_wear(closet, day=date(2285, 12, 31), clothing_ids=[new])
    assert [piece.clothing_id for piece in service.clothes(closet, "lastWorn", "desc")] == [new, old]
    assert worn(closet, old) == (1, 0)


def test_another_wardrobes_things_are_not_there(closet: Closet, strangers: Closet) -> None:
    (theirs,) = added(strangers, "よその服")
    (mine,) = added(closet, "わたしの服")
    template_id = outfit_of(strangers, theirs)
    made = service.record_wear(strangers, day=TODAY, clothing_ids=[theirs])
    with pytest.raises(NoSuchClothing):
        service.record_wear(closet, day=TODAY, clothing_ids=[mine, theirs])
    with pytest.raises(NoSuchTemplate):
        service.record_wear(closet, day=TODAY, clothing_ids=[mine], template_id=template_id)
    for act in (service.record, service.delete_record):
        with pytest.raises(NoSuchRecord):
            act(closet, made.history_id)
    with pytest.raises(NoSuchRecord):
        service.edit_record(closet, made.history_id, day=TODAY, clothing_ids=[mine])
    assert worn(strangers, theirs) == (1, epoch_ms(TODAY))


def test_the_last_week_is_today_and_the_six_days_before(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for days in (-1, 0, 2, 6, 7):
        service.record_wear(closet, day=before(days), clothing_ids=[shirt])
    week = service.last_week(closet)
    assert [each.day for each in week] == [before(days) for days in range(6, -1, -1)]
    assert [len(each.records) for each in week] == [1, 0, 0, 0, 1, 0, 1]
    assert not any(each.is_planned for each in week)


def test_today_is_the_persons_and_not_the_servers(closet: Closet, clock: SettableClock) -> None:
    clock.set(clock().replace(hour=15, minute=30))  # half past midnight in Tokyo
    assert service.last_week(closet)[-1].day == TODAY + timedelta(days=1)


def test_what_lies_ahead_is_planned_and_comes_in_order(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for days in (0, -3, -1):
        service.record_wear(closet, day=before(days), clothing_ids=[shirt])
    assert [(each.day, each.is_planned) for each in service.planned_days(closet)] == [
        (before(-1), True),
        (before(-3), True),
    ]
    assert service.record(closet, service.planned_days(closet)[0].records[0].row.history_id).is_planned


def test_a_month_has_all_its_days_and_each_its_records_in_order(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    made = [service.record_wear(closet, day=day, clothing_ids=[shirt]) for day in (before(14), TODAY, TODAY)]
    service.record_wear(closet, day=before(15), clothing_ids=[shirt])
    days = service.month(closet, Month(2026, 11))
    assert [each.day.day for each in days] == list(range(1, 31))
    assert [card.row.history_id for card in days[14].records] == [each.history_id for each in made[1:]]
    assert [len(days[number].records) for number in (0, 1)] == [1, 0]
    assert service.day(closet, TODAY) == days[14]


def test_records_come_thirty_at_a_time_latest_first(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    for days in range(32):
        service.record_wear(closet, day=before(days), clothing_ids=[shirt])
    first = service.records(closet)
    second = service.records(closet, first.cursor)
    days_seen = [card.row.day for card in (*first.cards, *second.cards)]
    assert len(first.cards) == 30
    assert days_seen == [before(days) for days in range(32)]
    assert second.cursor is None


def test_a_record_shows_every_piece_in_order_the_deleted_ones_too(closet: Closet) -> None:
    pieces = several(closet, 6)
    made = service.record_wear(closet, day=TODAY, clothing_ids=pieces[::-1])
    service.throw_away_clothing(closet, pieces[0])
    shown = service.record(closet, made.history_id).pieces
    assert [small.clothing_id for small in shown] == pieces[::-1]
    assert [small.is_deleted for small in shown] == [False] * 5 + [True]


def test_the_rows_of_a_day_are_stored_as_the_seed_says(closet: Closet) -> None:
    (shirt,) = added(closet, "シャツ")
    service.record_wear(closet, day=TODAY, clothing_ids=[shirt])
    (row,) = closet.store.all(design.clothing_days(closet.wardrobe_id, shirt))
    assert row.layout.to_item(row.layout.values(row)) == {
        "PK": {"S": f"W#{closet.wardrobe_id}#COUNT#CLOTH#{shirt}"},
        "SK": {"S": "DATE#20261115"},
        "date": {"S": "20261115"},
        "count": {"N": "1"},
    }
