"""The sheet in which something is bought: one purchase for each opened sheet, however often its button is pressed."""

from typing import Any

from litestar import Response

from chabudai.apps.kondate.errors import NotAvailableYet, NotForSale, PaymentsUnreachable
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import items, purchases
from chabudai.apps.kondate.market.kinds import read_kind
from chabudai.apps.kondate.market.till import Till
from chabudai.apps.kondate.pages.market.paying import choose_card, find_options, lead_on
from chabudai.apps.kondate.pages.market.places import PURCHASES_URL, item_url, plural_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.answers import submit, warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post


@get("/buy/{plural:str}/{item_id:str}")
def show_buy(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    till: Injected[Till],
    shell: Injected[Shell],
    pages: Injected[Pages],
) -> Response[str]:
    return _show(read_kind(plural), item_id, till, owner, shell, pages, Form())


@post("/buy/{plural:str}/{item_id:str}", status_code=200)
def buy(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    till: Injected[Till],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    kind = read_kind(plural)

    def act() -> Response[str]:
        card = choose_card(till, owner, form["card"])
        seen = form["price"]
        price = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) <= 6 else 0
        try:
            done = purchases.buy(till, owner, kind, item_id, key=form["key"], price=price, payment_method_id=card)
        except PaymentsUnreachable as refusal:
            return warn(context, PURCHASES_URL, str(refusal.message))
        return lead_on(context, done)

    return submit(form, act, lambda again: _show(kind, item_id, till, owner, shell, pages, again))


def _show(kind: Kind, item_id: str, till: Till, owner: Owner, shell: Shell, pages: Pages, form: Form) -> Response[str]:
    """With a key of its own each time. What can't be bought, or was bought already, says so."""
    url = f"/kondate/buy/{plural_of(kind)}/{item_id}"
    given: dict[str, Any] = {
        "shell": shell,
        "url": url,
        "item_url": item_url(kind, item_id),
        "form": form,
        "errors": form.errors,
    }
    try:
        sheet = purchases.open_sheet(owner, kind, item_id)
    except NotForSale:
        row = items.find_row(owner, kind, item_id)
        is_bought = items.find_access(owner, row) == "bought"
        return pages.page("kondate/buy.html", sheet=None, title=row.title, is_bought=is_bought, **given)
    except NotAvailableYet:
        return pages.page("kondate/unavailable.html", shell=shell, status=503, what="item")
    return pages.page("kondate/buy.html", sheet=sheet, title=sheet.title, options=find_options(till, owner), **given)
