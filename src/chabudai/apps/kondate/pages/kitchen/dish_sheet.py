"""One dish of the plan over the page: its recipe, day and people; what could be cooked instead; what it really used."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from fractions import Fraction
from typing import ClassVar, Final

from litestar import Response

from chabudai.apps.kondate.amounts import Amount, read_quantity, read_value, show_amount
from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.errors import NoSuchDish
from chabudai.apps.kondate.kitchen import cooking
from chabudai.apps.kondate.kitchen.entities import CookLog, Dish, Slot, Taken
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.kitchen.recipe_picker import pick
from chabudai.apps.kondate.pages.kitchen.shown_dishes import ShownPicture, show_pictures
from chabudai.apps.kondate.pages.kitchen.today import TODAY_URL
from chabudai.apps.kondate.pages.readers import reader_language
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.forms import Form
from chabudai.web.lists import ListAddress
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import Text

_DAYS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetAddress(ListAddress):
    """`back` is the page that a sheet opened over."""

    PATH: ClassVar[str] = f"{TODAY_URL}/dishes"
    NAMES: ClassVar[dict[str, str]] = {"back": "next", "words": "q"}

    back: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class DishSheet:
    """`recipe` is None when it was deleted meanwhile; `days` are those that are offered."""

    dish: Dish
    slot: Slot
    picture: ShownPicture
    recipe: Recipe | None
    days: tuple[date, ...]


@dataclass(frozen=True, slots=True)
class UsedFood:
    """`amount` as people write it."""

    taken: Taken
    amount: str


@get("/dishes/{dish_id:str}")
def show_dish(
    dish_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    slot, dish = find_planned(owner, dish_id)
    found = recipes.find_recipe_or_none(owner, dish.recipe_id)
    days = tuple(owner.today() + timedelta(days=number) for number in range(_DAYS))
    sheet = DishSheet(dish, slot, show_pictures([dish.picture])[0], found, days)
    return pages.page("kondate/dish.html", sheet=sheet, today=owner.today(), back=_back(context), shell=shell)


@get("/dishes/{dish_id:str}/replace")
def show_others(
    dish_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    _, dish = find_planned(owner, dish_id)
    words = SheetAddress.parse(context.query).words
    found = pick(owner, words, but=[dish.recipe_id])
    return pages.page(
        "kondate/dish_replace.html", dish=dish, found=found, words=words, back=_back(context), shell=shell
    )


@get("/dishes/{dish_id:str}/used")
def show_used(
    dish_id: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    return _show_used(dish_id, owner, shell, pages, Form())


@post("/dishes/{dish_id:str}/used", status_code=200)
def correct_used(
    dish_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def correct() -> Response[str]:
        _, dish = find_planned(owner, dish_id)
        log = _find_log(owner, dish)
        outcome = cooking.correct_taken(owner, log, _read_amounts(form, log))
        sentence = gettext("Corrected what “%(title)s” used.", title=shorten_in_sentence(dish.title))
        return redirect_with_toast(context, TODAY_URL, sentence, undo_form(outcome.undo_id, TODAY_URL))

    return submit(form, correct, lambda filled: _show_used(dish_id, owner, shell, pages, filled))


def find_planned(owner: Owner, dish_id: str) -> tuple[Slot, Dish]:
    """NoSuchDish for another person's as for what is nowhere."""
    for slot, plan in find_plans(owner).items():
        for dish in plan.items:
            if dish.item_id == dish_id:
                return slot, dish
    raise NoSuchDish


def _show_used(dish_id: str, owner: Owner, shell: Shell, pages: Pages, form: Form) -> Response[str]:
    _, dish = find_planned(owner, dish_id)
    foods = [UsedFood(each, _show_amount(each)) for each in _find_log(owner, dish).taken]
    return pages.page("kondate/dish_used.html", dish=dish, foods=foods, form=form, errors=form.errors, shell=shell)


def _find_log(owner: Owner, dish: Dish) -> CookLog:
    """NoSuchDish for what is not cooked, or whose entry of the log was deleted."""
    found = cooking.find_log_of(owner, dish)
    if not found:
        raise NoSuchDish
    return found[0]


def _show_amount(taken: Taken) -> str:
    amount = Amount(read_value(taken.amount), taken.unit or "")
    return show_amount(amount, reader_language())


def _read_amounts(form: Form, log: CookLog) -> Mapping[str, Fraction]:
    """Of those that were changed. "Nothing" and an empty field are 0; a unit may be left out, but not be another."""
    amounts: dict[str, Fraction] = {}
    refusals: list[tuple[str, Text]] = []
    for each in log.taken:
        text = form[each.item_id].strip()[:40]
        if each.item_id not in form or text == _show_amount(each):
            continue
        amount = read_quantity(text).amount if text else Amount(Fraction(0), "")
        if amount is None or (amount.unit and amount.unit != each.unit):
            sentence = lazy("Enter an amount like “%(example)s”.", example=_show_amount(each))
            refusals.append((each.item_id, sentence))
        else:
            amounts[each.item_id] = amount.value
    if refusals:
        raise InvalidFields(refusals)
    return amounts


def _back(context: RequestContext) -> str:
    return safe_next(SheetAddress.parse(context.query).back, TODAY_URL)
