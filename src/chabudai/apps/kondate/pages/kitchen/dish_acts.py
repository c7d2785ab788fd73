"""What is done with a dish of the plan: it is cooked or not after all, made tonight, moved, changed, or left out."""

from datetime import date
from typing import Literal

from litestar import Response

from chabudai.apps.kondate.errors import FridgeFull
from chabudai.apps.kondate.kitchen import cooking, plans
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.cooking import Cooked
from chabudai.apps.kondate.kitchen.entities import Dish
from chabudai.apps.kondate.messages import gettext, lazy, ngettext
from chabudai.apps.kondate.pages.kitchen.today import TODAY_URL
from chabudai.apps.kondate.pages.readers import parse_servings
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.days import parse_day
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web import toasts
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, Injected, post
from chabudai.web.toasts import Toast


@post("/dishes/{dish_id:str}/cook", status_code=200)
def cook(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    back_to = safe_next(form["next"], TODAY_URL)
    outcome = cooking.cook(owner, dish_id)
    cooked = outcome.result
    if cooked.log is None:
        return warn(context, back_to, gettext("Already marked as cooked on your other device."))
    if cooked.advanced_to is not None and outcome.undo_id is not None:
        return see_other(f"{TODAY_URL}?began={outcome.undo_id}")
    url = f"{TODAY_URL}/dishes/{dish_id}/used" if cooked.log.taken else None
    toasts.leave(context.jar, Toast(_say_cooked(cooked), undo=undo_form(outcome.undo_id, back_to), url=url))
    return see_other(back_to)


@post("/dishes/{dish_id:str}/uncook", status_code=200)
def uncook(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    back_to = safe_next(form["next"], TODAY_URL)
    try:
        cooking.uncook(owner, dish_id)
    except FridgeFull as full:
        return warn(context, back_to, str(full.message))
    return see_other(back_to)


@post("/dishes/{dish_id:str}/tonight", status_code=200)
def make_tonight(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    outcome = plans.make_tonight(owner, dish_id)
    sentence = gettext("“%(title)s” is for tonight.", title=shorten_in_sentence(outcome.result.title))
    return _tell(context, form, outcome, sentence)


@post("/dishes/{dish_id:str}/skip", status_code=200)
def skip(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    outcome = plans.skip_dish(owner, dish_id)
    sentence = gettext("Skipping “%(title)s” this time.", title=shorten_in_sentence(outcome.result.title))
    return _tell(context, form, outcome, sentence)


@post("/dishes/{dish_id:str}/unskip", status_code=200)
def unskip(dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    plans.skip_dish(owner, dish_id, is_skipped=False)
    return see_other(safe_next(form["next"], TODAY_URL))


@post("/dishes/{dish_id:str}/change", status_code=200)
def change(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    """Its day, none if it is empty, and for how many; what is not sent stays."""
    day: date | Literal["keep"] | None = read_day(form["other_day"] or form["day"]) if "day" in form else "keep"
    servings = read_servings(form["servings"]) if "servings" in form else None
    outcome = plans.change_dish(owner, dish_id, day=day, servings=servings)
    sentence = gettext("Changed “%(title)s”.", title=shorten_in_sentence(outcome.result.title))
    return _tell(context, form, outcome, sentence)


@post("/dishes/{dish_id:str}/replace", status_code=200)
def replace(
    dish_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    outcome = plans.replace_dish(owner, dish_id, form["recipe"])
    sentence = gettext("Changed to “%(title)s”.", title=shorten_in_sentence(outcome.result.title))
    return _tell(context, form, outcome, sentence)


@post("/week/move", status_code=200)
def move(owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]) -> Response[str]:
    """As the script of lists that are dragged says it: the dish, its day, and the dish that follows it now."""
    outcome = plans.move_dish(owner, form["id"], read_day(form["group"]), form["before"] or None)
    if context.is_swap:
        return Response("")
    return _tell(context, form, outcome, gettext("Changed “%(title)s”.", title=outcome.result.title))


def read_day(text: str) -> date | None:
    """A day as forms write it, none if it is empty."""
    day = parse_day(text)
    if text and day is None:
        raise InvalidFields([("day", lazy("Choose a day."))])
    return day


def read_servings(text: str) -> int:
    number = parse_servings(text)
    if number is None:
        raise InvalidFields([("servings", lazy("Enter a number from 1 to 20."))])
    return number


def _tell(context: RequestContext, form: Form, outcome: Outcome[Dish], sentence: str) -> Response[str]:
    back_to = safe_next(form["next"], TODAY_URL)
    if outcome.undo_id is None:
        return see_other(back_to)
    return redirect_with_toast(context, back_to, sentence, undo_form(outcome.undo_id, back_to))


def _say_cooked(cooked: Cooked) -> str:
    title = shorten_in_sentence(cooked.dish.title)
    used = len(cooked.log.taken) if cooked.log is not None else 0
    if not used:
        return gettext("Cooked “%(title)s”.", title=title)
    return ngettext(
        "Cooked “%(title)s”. Used %(n)s item from the fridge.",
        "Cooked “%(title)s”. Used %(n)s items from the fridge.",
        used,
        title=title,
    )
