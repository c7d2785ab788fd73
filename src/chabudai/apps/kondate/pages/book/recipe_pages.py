"""A recipe: for as many as eat, with what is at home; put into a plan or on the list, copied, deleted."""

from litestar import Response

from chabudai.apps.kondate.book import missing, recipes
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.errors import BookFull, ListFull
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.book.recipe_view import MOST_SERVINGS, read_servings, view
from chabudai.apps.kondate.pages.book.shown_recipes import RECIPES_URL, show_recipes, url_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.offline import keep_offline
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/recipes/{recipe_id:str}")
def show_recipe(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    servings: FromQuery[str] = "",
) -> Response[str]:
    """For as many as eat at home, if the address says nothing else."""
    recipe = recipes.find_recipe(owner, recipe_id)
    return keep_offline(
        pages.page(
            "kondate/recipe.html",
            shell=shell,
            shown=show_recipes([recipe], size="large")[0],
            view=view(owner, recipe, read_servings(servings, profile.servings)),
            most=MOST_SERVINGS,
        )
    )


@post("/recipes/{recipe_id:str}/shop", status_code=200)
def shop(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    """What is missing stands on the list from now on; the button says so, and takes it off again."""
    recipe = recipes.find_recipe(owner, recipe_id)
    servings = read_servings(form["servings"], profile.servings)
    back_to = f"{url_of(recipe)}?servings={servings}"
    try:
        missing.write_down_missing(owner, recipe, servings)
    except ListFull as full:
        return warn(context, back_to, str(full.message))
    return see_other(back_to)


@post("/recipes/{recipe_id:str}/unshop", status_code=200)
def unshop(
    recipe_id: FromPath[str], owner: Injected[Owner], profile: Injected[Profile], form: Injected[Form]
) -> Response[str]:
    recipe = recipes.find_recipe(owner, recipe_id)
    servings = read_servings(form["servings"], profile.servings)
    missing.take_off_missing(owner, recipe)
    return see_other(f"{url_of(recipe)}?servings={servings}")


@post("/recipes/{recipe_id:str}/copy", status_code=200)
def copy(recipe_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """One's own, open for editing."""
    try:
        made = recipes.copy(owner, recipe_id)
    except BookFull as full:
        return warn(context, f"{RECIPES_URL}/{recipe_id}", str(full.message))
    sentence = gettext("This copy of “%(title)s” is your own.", title=shorten_in_sentence(made.title))
    return redirect_with_toast(context, f"{url_of(made)}/edit", sentence)


@post("/recipes/{recipe_id:str}/delete", status_code=200)
def delete(recipe_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    recipe = recipes.find_recipe(owner, recipe_id)
    undo = undo_form(recipes.delete(owner, recipe_id), url_of(recipe))
    sentence = gettext("Deleted “%(title)s”.", title=shorten_in_sentence(recipe.title))
    return redirect_with_toast(context, RECIPES_URL, sentence, undo)
