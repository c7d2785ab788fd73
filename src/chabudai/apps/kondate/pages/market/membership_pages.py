"""The Okawari membership: joined, left at the end of its period, taken up again, and paid for when that failed."""

from typing import Literal, TypeAlias

from litestar import Response

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.errors import NoSubscription, PaymentsUnreachable
from chabudai.apps.kondate.market import subscriptions
from chabudai.apps.kondate.market.entities import Subscription
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.market.paying import choose_card, find_options, lead_on
from chabudai.apps.kondate.pages.market.places import MEMBERSHIP_URL, PURCHASES_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.table import ulid
from chabudai.web.answers import redirect_with_toast, submit, warn
from chabudai.web.context import RequestContext
from chabudai.web.formats import date_text
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

State: TypeAlias = Literal["none", "active", "canceled", "past_due"]


@get("/membership")
def show_membership(
    owner: Injected[Owner], till: Injected[Till], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    return _show(owner, till, shell, pages, Form())


@post("/membership", status_code=200)
def join(
    owner: Injected[Owner],
    till: Injected[Till],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """Also what is past due is paid so."""

    def act() -> Response[str]:
        card = choose_card(till, owner, form["card"])
        try:
            done = subscriptions.subscribe(till, owner, key=form["key"], payment_method_id=card)
        except PaymentsUnreachable as refusal:
            return warn(context, PURCHASES_URL, str(refusal.message))
        return lead_on(context, done)

    return submit(form, act, lambda again: _show(owner, till, shell, pages, again))


@post("/membership/cancel", status_code=200)
def cancel(owner: Injected[Owner], till: Injected[Till], context: Injected[RequestContext]) -> Response[str]:
    try:
        left = subscriptions.cancel(till, owner)
    except NoSubscription as refusal:
        return warn(context, MEMBERSHIP_URL, str(refusal.message))
    until = date_text(left.period_ends_at, owner.zone)
    return redirect_with_toast(context, MEMBERSHIP_URL, gettext("You stay a member until %(day)s.", day=until))


@post("/membership/resume", status_code=200)
def resume(owner: Injected[Owner], till: Injected[Till], context: Injected[RequestContext]) -> Response[str]:
    try:
        subscriptions.resume(till, owner)
    except NoSubscription as refusal:
        return warn(context, MEMBERSHIP_URL, str(refusal.message))
    return redirect_with_toast(context, MEMBERSHIP_URL, gettext("Your membership goes on."))


@post("/membership/card", status_code=200)
def change_card(
    owner: Injected[Owner],
    till: Injected[Till],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """With which it is renewed."""

    def act() -> Response[str]:
        subscriptions.change_card(till, owner, form["card"])
        return redirect_with_toast(context, MEMBERSHIP_URL, gettext("Saved."))

    return submit(form, act, lambda again: _show(owner, till, shell, pages, again))


def _show(owner: Owner, till: Till, shell: Shell, pages: Pages, form: Form) -> Response[str]:
    found = subscriptions.find_own(till, owner)
    return pages.page(
        "kondate/membership.html",
        shell=shell,
        state=_state(found, till),
        subscription=found,
        price=till.subscription_price,
        most_recipes=recipes.MOST_RECIPES,
        free_recipes=recipes.FREE_RECIPES,
        options=find_options(till, owner),
        key=ulid(),
        form=form,
        errors=form.errors,
    )


def _state(found: Subscription | None, till: Till) -> State:
    """One that is over is none; one that could not be renewed has to be paid, however late."""
    if found is None:
        return "none"
    if found.status == "past_due":
        return "past_due"
    return found.status if found.period_ends_at > till.clock() else "none"
