"""Several at once on the same clothes: all is counted, nothing twice, and nobody is told that a thing is missing."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from tests.apps.wardrobe.racing_store import RacingStore
from tests.apps.wardrobe.wardrobes import TODAY, before, days_of, figures, outfit_of, several, worn

from chabudai.apps.wardrobe import design, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import epoch_ms
from chabudai.apps.wardrobe.errors import ClothingInTrash, NoSuchRecord, TooBusy
from chabudai.table import TypedStore
from chabudai.table.retries import ConflictRetryPolicy

WRITERS = 8


def test_eight_writers_at_once_count_every_wear(closet: Closet) -> None:
    """Each records and takes back on days of its own choice: slow, since each of many transactions has to be won."""
    pieces = several(closet, 6)
    template_id = outfit_of(closet, *pieces)

    def write(number: int) -> int:
        chance = random.Random(number)
        mine: list[str] = []
        for _ in range(6):
            if mine and chance.random() < 0.4:
                service.delete_record(closet, mine.pop(chance.randrange(len(mine))))
            else:
                day = before(chance.randrange(4))
                made = service.record_wear(closet, day=day, clothing_ids=pieces, template_id=template_id)
                mine.append(made.history_id)
        return len(mine)

    with ThreadPoolExecutor(WRITERS) as pool:
        left = sum(pool.map(write, range(WRITERS)))
    assert len(list(closet.store.all(design.all_histories(closet.wardrobe_id)))) == left
    for piece in pieces:
        days = days_of(closet, piece)
        assert worn(closet, piece) == (left, max(map(epoch_ms, days), default=0))
        assert sum(days.values()) == left
    assert figures(service.template(closet, template_id))[0] == left


def test_a_lost_race_is_retried_and_counts_both(closet: Closet) -> None:
    pieces = several(closet, 2)
    slow = _meddled(closet, lambda: service.record_wear(closet, day=TODAY, clothing_ids=pieces[:1]))
    service.record_wear(slow, day=before(1), clothing_ids=pieces)
    assert worn(closet, pieces[0]) == (2, epoch_ms(TODAY))
    assert worn(closet, pieces[1]) == (1, epoch_ms(before(1)))


def test_a_race_that_is_lost_each_time_is_told_and_leaves_nothing(closet: Closet) -> None:
    pieces = several(closet, 2)
    other = lambda: service.record_wear(closet, day=TODAY, clothing_ids=pieces[1:])  # noqa: E731
    slow = _meddled(closet, other, times=9)
    impatient = replace(
        slow, house=replace(slow.house, retry_policy=ConflictRetryPolicy(tries=3, sleep=lambda _: None))
    )
    with pytest.raises(TooBusy):
        service.record_wear(impatient, day=before(1), clothing_ids=pieces)
    assert worn(closet, pieces[0]) == (0, 0)
    assert worn(closet, pieces[1]) == (3, epoch_ms(TODAY))
    assert len(service.records(closet).cards) == 3


def test_a_deletion_sees_days_that_changed_under_equal_figures(closet: Closet) -> None:
    """Another record comes and one goes meanwhile: the figures are as they were read, the days behind them are not."""
    (piece,) = several(closet, 1)
    old = service.record_wear(closet, day=before(20), clothing_ids=[piece])
    newest = service.record_wear(closet, day=TODAY, clothing_ids=[piece])

    def meddle() -> None:
        service.record_wear(closet, day=before(10), clothing_ids=[piece])
        service.delete_record(closet, old.history_id)

    service.delete_record(_meddled(closet, meddle), newest.history_id)
    assert worn(closet, piece) == (1, epoch_ms(before(10)))


def test_an_edit_and_a_repair_see_them_too(closet: Closet) -> None:
    (piece,) = several(closet, 1)
    old = service.record_wear(closet, day=before(20), clothing_ids=[piece])
    newest = service.record_wear(closet, day=TODAY, clothing_ids=[piece])

    def meddle() -> None:
        service.record_wear(closet, day=before(10), clothing_ids=[piece])
        service.delete_record(closet, old.history_id)

    service.edit_record(_meddled(closet, meddle), newest.history_id, day=before(30), clothing_ids=[piece])
    assert worn(closet, piece) == (2, epoch_ms(before(10)))
    assert service.repair(closet).drifts == ()


def test_a_record_that_two_delete_is_taken_back_once(closet: Closet) -> None:
    (piece,) = several(closet, 1)
    service.record_wear(closet, day=TODAY, clothing_ids=[piece])
    twice = service.record_wear(closet, day=TODAY, clothing_ids=[piece])
    slow = _meddled(closet, lambda: service.delete_record(closet, twice.history_id))
    with pytest.raises(NoSuchRecord):
        service.delete_record(slow, twice.history_id)
    assert worn(closet, piece) == (1, epoch_ms(TODAY))


def test_what_another_tap_took_off_is_off(closet: Closet) -> None:
    (piece,) = several(closet, 1)
    service.wear_today(closet, piece)
    service.take_off_today(_meddled(closet, lambda: service.take_off_today(closet, piece)), piece)
    assert worn(closet, piece) == (0, 0)
    outfit = outfit_of(closet, piece)
    service.record_template(closet, day=TODAY, template_id=outfit)
    service.take_off_outfit_today(_meddled(closet, lambda: service.take_off_outfit_today(closet, outfit)), outfit)
    assert worn(closet, piece) == (0, 0)


def test_a_piece_that_joins_a_record_in_its_last_moment_stays(closet: Closet) -> None:
    first, second = several(closet, 2)
    service.wear_today(closet, first)
    service.take_off_today(_meddled(closet, lambda: service.wear_today(closet, second)), first)
    assert (worn(closet, first), worn(closet, second)) == ((0, 0), (1, epoch_ms(TODAY)))
    assert [card.row.clothing_ids for card in service.records(closet).cards] == [(second,)]


def test_a_deletion_counts_a_piece_that_joins_in_the_last_moment(closet: Closet) -> None:
    first, second = several(closet, 2)
    made = service.wear_today(closet, first)
    service.delete_record(_meddled(closet, lambda: service.wear_today(closet, second)), made.history_id)
    assert (worn(closet, first), worn(closet, second)) == ((0, 0), (0, 0))


def test_an_edit_counts_a_piece_that_joins_in_the_last_moment(closet: Closet) -> None:
    first, second = several(closet, 2)
    made = service.wear_today(closet, first)
    slow = _meddled(closet, lambda: service.wear_today(closet, second))
    service.edit_record(slow, made.history_id, day=before(1), clothing_ids=[first])
    assert (worn(closet, first), worn(closet, second)) == ((1, epoch_ms(before(1))), (0, 0))


def test_a_piece_thrown_away_in_the_last_moment_is_not_worn(closet: Closet) -> None:
    pieces = several(closet, 2)
    slow = _meddled(closet, lambda: service.throw_away_clothing(closet, pieces[0]))
    with pytest.raises(ClothingInTrash):
        service.record_wear(slow, day=TODAY, clothing_ids=pieces)
    assert worn(closet, pieces[1]) == (0, 0)


def test_what_is_sent_twice_is_recorded_once(closet: Closet) -> None:
    (piece,) = several(closet, 1)
    history_id = service.new_history_id()

    def send(_: int) -> str:
        return service.record_wear(closet, day=TODAY, clothing_ids=[piece], history_id=history_id).history_id

    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(send, range(4))) == {history_id}
    assert worn(closet, piece) == (1, epoch_ms(TODAY))


def test_links_made_at_once_leave_one_that_opens(closet: Closet) -> None:
    with ThreadPoolExecutor(4) as pool:
        keys = {service.key_of(each) for each in pool.map(lambda _: service.reissue_link(closet), range(4))}
    opened = service.open_wardrobes(closet.house, [*keys, service.key_of(closet)])
    assert len(opened) == 1


def _meddled(closet: Closet, meddle: Callable[[], object], times: int = 1) -> Closet:
    store = TypedStore(RacingStore(closet.store.raw, meddle, times), clock=closet.house.clock)
    return replace(closet, house=replace(closet.house, store=store))
