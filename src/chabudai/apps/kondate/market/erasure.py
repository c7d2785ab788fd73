"""What a person left in partitions that are not theirs: published things, links, counts of what they hold, and what
was still to be done for them. What others saved or bought stays readable to those, without a name.
"""

from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSuchItem, TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import publishing, saves, snapshots
from chabudai.apps.kondate.market.entities import (
    DuePush,
    FridgeLook,
    NotificationSettings,
    OpenPurchase,
    Publication,
    Purchased,
    Renewal,
    Saved,
    Share,
    Shared,
    Subscription,
)
from chabudai.apps.kondate.market.holding import add_release
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Entity, Transaction, Update

_FAR: Final = timedelta(days=400)


def forget_outside(owner: Owner, row: Entity) -> None:
    """Whatever this row of the person's own leads to; what is interrupted is found again, for the row goes last."""
    store = owner.store
    match row:
        case Shared():
            store.write(Share.delete(share_id=row.share_id))
        case Saved():
            with suppress(NoSuchItem):
                saves.unsave(owner, row.target_type, row.target_id)
        case Purchased():
            _release(owner, row)
        case Publication():
            _forget_publication(owner, row)
        case NotificationSettings() if row.next_look_at is not None:
            store.write(FridgeLook.delete(due_at=row.next_look_at, user_id=owner.username))
        case Subscription():
            store.write(Renewal.delete(due_at=row.period_ends_at, user_id=owner.username))
        case _:
            pass


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
        if item is not None:
            plan = add_release(plan, item, "bought_count")
        failed = failed_step(owner.store, plan)
        if failed is None or failed == "purchased":
            return


def _forget_publication(owner: Owner, row: Publication) -> None:
    with suppress(NoSuchItem):
        publishing.unpublish(owner, row.target_type, row.target_id)
    ended = snapshots.find_ended(owner.store, row.target_type, row.published_at, row.target_id)
    if ended is not None:
        nameless: Update[Any] = type(ended).update(**ended.own_key)
        owner.store.write(nameless.set(creator_id="", creator_name="", author_name=None, words=""))
