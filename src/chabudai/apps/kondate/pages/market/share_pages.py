"""The sheet in which a recipe or a set is shared: its link, whose it is, and the way to stop."""

from dataclasses import dataclass

from litestar import Response

from chabudai.apps.kondate.book import recipes, sets
from chabudai.apps.kondate.book.entities import Profile, Recipe
from chabudai.apps.kondate.market import creators, shares
from chabudai.apps.kondate.market.entities import Share
from chabudai.apps.kondate.market.kinds import read_kind
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.market.places import own_url, plural_of
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.apps.kondate.pages.undo import undo_form
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.redirects import see_other
from chabudai.web.routes import FromPath, Injected, get, post


@dataclass(frozen=True, slots=True)
class ShareSheet:
    """`link` is None while nothing is shared; `author_name` and `source_url` are what is shown, or would be."""

    url: str
    back: str
    title: str
    link: str | None
    author_name: str
    source_url: str


@get("/share/{plural:str}/{item_id:str}")
def show_share(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    shell: Injected[Shell],
    pages: Injected[Pages],
    site_address: Injected[str],
) -> Response[str]:
    sheet = _find(plural, item_id, owner, profile, site_address)
    return pages.page("kondate/share.html", shell=shell, sheet=sheet)


@post("/share/{plural:str}/{item_id:str}", status_code=200)
def share(
    plural: FromPath[str],
    item_id: FromPath[str],
    owner: Injected[Owner],
    profile: Injected[Profile],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    site_address: Injected[str],
) -> Response[str]:
    """A link, or the same one with another name or source on it."""

    def act() -> Response[str]:
        shares.share(owner, read_kind(plural), item_id, author_name=form["author_name"], source_url=form["source_url"])
        return see_other(_url(plural, item_id))

    def show_form(again: Form) -> Response[str]:
        sheet = _find(plural, item_id, owner, profile, site_address)
        return pages.page("kondate/share.html", shell=shell, sheet=sheet, form=again, errors=again.errors)

    return submit(form, act, show_form)


@post("/share/{plural:str}/{item_id:str}/stop", status_code=200)
def stop_sharing(
    plural: FromPath[str], item_id: FromPath[str], owner: Injected[Owner], context: Injected[RequestContext]
) -> Response[str]:
    undo_id = shares.revoke(owner, read_kind(plural), item_id)
    url = _url(plural, item_id)
    undo = undo_form(undo_id, url, "#sheet-body")
    return redirect_with_toast(context, url, gettext("The link no longer works."), undo)


def _find(plural: str, item_id: str, owner: Owner, profile: Profile, site_address: str) -> ShareSheet:
    kind = read_kind(plural)
    row = recipes.find_recipe(owner, item_id) if kind == "RECIPE" else sets.find_set(owner, item_id)
    found = shares.find_share(owner, kind, item_id)
    author, source = _credit(owner, profile, row if isinstance(row, Recipe) else None, found)
    link = None if found is None else f"{site_address}{shares.path_of(found)}"
    return ShareSheet(_url(plural_of(kind), item_id), own_url(kind, item_id), row.title, link, author, source)


def _credit(owner: Owner, profile: Profile, recipe: Recipe | None, found: Share | None) -> tuple[str, str]:
    """As it stands on the link, else on the recipe; else it is the person's own."""
    said = found or recipe
    if said is not None and (said.author_name or said.source_url):
        return said.author_name or "", said.source_url or ""
    creator = creators.find_own(owner)
    return creator.name if creator is not None else profile.name, ""


def _url(plural: str, item_id: str) -> str:
    return f"/kondate/share/{plural}/{item_id}"
