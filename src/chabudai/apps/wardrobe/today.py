"""Today, piece by piece: what is worn with a tap joins one record of single pieces, and leaves it with another."""

from collections.abc import Sequence
from contextlib import suppress
from datetime import date

from chabudai.apps.wardrobe import design, pieces, records, wear_counts
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.entities import History
from chabudai.apps.wardrobe.errors import NoSuchRecord
from chabudai.apps.wardrobe.pieces import CLOTHES, TEMPLATES
from chabudai.apps.wardrobe.record_input import FIELDS
from chabudai.common.text import is_id


def wear_today(closet: Closet, clothing_id: str) -> History:
    """A piece joins today's record of single pieces, which begins with it if there is none. There already, it stays."""
    closet.require_edit()
    return closet.retry(lambda: _join(closet, CLOTHES.check_id(clothing_id)))


def take_off_today(closet: Closet, clothing_id: str) -> None:
    """A piece leaves the record of single pieces, else the latest record of today that it stands in."""
    closet.require_edit()
    closet.retry(lambda: _leave(closet, CLOTHES.check_id(clothing_id)))


def take_off(closet: Closet, history_id: str, clothing_id: str) -> None:
    """A piece leaves this record, whatever day it is by now. What is not there any more is off already."""
    closet.require_edit()
    closet.retry(lambda: _leave_if_there(closet, history_id, CLOTHES.check_id(clothing_id)))


def take_off_outfit_today(closet: Closet, template_id: str) -> None:
    """The latest of today's records with this outfit goes, if there is one."""
    closet.require_edit()
    worn = [each for each in _records_of(closet, closet.today()) if each.template_id == template_id]
    if worn:
        with suppress(NoSuchRecord):  # another tap was faster
            records.delete_record(closet, worn[0].history_id)
    else:
        pieces.find(closet, TEMPLATES, template_id)


def _join(closet: Closet, clothing_id: str) -> History:
    today = closet.today()
    old = _single_pieces(closet, today)
    if old is None:
        return records.record_wear(closet, day=today, clothing_ids=[clothing_id], history_id=_id_of(today))
    if clothing_id in old.clothing_ids:
        return old
    return _change(closet, old, (*old.clothing_ids, clothing_id))


def _leave(closet: Closet, clothing_id: str) -> None:
    today = closet.today()
    single = _single_pieces(closet, today)
    if single is None or clothing_id not in single.clothing_ids:
        single = next((each for each in _records_of(closet, today) if clothing_id in each.clothing_ids), None)
    if single is None:
        pieces.find(closet, CLOTHES, clothing_id)
        return
    _leave_record(closet, single, clothing_id)


def _leave_if_there(closet: Closet, history_id: str, clothing_id: str) -> None:
    old = closet.store.get(design.history(closet.wardrobe_id, history_id).consistently()) if is_id(history_id) else None
    if old is not None and clothing_id in old.clothing_ids:
        _leave_record(closet, old, clothing_id)
    else:
        pieces.find(closet, CLOTHES, clothing_id)


def _leave_record(closet: Closet, old: History, clothing_id: str) -> None:
    """As it was read: has another tap changed it or taken it away, nothing is done."""
    left = tuple(each for each in old.clothing_ids if each != clothing_id)
    if left:
        _change(closet, old, left)
    else:
        clothes, template = wear_counts.changes_by_deletion(closet, old)
        closet.writable_store.transact(design.delete_history(old, clothes, template))


def _change(closet: Closet, old: History, clothing_ids: Sequence[str]) -> History:
    new = old.model_copy(update=FIELDS.check({"clothing_ids": clothing_ids}))
    clothes, _ = wear_counts.changes_by_replacement(closet, old, new)
    closet.writable_store.transact(design.change_history(old, new, clothes))
    return new


def _single_pieces(closet: Closet, day: date) -> History | None:
    return closet.store.get(design.history(closet.wardrobe_id, _id_of(day)).consistently())


def _id_of(day: date) -> str:
    """The same for everyone, so that two phones that tap at once write into one record."""
    return f"hs_pieces-{day.isoformat()}"


def _records_of(closet: Closet, day: date) -> list[History]:
    """The latest first."""
    found = closet.store.all(design.histories_between(closet.wardrobe_id, day, day))
    return sorted(found, key=lambda each: each.created_at, reverse=True)
