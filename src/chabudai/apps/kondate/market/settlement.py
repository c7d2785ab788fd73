"""Settlement: what the provider says of a charge becomes what we say of the purchase, and so for good.

Two rules keep money and what may be read together. Something may be read only once its money has come; and before money
goes back, it may be read no more. Each step is one transaction that holds the purchase to the status that was read, so
of two who settle the same purchase only one does. Whatever stops in between is found by `resolve`, which asks the
provider and goes on.
"""

from chabudai.adapters.payments import Charge, PaymentsError, UnknownCharge
from chabudai.apps.kondate.errors import PaymentsUnreachable, TooBusy
from chabudai.apps.kondate.market import memberships, snapshots
from chabudai.apps.kondate.market.entities import Purchase, Purchased
from chabudai.apps.kondate.market.holding import add_hold, release
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.apps.kondate.market.till import (
    Till,
    about,
    add_telling,
    due_at,
    guard_key,
    open_row,
    plan_end,
    plan_guard_deletion,
    plan_status,
    read_purchase,
)
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.store.errors import StoreError
from chabudai.table import Put, RetriesExhausted, Transaction, UnreadableItem


def resolve(till: Till, purchase: Purchase) -> Purchase:
    """Bring it as far as can be known. One that waits for the person is left, until its time is over."""
    if purchase.status == "refunding":
        return _finish_refund(till, purchase)
    if purchase.status != "pending":
        return purchase
    charge = till.payments.find(purchase.purchase_id)
    is_waiting = charge is None or charge.status == "needs_confirmation"
    if is_waiting and till.clock() >= due_at(purchase):
        was_asked, charge = charge is not None, till.payments.cancel(purchase.purchase_id)  # nothing is charged now
        if charge.status == "canceled" and not was_asked:
            return _end_unasked(till, purchase)
    return purchase if charge is None else settle(till, purchase, charge)


def settle(till: Till, purchase: Purchase, charge: Charge) -> Purchase:
    """As the provider says; a purchase that is no longer pending stays what it is."""
    if purchase.status != "pending":
        return purchase
    match charge.status:
        case "succeeded":
            return _grant_or_give_back(till, purchase)
        case "declined":
            return _end(till, purchase, "failed")
        case "canceled":
            return _end(till, purchase, "canceled")
        case "refunded":
            return _end(till, purchase, "refunded")
        case "needs_confirmation":
            return purchase


def refund(till: Till, purchase: Purchase) -> Purchase:
    """Give the money back for what was paid: first it may be read no more. What is not paid stays as it is."""
    for _ in attempts(TooBusy):
        if purchase.status != "paid":
            break
        plan, row = _plan_withdrawal(till, purchase), _find_sold(till, purchase)
        if release(till.store, plan, row, "bought_count") is None:
            purchase = read_purchase(till, purchase) or purchase
            break
        purchase = read_purchase(till, purchase) or purchase
    return _finish_refund(till, purchase) if purchase.status == "refunding" else purchase


def abandon(till: Till, purchase: Purchase) -> None:
    """Whoever pays goes: what waits at the provider is called off, and money that came for nothing goes back."""
    try:
        if purchase.status == "pending" and till.payments.cancel(purchase.purchase_id).status == "succeeded":
            till.payments.refund(purchase.purchase_id)
        if purchase.status == "refunding":
            till.payments.refund(purchase.purchase_id)
    except UnknownCharge:
        return
    except PaymentsError as failure:
        raise PaymentsUnreachable from failure


def _grant_or_give_back(till: Till, purchase: Purchase) -> Purchase:
    """Paid: it may be read now. Where that can't be written, the money goes back."""
    try:
        granted = _grant(till, purchase)
    except (StoreError, TooBusy, RetriesExhausted, UnreadableItem):
        granted = None
    return granted if granted is not None else _give_back(till, purchase)


def _grant(till: Till, purchase: Purchase) -> Purchase | None:
    """None when there is nothing left that could be read."""
    for _ in attempts(TooBusy):
        plan = _plan_grant(till, purchase)
        if plan is None:
            return None
        failed_step(till.store, plan)
        now = read_purchase(till, purchase)
        if now is None or now.status != "pending":
            return now
    raise AssertionError("attempts end by raising")


def _plan_grant(till: Till, purchase: Purchase) -> Transaction | None:
    plan = plan_end(till, purchase, "paid")
    if purchase.target_type == "SUBSCRIPTION":
        plan = plan.step("guard", plan_guard_deletion(purchase))
        return memberships.add_period(plan, till, purchase)
    row = _find_sold(till, purchase)
    if row is None:
        return None
    paid = Purchased.update(**guard_key(purchase)).set(is_paid=True).when(purchase_id=purchase.purchase_id)
    plan = add_hold(plan.step("guard", paid), row, "bought_count")
    return add_telling(plan, till, row.creator_id, "bought", about(purchase)) if row.creator_id else plan


def _find_sold(till: Till, purchase: Purchase) -> Snapshot | None:
    """What of the catalog was paid for; None where nothing is left of it, or a period was."""
    if purchase.target_type == "SUBSCRIPTION":
        return None
    assert purchase.published_at is not None, "something of the catalog was published"
    return snapshots.find_snapshot(till.store, purchase.target_type, purchase.published_at, purchase.target_id)


def _give_back(till: Till, purchase: Purchase) -> Purchase:
    """That it goes back is written first, so that nobody grants it meanwhile."""
    try:
        failed_step(till.store, Transaction().step("purchase", plan_status(purchase, "refunding")))
        now = read_purchase(till, purchase)
    except StoreError as failure:
        raise PaymentsUnreachable from failure  # it is pending still, and whoever repairs decides
    if now is not None and now.status == "refunding":
        return _finish_refund(till, now)
    return now or purchase


def _finish_refund(till: Till, purchase: Purchase) -> Purchase:
    try:
        till.payments.refund(purchase.purchase_id)
    except UnknownCharge:
        till.payments.cancel(purchase.purchase_id)
    except PaymentsError as failure:
        raise PaymentsUnreachable from failure
    plan = plan_end(till, purchase, "refunded").step("guard", plan_guard_deletion(purchase))
    plan = add_telling(plan, till, purchase.user_id, "refund", about(purchase))
    failed_step(till.store, plan)
    return read_purchase(till, purchase) or purchase


def _end(till: Till, purchase: Purchase, status: str) -> Purchase:
    """No money moved, or it is back: nothing stops another try."""
    plan = plan_end(till, purchase, status).step("guard", plan_guard_deletion(purchase))
    if purchase.target_type == "SUBSCRIPTION":
        plan = memberships.add_failure(plan, till, purchase)
    failed_step(till.store, plan)
    return read_purchase(till, purchase) or purchase


def _end_unasked(till: Till, purchase: Purchase) -> Purchase:
    """The provider was out of reach, or we were: no card was refused, and a renewal is simply tried again."""
    failed_step(till.store, plan_end(till, purchase, "canceled").step("guard", plan_guard_deletion(purchase)))
    return read_purchase(till, purchase) or purchase


def _plan_withdrawal(till: Till, purchase: Purchase) -> Transaction:
    """It may be read no more, and whoever repairs is led to it until the money is back."""
    plan = Transaction().step("purchase", plan_status(purchase, "refunding"))
    plan = plan.step("open", Put(open_row(purchase)))
    if purchase.target_type == "SUBSCRIPTION":
        guard = Purchased(
            **guard_key(purchase),
            purchased_at=purchase.purchased_at,
            purchase_id=purchase.purchase_id,
            is_paid=False,
            published_at=purchase.published_at,
        )
        return memberships.add_withdrawal(plan.step("guard", Put(guard)), till, purchase)
    held = Purchased.update(**guard_key(purchase)).set(is_paid=False)
    return plan.step("guard", held.when(purchase_id=purchase.purchase_id))
