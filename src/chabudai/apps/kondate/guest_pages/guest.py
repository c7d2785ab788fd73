"""What a link shows: a recipe or a set, for as many as eat, and the way into one's own book."""

from typing import Final

from litestar import Response

from chabudai.apps.kondate.errors import BookFull, NoSuchItem, NotAvailableYet, NotBought, TooManySets
from chabudai.apps.kondate.guest_pages.reader import Reader
from chabudai.apps.kondate.market import items, shares
from chabudai.apps.kondate.market.shares import GuestView
from chabudai.apps.kondate.pages.market.item_pages import say_copied, url_of_copy
from chabudai.apps.kondate.pages.market.places import item_url
from chabudai.apps.kondate.pages.market.whole_recipes import read_dishes, read_number, read_servings
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.cookies import Cookie
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post

_WISH: Final = Cookie("copy", 60 * 60)
"""The link that somebody pressed to copy before they signed in."""


@get("/{share_id:str}")
def show_link(
    share_id: FromPath[str],
    reader: Injected[Reader],
    pages: Injected[Pages],
    servings: FromQuery[str] = "",
    dish: FromQuery[str] = "",
) -> Response[str]:
    view = shares.open_link(reader.house, share_id, reader.own)
    was = max((dish.servings for dish in view.dishes), default=2)
    people = read_servings(servings) or was
    return pages.page(
        "kondate/guest.html",
        view=view,
        phrases=split_phrases(view.title),
        url=f"{shares.PATH}/{share_id}",
        dishes=read_dishes(view.dishes, view.recipes, people, read_number(dish)),
        servings=people,
        was=was,
        buy_url=_find_sale(reader.own, view),
    )


@post("/{share_id:str}/copy", status_code=200)
def copy_link(share_id: FromPath[str], reader: Injected[Reader], context: Injected[RequestContext]) -> Response[str]:
    """Whoever is not signed in is asked to, and it is done then."""
    shares.open_link(reader.house, share_id, reader.own)
    context.jar.put(_WISH, share_id)
    return see_other(f"{shares.PATH}/{share_id}/copy")


@get("/{share_id:str}/copy")
def finish_copy(share_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]) -> Response[str]:
    """Only what was pressed, by this browser, is copied; the address alone does nothing."""
    url = f"{shares.PATH}/{share_id}"
    if context.jar.get(_WISH) != share_id:
        return see_other(url)
    context.jar.drop(_WISH)
    try:
        copied = shares.copy_shared(owner, share_id)
    except (BookFull, TooManySets, NotBought) as refusal:
        return warn(context, url, str(refusal.message))
    return redirect_with_toast(context, url_of_copy(copied), say_copied(copied))


def _find_sale(own: Owner | None, view: GuestView) -> str | None:
    """Where what is locked can be bought, if it is one thing that is still published."""
    sources = {source for source, recipe in zip(view.sources, view.recipes, strict=True) if recipe is None and source}
    if own is None or len(sources) != 1:
        return None
    kind, _, item_id = sources.pop().partition(":")
    try:
        row = items.find_row(own, "SET" if kind == "SET" else "RECIPE", item_id)
    except (NoSuchItem, NotAvailableYet):
        return None
    return None if row.price is None else item_url("SET" if kind == "SET" else "RECIPE", item_id)
