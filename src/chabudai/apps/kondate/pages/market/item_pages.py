"""One thing that somebody publishes: read by those who may, saved, copied into one's own book, published no more."""

from litestar import Response

from chabudai.apps.kondate.errors import BookFull, NoSuchItem, NotAvailableYet, NotBought, TooManySets
from chabudai.apps.kondate.market import copying, items, publishing, saves
from chabudai.apps.kondate.market.cards import Item
from chabudai.apps.kondate.market.kinds import read_kind
from chabudai.apps.kondate.market.known_indexes import KnownIndexes
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.market.places import DISCOVER_URL, item_url, own_url
from chabudai.apps.kondate.pages.market.whole_recipes import ReadDish, read_dishes, read_number, read_servings
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.phrases import split_phrases
from chabudai.common.owner import Owner
from chabudai.common.text import shorten_in_sentence
from chabudai.web.answers import redirect_with_toast, warn
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import safe_next, see_other
from chabudai.web.routes import FromPath, FromQuery, Injected, get, post


@get("/discover/{plural:str}/{item_id:str}")
def show_item(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    indexes: Injected[KnownIndexes],
    servings: FromQuery[str] = "",
    dish: FromQuery[str] = "",
    edition: FromQuery[str] = "",
) -> Response[str]:
    """`dish` is the number of the one that is opened, where a set is too long for one page; `edition` is "newest" where
    not the one that was bought is asked for.
    """
    kind, is_newest = read_kind(plural), edition == "newest"
    try:
        item = (items.find_newest if is_newest else items.find_item)(owner, kind, item_id)
    except NotAvailableYet:
        indexes.forget()
        return pages.page("kondate/unavailable.html", shell=shell, status=503, what="item")
    people = read_servings(servings) or item.card.servings
    return pages.page(
        "kondate/item.html",
        shell=shell,
        item=item,
        card=item.card,
        phrases=split_phrases(item.card.title),
        plural=plural,
        url=item_url(kind, item_id),
        is_saved=saves.find_saved(owner, kind, item_id) is not None,
        dishes=_read(item, people, read_number(dish)),
        servings=people,
        is_newest=is_newest,
        has_creators="GSI3" in indexes,
    )


@post("/discover/{plural:str}/{item_id:str}/save", status_code=200)
def save(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    outcome = saves.save(owner, read_kind(plural), item_id)
    return _show_heart(outcome, plural, item_id, form, pages, context)


@post("/discover/{plural:str}/{item_id:str}/unsave", status_code=200)
def unsave(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
) -> Response[str]:
    outcome = saves.unsave(owner, read_kind(plural), item_id)
    return _show_heart(outcome, plural, item_id, form, pages, context)


@post("/discover/{plural:str}/{item_id:str}/copy", status_code=200)
def copy(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    form: Injected[Form],
    context: Injected[RequestContext],
) -> Response[str]:
    kind = read_kind(plural)
    try:
        copied = (copying.copy_newest if form["edition"] == "newest" else copying.copy_item)(owner, kind, item_id)
    except (BookFull, TooManySets, NotBought) as refusal:
        return warn(context, item_url(kind, item_id), str(refusal.message))
    return redirect_with_toast(context, url_of_copy(copied), say_copied(copied))


@post("/discover/{plural:str}/{item_id:str}/unpublish", status_code=200)
def unpublish(
    plural: FromPath[str], item_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]
) -> Response[str]:
    kind = read_kind(plural)
    publication = publishing.find_publication(owner, kind, item_id)
    if publication is None:
        raise NoSuchItem
    publishing.unpublish(owner, kind, item_id)
    sentence = gettext("“%(title)s” is no longer published.", title=shorten_in_sentence(publication.title))
    return redirect_with_toast(context, f"{DISCOVER_URL}?kind={plural}", sentence)


def url_of_copy(copied: copying.Copied) -> str:
    if copied.recipe_set is not None:
        return own_url("SET", copied.recipe_set.set_id)
    return own_url("RECIPE", copied.recipes[0].recipe_id)


def say_copied(copied: copying.Copied) -> str:
    title = copied.recipe_set.title if copied.recipe_set is not None else copied.recipes[0].title
    return gettext("Copied “%(title)s” to your recipe book.", title=shorten_in_sentence(title))


def _read(item: Item, servings: int, opened: int | None) -> list[ReadDish]:
    return read_dishes(item.card.dishes, item.recipes or [None] * len(item.card.dishes), servings, opened)


def _show_heart(
    outcome: saves.SaveOutcome, plural: str, item_id: str, form: Form, pages: Pages, context: RequestContext
) -> Response[str]:
    """The script gets the heart alone, with the count as it is now."""
    if not context.is_swap:
        return see_other(safe_next(form["next"], item_url(read_kind(plural), item_id)))
    return pages.page(
        "kondate/heart.html",
        plural=plural,
        item_id=item_id,
        is_saved=outcome.is_saved,
        count=outcome.saved_count,
        back=form["next"],
    )
