"""What a person left in partitions that are not theirs: published things, links, counts of what they hold, payments
that wait, and what was still to be done for them. What others saved or bought stays readable to those, without a name.
"""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchItem, TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import editions, indexing, publishing, saves, settlement, snapshots
from chabudai.apps.kondate.market.entities import (
    CatalogRecipe,
    CatalogSet,
    CreatorRecipe,
    CreatorSet,
    DuePush,
    EndedRecipe,
    EndedSet,
    FridgeLook,
    NotificationSettings,
    OpenPurchase,
    Publication,
    Purchase,
    Purchased,
    Renewal,
    Saved,
    Share,
    Shared,
    Subscription,
)
from chabudai.apps.kondate.market.holding import release
from chabudai.apps.kondate.market.till import Till
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.table import Entity, Transaction, UnreadableItem

_FAR: Final = timedelta(days=400)


def forget_outside(till: Till, owner: Owner, row: Entity) -> None:
    """Whatever this row of the person's own leads to; what is interrupted is found again, for the row goes last."""
    store = owner.store
    match row:
        case Purchase():
            settlement.abandon(till, row)
        case Shared():
            store.write(Share.delete(share_id=row.share_id))
        case Saved():
            with suppress(NoSuchItem, UnreadableItem):
                saves.unsave(owner, row.target_type, row.target_id)
        case Purchased():
            with suppress(UnreadableItem):
                _release(owner, row)
        case Publication():
            try:
                _forget_publication(owner, row)
            except UnreadableItem:
                _drop(owner, row.target_type, row.target_id, row.published_at)
        case NotificationSettings() if row.next_look_at is not None:
            store.write(FridgeLook.delete(due_at=row.next_look_at, user_id=owner.username))
        case Subscription():
            store.write(Renewal.delete(due_at=row.period_ends_at, user_id=owner.username))
        case _:
            pass


def forget_titles(owner: Owner) -> None:
    """What still stands in the catalog under their name, since the row of their own that leads to it can't be read."""
    for title in list(owner.store.all(design.creator_titles(owner.username).consistently())):
        if isinstance(title, CreatorRecipe):
            _drop(owner, "RECIPE", title.recipe_id, title.created_at)
        else:
            _drop(owner, "SET", title.set_id, title.created_at)


def forget_waiting(owner: Owner) -> None:
    """What stands in the queues of the whole house; they are short."""
    store = owner.store
    until = moment(owner) + _FAR
    queues: tuple[Any, ...] = (
        design.open_purchases(),
        design.due_pushes(until),
        design.due_renewals(until),
        design.due_looks(until),
    )
    for queue in queues:
        waiting: list[OpenPurchase | DuePush | Renewal | FridgeLook] = list(store.all(queue))
        for row in waiting:
            if row.user_id == owner.username:
                store.write(type(row).delete(**row.own_key))


def _release(owner: Owner, row: Purchased) -> None:
    if row.target_type not in ("RECIPE", "SET") or row.published_at is None or not row.is_paid:
        return
    kind: Kind = "RECIPE" if row.target_type == "RECIPE" else "SET"
    for _ in attempts(TooBusy):
        item = snapshots.find_snapshot(owner.store, kind, row.published_at, row.target_id)
        plan = Transaction().step("purchased", Purchased.delete(**row.own_key).existing())
        if release(owner.store, plan, item, "bought_count") in (None, "purchased"):
            return


def _forget_publication(owner: Owner, row: Publication) -> None:
    with suppress(NoSuchItem):
        publishing.unpublish(owner, row.target_type, row.target_id)
    indexing.index(owner.store, owner.username, row.target_type, row.target_id)  # where that was interrupted
    ended = snapshots.find_ended(owner.store, row.target_type, row.published_at, row.target_id)
    if ended is not None:
        for edition in (ended, *editions.find_past(owner.store, ended)):
            editions.drop_names(owner.store, edition)


def _drop(owner: Owner, kind: Kind, item_id: str, at: datetime) -> None:
    """What can't be read, or reached by those who hold it: it goes whole."""
    store = owner.store
    if kind == "RECIPE":
        for entity in (CatalogRecipe, EndedRecipe):
            store.write(entity.delete(created_at=at, recipe_id=item_id))
        store.write(CreatorRecipe.delete(creator_id=owner.username, created_at=at, recipe_id=item_id))
        store.delete_rows(design.past_recipes(item_id))
        return
    for each in (CatalogSet, EndedSet):
        store.write(each.delete(created_at=at, set_id=item_id))
    store.write(CreatorSet.delete(creator_id=owner.username, created_at=at, set_id=item_id))
    store.delete_rows(design.past_sets(item_id))
    store.delete_rows(design.every_dish(item_id))
