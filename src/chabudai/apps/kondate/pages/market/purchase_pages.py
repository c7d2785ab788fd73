"""What a person paid for: the list, the second step that a card's issuer asks for, and receipts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from litestar import Response

from chabudai.apps.kondate.errors import CardRefused, NotPending, PaymentsUnreachable
from chabudai.apps.kondate.market import purchases
from chabudai.apps.kondate.market.entities import Purchase, PurchaseStatus
from chabudai.apps.kondate.market.till import Till, due_at
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.market.paying import lead_on, name_of_paid, name_of_paid_card, url_of_paid
from chabudai.apps.kondate.pages.market.places import MEMBERSHIP_URL, PURCHASES_URL, plural_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.list_cursors import refuse_wrong_cursor
from chabudai.common.owner import Owner
from chabudai.web.answers import warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post
from chabudai.web.translations import Text

STATUS_NAMES: Final[Mapping[PurchaseStatus, Text]] = {
    "pending": lazy("Waiting for confirmation"),
    "paid": lazy("Paid for"),
    "failed": lazy("Payment failed"),
    "canceled": lazy("Cancelled"),
    "refunding": lazy("Being refunded"),
    "refunded": lazy("Refunded"),
}


@dataclass(frozen=True, slots=True)
class ShownPurchase:
    """`is_open` while the person may still confirm it."""

    row: Purchase
    name: str
    card: str
    status: Text
    url: str
    is_open: bool


@get("/purchases")
def show_purchases(
    owner: Injected[Owner],
    till: Injected[Till],
    shell: Injected[Shell],
    pages: Injected[Pages],
    cursor: FromQuery[str | None] = None,
) -> Response[str]:
    with refuse_wrong_cursor():
        page = purchases.find_purchases(owner, cursor)
    return pages.page(
        "kondate/purchases.html",
        shell=shell,
        shown=[_show(row, till) for row in page],
        more=page.cursor,
        is_first=cursor is None,
    )


@get("/purchases/{purchase_id:str}")
def show_receipt(
    purchase_id: FromPath[str],
    owner: Injected[Owner],
    till: Injected[Till],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    shown = _show(purchases.find_purchase(owner, purchase_id), till)
    buyer = context.person.name if context.person is not None else ""
    is_sandbox = till.payments.is_sandbox
    return pages.page("kondate/receipt.html", shell=shell, shown=shown, buyer=buyer, is_sandbox=is_sandbox)


@get("/purchases/{purchase_id:str}/confirm")
def show_confirmation(
    purchase_id: FromPath[str],
    owner: Injected[Owner],
    till: Injected[Till],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    """As the card's issuer would ask; what is settled already leads to the list."""
    shown = _show(purchases.find_purchase(owner, purchase_id), till)
    if not shown.is_open:
        return see_other(PURCHASES_URL)
    return pages.page("kondate/confirmation.html", shell=shell, shown=shown, until=due_at(shown.row))


@post("/purchases/{purchase_id:str}/confirm", status_code=200)
def confirm(
    purchase_id: FromPath[str],
    owner: Injected[Owner],
    till: Injected[Till],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    try:
        done = purchases.confirm(till, owner, purchase_id, is_allowed=form["answer"] == "allow")
    except (NotPending, PaymentsUnreachable) as refusal:
        return warn(context, PURCHASES_URL, str(refusal.message))
    if done.status == "canceled":
        return warn(context, _sheet_of(done), gettext("The time to confirm is over. No money was moved."))
    try:
        return lead_on(context, done)
    except CardRefused as refusal:
        return warn(context, _sheet_of(done), str(refusal.message))


def _show(row: Purchase, till: Till) -> ShownPurchase:
    is_open = row.status == "pending" and till.clock() < due_at(row)
    return ShownPurchase(
        row, name_of_paid(row), name_of_paid_card(row), STATUS_NAMES[row.status], url_of_paid(row), is_open
    )


def _sheet_of(purchase: Purchase) -> str:
    """Where it can be tried again."""
    if purchase.target_type == "SUBSCRIPTION":
        return MEMBERSHIP_URL
    return f"/kondate/buy/{plural_of(purchase.target_type)}/{purchase.target_id}"
