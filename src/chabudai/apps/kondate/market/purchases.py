"""Buying: one purchase for each opened sheet and each thing, however often and from wherever it is asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias, TypeVar

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
from chabudai.apps.kondate.market import items, settlement, snapshots
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase, Target
from chabudai.apps.kondate.market.payment_methods import find_method
from chabudai.apps.kondate.market.till import Till, due_at, find_guard, plan_start, read_purchase
from chabudai.common.owner import Owner
from chabudai.common.retries import attempts
from chabudai.common.store_errors import failed_step
from chabudai.common.text import is_id
from chabudai.table import Check, Page, Transaction, ulid

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
    row = items.find_row(owner, kind, item_id)
    replayed = find_started(till, owner, kind, item_id, key)
    if replayed is not None:
        return go_on(till, owner, replayed)
    if row.price is None or not snapshots.is_live(row) or row.creator_id == owner.username:
        raise NotForSale
    if row.price != price:
        raise PriceChanged(row.price)
    method = find_method(owner, payment_method_id)
    purchase = Purchase(
        user_id=owner.username,
        purchase_id=ulid(),
        purchased_at=till.now(),
        target_type=kind,
        target_id=item_id,
        title=row.title,
        amount=row.price,
        status="pending",
        payment_method_id=method.payment_method_id,
        card=f"{method.brand} {method.last4}",
        published_at=row.created_at,
        seller_id=row.creator_id,
    )
    check = Check(type(row), row.own_key).when(price=price)
    return start(till, owner, purchase, key, lambda plan: plan.step("item", check))


def start(
    till: Till, owner: Owner, purchase: Purchase, key: str, hold: Callable[[Transaction], Transaction]
) -> Purchase:
    """Write down what is about to be paid, then pay it. `hold` adds what has to be true at that moment."""
    if not is_id(key):
        raise NotForSale
    kind, target_id = purchase.target_type, purchase.target_id
    for _ in attempts(TooBusy):
        failed = failed_step(till.store, hold(plan_start(purchase, f"{kind}-{target_id}-{key}")))
        if failed is None:
            return go_on(till, owner, purchase)
        started = find_started(till, owner, kind, target_id, key)
        if started is not None:
            return go_on(till, owner, started)
        if failed == "item":
            raise NotForSale
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
    else:
        charge = _asking(lambda: _charge(till, purchase, method))
    return _asking(lambda: settlement.settle(till, purchase, charge))


def _charge(till: Till, purchase: Purchase, method: PaymentMethod) -> Charge:
    """Asked for again when no answer came: the key makes it one charge."""
    try:
        return till.payments.charge(purchase.purchase_id, method.provider_token, purchase.amount)
    except ProviderUnreachable:
        return till.payments.charge(purchase.purchase_id, method.provider_token, purchase.amount)


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
