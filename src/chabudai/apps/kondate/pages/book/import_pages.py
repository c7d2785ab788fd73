"""Adding a recipe: pasted, from a page that was saved, or written; what was read is looked over before it is saved."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import Response

from chabudai.adapters.objects import ObjectStorage
from chabudai.apps.kondate.book import photos, recipes
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.book.imports import LARGEST_PAGE, RecipeReview, SourceLine, read_page, read_text
from chabudai.apps.kondate.errors import NoRecipeFound
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.book import recipe_form
from chabudai.apps.kondate.pages.book.shown_recipes import url_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY, too_long
from chabudai.web.files import LARGEST_UPLOAD, read_upload
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post

LONGEST_TEXT: Final = 40_000
NOTHING_READ: Final = lazy("We found no ingredients and no steps here. Put “Ingredients” and “Steps” above them.")
_LONGEST_SOURCE: Final = 20_000
"""Of what is carried along to be shown again, characters."""
_AROUND: Final = 15
_MOST_LINES: Final = 300


@get("/recipes/add")
def show_add(shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _show_add(shell, pages, Form())


@post("/recipes/import", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def read_recipe(
    owner: Injected[Owner],
    profile: Injected[Profile],
    objects: Injected[ObjectStorage],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    """Nothing is saved: what was read stands in a form, beside the text that it was read from."""

    def act() -> Response[str]:
        try:
            review = _read(form)
        except NoRecipeFound as nothing:
            return _offer_text(shell, pages, nothing)
        filled = _fill(review, profile)
        source, doubts = _around(review.source), _doubts(review, filled)
        return recipe_form.show(owner, objects, shell, pages, filled, source=source, doubts=doubts)

    return submit(form, act, lambda again: _show_add(shell, pages, again))


@post("/recipes/import/save", status_code=200, request_max_body_size=LARGEST_UPLOAD)
def save_import(
    owner: Injected[Owner],
    objects: Injected[ObjectStorage],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    def save() -> Response[str]:
        photo = recipe_form.read_new_photo(owner, objects, form)
        made = recipes.add(owner, recipe_form.read(form), origin="import")
        if photo is not None:
            photos.set_photo(owner, objects, made.recipe_id, photo)
        sentence = gettext("“%(title)s” is in the recipe book.", title=shorten_in_sentence(made.title))
        return redirect_with_toast(context, url_of(made), sentence)

    def show_again(again: Form) -> Response[str]:
        source = read_text(again["source_text"][:_LONGEST_SOURCE]).source
        return recipe_form.show(owner, objects, shell, pages, again, source=source)

    return submit(form, save, show_again)


def _read(form: Form) -> RecipeReview:
    """The text, or the file of the form that has no text."""
    if "text" not in form:
        upload = read_upload(form, "file")
        upload.file.seek(0)
        return read_page(upload.file.read(LARGEST_PAGE + 1))
    text = form["text"]
    if not text.strip():
        raise InvalidFields([("text", EMPTY)])
    if len(text) > LONGEST_TEXT:
        raise InvalidFields([("text", too_long(LONGEST_TEXT))])
    review = read_text(text)
    if not review.ingredients and not review.steps:
        raise InvalidFields([("text", NOTHING_READ)])
    return review


def _fill(review: RecipeReview, profile: Profile) -> Form:
    said: Mapping[str, Any] = {"servings": profile.servings, **review.fill_form()}
    source = "\n".join(line.text for line in _around(review.source))[:_LONGEST_SOURCE]
    return Form.of(**{name: str(value) for name, value in said.items()}, source_text=source)


def _around(source: Sequence[SourceLine]) -> Sequence[SourceLine]:
    """From a few lines before the recipe to a few behind it: what a page has around that says nothing of it."""
    read = [place for place, line in enumerate(source) if line.use in ("ingredient", "step")]
    if not read:
        return source[:_MOST_LINES]
    return source[max(0, read[0] - _AROUND) : read[-1] + _AROUND][:_MOST_LINES]


def _doubts(review: RecipeReview, filled: Form) -> frozenset[str]:
    return review.doubts | ({"title"} if not filled["title"] else frozenset())


def _offer_text(shell: Shell, pages: Pages, nothing: NoRecipeFound) -> Response[str]:
    """The text of the page, to take the recipe out of it by hand."""
    form = Form.of(text=nothing.text).with_errors(nothing.details)
    page = _show_add(shell, pages, form)
    page.status_code = nothing.status
    return page


def _show_add(shell: Shell, pages: Pages, form: Form) -> Response[str]:
    return pages.page("kondate/recipe_add.html", shell=shell, form=form, errors=form.errors, longest=LONGEST_TEXT)
