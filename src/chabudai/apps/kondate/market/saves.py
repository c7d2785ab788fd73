"""Saving: what a person keeps of the catalog, with the number of those who do in the same moment."""

from dataclasses import dataclass

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchItem, TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import items, notices, snapshots
from chabudai.apps.kondate.market.cards import Card, card_of
from chabudai.apps.kondate.market.entities import Saved
from chabudai.apps.kondate.market.holding import add_hold, release
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Insert, Transaction


@dataclass(frozen=True, slots=True)
class SaveOutcome:
    """How many have saved it now."""

    is_saved: bool
    saved_count: int


@dataclass(frozen=True, slots=True)
class SavedCard:
    """`card` is None when what was saved is nowhere any more; the row has its title."""

    row: Saved
    card: Card | None


def find_saved(owner: Owner, kind: Kind, item_id: str) -> Saved | None:
    plan = design.saved_one(owner.username, kind, item_id)
    return owner.store.get(plan.consistently()) if is_id(item_id) else None


def find_all_saved(owner: Owner, kind: Kind) -> list[SavedCard]:
    """The latest first, also what is published no more."""
    rows = sorted(owner.store.all(design.saved(owner.username, kind)), key=lambda row: row.saved_at, reverse=True)
    places = [(row.published_at, row.target_id) for row in rows]
    live = snapshots.find_many(owner.store, kind, places)
    found = [row or snapshots.find_snapshot(owner.store, kind, *place) for row, place in zip(live, places, strict=True)]
    return [SavedCard(row, None if item is None else card_of(item)) for row, item in zip(rows, found, strict=True)]


def save(owner: Owner, kind: Kind, item_id: str) -> SaveOutcome:
    """Saving twice saves once. NoSuchItem for what is published no more."""
    for _ in attempts(TooBusy):
        row = items.find_row(owner, kind, item_id)
        if find_saved(owner, kind, item_id) is not None:
            return SaveOutcome(True, row.saved_count)
        if not snapshots.is_live(row):
            raise NoSuchItem
        saved = Saved(
            user_id=owner.username,
            target_type=kind,
            target_id=item_id,
            published_at=row.created_at,
            title=row.title,
            saved_at=moment(owner),
        )
        plan = add_hold(Transaction().step("saved", Insert(saved)), row, "saved_count")
        if failed_step(owner.store, plan) is None:
            _tell_creator(owner, row, kind, item_id)
            return SaveOutcome(True, row.saved_count + 1)
    raise AssertionError("attempts end by raising")


def unsave(owner: Owner, kind: Kind, item_id: str) -> SaveOutcome:
    """Also of what is published no more, which goes with the last who holds it."""
    for _ in attempts(TooBusy):
        held = find_saved(owner, kind, item_id)
        if held is None:
            return SaveOutcome(False, items.find_row(owner, kind, item_id).saved_count)
        row = snapshots.find_snapshot(owner.store, kind, held.published_at, item_id)
        plan = Transaction().step("saved", Saved.delete(**held.own_key).existing())
        if release(owner.store, plan, row, "saved_count") is None:
            return SaveOutcome(False, 0 if row is None else row.saved_count - 1)
    raise AssertionError("attempts end by raising")


def _tell_creator(owner: Owner, row: snapshots.Snapshot, kind: Kind, item_id: str) -> None:
    """Once a day for each thing, however many save it."""
    if row.creator_id != owner.username:
        about = notices.About(row.title, kind, item_id)
        subject = f"saved-{kind}-{item_id}-{moment(owner):%Y-%m-%d}"
        notices.tell(owner.store, owner.clock, row.creator_id, "saved", about, once=subject)
