"""Putting a recipe into a plan: tonight, this set, the next one, or a set that is kept for later."""

from dataclasses import dataclass
from typing import Final

from litestar import Response

from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Profile, Recipe, RecipeSet
from chabudai.apps.kondate.errors import TooManyDishes
from chabudai.apps.kondate.kitchen import plans
from chabudai.apps.kondate.kitchen.entities import Plan, Slot
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.book.recipe_view import read_servings
from chabudai.apps.kondate.pages.book.shown_recipes import show_recipes, url_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import WebError
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_MOST_SETS: Final = 20


@dataclass(frozen=True, slots=True)
class OpenSet:
    """A set of one's own that the recipe may join."""

    meal_set: RecipeSet
    is_full: bool
    has_it: bool


@get("/recipes/{recipe_id:str}/plan")
def show_plans(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    servings: FromQuery[str] = "",
) -> Response[str]:
    recipe = recipes.find_recipe(owner, recipe_id)
    found = plans.find_plans(owner)
    return pages.page(
        "kondate/recipe_plan.html",
        shell=shell,
        shown=show_recipes([recipe])[0],
        servings=read_servings(servings, profile.servings),
        current=_in_use(found.get("CURRENT")),
        following=_in_use(found.get("NEXT")),
        sets=_open_sets(owner, recipe),
    )


@post("/recipes/{recipe_id:str}/plan", status_code=200)
def put_into_plan(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    """`to` is tonight, CURRENT, NEXT, or a set by its id."""
    recipe = recipes.find_recipe(owner, recipe_id)
    servings = read_servings(form["servings"], profile.servings)
    back_to = f"{url_of(recipe)}?servings={servings}"
    title = shorten_in_sentence(recipe.title)
    if form["to"] not in ("tonight", "CURRENT", "NEXT"):
        return _put_into_set(owner, context, form["to"], recipe, back_to)
    slot: Slot = "NEXT" if form["to"] == "NEXT" else "CURRENT"
    day = owner.today() if form["to"] == "tonight" else None
    try:
        outcome = plans.add_dish(owner, recipe_id, slot=slot, servings=servings, day=day)
    except TooManyDishes as refusal:
        return warn(context, back_to, str(refusal.message))
    if day is not None:
        sentence = gettext("“%(title)s” is for tonight.", title=title)
    elif slot == "NEXT":
        sentence = gettext("“%(title)s” is in the next set.", title=title)
    else:
        sentence = gettext("“%(title)s” is in the current set.", title=title)
    return redirect_with_toast(context, back_to, sentence, undo_form(outcome.undo_id, back_to))


def _put_into_set(owner: Owner, context: RequestContext, set_id: str, recipe: Recipe, back_to: str) -> Response[str]:
    """A set that is full, or not there any more, is told; it can be edited on its own page."""
    try:
        changed = sets.add_dish(owner, set_id, recipe.recipe_id)
    except WebError as refusal:
        return warn(context, back_to, str(refusal.message))
    sentence = gettext(
        "“%(title)s” is in “%(set)s”.",
        title=shorten_in_sentence(recipe.title),
        set=shorten_in_sentence(changed.title),
    )
    return redirect_with_toast(context, back_to, sentence)


def _in_use(plan: Plan | None) -> Plan | None:
    return plan if plan is not None and plan.items else None


def _open_sets(owner: Owner, recipe: Recipe) -> list[OpenSet]:
    own = [each for each in sets.find_all(owner) if each.origin != "starter"]
    return [
        OpenSet(
            each,
            is_full=len(each.dishes) >= sets.MOST_DISHES,
            has_it=any(dish.recipe_id == recipe.recipe_id for dish in each.dishes),
        )
        for each in own[:_MOST_SETS]
    ]
