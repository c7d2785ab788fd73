"""Buying for programs: cards, purchases and the membership. A card's number goes to the provider alone."""

from typing import Annotated

from msgspec import Meta

from chabudai.apps.kondate.api.answers import Answer, Listing, UndoBody, listing
from chabudai.apps.kondate.api.recipe_bodies import Id
from chabudai.apps.kondate.errors import NoSubscription
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import payment_methods, purchases, subscriptions
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase, Subscription
from chabudai.apps.kondate.market.purchases import Step
from chabudai.apps.kondate.market.till import Till
from chabudai.common.bodies import entity_body, fill
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.web.bodies import Body
from chabudai.web.routes import FromPath, FromQuery, Injected, JSONBody, delete, get, post, put


@entity_body(PaymentMethod, "brand", "last4", "is_default", "declined_at", "created_at", id="payment_method_id")
class CardBody(Body):
    """A card, without its number; `declinedAt` where the last payment with it was declined."""


class NewCard(Body):
    """`number` as it is printed; in the sandbox one of its test cards."""

    number: Annotated[str, Meta(min_length=1, max_length=40)]


class NewPurchase(Body):
    """`key` names this wish: sent twice, or from two places, it is one purchase. `price` is what was seen."""

    kind: Kind
    id: Id
    key: Id
    price: Annotated[int, Meta(ge=1, le=100_000)]
    card_id: Id | None = None


@entity_body(
    Purchase,
    "purchased_at",
    "target_type",
    "target_id",
    "title",
    "amount",
    "status",
    "card",
    "ended_at",
    id="purchase_id",
)
class PurchaseBody(Body):
    """`step` is what comes next: done, confirm (ask the person), declined, refunded or canceled."""

    step: Step


class Confirmation(Body):
    is_allowed: bool


class NewSubscription(Body):
    """`key` as for a purchase."""

    key: Id
    card_id: Id | None = None


@entity_body(Subscription, "plan", "status", "started_at", "period_ends_at", "canceled_at")
class SubscriptionBody(Body):
    """The membership; a canceled one holds until its period ends."""


@get("/cards")
def list_cards(owner: Injected[Owner]) -> Listing[CardBody]:
    """The one that is used unless another is chosen first. Access pattern 9."""
    return listing([fill(CardBody, row) for row in payment_methods.find_methods(owner)])


@post("/cards")
def add_card(data: JSONBody[NewCard], owner: Injected[Owner], till: Injected[Till]) -> Answer[CardBody]:
    """The number is handed on and forgotten. Access pattern 9."""
    return Answer(data=fill(CardBody, payment_methods.add_method(owner, till.payments, data.number)))


@put("/cards/{card_id:str}/default")
def choose_card(card_id: FromPath[str], owner: Injected[Owner]) -> None:
    """It is used from now on."""
    payment_methods.choose_default(owner, card_id)


@delete("/cards/{card_id:str}", status_code=200)
def remove_card(card_id: FromPath[str], owner: Injected[Owner]) -> UndoBody:
    """The latest of the others is used then."""
    return UndoBody(undo_id=payment_methods.remove_method(owner, card_id))


@get("/purchases")
def list_purchases(owner: Injected[Owner], cursor: FromQuery[str | None] = None) -> Listing[PurchaseBody]:
    """The latest first. Access pattern 9."""
    with refuse_wrong_cursor():
        page = purchases.find_purchases(owner, cursor)
    return listing([_body(row) for row in page], page.cursor)


@post("/purchases")
def buy(data: JSONBody[NewPurchase], owner: Injected[Owner], till: Injected[Till]) -> Answer[PurchaseBody]:
    """Once, however often it is sent. 409 when the price is another by now. Access pattern 9."""
    done = purchases.buy(
        till, owner, data.kind, data.id, key=data.key, price=data.price, payment_method_id=data.card_id
    )
    return Answer(data=_body(done))


@get("/purchases/{purchase_id:str}")
def find_purchase(purchase_id: FromPath[str], owner: Injected[Owner]) -> Answer[PurchaseBody]:
    """One purchase, as far as it has come."""
    return Answer(data=_body(purchases.find_purchase(owner, purchase_id)))


@post("/purchases/{purchase_id:str}/confirm", status_code=200)
def confirm_purchase(
    purchase_id: FromPath[str], data: JSONBody[Confirmation], owner: Injected[Owner], till: Injected[Till]
) -> Answer[PurchaseBody]:
    """The person's answer to the card's issuer; 409 when there is nothing to answer."""
    return Answer(data=_body(purchases.confirm(till, owner, purchase_id, is_allowed=data.is_allowed)))


@get("/subscription")
def find_subscription(owner: Injected[Owner], till: Injected[Till]) -> Answer[SubscriptionBody]:
    """Also one that is over: `periodEndsAt` tells. 404 where there never was one. Access pattern 9."""
    found = subscriptions.find_own(till, owner)
    if found is None:
        raise NoSubscription
    return Answer(data=fill(SubscriptionBody, found))


@post("/subscription")
def subscribe(data: JSONBody[NewSubscription], owner: Injected[Owner], till: Injected[Till]) -> Answer[PurchaseBody]:
    """Pay for a month from now on; 409 while one holds."""
    return Answer(data=_body(subscriptions.subscribe(till, owner, key=data.key, payment_method_id=data.card_id)))


@post("/subscription/cancel", status_code=200)
def cancel_subscription(owner: Injected[Owner], till: Injected[Till]) -> Answer[SubscriptionBody]:
    """It holds until its period ends."""
    return Answer(data=fill(SubscriptionBody, subscriptions.cancel(till, owner)))


@post("/subscription/resume", status_code=200)
def resume_subscription(owner: Injected[Owner], till: Injected[Till]) -> Answer[SubscriptionBody]:
    """Until the day on which it would have ended."""
    return Answer(data=fill(SubscriptionBody, subscriptions.resume(till, owner)))


def _body(row: Purchase) -> PurchaseBody:
    return fill(PurchaseBody, row, step=purchases.step_of(row))
