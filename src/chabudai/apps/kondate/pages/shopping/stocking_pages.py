"""Bought: what is in the basket goes into the fridge by one tap, which opens with it on top."""

from litestar import Response

from chabudai.apps.kondate.errors import FridgeFull
from chabudai.apps.kondate.kitchen.stocking import Delivery, stock_fridge
from chabudai.apps.kondate.messages import gettext, ngettext
from chabudai.apps.kondate.pages.fridge.fridge_pages import FRIDGE_URL
from chabudai.apps.kondate.pages.shopping.list_pages import SHOPPING_URL
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post
from chabudai.web.toasts import Toast


@post("/shopping/stock", status_code=200)
def stock(owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    try:
        outcome = stock_fridge(owner)
    except FridgeFull as full:
        return warn(context, SHOPPING_URL, str(full.message))
    delivery = outcome.result
    if not delivery.lines:
        toasts.leave(context.jar, Toast(gettext("It's in the fridge already."), kind="note"))
        return see_other(FRIDGE_URL)
    back_to = FRIDGE_URL if _next(delivery).startswith(FRIDGE_URL) else SHOPPING_URL
    return redirect_with_toast(context, _next(delivery), _describe(delivery), undo_form(outcome.undo_id, back_to))


def _next(delivery: Delivery) -> str:
    """Where more waits in the basket, or nothing is to be eaten, one stays at the list."""
    if delivery.rest:
        return f"{SHOPPING_URL}?rest=1"
    return f"{FRIDGE_URL}?new={delivery.batch_id}" if delivery.items else SHOPPING_URL


def _describe(delivery: Delivery) -> str:
    """Of household things, which nobody keeps in the fridge, only that they are bought."""
    eaten = {item.name for item in delivery.items}
    count = sum(line.name in eaten for line in delivery.lines)
    others = len(delivery.lines) - count
    if not count:
        return ngettext("%(n)s bought.", "%(n)s bought.", others)
    if not others:
        return ngettext("Put %(n)s in the fridge.", "Put %(n)s in the fridge.", count)
    return ngettext(
        "Put %(put)s in the fridge. %(n)s household item is off the list.",
        "Put %(put)s in the fridge. %(n)s household items are off the list.",
        others,
        put=count,
    )
