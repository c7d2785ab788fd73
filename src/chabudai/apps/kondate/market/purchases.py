"""Buying: one purchase for each opened sheet and each thing, however often and from wherever it is asked for."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from chabudai.adapters.payments import Charge, PaymentsError, ProviderUnreachable
from chabudai.apps.kondate import design
from chabudai.apps.kondate.errors import (
    NoSuchPurchase,
    NotForSale,
    NotPending,
    PaymentMethodMissing,
    PaymentsUnreachable,
    PriceChanged,
    TooBusy,
)
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import items, payment_methods, settlement, snapshots
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase, Target
from chabudai.apps.kondate.market.payment_methods import find_method
from chabudai.apps.kondate.market.snapshots import Snapshot
from chabudai.apps.kondate.market.till import Till, due_at, find_guard, plan_start, read_purchase
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.store.errors import StoreError
from chabudai.table import Page, Transaction, Update, ulid

T = TypeVar("T")
Step: TypeAlias = Literal["done", "confirm", "declined", "refunded", "canceled"]


@dataclass(frozen=True, slots=True)
class BuySheet:
    """`key` names this sheet: whatever is sent from it, twice or from two places, is one purchase."""

    key: str
    price: int
    title: str


def open_sheet(owner: Owner, kind: Kind, item_id: str) -> BuySheet:
    """NotForSale for what is free, one's own, bought already or published no more."""
    row = items.find_row(owner, kind, item_id)
    if row.price is None or not snapshots.is_live(row) or items.find_access(owner, row) in ("own", "bought"):
        raise NotForSale
    return BuySheet(ulid(), row.price, row.title)


def buy(
    till: Till, owner: Owner, kind: Kind, item_id: str, *, key: str, price: int, payment_method_id: str | None = None
) -> Purchase:
    """The purchase as far as it has come; what was bought already is given as it was bought.

    `price` is what the person saw: PriceChanged when it is another. "pending" asks the person to confirm.
    """
    for _ in attempts(TooBusy):
        row = items.find_row(owner, kind, item_id)
        replayed = find_started(till, owner, kind, item_id, key)
        if replayed is not None:
            return go_on(till, owner, replayed)
        if row.price is None or not snapshots.is_live(row) or row.creator_id == owner.username:
            raise NotForSale
        if row.price != price:
            raise PriceChanged(row.price)
        purchase = _order(till, row, kind, item_id, find_method(owner, payment_method_id))
        ordered: Update[Any] = type(row).update(**row.own_key).add(orders=1)
        held = Transaction().step("item", ordered.when(price=price, edition=row.edition))
        with suppress(_ItemChanged):  # it was published anew at this moment: look again
            return start(till, owner, purchase, key, held)
    raise AssertionError("attempts end by raising")


def start(till: Till, owner: Owner, purchase: Purchase, key: str, held: Transaction) -> Purchase:
    """Write down what is about to be paid, then pay it. `held` has to be true, or to be written, at that moment."""
    if not is_id(key):
        raise NotForSale
    kind, target_id = purchase.target_type, purchase.target_id
    for _ in attempts(TooBusy):
        plan = plan_start(purchase, f"{kind}-{target_id}-{key}")
        failed = failed_step(till.store, Transaction((*plan.steps, *held.steps)))
        if failed is None:
            return go_on(till, owner, purchase)
        started = find_started(till, owner, kind, target_id, key)
        if started is not None:
            return go_on(till, owner, started)
        if failed == "item":
            raise _ItemChanged
        if failed == "subscription":
            raise TooBusy
    raise AssertionError("attempts end by raising")


def confirm(till: Till, owner: Owner, purchase_id: str, *, is_allowed: bool) -> Purchase:
    """The person's answer to the card's issuer. NotPending when there is nothing to answer, or too late."""
    purchase = find_purchase(owner, purchase_id)
    if purchase.status != "pending":
        raise NotPending
    if till.clock() >= due_at(purchase):
        return _asking(lambda: settlement.resolve(till, purchase))
    charge = _asking(lambda: till.payments.confirm(purchase_id, is_allowed=is_allowed))
    return _asking(lambda: settlement.settle(till, purchase, charge))


def find_purchases(owner: Owner, cursor: str | None = None) -> Page[Purchase]:
    """The latest first."""
    return owner.store.page(design.purchases(owner.username).consistently(), cursor)


def find_purchase(owner: Owner, purchase_id: str) -> Purchase:
    rows = owner.store.all(design.purchases(owner.username).consistently())
    found = next((row for row in rows if row.purchase_id == purchase_id), None)
    if found is None:
        raise NoSuchPurchase
    return found


def step_of(purchase: Purchase) -> Step:
    """What the person is shown next."""
    match purchase.status:
        case "paid":
            return "done"
        case "pending":
            return "confirm"
        case "failed":
            return "declined"
        case "canceled":
            return "canceled"
        case "refunding" | "refunded":
            return "refunded"


def find_started(till: Till, owner: Owner, kind: Target, target_id: str, key: str) -> Purchase | None:
    """What came of this sheet already; else what is being bought, or was, of the same thing."""
    if not is_id(key):
        return None
    sheet = till.store.get(design.checkout(owner.username, f"{kind}-{target_id}-{key}").consistently())
    if sheet is not None:
        return read_purchase(till, sheet)
    guard = find_guard(till, owner.username, kind, target_id)
    return None if guard is None else read_purchase(till, guard)


def go_on(till: Till, owner: Owner, purchase: Purchase) -> Purchase:
    """From wherever it stopped: the provider knows the purchase by its id, and charges once."""
    if purchase.status not in ("pending", "refunding"):
        return purchase
    if purchase.status == "refunding" or till.clock() >= due_at(purchase):
        return _asking(lambda: settlement.resolve(till, purchase))
    method = _find_card(owner, purchase)
    if method is None:
        charge = _asking(lambda: till.payments.cancel(purchase.purchase_id))
        return _asking(lambda: settlement.settle(till, purchase, charge))
    charge = _asking(lambda: _charge(till, purchase, method))
    done = _asking(lambda: settlement.settle(till, purchase, charge))
    with suppress(TooBusy, StoreError):  # the purchase is what it is, whatever becomes of this
        _note_outcome(owner, method, charge)
    return done


class _ItemChanged(Exception):
    """What is to be bought is another edition by now, or has another price."""


def _order(till: Till, row: Snapshot, kind: Kind, item_id: str, method: PaymentMethod) -> Purchase:
    return Purchase(
        user_id=method.user_id,
        purchase_id=ulid(),
        purchased_at=till.now(),
        target_type=kind,
        target_id=item_id,
        title=row.title,
        amount=row.price or 0,
        status="pending",
        payment_method_id=method.payment_method_id,
        card=f"{method.brand} {method.last4}",
        published_at=row.created_at,
        edition=row.edition,
    )


def _charge(till: Till, purchase: Purchase, method: PaymentMethod) -> Charge:
    """Asked for again when no answer came: the key makes it one charge."""
    try:
        return till.payments.charge(purchase.purchase_id, method.provider_token, purchase.amount)
    except ProviderUnreachable:
        return till.payments.charge(purchase.purchase_id, method.provider_token, purchase.amount)


def _note_outcome(owner: Owner, method: PaymentMethod, charge: Charge) -> None:
    """For the next time: a card that was declined is not the first one that is offered."""
    if charge.status == "declined" and method.declined_at is None:
        payment_methods.note_declined(owner, method.payment_method_id)
    if charge.status == "succeeded" and method.declined_at is not None:
        payment_methods.note_accepted(owner, method.payment_method_id)


def _find_card(owner: Owner, purchase: Purchase) -> PaymentMethod | None:
    """None when it was taken away meanwhile."""
    try:
        return find_method(owner, purchase.payment_method_id)
    except PaymentMethodMissing:
        return None


def _asking(act: Callable[[], T]) -> T:
    """The purchase stays as it is, and whoever repairs goes on with it, when the provider does not answer."""
    try:
        return act()
    except PaymentsError as failure:
        raise PaymentsUnreachable from failure
