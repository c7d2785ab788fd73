"""History: what was worn on which day, and what is planned. What changes it is in `records`."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from chabudai.apps.wardrobe import days, design
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import LAST_DAY, History
from chabudai.apps.wardrobe.errors import NoSuchRecord
from chabudai.apps.wardrobe.thumbs import Card, Cards, Thumbnail, card_page, cards_of, thumbnails
from chabudai.common.days import Month, days_between
from chabudai.common.text import is_id
from chabudai.table import Query

_ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Day:
    """One day with what was worn, or is to be worn, on it; the first record first."""

    day: date
    is_planned: bool
    records: tuple[Card[History], ...]


@dataclass(frozen=True, slots=True)
class Record:
    """A record with each of its pieces, in order."""

    history: History
    pieces: tuple[Thumbnail, ...]
    is_planned: bool


def last_week(closet: Closet) -> tuple[Day, ...]:
    """AP-03: today and the six days before it, today last."""
    today = closet.today()
    return _days(closet, today - 6 * _ONE_DAY, today)


def last_week_and_planned(closet: Closet, rows: int) -> tuple[tuple[Day, ...], tuple[Day, ...]]:
    """Both at once, since the same pieces are seen on many days: see `last_week` and `planned_days`."""
    today = closet.today()
    week = closet.store.all(_histories(closet, today - 6 * _ONE_DAY, today))
    found = [*week, *closet.page(_histories(closet, today + _ONE_DAY, LAST_DAY), None, rows)]
    every = _group_by_day(closet, found, days_between(today - 6 * _ONE_DAY, today))
    return every[:7], every[7:]


def month(closet: Closet, chosen: Month) -> tuple[Day, ...]:
    """Every day of a month, whether anything was worn or not."""
    return _days(closet, days.check_day(chosen.first), chosen.last)


def day(closet: Closet, chosen: date) -> Day:
    (found,) = _days(closet, days.check_day(chosen), chosen)
    return found


def planned_days(closet: Closet, rows: int = 30) -> tuple[Day, ...]:
    """The days to come for which something was chosen, the next first: as many as hold so many records."""
    query = _histories(closet, closet.today() + _ONE_DAY, LAST_DAY)
    return _group_by_day(closet, closet.page(query, None, rows), ())


def records(closet: Closet, cursor: str | None = None, rows: int | None = None) -> Cards[History]:
    """AP-14: everything, latest first, thirty at a time or as many as are wanted."""
    return card_page(closet, closet.page(design.histories(closet.wardrobe_id), cursor, rows), design.history_thumbs)


def record(closet: Closet, history_id: str) -> Record:
    """AP-15."""
    found = history(closet, history_id)
    seen = thumbnails(closet, found.clothing_ids, design.worn_thumbs)
    return Record(found, tuple(seen[piece] for piece in found.clothing_ids), found.day > closet.today())


def history(closet: Closet, history_id: str) -> History:
    """The record alone, as it is at this moment."""
    if not is_id(history_id):
        raise NoSuchRecord
    found = closet.store.get(design.history(closet.wardrobe_id, history_id).consistently())
    if found is None:
        raise NoSuchRecord
    return found


def _days(closet: Closet, first: date, last: date) -> tuple[Day, ...]:
    return _group_by_day(closet, closet.store.all(_histories(closet, first, last)), days_between(first, last))


def _histories(closet: Closet, first: date, last: date) -> Query[History]:
    return design.histories_between(closet.wardrobe_id, first, last).ascending()


def _group_by_day(closet: Closet, rows: Iterable[History], wanted: Iterable[date]) -> tuple[Day, ...]:
    """Records in order by their days, with the days that are wanted even without any."""
    found: dict[date, list[Card[History]]] = {each: [] for each in wanted}
    for card in cards_of(closet, list(rows), design.history_thumbs):
        found.setdefault(card.row.day, []).append(card)
    today = closet.today()
    return tuple(Day(each, each > today, tuple(cards)) for each, cards in found.items())
