"""The categories of a book: put in order, renamed, coloured, hidden, added and deleted."""

from typing import Final

from litestar import Response

from chabudai.apps.kondate.book import categories, recipes
from chabudai.apps.kondate.book.entities import Category, Colour
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post
from chabudai.web.translations import Text

CATEGORIES_URL: Final = "/kondate/categories"
COLOURS: Final[dict[Colour, Text]] = {
    "blue": lazy("Blue"),
    "sky": lazy("Sky"),
    "green": lazy("Green"),
    "yellow": lazy("Yellow"),
    "red": lazy("Red"),
    "navy": lazy("Navy"),
    "purple": lazy("Purple"),
    "pink": lazy("Pink"),
    "pale": lazy("Plain"),
}


@get("/categories")
def show_categories(owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _show_all(owner, shell, pages, Form())


@post("/categories", status_code=200)
def add(owner: Injected[Owner], form: Injected[Form], shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    def act() -> Response[str]:
        categories.add(owner, {"name": form["name"]})
        return see_other(CATEGORIES_URL)

    return submit(form, act, lambda again: _show_all(owner, shell, pages, again))


@post("/categories/order", status_code=200)
def put_in_order(owner: Injected[Owner], form: Injected[Form]) -> Response[str]:
    """Dragged: the whole order comes at once. Without a script one is moved up or down by one."""
    if form["category"]:
        known = [each.category_id for each in categories.find_all(owner)]
        place = known.index(form["category"]) if form["category"] in known else 0
        categories.move(owner, form["category"], place + (1 if form["step"] == "1" else -1))
    else:
        categories.put_in_order(owner, [each for part in form.all("order") for each in part.split(",")])
    return see_other(CATEGORIES_URL)


@get("/categories/{category_id:str}")
def show_category(
    category_id: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    found = categories.find_category(owner, category_id)
    form = Form.of(name=found.name, colour=found.colour)
    return _show_one(shell, pages, found, form, is_hidden=found.is_hidden)


@post("/categories/{category_id:str}", status_code=200)
def edit(
    category_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    found = categories.find_category(owner, category_id)
    is_hidden = form["is_hidden"] == "1"

    def act() -> Response[str]:
        given = {"name": form["name"], "colour": form["colour"], "is_hidden": is_hidden}
        changed = categories.edit(owner, category_id, given)
        sentence = gettext("Saved “%(title)s”.", title=shorten_in_sentence(changed.name))
        return redirect_with_toast(context, CATEGORIES_URL, sentence)

    return submit(form, act, lambda again: _show_one(shell, pages, found, again, is_hidden=is_hidden))


@post("/categories/{category_id:str}/delete", status_code=200)
def delete(category_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """Its recipes stay, without a category."""
    found = categories.find_category(owner, category_id)
    undo = undo_form(categories.delete(owner, category_id), CATEGORIES_URL)
    sentence = gettext("Deleted “%(title)s”.", title=shorten_in_sentence(found.name))
    return redirect_with_toast(context, CATEGORIES_URL, sentence, undo)


def _show_all(owner: Owner, shell: Shell, pages: Pages, form: Form) -> Response[str]:
    return pages.page(
        "kondate/categories.html",
        shell=shell,
        categories=categories.find_all(owner),
        counts=categories.count_recipes(recipes.find_all(owner)),
        form=form,
        errors=form.errors,
    )


def _show_one(shell: Shell, pages: Pages, category: Category, form: Form, *, is_hidden: bool) -> Response[str]:
    return pages.page(
        "kondate/category.html",
        shell=shell,
        category=category,
        is_hidden=is_hidden,
        colours=COLOURS,
        form=form,
        errors=form.errors,
    )
