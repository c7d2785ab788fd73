"""What each wish asks of the table, and under which pattern: so many operations, on which index, never a Scan."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from tests.apps.wardrobe.wardrobes import TODAY, before, outfit_of, several

from chabudai.apps.wardrobe import service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.common.days import Month
from chabudai.store import RecordedCall, record_calls

TRANSACTION = "TransactWriteItems"


@dataclass(frozen=True)
class Filled:
    """Forty clothes, two outfits of twenty and three records."""

    closet: Closet
    pieces: list[str]
    templates: list[str]
    records: list[str]


@pytest.fixture
def filled(closet: Closet) -> Filled:
    pieces = several(closet, 40)
    templates = [outfit_of(closet, *some) for some in (pieces[:20], pieces[20:])]
    made = [service.record_template(closet, day=before(days), template_id=templates[0]) for days in (8, 1, 0)]
    return Filled(closet, pieces, templates, [each.history_id for each in made])


def test_ap_01_a_wardrobe_is_put(closet: Closet) -> None:
    asked = _asked(lambda: service.create_wardrobe(closet.house, name="x"))
    assert asked == ["AP-32 PutItem", "AP-01 PutItem"]


def test_ap_02_a_wardrobe_is_got_by_what_its_link_says(closet: Closet) -> None:
    asked = _asked(lambda: service.open_wardrobe(closet.house, service.key_of(closet)))
    assert asked == ["AP-21 GetItem", "AP-02 GetItem"]


def test_ap_03_the_last_week_is_one_query(filled: Filled) -> None:
    asked = _asked(lambda: service.last_week(filled.closet))
    assert asked == ["AP-03 Query HistoryByDate", "AP-14 BatchGetItem"]


def test_ap_04_a_page_of_clothes_is_one_query_on_the_index_of_its_order(filled: Filled) -> None:
    closet = filled.closet
    assert _asked(lambda: service.clothes(closet, "created", "asc")) == ["AP-04 Query StatusListByCreatedAt"]
    assert _asked(lambda: service.clothes(closet, "wearCount", "desc")) == ["AP-04 Query StatusListByWearCount"]
    assert _asked(lambda: service.clothes(closet, "lastWorn", "desc")) == ["AP-04 Query StatusListByLastWornAt"]
    assert _asked(lambda: service.clothes_in_trash(closet)) == ["AP-04 Query StatusListByCreatedAt"]
    assert _asked(lambda: service.unworn_clothes(closet, 90)) == ["AP-24 Query StatusListByLastWornAt"]


def test_ap_05_to_08_clothes_are_got_put_and_updated_once(filled: Filled) -> None:
    closet, piece = filled.closet, filled.pieces[0]
    assert _asked(lambda: service.clothing(closet, piece)) == ["AP-05 GetItem"]
    assert _asked(lambda: service.add_clothing(closet, {"name": "x"})) == ["AP-06 PutItem"]
    assert _asked(lambda: service.edit_clothing(closet, piece, {"name": "y", "price": 1})) == ["AP-07 UpdateItem"]
    assert _asked(lambda: service.throw_away_clothing(closet, piece)) == ["AP-08 UpdateItem"]
    assert _asked(lambda: service.restore_clothing(closet, piece)) == ["AP-18 UpdateItem"]


def test_ap_09_a_page_of_outfits_is_one_query_and_one_batch_for_80_pieces(closet: Closet) -> None:
    pieces = several(closet, 84)
    for start in range(0, 80, 4):
        outfit_of(closet, *pieces[start : start + 4], pieces[80])
    query = "AP-09 Query StatusListByWearCount"
    assert _asked(lambda: service.templates(closet, "wearCount", "desc")) == [query, "AP-09 BatchGetItem"]
    assert len(service.templates(closet, "wearCount", "desc").cards) == 20
    outfit_of(closet, *pieces[80:])
    assert _asked(lambda: service.templates(closet, "wearCount", "desc")) == [query, *["AP-09 BatchGetItem"] * 2]


def test_ap_10_to_13_outfits_are_got_put_and_updated_once(filled: Filled) -> None:
    closet, pieces, template_id = filled.closet, filled.pieces[:20], filled.templates[0]
    assert _asked(lambda: service.template(closet, template_id)) == ["AP-10 GetItem"]
    assert _asked(lambda: service.outfit(closet, template_id)) == ["AP-10 GetItem", "AP-09 BatchGetItem"]
    added = _asked(lambda: service.add_template(closet, name="x", clothing_ids=pieces))
    assert added == ["AP-16 BatchGetItem", "AP-11 PutItem"]
    edited = _asked(lambda: service.edit_template(closet, template_id, name="y", clothing_ids=pieces[::-1]))
    assert edited == ["AP-10 GetItem", "AP-12 UpdateItem"]
    assert _asked(lambda: service.throw_away_template(closet, template_id)) == ["AP-13 UpdateItem"]
    assert _asked(lambda: service.restore_template(closet, template_id)) == ["AP-19 UpdateItem"]


def test_ap_14_and_15_records_are_a_read_and_a_batch(filled: Filled) -> None:
    closet = filled.closet
    assert _asked(lambda: service.records(closet)) == ["AP-14 Query HistoryByDate", "AP-14 BatchGetItem"]
    assert _asked(lambda: service.record(closet, filled.records[0])) == ["AP-15 GetItem", "AP-15 BatchGetItem"]
    assert _asked(lambda: service.month(closet, Month(2026, 11))) == ["AP-03 Query HistoryByDate", "AP-14 BatchGetItem"]


def test_ap_16_is_its_reads_and_one_transaction_of_43_actions(filled: Filled) -> None:
    closet, pieces, template_id = filled.closet, filled.pieces[:20], filled.templates[0]
    with record_calls() as asked:
        service.record_wear(closet, day=TODAY, clothing_ids=pieces, template_id=template_id)
    assert list(_told(asked)) == ["AP-16 BatchGetItem", "AP-10 GetItem", f"AP-16 {TRANSACTION}"]
    assert asked[-1].items == 43
    one = _asked(lambda: service.record_wear(closet, day=TODAY, clothing_ids=pieces[:1]))
    assert one == ["AP-16 BatchGetItem", f"AP-16 {TRANSACTION}"]


def test_ap_17_asks_for_other_days_only_where_the_last_one_goes(filled: Filled) -> None:
    closet = filled.closet
    reads = ["AP-15 GetItem", "AP-16 BatchGetItem", "AP-17 BatchGetItem", "AP-10 GetItem", "AP-17 GetItem"]
    assert _asked(lambda: service.delete_record(closet, filled.records[1])) == [*reads, f"AP-17 {TRANSACTION}"]
    with record_calls() as asked:
        service.delete_record(closet, filled.records[2])
    assert list(_told(asked)) == [
        *reads[:3],
        *["AP-17 Query"] * 20,
        *reads[3:],
        "AP-17 Query",
        f"AP-17 {TRANSACTION}",
    ]
    assert asked[-1].items == 43
    assert max(each.items for each in asked if each.operation == "Query") <= 2 + 1


def test_an_edit_of_a_record_is_one_transaction(filled: Filled) -> None:
    closet = filled.closet
    with record_calls() as asked:
        service.edit_record(
            closet,
            filled.records[0],
            day=before(3),
            clothing_ids=filled.pieces[20:],
            template_id=filled.templates[1],
        )
    assert [each.operation for each in asked].count(TRANSACTION) == 1
    assert asked[-1].items == 86


def test_statistics_ask_for_their_records_and_for_all_clothes(filled: Filled) -> None:
    closet = filled.closet
    asked = _asked(lambda: service.statistics(closet, before(30), TODAY))
    assert asked == ["AP-03 Query HistoryByDate", "AP-04 Query StatusListByLastWornAt"]


def test_suggestions_of_a_small_wardrobe_are_two_queries(filled: Filled) -> None:
    asked = _asked(lambda: service.suggestions(filled.closet))
    assert asked == ["AP-04 Query StatusListByLastWornAt", "AP-09 Query StatusListByLastWornAt"]


def test_nothing_is_ever_scanned(filled: Filled) -> None:
    closet = filled.closet
    with record_calls() as asked:
        service.planned_days(closet)
        service.repair(closet)
        service.templates_with_clothing(closet, filled.pieces[0])
        service.import_wardrobe(closet.house, service.export_wardrobe(closet))
        service.erase_wardrobe(closet)
    assert "Scan" not in {each.operation for each in asked}
    assert None not in {each.pattern for each in asked if each.operation != TRANSACTION}


def _asked(act: Callable[[], object]) -> list[str]:
    with record_calls() as asked:
        act()
    return list(_told(asked))


def _told(asked: list[RecordedCall]) -> Iterator[str]:
    for each in asked:
        assert each.table == "WardrobeTable"
        yield " ".join(filter(None, (each.pattern, each.operation, each.index)))
