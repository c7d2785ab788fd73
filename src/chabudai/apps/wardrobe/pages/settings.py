"""What concerns the wardrobe as a whole: its name, its links, a file of all of it, and its end."""

import json

from litestar import Response

from chabudai.apps.wardrobe import access, service
from chabudai.apps.wardrobe.closets import Closet
from chabudai.apps.wardrobe.messages import gettext
from chabudai.apps.wardrobe.pages.closet_pages import base_url, redirect_within, render_page
from chabudai.apps.wardrobe.pages.known_wardrobes import KnownWardrobes
from chabudai.web.answers import redirect_with_toast, submit
from chabudai.web.context import RequestContext
from chabudai.web.files import download
from chabudai.web.forms import Form
from chabudai.web.pages import Pages
from chabudai.web.routes import Injected, get, post


@get("/settings")
def show_settings(closet: Injected[Closet], pages: Injected[Pages], site_address: Injected[str]) -> Response[str]:
    return _show(pages, closet, site_address, Form.of(name=closet.wardrobe.name))


@post("/settings")
def rename(
    closet: Injected[Closet],
    form: Injected[Form],
    pages: Injected[Pages],
    context: Injected[RequestContext],
    site_address: Injected[str],
) -> Response[str]:
    def act() -> Response[str]:
        return _redirect_to_settings(
            context, service.rename_wardrobe(closet, name=form["name"]), gettext("Name changed.")
        )

    return submit(form, act, lambda again: _show(pages, closet, site_address, again))


@post("/reissue")
def reissue(
    closet: Injected[Closet], known: Injected[KnownWardrobes], context: Injected[RequestContext]
) -> Response[str]:
    """This browser or account learns the new key; everyone else has to be told."""
    changed = service.reissue_link(closet)
    known.replace(closet, changed)
    return _redirect_to_settings(
        context, changed, gettext("This wardrobe has a new link. The old one no longer works.")
    )


@post("/share")
def share(
    closet: Injected[Closet], known: Injected[KnownWardrobes], context: Injected[RequestContext]
) -> Response[str]:
    changed = service.share(closet)
    known.replace(closet, changed)
    return _redirect_to_settings(context, changed, gettext("View-only link created."))


@post("/stop-sharing")
def stop_sharing(closet: Injected[Closet], context: Injected[RequestContext]) -> Response[str]:
    return _redirect_to_settings(context, service.stop_sharing(closet), gettext("The view-only link no longer works."))


@post("/erase")
def erase(
    closet: Injected[Closet], known: Injected[KnownWardrobes], context: Injected[RequestContext]
) -> Response[str]:
    service.erase_wardrobe(closet)
    known.forget(service.key_of(closet))
    return redirect_with_toast(context, "/wardrobe", gettext("Wardrobe deleted."))


@get("/export")
def export(closet: Injected[Closet]) -> Response[bytes]:
    text = json.dumps(service.export_wardrobe(closet), ensure_ascii=False)
    return download(text, f"wardrobe-{closet.today().isoformat()}.json", "application/json")


def _show(pages: Pages, closet: Closet, site_address: str, form: Form) -> Response[str]:
    """With addresses as others have to type them."""
    site = site_address.rstrip("/")
    return render_page(pages, closet, "settings", form=form, site=site, fields=access.FIELDS)


def _redirect_to_settings(context: RequestContext, closet: Closet, sentence: str) -> Response[str]:
    return redirect_within(context, closet, f"{base_url(closet)}/settings", sentence)
