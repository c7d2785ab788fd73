"""The set editor: title, dishes in their order with days, servings and a note; saved, and followed by the plan."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

from litestar import Response

from chabudai.apps.kondate.book import sets
from chabudai.apps.kondate.book.entities import RecipeSet
from chabudai.apps.kondate.kitchen import plans
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.kitchen.dish_acts import read_servings
from chabudai.apps.kondate.pages.kitchen.recipe_picker import pick
from chabudai.apps.kondate.pages.kitchen.set_drafts import (
    DraftDish,
    change_drafts,
    drafts_of,
    open_editor,
    read_drafts,
)
from chabudai.apps.kondate.pages.kitchen.sets import SETS_URL
from chabudai.apps.kondate.pages.kitchen.suggest import RuleForm
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

_PICKING: Final = ("pick", "search")


@get("/sets/new")
def show_new(owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]) -> Response[str]:
    return _show(owner, shell, pages, Form(), None, ())


@get("/sets/{set_id:str}")
def show_set(
    set_id: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    found = sets.find_set(owner, set_id)
    return _show(owner, shell, pages, Form(), found, drafts_of(found))


@post("/sets/draft", status_code=200)
def change_draft(
    owner: Injected[Owner], form: Injected[Form], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    """One step of editing; nothing is saved."""
    found = sets.find_set(owner, form["set_id"]) if form["set_id"] else None
    rules = RuleForm.parse(form["rules"][:200]).rules
    dishes = change_drafts(owner, read_drafts(form), form["act"], rules, secrets.randbelow(1_000_000))
    return _show(owner, shell, pages, form, found, dishes)


@post("/sets/new", status_code=200)
def add(
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    if _is_search(form):
        return _show(owner, shell, pages, form, None, read_drafts(form))

    def save() -> Response[str]:
        return _lead_on(context, form, sets.add(owner, _read(form), _dishes(form)))

    return submit(form, save, lambda filled: _show(owner, shell, pages, filled, None, read_drafts(filled)))


@post("/sets/{set_id:str}", status_code=200)
def edit(
    set_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """What came with the book stays as it is: a changed one is the person's own."""
    before = sets.find_set(owner, set_id)
    if _is_search(form):
        return _show(owner, shell, pages, form, before, read_drafts(form))

    def save() -> Response[str]:
        if before.origin == "starter":
            return _lead_on(context, form, sets.add(owner, _read(form), _dishes(form)))
        after = sets.edit(owner, set_id, _read(form), _dishes(form), seen=form["seen"])
        if form["follow"] == "1":
            plans.follow_set(owner, before, after)
        return _lead_on(context, form, after)

    return submit(form, save, lambda filled: _show(owner, shell, pages, filled, before, read_drafts(filled)))


@post("/sets/{set_id:str}/delete", status_code=200)
def delete(set_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    found = sets.find_set(owner, set_id)
    undo = undo_form(sets.delete(owner, set_id), f"{SETS_URL}/{set_id}")
    sentence = gettext("Deleted “%(title)s”.", title=shorten_in_sentence(found.title))
    return redirect_with_toast(context, SETS_URL, sentence, undo)


def _show(
    owner: Owner,
    shell: Shell,
    pages: Pages,
    form: Form,
    meal_set: RecipeSet | None,
    dishes: Sequence[DraftDish],
) -> Response[str]:
    is_picking = form["act"] in _PICKING or form["act"].startswith("add:") or bool(form["q"])
    return pages.page(
        "kondate/set_editor.html",
        editor=open_editor(owner, dishes, meal_set=meal_set, title=form["title"], rules=form["rules"][:200]),
        found=pick(owner, form["q"], [dish.recipe_id for dish in dishes]) if is_picking else None,
        words=form["q"],
        form=form,
        errors=form.errors,
        shell=shell,
    )


def _is_search(form: Form) -> bool:
    """Enter in the field of the picker sends the form as the main button does."""
    return form["act"] == "enter" and bool(form["q"])


def _read(form: Form) -> Mapping[str, Any]:
    servings = read_servings(form["servings"]) if form["servings"].strip() else None
    return {"title": form["title"], "lead": form["lead"], "servings": servings}


def _dishes(form: Form) -> list[Mapping[str, Any]]:
    return [{"recipe_id": dish.recipe_id, "day": dish.day} for dish in read_drafts(form)]


def _lead_on(context: RequestContext, form: Form, saved: RecipeSet) -> Response[str]:
    """On to the sheet that applies it, if that is wanted."""
    if form["act"] == "apply":
        return see_other(f"{SETS_URL}/{saved.set_id}/apply")
    sentence = gettext("Saved “%(title)s”.", title=shorten_in_sentence(saved.title))
    return redirect_with_toast(context, SETS_URL, sentence)
