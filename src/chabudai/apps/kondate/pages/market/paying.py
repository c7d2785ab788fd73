"""Paying: with which card, and where a payment leads, whatever became of it. No page ever holds a card's number."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from litestar import Response

from chabudai.adapters.payments import TEST_CARDS
from chabudai.apps.kondate.errors import CardRefused, PaymentMethodMissing
from chabudai.apps.kondate.market import payment_methods, purchases
from chabudai.apps.kondate.market.entities import PaymentMethod, Purchase
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.market.places import MEMBERSHIP_URL, PURCHASES_URL, item_url
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.redirects import see_other
from chabudai.web.translations import Text

_TRIAL: Final = "trial-"
_TRIAL_NAMES: Final[Mapping[str, Text]] = {
    "succeeds": lazy("Goes through"),
    "declines": lazy("Is declined"),
    "asks": lazy("Asks for confirmation"),
}
_BRANDS: Final[Mapping[str, str]] = {
    "visa": "Visa",
    "mastercard": "Mastercard",
    "amex": "American Express",
    "jcb": "JCB",
}


@dataclass(frozen=True, slots=True)
class PayChoice:
    """`value` is what a form sends for it."""

    value: str
    label: Text


@dataclass(frozen=True, slots=True)
class PayOptions:
    """One's own cards, the one that is used anyway first; and the test cards, where no money is moved."""

    cards: Sequence[PayChoice]
    trials: Sequence[PayChoice]
    chosen: str

    @property
    def card_pairs(self) -> list[tuple[str, Text]]:
        return [(each.value, each.label) for each in self.cards]

    @property
    def is_sandbox(self) -> bool:
        return bool(self.trials)


def find_options(till: Till, owner: Owner) -> PayOptions:
    methods = payment_methods.find_methods(owner)
    cards = [PayChoice(each.payment_method_id, _offer(each)) for each in methods]
    trials = list_trials(till)
    used = next((each.payment_method_id for each in methods if each.is_default), None)
    return PayOptions(cards, trials, used or next((each.value for each in trials), ""))


def list_trials(till: Till) -> list[PayChoice]:
    """None where money is moved."""
    named = _TRIAL_NAMES.items() if till.payments.is_sandbox else ()
    return [PayChoice(f"{_TRIAL}{name}", label) for name, label in named]


def choose_card(till: Till, owner: Owner, said: str) -> str | None:
    """Of one's own cards by its id; a test card becomes one of them. None is the one that is used anyway."""
    if not said.startswith(_TRIAL):
        return said or None
    return add_trial(till, owner, said).payment_method_id


def add_trial(till: Till, owner: Owner, said: str) -> PaymentMethod:
    """The same test card is kept once."""
    card = {f"{_TRIAL}{name}": card for name, card in TEST_CARDS.items()}.get(said)
    if card is None or not till.payments.is_sandbox:
        raise PaymentMethodMissing
    known = [
        each
        for each in payment_methods.find_methods(owner)
        if (each.brand, each.last4) == (card.brand, card.number[-4:])
    ]
    return known[0] if known else payment_methods.add_method(owner, till.payments, card.number)


def _offer(row: PaymentMethod) -> Text:
    name = name_of_card(row)
    return name if row.declined_at is None else lazy("%(card)s (declined last time)", card=name)


def name_of_card(row: PaymentMethod) -> str:
    return f"{_BRANDS.get(row.brand, row.brand)} •••• {row.last4}"


def name_of_paid_card(purchase: Purchase) -> str:
    """As the purchase remembers it."""
    brand, _, last4 = (purchase.card or "").partition(" ")
    return f"{_BRANDS.get(brand, brand)} •••• {last4}" if last4 else ""


def lead_on(context: RequestContext, purchase: Purchase) -> Response[str]:
    """To what was paid for, or to the card's issuer. CardRefused where nothing was paid: the sheet says so."""
    match purchases.step_of(purchase):
        case "done":
            return redirect_with_toast(context, url_of_paid(purchase), _say_paid(purchase))
        case "confirm":
            return see_other(f"{PURCHASES_URL}/{purchase.purchase_id}/confirm")
        case "refunded":
            return warn(context, PURCHASES_URL, gettext("Something went wrong after you paid. We refunded the money."))
        case "declined" | "canceled":
            raise CardRefused


def url_of_paid(purchase: Purchase) -> str:
    if purchase.target_type == "SUBSCRIPTION":
        return MEMBERSHIP_URL
    return item_url(purchase.target_type, purchase.target_id)


def name_of_paid(purchase: Purchase) -> str:
    return gettext("Okawari membership") if purchase.target_type == "SUBSCRIPTION" else purchase.title


def _say_paid(purchase: Purchase) -> str:
    if purchase.target_type == "SUBSCRIPTION":
        return gettext("Welcome to the Okawari membership.")
    return gettext("Bought “%(title)s”.", title=shorten_in_sentence(purchase.title))
