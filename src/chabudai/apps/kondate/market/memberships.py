"""Periods of the subscription: what a payment for one writes, when it succeeds and when it does not."""

import calendar
from datetime import datetime, timedelta
from typing import Any, Final

from chabudai.apps.kondate import design
from chabudai.apps.kondate.market.entities import Purchase, Renewal, Subscription
from chabudai.apps.kondate.market.till import PLAN, Till, about, add_telling
from chabudai.table import Check, Delete, Insert, Put, Transaction

AHEAD: Final = timedelta(hours=1)
"""A period is paid for a little before the one before it ends, so that nothing closes in between."""


def find_subscription(till: Till, user_id: str) -> Subscription | None:
    return till.store.get(design.subscription(user_id).consistently())


def add_month(start: datetime, after: datetime) -> datetime:
    """The first day after `after` that is whole months from `start`; the last of a month where it has no such day."""
    months = 1
    while (found := _months_from(start, months)) <= after:
        months += 1
    return found


def check_unchanged(user_id: str, seen: Subscription | None) -> Check[Subscription]:
    """That nobody has paid for a period meanwhile."""
    check = Check(Subscription, {"user_id": user_id})
    return check.absent() if seen is None else check.when(period_ends_at=seen.period_ends_at, status=seen.status)


def begin_of(purchase: Purchase) -> datetime:
    """Of the period that is paid for: with the end of the one before, or now where that is over, as after an outage.

    Nobody pays for time that has passed. `published_at` of such a purchase is the end of the period before.
    """
    return max(purchase.published_at or purchase.purchased_at, purchase.purchased_at)


def add_period(plan: Transaction, till: Till, purchase: Purchase) -> Transaction:
    begins = begin_of(purchase)
    before = find_subscription(till, purchase.user_id)
    is_renewal = before is not None and before.period_ends_at == begins
    started = before.started_at if before is not None and is_renewal else begins
    after = Subscription(
        user_id=purchase.user_id,
        plan=PLAN,
        started_at=started,
        period_ends_at=add_month(started, begins),
        payment_method_id=purchase.payment_method_id,
        status="canceled" if before is not None and is_renewal and before.status == "canceled" else "active",
        canceled_at=before.canceled_at if before is not None and is_renewal else None,
    )
    if before is None:
        plan = plan.step("subscription", Insert(after))
    else:
        held: Put[Subscription] = Put(after)
        plan = plan.step("subscription", held.when(period_ends_at=before.period_ends_at, status=before.status))
        if renewal_of(before) != renewal_of(after):
            plan = plan.step("renewal before", renewal_deletion(before))
    return plan.step("renewal", Put(renewal_of(after)))


def add_failure(plan: Transaction, till: Till, purchase: Purchase) -> Transaction:
    """Of a renewal: it has to be paid for again, by the person."""
    before = find_subscription(till, purchase.user_id)
    if before is None or before.period_ends_at != purchase.published_at or before.status != "active":
        return plan
    held = Subscription.update(user_id=before.user_id).set(status="past_due")
    plan = plan.step("subscription", held.when(period_ends_at=before.period_ends_at, status=before.status))
    plan = plan.step("renewal", renewal_deletion(before))
    return add_telling(plan, till, before.user_id, "payment", about(purchase))


def add_withdrawal(plan: Transaction, till: Till, purchase: Purchase) -> Transaction:
    """The period that this purchase paid for is taken back; one that came later stays as it is."""
    before = find_subscription(till, purchase.user_id)
    if before is None or add_month(before.started_at, begin_of(purchase)) != before.period_ends_at:
        return plan
    gone: Delete[Any] = Subscription.delete(user_id=before.user_id)
    plan = plan.step("subscription", gone.when(period_ends_at=before.period_ends_at, status=before.status))
    return plan.step("renewal", renewal_deletion(before))


def renewal_of(subscription: Subscription) -> Renewal:
    return Renewal(due_at=subscription.period_ends_at - AHEAD, user_id=subscription.user_id)


def renewal_deletion(subscription: Subscription) -> Delete[Renewal]:
    return Renewal.delete(**renewal_of(subscription).own_key)


def _months_from(start: datetime, months: int) -> datetime:
    years, month = divmod(start.month - 1 + months, 12)
    year, month = start.year + years, month + 1
    return start.replace(year=year, month=month, day=min(start.day, calendar.monthrange(year, month)[1]))
