"""The till: what every payment needs, and the rows with which one begins and ends."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from chabudai.adapters.clock import Clock
from chabudai.adapters.payments import Payments
from chabudai.apps.kondate import design
from chabudai.apps.kondate.market import notices
from chabudai.apps.kondate.market.entities import Checkout, OpenPurchase, Purchase, Purchased, Target
from chabudai.apps.kondate.market.notices import About, NoticeKind
from chabudai.table import Delete, Insert, Transaction, TypedStore, Update

CONFIRMATION: Final = timedelta(minutes=15)
"""For so long a payment waits for the person."""
PLAN: Final = "okawari"
MEMBERSHIP: Final = "MEMBERSHIP"
"""What is paid for with a period of the subscription; of it, one payment at a time is under way."""


@dataclass(frozen=True, slots=True)
class Till:
    """`subscription_price` in whole yen for a month."""

    store: TypedStore
    clock: Clock
    payments: Payments
    subscription_price: int = 480

    def now(self) -> datetime:
        return self.clock().astimezone(UTC).replace(microsecond=0)


def find_guard(till: Till, user_id: str, kind: Target, target_id: str) -> Purchased | None:
    return till.store.get(design.purchased(user_id, kind, target_id).consistently())


def read_purchase(till: Till, row: Purchase | Purchased | Checkout | OpenPurchase) -> Purchase | None:
    """The purchase that a row leads to, as it is now."""
    return till.store.get(design.purchase(row.user_id, row.purchased_at, row.purchase_id).consistently())


def due_at(purchase: Purchase) -> datetime:
    return purchase.purchased_at + CONFIRMATION


def guard_key(purchase: Purchase) -> dict[str, Any]:
    return {"user_id": purchase.user_id, "target_type": purchase.target_type, "target_id": purchase.target_id}


def plan_start(purchase: Purchase, checkout_key: str) -> Transaction:
    """Before any money moves: the purchase, what stops a second one, and what leads whoever repairs to it."""
    place: dict[str, Any] = {"purchased_at": purchase.purchased_at, "purchase_id": purchase.purchase_id}
    held = {"published_at": purchase.published_at, "edition": purchase.edition}
    guard = Purchased.model_validate({**guard_key(purchase), **place, **held, "is_paid": False})
    sheet = Checkout(user_id=purchase.user_id, checkout_key=checkout_key, **place)
    return (
        Transaction()
        .step("checkout", Insert(sheet))
        .step("guard", Insert(guard))
        .step("purchase", Insert(purchase))
        .step("open", Insert(open_row(purchase)))
    )


def open_row(purchase: Purchase) -> OpenPurchase:
    return OpenPurchase(
        due_at=due_at(purchase),
        purchase_id=purchase.purchase_id,
        user_id=purchase.user_id,
        purchased_at=purchase.purchased_at,
    )


def plan_end(till: Till, purchase: Purchase, status: str) -> Transaction:
    """It comes to this end, if it is still as it was read, and nobody has to look at it any more."""
    opened = open_row(purchase)
    return (
        Transaction()
        .step("purchase", plan_status(purchase, status).set(ended_at=till.now()))
        .step("open", OpenPurchase.delete(**opened.own_key))
    )


def plan_status(purchase: Purchase, status: str) -> Update[Purchase]:
    update: Update[Purchase] = Purchase.update(**purchase.own_key).set(status=status)
    return update.when(status=purchase.status)


def plan_guard_deletion(purchase: Purchase) -> Delete[Purchased]:
    return Purchased.delete(**guard_key(purchase)).when(purchase_id=purchase.purchase_id)


def add_telling(plan: Transaction, till: Till, user_id: str, kind: NoticeKind, about: About) -> Transaction:
    """With a notice in the same moment, unless they do not want to hear of it."""
    settings = notices.find_listener(till.store, user_id, kind)
    if settings is None:
        return plan
    return notices.add_notice(plan, notices.make_notice(till.clock, user_id, kind, about), settings)


def about(purchase: Purchase) -> About:
    return About(purchase.title, purchase.target_type, purchase.target_id)
