"""The set that comes next: swapped with the current one, shopped for too, or taken away."""

from litestar import Response

from chabudai.apps.kondate.kitchen import plans
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.kitchen.today import TODAY_URL
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.redirects import see_other
from chabudai.web.routes import Injected, post


@post("/next/swap", status_code=200)
def swap(owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    return _tell(context, plans.swap(owner), gettext("Swapped the two sets."))


@post("/next/shop", status_code=200)
def shop(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """The switch shows what it did, and takes it back."""
    plans.shop_for_next(owner, is_shopped=form["on"] == "1")
    return see_other(TODAY_URL)


@post("/next/remove", status_code=200)
def remove(owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    return _tell(context, plans.remove_plan(owner, "NEXT"), gettext("Removed the next set."))


def _tell(context: RequestContext, outcome: Outcome[None], sentence: str) -> Response[str]:
    return redirect_with_toast(context, TODAY_URL, sentence, undo_form(outcome.undo_id, TODAY_URL))
