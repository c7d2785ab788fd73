"""The subscription: joined, left at the end of its period, taken up again, and renewed while nobody looks."""

from collections.abc import Iterator
from contextlib import suppress

from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import NoSubscription, PaymentMethodMissing, SubscribedAlready, TooBusy
from chabudai.apps.kondate.kitchen.draft import moment
from chabudai.apps.kondate.market import purchases
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase, Renewal, Subscription
from chabudai.apps.kondate.market.memberships import (
    check_unchanged,
    find_subscription,
    renewal_deletion,
    renewal_of,
)
from chabudai.apps.kondate.market.payment_methods import find_method
from chabudai.apps.kondate.market.setbacks import Setbacks
from chabudai.apps.kondate.market.till import MEMBERSHIP, PLAN, Till
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.table import Put, Transaction, Update, ulid
from chabudai.web import zones


def find_own(till: Till, owner: Owner) -> Subscription | None:
    """Also one that is over: `period_ends_at` tells."""
    return find_subscription(till, owner.username)


def subscribe(till: Till, owner: Owner, *, key: str, payment_method_id: str | None = None) -> Purchase:
    """Pay for a month from now on. SubscribedAlready while one holds; one that is past due is paid so."""
    before = find_subscription(till, owner.username)  # first: what this sheet started may be done a moment later
    started = purchases.find_started(till, owner, "SUBSCRIPTION", MEMBERSHIP, key)
    if started is not None:
        return purchases.go_on(till, owner, started)
    if before is not None and before.status != "past_due" and before.period_ends_at > till.clock():
        raise SubscribedAlready
    method = find_method(owner, payment_method_id)
    purchase = _purchase(till, owner, method)
    held = Transaction().step("subscription", check_unchanged(owner.username, before))
    return purchases.start(till, owner, purchase, key, held)


def cancel(till: Till, owner: Owner) -> Subscription:
    """It holds until its period ends, and can be taken up again until then."""
    return _change(till, owner, "active", "canceled")


def resume(till: Till, owner: Owner) -> Subscription:
    """Until the day on which it would have ended."""
    return _change(till, owner, "canceled", "active")


def change_card(till: Till, owner: Owner, payment_method_id: str) -> Subscription:
    """With which it is renewed."""
    method = find_method(owner, payment_method_id)
    if find_subscription(till, owner.username) is None:
        raise NoSubscription
    update: Update[Subscription] = Subscription.update(user_id=owner.username)
    return till.store.write(update.set(payment_method_id=method.payment_method_id))


def renew_due(till: Till, setbacks: Setbacks) -> Iterator[str]:
    """Every one whose period is about to end; each is told when it is settled."""
    due = list(till.store.all(design.due_renewals(till.now())))
    yield from setbacks.do_each("A renewal", due, lambda row: _renew(till, row))


def _renew(till: Till, renewal: Renewal) -> str | None:
    before = find_subscription(till, renewal.user_id)
    if before is None or before.status != "active" or renewal_of(before) != renewal:
        failed_step(till.store, Transaction().step("renewal", Renewal.delete(**renewal.own_key)))
        return None
    owner = Owner(till.store, renewal.user_id, till.clock, zones.TOKYO)
    method = _find_card(owner, before)
    purchase = _purchase(till, owner, method).model_copy(update={"published_at": before.period_ends_at})
    key = f"renewal-{before.period_ends_at:%Y%m%dT%H%M%S}-{till.now():%Y%m%dT%H}"
    try:
        held = Transaction().step("subscription", check_unchanged(owner.username, before))
        done = purchases.start(till, owner, purchase, key, held)
    except TooBusy:
        return None  # another process was faster
    return None if done.status == "pending" else f"{owner.username}: {done.status}"


def _find_card(owner: Owner, before: Subscription) -> PaymentMethod | None:
    """The one that was chosen for it; where that was taken away, the one that is used for everything, if any."""
    for payment_method_id in (before.payment_method_id, None):
        with suppress(PaymentMethodMissing):
            return find_method(owner, payment_method_id)
    return None


def _purchase(till: Till, owner: Owner, method: PaymentMethod | None) -> Purchase:
    """`published_at` of what is paid anew is now; of a renewal, the end of the period before."""
    now = moment(owner)
    return Purchase(
        user_id=owner.username,
        purchase_id=ulid(),
        purchased_at=now,
        target_type="SUBSCRIPTION",
        target_id=MEMBERSHIP,
        title=PLAN,
        amount=till.subscription_price,
        status="pending",
        payment_method_id=None if method is None else method.payment_method_id,
        card=None if method is None else f"{method.brand} {method.last4}",
        published_at=now,
    )


def _change(till: Till, owner: Owner, before_status: str, after_status: str) -> Subscription:
    for _ in attempts(TooBusy):
        before = find_subscription(till, owner.username)
        if before is None or before.period_ends_at <= till.clock() or before.status == "past_due":
            raise NoSubscription
        if before.status == after_status:
            return before
        is_canceled = after_status == "canceled"
        update: Update[Subscription] = Subscription.update(user_id=owner.username)
        update = update.set(status=after_status, canceled_at=moment(owner) if is_canceled else None)
        plan = Transaction().step(
            "subscription", update.when(status=before_status, period_ends_at=before.period_ends_at)
        )
        plan = plan.step("renewal", renewal_deletion(before) if is_canceled else Put(renewal_of(before)))
        if failed_step(till.store, plan) is None:
            return find_subscription(till, owner.username) or before
    raise AssertionError("attempts end by raising")
