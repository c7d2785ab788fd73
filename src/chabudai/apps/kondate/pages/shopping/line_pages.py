"""One line of the shopping list: its amount, shelf and note, and the ways in which it leaves the list."""

from litestar import Response

from chabudai.apps.kondate.book import settings
from chabudai.apps.kondate.book.entities import Profile
from chabudai.apps.kondate.errors import FridgeFull, NoSuchLine
from chabudai.apps.kondate.kitchen import foods, shopping
from chabudai.apps.kondate.kitchen.acts import Outcome
from chabudai.apps.kondate.kitchen.entities import ShoppingItem
from chabudai.apps.kondate.kitchen.plans import find_plans
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.shopping.device import find_device
from chabudai.apps.kondate.pages.shopping.list_pages import SHOPPING_URL
from chabudai.apps.kondate.pages.shopping.list_view import ShownLine, Viewer, look_around, view_line
from chabudai.apps.kondate.pages.shopping.shelf_names import SHELF_NAMES
from chabudai.apps.kondate.pages.shopping.staple_texts import describe_staple
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, submit, warn
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import too_long
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post


@get("/shopping/lines/{line_id:str}")
def show_line(
    line_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    shown = _find(owner, profile, context, line_id)
    line = shown.line
    form = Form.of(amount=shown.amount, shelf=shown.shelf, note=line.note or "")
    return _render(pages, shell, profile, shown, form)


@post("/shopping/lines/{line_id:str}", status_code=200)
def change_line(
    line_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    form: Injected[Form],
) -> Response[str]:
    shown = _find(owner, profile, context, line_id)

    def act() -> Response[str]:
        _check(form)
        _apply(owner, shown, form)
        return see_other(f"{SHOPPING_URL}#line-{line_id}")

    return submit(form, act, lambda refused: _render(pages, shell, profile, shown, refused))


@post("/shopping/lines/{line_id:str}/dismiss", status_code=200)
def dismiss_line(line_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    outcome = shopping.dismiss(owner, line_id)
    return _tell(context, outcome, gettext("Took “%(name)s” off the list.", name=_name(outcome)))


@post("/shopping/lines/{line_id:str}/at-home", status_code=200)
def have_at_home(line_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    try:
        outcome = shopping.have_at_home(owner, line_id)
    except FridgeFull as full:
        return warn(context, SHOPPING_URL, str(full.message))
    return _tell(context, outcome, gettext("Put “%(name)s” in the fridge.", name=_name(outcome)))


@post("/shopping/lines/{line_id:str}/staple", status_code=200)
def mark_staple(
    line_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    context: Injected[RequestContext],
    form: Injected[Form],
) -> Response[str]:
    """Whether it should be at home anyway is remembered for its name."""
    shown = _find(owner, profile, context, line_id)
    settings.mark_staple(owner, shown.line.name, is_staple=bool(form["is_staple"]))
    sentence = describe_staple(
        shown.line.name, is_staple=bool(form["is_staple"]), was_staple=foods.is_staple(shown.line.name, profile)
    )
    return redirect_with_toast(context, SHOPPING_URL, sentence)


def _find(owner: Owner, profile: Profile, context: RequestContext, line_id: str) -> ShownLine:
    lines = shopping.find_lines(owner)
    found = next((line for line in lines if line.item_id == line_id), None)
    if found is None:
        raise NoSuchLine
    return view_line(found, look_around(lines, find_plans(owner)), Viewer(profile, find_device(context), owner.now()))


def _render(pages: Pages, shell: Shell, profile: Profile, shown: ShownLine, form: Form) -> Response[str]:
    return pages.page(
        "kondate/shopping_line.html",
        shown=shown,
        line=shown.line,
        shelves=[(each.key, each.name) for each in map(SHELF_NAMES.__getitem__, settings.shelf_order(profile))],
        form=form,
        errors=form.errors,
        shell=shell,
    )


def _check(form: Form) -> None:
    wrong = [
        (name, too_long(most))
        for name, most in (("amount", 80), ("note", shopping.LONGEST_NOTE))
        if len(form[name]) > most
    ]
    if wrong:
        raise InvalidFields(wrong)


def _apply(owner: Owner, shown: ShownLine, form: Form) -> None:
    """Only what differs from what was shown: an amount that nobody touched goes on following the dishes."""
    line_id = shown.line.item_id
    if form["shelf"] != shown.shelf:
        settings.remember_shelf(owner, shown.line.name, form["shelf"])
    if form["amount"].strip() != form["amount_shown"].strip():
        shopping.change_line(owner, line_id, amount=form["amount"], note=form["note"])
    elif form["note"].strip() != (shown.line.note or ""):
        shopping.change_note(owner, line_id, form["note"])


def _tell(context: RequestContext, outcome: Outcome[ShoppingItem], sentence: str) -> Response[str]:
    return redirect_with_toast(context, SHOPPING_URL, sentence, undo_form(outcome.undo_id, SHOPPING_URL))


def _name(outcome: Outcome[ShoppingItem]) -> str:
    return shorten_in_sentence(outcome.result.name)
