"""Cooking: one large step at a time, with what it needs and its timer; the last tap says that it is cooked."""

from collections.abc import Sequence

from litestar import Response

from chabudai.apps.kondate.book import recipes
from chabudai.apps.kondate.book.entities import Recipe
from chabudai.apps.kondate.errors import NoSuchDish, NoSuchRecipe
from chabudai.apps.kondate.kitchen import cooking
from chabudai.apps.kondate.kitchen.draft import find_recipes
from chabudai.apps.kondate.kitchen.entities import Dish
from chabudai.apps.kondate.kitchen.plans import find_plans, find_tonight
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.cooking.step_view import view_recipe
from chabudai.apps.kondate.pages.kitchen.shown_dishes import show_pictures
from chabudai.apps.kondate.pages.readers import parse_servings
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_TODAY = "/kondate"


@get("/cook/{dish_id:str}")
def cook_dish(
    dish_id: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    """A dish of the plan; tonight's others are one tap away."""
    found = find_plans(owner)
    dish = next((dish for plan in found.values() for dish in plan.items if dish.item_id == dish_id), None)
    if dish is None:
        raise NoSuchDish
    tonight = [each for each in find_tonight(found.get("CURRENT"), owner.today()) if each.is_open]
    there = {recipe.recipe_id: recipe for recipe in find_recipes(owner, [each.recipe_id for each in (dish, *tonight)])}
    if dish.recipe_id not in there:
        raise NoSuchRecipe
    others = [each for each in tonight if each.recipe_id in there]
    return _show(pages, shell, there[dish.recipe_id], dish.servings, dish, others if dish in others else [])


@get("/recipes/{recipe_id:str}/cook")
def cook_recipe(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    servings: FromQuery[str] = "",
) -> Response[str]:
    """A recipe of the book, without a plan."""
    recipe = recipes.find_recipe(owner, recipe_id)
    return _show(pages, shell, recipe, _read_servings(servings, recipe))


@post("/recipes/{recipe_id:str}/cooked", status_code=200)
def mark_cooked(
    recipe_id: FromPath[str], owner: Injected[Owner], form: Injected[Form], context: Injected[RequestContext]
) -> Response[str]:
    recipe = recipes.find_recipe(owner, recipe_id)
    outcome = cooking.cook_recipe(owner, recipe_id, _read_servings(form["servings"], recipe))
    back_to = f"{_TODAY}/log/{outcome.result.day.isoformat()}"
    sentence = gettext("Cooked “%(title)s”.", title=shorten_in_sentence(recipe.title))
    return redirect_with_toast(context, back_to, sentence, undo_form(outcome.undo_id, back_to))


def _show(
    pages: Pages,
    shell: Shell,
    recipe: Recipe,
    servings: int,
    dish: Dish | None = None,
    tonight: Sequence[Dish] = (),
) -> Response[str]:
    (picture,) = show_pictures([recipe.picture])
    return keep_offline(
        pages.page(
            "kondate/cook.html",
            shell=shell,
            recipe=recipe,
            servings=servings,
            view=view_recipe(recipe, servings),
            picture=picture,
            dish=dish,
            tonight=tonight,
            close_url=_TODAY if dish is not None else f"{_TODAY}/recipes/{recipe.recipe_id}?servings={servings}",
        )
    )


def _read_servings(text: str, recipe: Recipe) -> int:
    """What is no number of people is as many as the recipe is for."""
    return parse_servings(text) or recipe.servings
