"""The editor of a recipe: written, changed, photographed; and what is read of it while one types."""

from litestar import Response

from chabudai.accounts.design import Person
from chabudai.adapters.objects import ObjectStorage
from chabudai.apps.kondate.book import photos, recipes
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.errors import StarterReadOnly
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.book import recipe_form
from chabudai.apps.kondate.pages.book.reading_view import read_form
from chabudai.apps.kondate.pages.book.shown_recipes import url_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.common.photos import forget_photo
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit, warn
from chabudai.web.context import RequestContext
from chabudai.web.files import LARGEST_UPLOAD
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/recipes/new")
def show_new(
    owner: Injected[Owner],
    profile: Injected[Profile],
    objects: Injected[ObjectStorage],
    shell: Injected[Shell],
    pages: Injected[Pages],
    title: FromQuery[str] = "",
) -> Response[str]:
    form = Form.of(title=title[:80], servings=str(profile.servings))
    return recipe_form.show(owner, objects, shell, pages, form)


@post("/recipes/new", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def add(
    owner: Injected[Owner],
    objects: Injected[ObjectStorage],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def save() -> Response[str]:
        photo = recipe_form.read_new_photo(owner, objects, form)
        made = recipes.add(owner, recipe_form.read(form))
        if photo is not None:
            photos.set_photo(owner, objects, made.recipe_id, photo)
        sentence = gettext("“%(title)s” is in the recipe book.", title=shorten_in_sentence(made.title))
        return redirect_with_toast(context, url_of(made), sentence)

    return submit(form, save, lambda again: recipe_form.show(owner, objects, shell, pages, again))


@post("/recipes/reading", status_code=200)
def read_texts(person: Injected[Person], form: Injected[Form], pages: Injected[Pages]) -> Response[str]:
    """What is made of the texts so far; nothing is saved, and the table isn't asked for anything of the book."""
    is_import = form["import"] == "1"
    return pages.page(
        "kondate/recipe_reading.html", reading=read_form(form, is_import=is_import), person_name=person.name
    )


@get("/recipes/{recipe_id:str}/edit")
def show_edit(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    objects: Injected[ObjectStorage],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    recipe = recipes.find_recipe(owner, recipe_id)
    if recipe.origin == "starter":
        return warn(context, url_of(recipe), str(StarterReadOnly.sentence))
    return recipe_form.show(owner, objects, shell, pages, recipe_form.fill(recipe), recipe=recipe)


@post("/recipes/{recipe_id:str}/edit", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def edit(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    objects: Injected[ObjectStorage],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """What was changed on another device meanwhile is shown beside what was typed here, which stays."""

    def save() -> Response[str]:
        photo = recipe_form.read_new_photo(owner, objects, form)
        changed = recipes.edit(owner, recipe_id, recipe_form.read(form), seen=form["seen"])
        if photo is not None:
            photos.set_photo(owner, objects, recipe_id, photo)
        sentence = gettext("Saved “%(title)s”.", title=shorten_in_sentence(changed.title))
        return redirect_with_toast(context, url_of(changed), sentence)

    def show_again(again: Form) -> Response[str]:
        recipe = recipes.find_recipe(owner, recipe_id)
        return recipe_form.show(owner, objects, shell, pages, again, recipe=recipe)

    return submit(form, save, show_again)


@post("/recipes/{recipe_id:str}/remove-photo", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def remove_photo(
    recipe_id: FromPath[str],
    owner: Injected[Owner],
    objects: Injected[ObjectStorage],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    """From the editor, which comes back with what was typed there and is not saved yet."""
    recipe = photos.remove_photo(owner, objects, recipe_id)
    return recipe_form.show(owner, objects, shell, pages, forget_photo(form), recipe=recipe)
