"""Creators: what somebody publishes, for everyone; and under which name one publishes oneself."""

from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from litestar import Response

from chabudai.apps.kondate.errors import NotAvailableYet
from chabudai.apps.kondate.main_table import Kind
from chabudai.apps.kondate.market import creators, publishing
from chabudai.apps.kondate.market.known_indexes import KnownIndexes
from chabudai.apps.kondate.messages import gettext
from chabudai.apps.kondate.pages.market.offers import show_offers
from chabudai.apps.kondate.pages.market.places import CREATOR_URL, item_url
from chabudai.apps.kondate.pages.shell import Shell
from chabudai.common.owner import Owner
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.forms import Form
from chabudai.web.lists import CursorAddress
from chabudai.web.pages import Pages
from chabudai.web.routes import FromPath, Injected, get, post


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatorAddress(CursorAddress):
    """The path is the page's own, and stands before it."""

    PATH: ClassVar[str] = ""

    kind: Literal["recipes", "sets"] = "recipes"


@get("/creators/{creator_id:str}")
def show_creator(
    creator_id: FromPath[str],
    owner: Injected[Owner],
    shell: Injected[Shell],
    pages: Injected[Pages],
    indexes: Injected[KnownIndexes],
    context: Injected[RequestContext],
) -> Response[str]:
    found, wanted = creators.find_creator(owner.store, creator_id), CreatorAddress.parse(context.query)
    kind: Kind = "RECIPE" if wanted.kind == "recipes" else "SET"
    try:
        cards, cursor = creators.find_published(owner.store, creator_id, kind, wanted.cursor)
    except NotAvailableYet:
        indexes.forget()
        return pages.page("kondate/unavailable.html", shell=shell, status=503, what="creator")
    url = f"/kondate/creators/{creator_id}"
    return pages.page(
        "kondate/creator.html",
        shell=shell,
        creator=found,
        url=url,
        kind=wanted.kind,
        offers=show_offers(owner, cards),
        more=f"{url}{replace(wanted, cursor=cursor).url}" if cursor else None,
        is_own=creator_id == owner.username,
    )


@get("/creator")
def show_own_creator(
    owner: Injected[Owner], shell: Injected[Shell], pages: Injected[Pages], indexes: Injected[KnownIndexes]
) -> Response[str]:
    return _show_own(owner, shell, pages, indexes, Form())


@post("/creator", status_code=200)
def change_creator(
    owner: Injected[Owner],
    form: Injected[Form],
    shell: Injected[Shell],
    pages: Injected[Pages],
    indexes: Injected[KnownIndexes],
    context: Injected[RequestContext],
) -> Response[str]:
    def act() -> Response[str]:
        said = {"name": form["name"], "text": form["text"], "is_selling": form["is_selling"] == "on"}
        creators.edit_creator(owner, said)
        return redirect_with_toast(context, CREATOR_URL, gettext("Saved."))

    return submit(form, act, lambda again: _show_own(owner, shell, pages, indexes, again))


def _show_own(owner: Owner, shell: Shell, pages: Pages, indexes: KnownIndexes, form: Form) -> Response[str]:
    published = publishing.find_publications(owner)
    return pages.page(
        "kondate/own_creator.html",
        shell=shell,
        creator=creators.find_own(owner),
        published=[(row, item_url(row.target_type, row.target_id)) for row in published],
        own_page=f"/kondate/creators/{owner.username}" if "GSI3" in indexes else None,
        form=form,
        errors=form.errors,
    )
