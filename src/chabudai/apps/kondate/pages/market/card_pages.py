"""Cards of a person: added, chosen as the one that is used, and removed with undo."""

from litestar import Response

from chabudai.apps.kondate.market import payment_methods
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.market.paying import add_trial, list_trials, name_of_card
from chabudai.apps.kondate.pages.market.places import CARDS_URL
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.errors import InvalidFields
from chabudai.web.field_sentences import EMPTY
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/cards")
def show_cards(
    owner: Injected[Owner],
    till: Injected[Till],
    shell: Injected[Shell],
    pages: Injected[Pages],
    next_url: FromQuery[str] = "",
) -> Response[str]:
    return _show(owner, till, shell, pages, Form(), next_url)


@post("/cards", status_code=200)
def add_card(
    owner: Injected[Owner],
    till: Injected[Till],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    """The number goes to the provider alone, and comes back on no page, refused or not."""

    def act() -> Response[str]:
        if form["trial"]:
            made = add_trial(till, owner, form["trial"])
        elif not form["number"].strip():
            raise InvalidFields([("card", EMPTY)])
        else:
            made = payment_methods.add_method(owner, till.payments, form["number"])
        sentence = gettext("Added %(card)s.", card=name_of_card(made))
        return redirect_with_toast(context, safe_next(form["next"], CARDS_URL), sentence)

    return submit(form, act, lambda again: _show(owner, till, shell, pages, again, form["next"]))


@post("/cards/{card_id:str}/default", status_code=200)
def use_card(card_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    payment_methods.choose_default(owner, card_id)
    used = payment_methods.find_method(owner, card_id)
    return redirect_with_toast(context, CARDS_URL, gettext("%(card)s is used from now on.", card=name_of_card(used)))


@post("/cards/{card_id:str}/remove", status_code=200)
def remove_card(card_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    undo_id = payment_methods.remove_method(owner, card_id)
    return redirect_with_toast(context, CARDS_URL, gettext("Removed the card."), undo_form(undo_id, CARDS_URL))


def _show(owner: Owner, till: Till, shell: Shell, pages: Pages, form: Form, next_url: str) -> Response[str]:
    methods = payment_methods.find_methods(owner)
    return pages.page(
        "kondate/cards.html",
        shell=shell,
        cards=[(row, name_of_card(row)) for row in methods],
        trials=list_trials(till),
        next_url=safe_next(next_url, CARDS_URL),
        form=Form().with_errors([*form.errors.items()]),
        errors=form.errors,
    )
