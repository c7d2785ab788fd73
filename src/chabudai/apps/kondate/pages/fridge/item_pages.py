"""One thing of the fridge: how much of it, until when, where it is, a note; and thrown out."""

from typing import Any, Final

from litestar import Response

from chabudai.apps.kondate import design
from chabudai.apps.kondate.amounts import read_quantity, write_measured
from chabudai.apps.kondate.errors import NoSuchFood
from chabudai.apps.kondate.kitchen import fridge
from chabudai.apps.kondate.kitchen.entities import FridgeItem
from chabudai.apps.kondate.kitchen.measures import check_typed
from chabudai.apps.kondate.messages import gettext, lazy
from chabudai.apps.kondate.pages.fridge.fridge_pages import FRIDGE_URL, read_day
from chabudai.apps.kondate.pages.fridge.fridge_view import name_places
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.shopping.measure_texts import show_food_amount
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import clean_line, clean_prose, is_id, shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post

DATE_KINDS: Final = (("best_before", lazy("Best before")), ("use_by", lazy("Use by")))


@get("/fridge/items/{item_id:str}")
def show_item(
    item_id: FromPath[str], owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages]
) -> Response[str]:
    item = _find(owner, item_id)
    return _render(pages, shell, item, _fill(item))


@post("/fridge/items/{item_id:str}", status_code=200)
def change_item(
    item_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    form: Injected[Form],
) -> Response[str]:
    item = _find(owner, item_id)

    def act() -> Response[str]:
        fridge.change_item(owner, item_id, _read(form, item, owner))
        return see_other(f"{FRIDGE_URL}#food-{item_id}")

    return submit(form, act, lambda refused: _render(pages, shell, item, refused))


@post("/fridge/items/{item_id:str}/step", status_code=200)
def step_amount(
    item_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    form: Injected[Form],
) -> Response[str]:
    """What else was typed into the form stays in it."""
    item = fridge.step_amount(owner, item_id, is_more=form["step"] == "more").result
    typed = {name: form[name] for name in form.values if name not in ("step", "amount", "amount_shown", "_csrf")}
    return _render(pages, shell, item, Form.of(**{**typed, "amount": show_food_amount(item)}))


@post("/fridge/items/{item_id:str}/thrown", status_code=200)
def throw_out(item_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    outcome = fridge.take_out(owner, item_id, "thrown")
    if outcome.result is None:
        return see_other(FRIDGE_URL)
    sentence = gettext("Threw out “%(name)s”.", name=shorten_in_sentence(outcome.result.name))
    return redirect_with_toast(context, FRIDGE_URL, sentence, undo_form(outcome.undo_id, FRIDGE_URL, "#fridge"))


def _find(owner: Owner, item_id: str) -> FridgeItem:
    found = owner.store.get(design.fridge_item(owner.username, item_id).consistently()) if is_id(item_id) else None
    if found is None:
        raise NoSuchFood
    return found


def _fill(item: FridgeItem) -> Form:
    return Form.of(
        name=item.name,
        amount=show_food_amount(item),
        best_before="" if item.best_before is None else item.best_before.isoformat(),
        date_kind=item.date_kind,
        place=item.place,
        note=item.note or "",
    )


def _render(pages: Pages, shell: Shell, item: FridgeItem, form: Form) -> Response[str]:
    return pages.page(
        "kondate/fridge_item.html",
        item=item,
        shown_amount=show_food_amount(item),
        date_kinds=DATE_KINDS,
        places=name_places(),
        form=form,
        errors=form.errors,
        shell=shell,
    )


def _read(form: Form, item: FridgeItem, owner: Owner) -> dict[str, Any]:
    """Only what differs: a date that nobody touched stays a guess, an amount that was rounded for reading exact."""
    given = {
        "name": clean_line(form["name"]),
        "date_kind": form["date_kind"],
        "place": form["place"],
        "note": clean_prose(form["note"]) or None,
    }
    changes = {name: value for name, value in fridge.FOOD_FIELDS.check(given).items() if value != getattr(item, name)}
    if form["amount"].strip() != form["amount_shown"].strip():
        changes |= _read_amount(form["amount"])
    shown = "" if item.best_before is None else item.best_before.isoformat()
    if form["best_before"] != shown:
        changes["best_before"] = read_day(form["best_before"], owner.today()) if form["best_before"] else None
    return changes


def _read_amount(text: str) -> dict[str, Any]:
    quantity = read_quantity(fridge.FOOD_FIELDS.check({"quantity": clean_line(text)})["quantity"])
    if quantity.amount is None:
        return {"quantity": quantity.text, "amount": None, "unit": None}
    check_typed(quantity.amount, "quantity")
    return {"quantity": "", "amount": write_measured(quantity.amount.most), "unit": quantity.amount.unit}
